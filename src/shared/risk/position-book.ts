import type { HistoryState } from '../contract/history.ts';
import type { OpenPlan } from '../contract/orders.ts';
import type { OrderDoubt, Position, PositionMoment } from '../contract/trades.ts';
import type { IncompleteReason, PositionSide } from '../orders/trades.ts';
import { compareDecimals, opposite, percentChange, signOf } from '../values/decimal.ts';
import type { Decimal, MarginMode, Side } from '../values/domain.ts';

/** The open positions of an account, as far as its orders tell (docs/trades.md 6). */
export interface PositionBook {
  /** True once the positions have been read. */
  isRead: boolean;
  positions: readonly Position[];
  /** Returns the name by which positions have a symbol (docs/trades.md 6.1). */
  nameOf(symbol: string): string;
  of(symbol: string, marginMode: MarginMode): readonly Position[];
  /** Orders after which a position may be open or closed that is not said to be, the newest first (docs/trades.md 4.1). */
  doubts: readonly OrderDoubt[];
  /** Those that the user has settled. */
  settled: readonly OrderDoubt[];
  /** True if one of them concerns a symbol and margin mode. */
  hasDoubt(symbol: string, marginMode: MarginMode): boolean;
  /** True if the order history of a margin mode is stored to its first order, without a gap, and every order could be read. */
  isWhole(marginMode: MarginMode): boolean;
  /** True if a position that the plan order could close was open when the plan order was created. */
  wasOpenAt(plan: Pick<OpenPlan, 'key'>): boolean;
}

const noPositions: readonly Position[] = [];
const noDoubts: readonly OrderDoubt[] = [];
const noNames: Readonly<Record<string, string>> = {};

/** `createdWhileOpen`: keys of the plan orders for which `wasOpenAt` is true. */
export function makePositionBook(
  positions: readonly Position[] | null,
  createdWhileOpen: readonly string[],
  wholeModes: readonly string[],
  allDoubts = noDoubts,
  renamed = noNames,
): PositionBook {
  const nameOf = (symbol: string): string => (Object.hasOwn(renamed, symbol) ? renamed[symbol] : undefined) ?? symbol;
  const doubts = allDoubts.filter(({ settled }) => settled === undefined);
  const bySubject = Map.groupBy(positions ?? noPositions, subjectOf);
  const open = new Set(createdWhileOpen);
  return {
    isRead: positions !== null,
    positions: positions ?? noPositions,
    nameOf,
    of: (symbol, marginMode) => bySubject.get(subjectOf({ symbol: nameOf(symbol), marginMode })) ?? noPositions,
    doubts,
    settled: allDoubts.filter(({ settled }) => settled !== undefined),
    hasDoubt: (symbol, marginMode) =>
      doubts.some((doubt) => doubt.marginMode === marginMode && (doubt.symbol ?? nameOf(symbol)) === nameOf(symbol)),
    isWhole: (marginMode) => wholeModes.includes(marginMode),
    wasOpenAt: ({ key }) => open.has(key),
  };
}

function subjectOf({ symbol, marginMode }: Pick<Position, 'symbol' | 'marginMode'>): string {
  return `${marginMode} ${symbol}`;
}

/** Returns the margin modes whose history is stored to its first order, without a gap; none if an order could not be read. */
export function wholeModesOf({ modes, unreadable }: Pick<HistoryState, 'modes' | 'unreadable'>): MarginMode[] {
  if (unreadable > 0) return [];
  return modes.filter(({ complete, gaps }) => complete && gaps.length === 0).map(({ marginMode }) => marginMode);
}

/** Returns why the figures of a position are not known; `null` if they are. */
export function missingFrom({ incomplete }: Pick<Position, 'incomplete'>): IncompleteReason | null {
  return incomplete[0] ?? null;
}

/**
 * Returns the price move since the average entry in percent of the entry, signed by the side: a short gains while the
 * price falls. Before fees and leverage, to two decimal places. `null` if the entry or the last price is unknown.
 */
export function pnlPercent(
  { side, entryPrice }: Pick<Position, 'side' | 'entryPrice'>,
  last: Decimal | null,
): Decimal | null {
  if (entryPrice === null || last === null || signOf(entryPrice) <= 0) return null;
  const move = percentChange(entryPrice, last);
  return move === null || side === 'long' ? move : opposite(move);
}

/** Why a plan order is pointed out: it looks as if its position had gone (docs/trades.md 9). */
export type PlanRemark = { reason: 'none-open' } | { reason: 'larger'; position: Position };

/** The position that an order of a side can close. */
const closes: Record<Side, PositionSide> = { sell: 'long', buy: 'short' };

/** Returns the moment at which a position that a plan order could close may have been open: its creation. */
export function creationOf({
  symbol,
  marginMode,
  side,
  createdAt,
}: Pick<OpenPlan, 'symbol' | 'marginMode' | 'side' | 'createdAt'>): PositionMoment {
  return { symbol, marginMode, side: side && closes[side], at: createdAt };
}

/** True if the history tells which positions of a plan order's symbol and margin mode are open. */
export function knowsPositions(
  book: PositionBook,
  { symbol, marginMode }: Pick<OpenPlan, 'symbol' | 'marginMode'>,
): boolean {
  const held = book.of(symbol, marginMode);
  if (book.hasDoubt(symbol, marginMode)) return false;
  return book.isRead && book.isWhole(marginMode) && held.every((position) => missingFrom(position) === null);
}

/**
 * Returns why a plan order is pointed out: no position is open but one that it could close was when it was created, or its quantity
 * exceeds that of the only open position, which it could close. `null` if there is nothing to point out, or if the history does not tell.
 */
export function planRemark(
  plan: Pick<OpenPlan, 'key' | 'symbol' | 'marginMode' | 'side' | 'quantity'>,
  book: PositionBook | undefined,
): PlanRemark | null {
  if (!book || !knowsPositions(book, plan)) return null;
  const held = book.of(plan.symbol, plan.marginMode);
  if (held.length === 0) return book.wasOpenAt(plan) ? { reason: 'none-open' } : null;
  const { side, quantity } = plan;
  const [position] = held;
  // With both sides open, the plan order may add to the other one.
  if (held.length > 1 || side === null || position?.side !== closes[side]) return null;
  if (quantity === null || compareDecimals(quantity, position.quantity) <= 0) return null;
  return { reason: 'larger', position };
}
