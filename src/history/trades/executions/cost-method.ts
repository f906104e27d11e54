/**
 * The cost method of an exchange (docs/trades.md 2.2). The entry in the PnL of an order that closes is the average of the position, or that of its oldest lots.
 */
import type { CostMethod } from '../../../shared/orders/trades.ts';
import type { LegPart } from '../read-trade.ts';
import {
  agreesWithAverage,
  agreesWithOldest,
  closeIn,
  impliesEntry,
  type LegExecutions,
  nothingHeld,
  openIn,
} from './leg-executions.ts';

/** Orders that close and agree with the entry of one method alone. */
export interface MethodCounts {
  readonly average: number;
  readonly fifo: number;
}

export const noMethods: MethodCounts = { average: 0, fifo: 0 };

/** Orders that must speak for a method, and percent of those that speak for one of the two. */
const minOrders = 3;
const minPercent = 67;
/** Trades of a leg that count: the latest ones. */
export const maxMethodTrades = 50;
/** Orders of a trade in which the methods can have different entries: two that open and two that close. */
const minDistinctOrders = 4;

/** Returns how many orders of a trade of a leg speak for each method. */
export function methodCounts(leg: LegExecutions, { start, end }: LegPart): MethodCounts {
  // With one lot, both methods have the same entry.
  if (leg.contract === null || end - start < minDistinctOrders) return noMethods;
  const counts = { average: 0, fifo: 0 };
  const both = { ...leg, method: null };
  const held = nothingHeld(both);
  for (let index = start; index < end; index++) {
    if (leg.opens[index] === 1) {
      openIn(held, both, index);
      continue;
    }
    if (impliesEntry(both, index)) {
      const average = agreesWithAverage(both, index, held);
      if (average !== agreesWithOldest(both, index, held)) counts[average ? 'average' : 'fifo']++;
    }
    if (index + 1 < end) closeIn(held, both, index);
  }
  return counts;
}

/** Returns how many orders of the latest trades of a leg speak for each method. `methods`: `null` for none. */
export function countsOfLatest(trades: readonly { readonly methods: MethodCounts | null }[]): MethodCounts {
  const sum = { ...noMethods };
  for (let index = Math.max(0, trades.length - maxMethodTrades); index < trades.length; index++) {
    const methods = trades[index]?.methods;
    if (!methods) continue;
    sum.average += methods.average;
    sum.fifo += methods.fifo;
  }
  return sum;
}

/** Returns the method for which enough orders of an account speak; `null` if too few do. */
export function methodOf(counts: MethodCounts): CostMethod | null {
  const method = counts.fifo > counts.average ? 'fifo' : 'average';
  const isEnough = counts[method] >= minOrders && counts[method] * 100 >= (counts.average + counts.fifo) * minPercent;
  return isEnough ? method : null;
}
