/**
 * The door of the inference of executions. The service sends orders, but not when and in which sequence they were executed. This folder infers the sequence from
 * the interval in which each order can have been executed, and from the PnL of the orders that close.
 */
import { uint32At } from '../../../shared/values/elements.ts';
import { type LegOrders, legOrders, readTrades, type TradeOrders } from '../read-trade.ts';
import { type Checkpoint, checkpointsOf } from './checkpoints.ts';
import { doubtsOf } from './doubts.ts';
import { inferSequence, type SequenceBasis } from './inference.ts';
import type { LegExecutions } from './leg-executions.ts';
import { executionTimes, noEarlierOrders } from './times.ts';

export { type Checkpoint, maxCheckpoints } from './checkpoints.ts';
export {
  countsOfLatest,
  type MethodCounts,
  maxMethodTrades,
  methodCounts,
  methodOf,
  noMethods,
} from './cost-method.ts';
export type { SequenceBasis } from './inference.ts';
export type { LegExecutions } from './leg-executions.ts';

/** The orders of a leg, or of the rest of one from a checkpoint on. */
export interface UnorderedLeg {
  readonly executions: LegExecutions;
  /** The trades that the orders form if each was executed at the start of its interval, and 1 for each index at which such a trade begins. */
  readonly byStart: { readonly trades: readonly TradeOrders[]; readonly starts: Uint8Array };
  /** `null` for a whole leg. */
  readonly checkpoint: Checkpoint | null;
}

/** How the orders of a leg were executed, as far as it can be inferred. */
export interface ExecutionOrder {
  readonly basis: SequenceBasis;
  /** Indexes in `LegExecutions`, in the order of execution. */
  readonly sequence: Uint32Array;
  /** The orders in the sequence, and the trades that they form. */
  readonly orders: LegOrders;
  readonly trades: readonly TradeOrders[];
  /** By order of the sequence: the time before which it was not executed, and the one after which it was not; infinite if that is not known. */
  readonly earliest: Float64Array;
  readonly latest: Float64Array;
  /** By trade: 1 if its orders could have been executed in another sequence that gives other trades. */
  readonly isUncertain: Uint8Array;
  /** True if an order of the leg was not executed at a known moment, so that the size of a contract and the cost method play a part. */
  readonly hasResting: boolean;
  /** Earliest end of all intervals. */
  readonly earliestEnd: number;
  /** The latest checkpoints, the oldest first. */
  readonly checkpoints: readonly Checkpoint[];
}

/** Returns the order in which the orders of a leg were executed, when each was, and which trades are uncertain (docs/trades.md 2.3 to 2.5). */
export function orderOfExecutions({ executions, byStart, checkpoint }: UnorderedLeg): ExecutionOrder {
  const earlier = checkpoint?.earlier ?? noEarlierOrders;
  const sequence = inferSequence(executions, checkpoint?.counts);
  const orders = legOrders(executions, (at) => uint32At(sequence.indexes, at));
  const trades = sequence.basis === 'inferred' ? readTrades(orders) : byStart.trades;
  const times = executionTimes(executions, sequence, trades, earlier);
  const doubts = doubtsOf(executions, sequence, trades, earlier.restingUntil);
  return {
    basis: sequence.basis,
    sequence: sequence.indexes,
    orders,
    trades,
    earliest: times.earliest,
    latest: times.latest,
    isUncertain: doubts.isUncertain,
    hasResting: sequence.counts.resting > 0,
    earliestEnd: times.earliestEnds[0] ?? Number.POSITIVE_INFINITY,
    checkpoints: checkpointsOf(executions, { sequence, trades, times, doubts }, byStart.starts, checkpoint),
  };
}
