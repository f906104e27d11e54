import type { HistoryState } from '../../../../shared/contract/history.ts';
import type { SymbolRules } from '../../../../shared/contract/market.ts';
import type { OpenPlan } from '../../../../shared/contract/orders.ts';
import type { OrderDoubt } from '../../../../shared/contract/trades.ts';
import type { PositionBook } from '../../../../shared/risk/position-book.ts';
import { formatTimestamp } from '../../../../shared/time/time.ts';
import type { MarginMode } from '../../../../shared/values/domain.ts';
import type { Text } from '../../../text/use-text.ts';
import { decimalText, quantityText } from '../../../ui/text/figures.ts';
import { coverageOf } from '../../orders/coverage/coverage.ts';
import { positionText } from './risk-words.ts';

/**
 * Returns, in sentences, which positions may be missing, and how many gaps and unreadable orders the history has. None if nothing is
 * missing, and before the history is known.
 */
export function missingHistory(
  history: Pick<HistoryState, 'modes' | 'unreadable'> | undefined,
  zone: string,
  text: Text,
): string[] {
  if (history === undefined) return [];
  const { complete, backTo, gaps } = coverageOf(history.modes);
  if (complete && history.unreadable === 0) return [];
  const words = text.openPositions;
  return [
    backTo === null ? words.mayBeMissing : words.olderMayBeMissing(formatTimestamp(backTo, zone).slice(0, 10)),
    ...(gaps > 0 ? [words.hasGaps(text.history.gaps(gaps))] : []),
    ...(history.unreadable > 0 ? [words.unreadable(history.unreadable)] : []),
  ];
}

/** False if positions of an account may be missing. */
export function areAllKnown(
  positions: readonly { history: HistoryState | undefined; hasFailed: boolean }[],
  text: Text,
): boolean {
  return positions.every(
    ({ history, hasFailed }) =>
      !hasFailed && history !== undefined && missingHistory(history, 'UTC', text).length === 0,
  );
}

/** Returns what an order leaves open of the positions of its symbol and margin mode (docs/trades.md 4.1), in sentences. */
export function doubtText({ reason, symbol, marginMode, at, excess }: OrderDoubt, zone: string, text: Text): string {
  const words = text.openPositions.doubts;
  const subject = words.subject(symbol ?? words.anySymbol, text.marginModes[marginMode]);
  if (excess) return words.moreClosed(subject, decimalText(excess.quantity), text.trades.sides[excess.side]);
  const when = at === null ? null : formatTimestamp(at, zone).slice(0, 16);
  return words[reason === 'more-closed' ? 'unplaced' : reason](when === null ? subject : words.dated(subject, when));
}

/**
 * Returns the open positions of a plan order's symbol and margin mode, such as "Long 5"; if there are none, also those of the other margin
 * mode. `book`: that of the account.
 */
export function positionSummary(
  { symbol, marginMode }: Pick<OpenPlan, 'symbol' | 'marginMode'>,
  book: PositionBook | undefined,
  rules: SymbolRules | undefined,
  text: Text,
): string {
  const words = text.openPositions;
  if (!book?.isRead) return text.none;
  const heldIn = (mode: MarginMode): string | null => {
    const held = book.of(symbol, mode).map((position) => positionText(position, rules, text));
    return held.length === 0 ? null : held.reduce(text.clauses);
  };
  const held = heldIn(marginMode);
  if (held !== null) return held;
  const none = noPositionText({ symbol, marginMode }, book, text);
  const other = marginMode === 'cross' ? 'isolated' : 'cross';
  const heldInOther = heldIn(other);
  const { marginModes: modes } = text;
  return heldInOther === null ? none : words.inOtherMode(none, modes[marginMode], modes[other], heldInOther);
}

/** Returns that a symbol has no position in a margin mode, or that this cannot be told. `book`: without one. */
export function noPositionText(
  { symbol, marginMode }: Pick<OpenPlan, 'symbol' | 'marginMode'>,
  book: PositionBook | undefined,
  text: Text,
): string {
  if (!book?.isRead) return text.none;
  const { flat, unknown } = text.openPositions;
  return book.isWhole(marginMode) && !book.hasDoubt(symbol, marginMode) ? flat : unknown;
}

/** Returns why a plan order is an orphan, in words; `null` if it is none, or if that cannot be told. */
export function orphanText(
  plan: Pick<OpenPlan, 'key' | 'symbol' | 'marginMode' | 'quantity'>,
  book: PositionBook | undefined,
  rules: SymbolRules | undefined,
  text: Text,
): string | null {
  const orphan = book?.orphanOf(plan);
  const words = text.openPositions.orphan;
  const mode = text.marginModes[plan.marginMode];
  if (orphan === 'none-open') return words.noneOpen(mode, plan.symbol);
  const [position] = book?.of(plan.symbol, plan.marginMode) ?? [];
  if (orphan !== 'larger' || position === undefined) return null;
  const size = (quantity: string | null): string => quantityText(quantity, rules, text);
  const { side, quantity } = position;
  return words.larger(size(plan.quantity), mode, text.trades.sides[side], size(quantity));
}
