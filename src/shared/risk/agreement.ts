import { compareDecimals } from '../decimal.ts';
import type { Decimal } from '../domain.ts';
import type { PositionSide } from '../trades.ts';
import { around, type Estimate, halfUnit, placesOf } from './estimate.ts';
import { positionFigures } from './position-figures.ts';

/** An order that closed a part of a position. */
export interface Closing {
  readonly side: PositionSide;
  /** What it closed, in contracts. */
  readonly quantity: Decimal;
  /** Just before it. */
  readonly entry: Estimate;
  /** Its average price. */
  readonly exit: Estimate;
  readonly contractSize: Estimate;
}

/** True if the PnL that the entry predicts agrees with the reported one; `null` if an input is not above zero (docs/risk.md 6). */
export function agrees({ exit, ...position }: Closing, reported: Decimal): boolean | null {
  const { pnl } = positionFigures(position, exit);
  if (pnl === null) return null;
  const { low, high } = around(reported, halfUnit(placesOf(reported)));
  return compareDecimals(pnl.low, high) <= 0 && compareDecimals(low, pnl.high) <= 0;
}
