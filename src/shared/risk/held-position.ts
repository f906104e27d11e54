import type { OpenPlan, UnreadableRow } from '../contract/orders.ts';
import type { Position } from '../contract/trades.ts';
import { unreadableFacts } from '../orders/unreadable-row.ts';
import { placesOf } from '../values/decimal.ts';
import type { Decimal } from '../values/domain.ts';
import { greatest } from '../values/extremes.ts';
import { around, type Estimate, halfUnit } from './estimate.ts';
import { type PositionBook, subjectOf } from './position-book.ts';
import type { RiskPosition } from './position-figures.ts';
import type { Candidate } from './protection.ts';
import { unreadablePlan, waitingPlan, waitingRest } from './waiting.ts';

/** Returns an open position with the ranges of its entry and contract size. `places`: decimal places of the symbol's prices. */
export function riskPositionOf(
  { side, quantity, entryPrice }: Pick<Position, 'side' | 'quantity' | 'entryPrice'>,
  contractSize: Estimate | null,
  places: number,
): RiskPosition {
  return { side, quantity, entry: entryPrice === null ? null : around(entryPrice, halfUnit(places)), contractSize };
}

/** Returns the decimal places of a symbol without trading rules. */
export function pricePlaces(...prices: readonly (Decimal | null)[]): number {
  return greatest(prices.map((price) => (price === null ? 0 : placesOf(price))));
}

/**
 * Returns the orders that may close positions, by `subjectOf` (docs/risk.md 3). `unreadable`: plan orders that
 * could not be read. They may be of either margin mode and, if their texts do not tell, of any symbol.
 */
export function candidatesBySubject(
  book: PositionBook,
  plans: Iterable<OpenPlan>,
  unreadable: readonly UnreadableRow[],
): Map<string, Candidate[]> {
  const groups = new Map<string, Candidate[]>();
  const add = (row: Pick<OpenPlan, 'symbol' | 'marginMode'>, candidate: Candidate): void => {
    const subject = subjectOf({ symbol: book.nameOf(row.symbol), marginMode: row.marginMode });
    const group = groups.get(subject);
    if (group) group.push(candidate);
    else groups.set(subject, [candidate]);
  };
  for (const plan of plans) add(plan, { order: waitingPlan(plan), createdWhileOpen: book.wasOpenAt(plan) });
  for (const order of book.orders)
    if (order.action === 'close') add(order, { order: waitingRest(order), createdWhileOpen: true });
  for (const { raw } of unreadable) {
    const { symbol } = unreadableFacts(raw);
    const subjects = new Map(book.positions.map((position) => [subjectOf(position), position]));
    for (const position of subjects.values())
      if (symbol === null || book.nameOf(symbol) === position.symbol)
        add(position, { order: unreadablePlan(raw), createdWhileOpen: true });
  }
  return groups;
}
