import type { PlanPositions, RiskPlan } from '../contract/positions.ts';
import type { PositionSide } from '../orders/trades.ts';
import { compareDecimals } from '../values/decimal.ts';
import type { Side } from '../values/domain.ts';
import { untold } from '../values/told.ts';
import { missingFrom, type PositionBook } from './position-book.ts';

/** Whether a plan order is an orphan, and why: it looks as if its position had gone (docs/trades.md 9). */
export type Orphan = PlanPositions['orphan'];

/** The position that an order of a side can close. */
export const closes: Record<Side, PositionSide> = { sell: 'long', buy: 'short' };

/**
 * Returns whether a plan order is an orphan: no position is open but one that it could close was when it was created, or its quantity
 * exceeds that of the only open position, which it could close. `wasOpen`: true if such a position was open then.
 */
export function orphanOf(
  plan: Pick<RiskPlan, 'symbol' | 'marginMode' | 'side' | 'quantity'>,
  wasOpen: boolean,
  book: PositionBook,
): Orphan {
  if (!knowsPositions(plan, book)) return untold('unknown-positions');
  const { side, quantity } = plan;
  const [position, other] = book.of(plan.symbol, plan.marginMode);
  if (position === undefined) return wasOpen && 'none-open';
  // With both sides open, the plan order may add to the other one.
  if (other !== undefined || side === null || position.side !== closes[side]) return false;
  return quantity !== null && compareDecimals(quantity, position.quantity) > 0 && 'larger';
}

/** True if the history tells which positions of a plan order's symbol and margin mode are open. */
function knowsPositions({ symbol, marginMode }: Pick<RiskPlan, 'symbol' | 'marginMode'>, book: PositionBook): boolean {
  if (book.hasDoubt(symbol, marginMode) || !book.isWhole(marginMode)) return false;
  return book.of(symbol, marginMode).every((position) => missingFrom(position) === null);
}
