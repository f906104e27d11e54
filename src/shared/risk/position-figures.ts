import type { PositionSide } from '../orders/trades.ts';
import { percentChange } from '../values/decimal.ts';
import type { Decimal } from '../values/domain.ts';
import { type Estimate, exactly, ifPositive, multiplyEstimates, signedBy, subtractEstimates } from './estimate.ts';

/** A position without a reason of docs/trades.md 4. */
export interface RiskPosition {
  readonly side: PositionSide;
  /** In contracts, above zero. */
  readonly quantity: Decimal;
  /** `null` if it is unknown, as all inputs. */
  readonly entry: Estimate | null;
  /** In the base currency. */
  readonly contractSize: Estimate | null;
}

/** Figures of a position at a last price (docs/risk.md 2). `null`: unknown. */
export interface PositionFigures {
  /** In the quote currency, like the PnL. */
  readonly notional: Estimate | null;
  readonly pnl: Estimate | null;
  /** Percent of the entry, two decimal places. */
  readonly pnlPercent: Estimate | null;
}

/** Returns 1 for a long and -1 for a short position. */
export function directionOf(side: PositionSide): 1 | -1 {
  return side === 'long' ? 1 : -1;
}

export function positionFigures(position: RiskPosition, lastPrice: Estimate | null): PositionFigures {
  const last = ifPositive(lastPrice);
  const entry = ifPositive(position.entry);
  const size = ifPositive(position.contractSize);
  const amount = size && multiplyEstimates(exactly(position.quantity), size);
  const direction = directionOf(position.side);
  const move = last && entry && signedBy(direction, subtractEstimates(last, entry));
  return {
    notional: amount && last && multiplyEstimates(amount, last),
    pnl: amount && move && multiplyEstimates(amount, move),
    pnlPercent: last && entry && gainPercent(direction, entry, last),
  };
}

/** Returns what a move from the entry to a price brings, in percent of the entry. `entry` and `price`: above zero. */
export function gainPercent(direction: 1 | -1, entry: Estimate, price: Estimate): Estimate {
  const percent = (from: Decimal, to: Decimal): Decimal => percentChange(from, to) ?? '0';
  return signedBy(direction, {
    value: percent(entry.value, price.value),
    low: percent(entry.high, price.low),
    high: percent(entry.low, price.high),
  });
}
