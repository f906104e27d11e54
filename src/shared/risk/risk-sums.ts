import type { Position } from '../contract/trades.ts';
import { quoteOf } from '../market/symbols.ts';
import type { PositionSide } from '../orders/trades.ts';
import { isTold } from '../values/told.ts';
import { addEstimates, type Estimate, zeroEstimate } from './estimate.ts';
import type { PositionFigures } from './position-figures.ts';
import { hasStop, type Protection } from './protection.ts';

/** A position with its figures; `null` if the orders do not tell them (docs/trades.md 4). */
export interface SummedPosition extends Readonly<Pick<Position, 'symbol' | 'side'>> {
  /** True if the last price is live. A stale price is in no sum. */
  readonly isLive: boolean;
  /** True if the PnL of the symbol is uncertain (docs/risk.md 6). An uncertain PnL is in no sum. */
  readonly isUncertain: boolean;
  readonly figures: PositionFigures | null;
  readonly protection: Protection | null;
}

/** A sum over the positions that have the figure; `null` if none has. */
export interface PartialSum {
  readonly sum: Estimate | null;
  readonly positions: number;
}

/** The sums of one quote currency (docs/risk.md 4). */
export interface RiskSums {
  readonly quote: string;
  /** All positions of the currency. */
  readonly positions: number;
  readonly pnl: PartialSum;
  readonly exposureLong: PartialSum;
  readonly exposureShort: PartialSum;
  readonly atStops: PartialSum;
  readonly withoutStop: number;
  /** Positions of which it cannot be told whether they have a stop. */
  readonly unknownStops: number;
  /** Notional of what no stop covers. */
  readonly uncovered: PartialSum;
}

/** True if no stop of the position was found, not if that cannot be told. */
export function hasNoStop({ protection }: Pick<SummedPosition, 'protection'>): boolean {
  return hasStop(protection) === false;
}

/** True if it cannot be told whether the position has a stop. */
export function hasUnknownStop({ protection }: Pick<SummedPosition, 'protection'>): boolean {
  return !isTold(hasStop(protection));
}

/** Returns the sums per quote currency, the currency of the most positions first. */
export function sumRisk(positions: readonly SummedPosition[]): RiskSums[] {
  const byQuote = Map.groupBy(positions, ({ symbol }) => quoteOf(symbol));
  return [...byQuote].map(([quote, group]) => sumsOf(quote, group)).sort((a, b) => b.positions - a.positions);
}

function sumsOf(quote: string, group: readonly SummedPosition[]): RiskSums {
  const live = group.filter(({ isLive }) => isLive);
  const proven = live.filter(({ isUncertain }) => !isUncertain);
  const notionalOf = (side: PositionSide): PartialSum =>
    partialSum(live.map((each) => (each.side === side ? (each.figures?.notional ?? null) : null)));
  return {
    quote,
    positions: group.length,
    pnl: partialSum(proven.map(({ figures }) => figures?.pnl ?? null)),
    exposureLong: notionalOf('long'),
    exposureShort: notionalOf('short'),
    atStops: partialSum(proven.map(resultAtStops)),
    withoutStop: group.filter(hasNoStop).length,
    unknownStops: group.filter(hasUnknownStop).length,
    uncovered: partialSum(live.map(({ protection }) => protection?.uncovered ?? null)),
  };
}

function resultAtStops({ protection }: SummedPosition): Estimate | null {
  return protection?.stops.all.result ?? null;
}

function partialSum(parts: readonly (Estimate | null)[]): PartialSum {
  const known = parts.filter((part) => part !== null);
  return { sum: known.length === 0 ? null : known.reduce(addEstimates, zeroEstimate), positions: known.length };
}
