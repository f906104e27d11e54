import type { Timestamp } from '../../../shared/values/domain.ts';
import { float64At, uint32At } from '../../../shared/values/elements.ts';
import type { TradeOrders } from '../read-trade.ts';
import type { Sequence } from './inference.ts';
import type { LegExecutions } from './leg-executions.ts';

/** When orders were executed, in the sequence of their execution (docs/trades.md 2.5). */
export interface ExecutionTimes {
  /** By order: the time before which it was not executed, and the one after which it was not; infinite if that is not known. */
  readonly earliest: Float64Array;
  readonly latest: Float64Array;
  /** By trade: the earliest end of an interval among its orders and those of the later trades. */
  readonly earliestEnds: Float64Array;
}

/** The orders of a leg before those whose times are calculated. */
export interface EarlierOrders {
  /** Latest start of their intervals. */
  readonly latestStart: Timestamp;
  /** Latest end of the intervals of resting orders. */
  readonly restingUntil: Timestamp;
}

export const noEarlierOrders: EarlierOrders = {
  latestStart: Number.NEGATIVE_INFINITY,
  restingUntil: Number.NEGATIVE_INFINITY,
};

/** `trades`: all trades of the sequence. */
export function executionTimes(
  { from, to }: LegExecutions,
  { indexes }: Sequence,
  trades: readonly TradeOrders[],
  earlier: EarlierOrders,
): ExecutionTimes {
  const earliest = new Float64Array(indexes.length);
  const latest = new Float64Array(indexes.length);
  let before = earlier.latestStart;
  for (let at = 0; at < indexes.length; at++) {
    before = Math.max(before, float64At(from, uint32At(indexes, at)));
    earliest[at] = before;
  }
  let after = Number.POSITIVE_INFINITY;
  const earliestEnds = new Float64Array(trades.length);
  for (let trade = trades.length - 1; trade >= 0; trade--) {
    const { start, end } = trades[trade] as TradeOrders;
    let own = Number.POSITIVE_INFINITY;
    for (let at = start; at < end; at++) own = Math.min(own, float64At(to, uint32At(indexes, at)));
    // A trade of which no order was executed by then may as a whole have come after the next ones.
    let bound = own <= after ? after : Number.POSITIVE_INFINITY;
    after = Math.min(after, own);
    earliestEnds[trade] = after;
    for (let at = end - 1; at >= start; at--) {
      bound = Math.min(bound, float64At(to, uint32At(indexes, at)));
      latest[at] = Math.max(bound, float64At(earliest, at));
    }
  }
  return { earliest, latest, earliestEnds };
}
