import type { OpenPlan, Order } from '../contract/orders.ts';
import type { Position } from '../contract/trades.ts';
import type { Decimal } from '../domain.ts';
import { greatest } from '../extremes.ts';
import type { PositionBook } from '../position-book.ts';
import { around, type Estimate, halfUnit, placesOf } from './estimate.ts';
import type { RiskPosition } from './position-figures.ts';
import type { Candidate } from './protection.ts';
import { waitingPlan, waitingRest } from './waiting.ts';

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

/** Returns the text that positions, plan orders and orders of one symbol and margin mode share. */
export function subjectOf({ symbol, marginMode }: Pick<Position, 'symbol' | 'marginMode'>): string {
  return `${marginMode} ${symbol}`;
}

/** Returns the orders that may close positions, by `subjectOf` (docs/risk.md 3). `orders`: those that are not filled. */
export function candidatesBySubject(
  book: PositionBook,
  plans: Iterable<OpenPlan>,
  orders: readonly Order[],
): Map<string, Candidate[]> {
  const groups = new Map<string, Candidate[]>();
  const add = (row: Pick<OpenPlan, 'symbol' | 'marginMode'>, candidate: Candidate): void => {
    const subject = subjectOf(row);
    const group = groups.get(subject);
    if (group) group.push(candidate);
    else groups.set(subject, [candidate]);
  };
  for (const plan of plans) add(plan, { order: waitingPlan(plan), createdWhileOpen: book.wasOpenAt(plan) });
  for (const order of orders)
    if (order.action === 'close') add(order, { order: waitingRest(order), createdWhileOpen: true });
  return groups;
}
