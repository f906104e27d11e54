import type { Timestamp } from '../../../shared/values/domain.ts';
import { float64At } from '../../../shared/values/elements.ts';
import type { TradeOrders } from '../read-trade.ts';
import type { Doubts } from './doubts.ts';
import { countOrders, type OrderCounts, type Sequence } from './inference.ts';
import type { LegExecutions } from './leg-executions.ts';
import type { EarlierOrders, ExecutionTimes } from './times.ts';

/**
 * The start of a trade from which the sequence of a leg can be inferred again without the orders before. These and the orders from there on do not depend on
 * each other, except for the values here.
 */
export interface Checkpoint {
  /** Number of trades before. */
  readonly trades: number;
  /** Index of its first order, by the starts of the intervals and in the sequence. */
  readonly index: number;
  /** Index after the next two trades. Their orders must be unchanged, because the figures of the trade before depend on them. */
  readonly unchangedUntil: number;
  readonly earlier: EarlierOrders;
  /** Of the orders before. */
  readonly counts: OrderCounts;
  /** Earliest end of an interval among the orders from it on. */
  readonly earliestEnd: Timestamp;
}

/** A leg keeps its latest checkpoints, because orders usually come at its end. */
export const maxCheckpoints = 8;

/** A sequence with what was derived from it. */
interface CheckedSequence {
  readonly sequence: Sequence;
  readonly trades: readonly TradeOrders[];
  readonly times: ExecutionTimes;
  readonly doubts: Doubts;
}

/**
 * Returns the latest checkpoints of a sequence, the oldest first. A checkpoint begins a trade in the sequence by start as well. `startsByStart`: 1 for each index
 * at which such a trade begins. `start`: where the sequence begins.
 */
export function checkpointsOf(
  leg: LegExecutions,
  { sequence, trades, times, doubts }: CheckedSequence,
  startsByStart: Uint8Array,
  start: Checkpoint | null,
): Checkpoint[] {
  const found: Checkpoint[] = [];
  const offset = start?.index ?? 0;
  for (let number = trades.length - 2; number > 0 && found.length < maxCheckpoints; number--) {
    const index = (trades[number] as TradeOrders).start;
    if (sequence.isSplit[index] === 0 || startsByStart[index] === 0) continue;
    const rest = countOrders(leg, index);
    let { unmatched } = sequence.counts;
    for (const at of sequence.unmatched) if (at >= index) unmatched--;
    found.unshift({
      trades: (start?.trades ?? 0) + number,
      index: index + offset,
      unchangedUntil: (trades[number + 1] as TradeOrders).end + offset,
      counts: {
        implying: sequence.counts.implying - rest.implying,
        resting: sequence.counts.resting - rest.resting,
        unmatched,
      },
      earlier: {
        latestStart: float64At(leg.from, index - 1),
        restingUntil: float64At(doubts.restingUntil, number),
      },
      earliestEnd: float64At(times.earliestEnds, number),
    });
  }
  return found;
}
