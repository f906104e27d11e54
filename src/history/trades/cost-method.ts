/** Which entries an exchange counts in the PnL of orders that close: their average, or the oldest ones first (docs/trades.md 2.2). */
import type { CostMethod } from '../../shared/orders/trades.ts';
import {
  addTo,
  agreesWithAverage,
  agreesWithOldest,
  closeIn,
  type LegExecutions,
  nothingHeld,
  tells,
} from './executions.ts';
import type { LegPart } from './priced-parts.ts';

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
export const maxTellingTrades = 50;
/** Orders of a trade in which the methods can have different entries: two that open and two that close. */
const minTellingOrders = 4;

/** Returns how many orders of a trade of a leg speak for each method. */
export function methodCounts(leg: LegExecutions, { start, end }: LegPart): MethodCounts {
  // With one entry, both methods have the same.
  if (leg.contract === null || end - start < minTellingOrders) return noMethods;
  const counts = { average: 0, fifo: 0 };
  const both = { ...leg, method: null };
  const held = nothingHeld(both);
  for (let place = start; place < end; place++) {
    if (leg.opens[place] === 1) {
      addTo(held, both, place);
      continue;
    }
    if (tells(both, place)) {
      const average = agreesWithAverage(both, place, held);
      if (average !== agreesWithOldest(both, place, held)) counts[average ? 'average' : 'fifo']++;
    }
    if (place + 1 < end) closeIn(held, both, place);
  }
  return counts;
}

/** Returns how many orders of the latest trades of a leg speak for each method. `methods`: `null` for none. */
export function countsOfLatest(trades: readonly { readonly methods: MethodCounts | null }[]): MethodCounts {
  const sum = { ...noMethods };
  for (let place = Math.max(0, trades.length - maxTellingTrades); place < trades.length; place++) {
    const methods = trades[place]?.methods;
    if (!methods) continue;
    sum.average += methods.average;
    sum.fifo += methods.fifo;
  }
  return sum;
}

/** Returns the method for which enough orders of an account speak; `null` if they do not tell. */
export function methodOf(counts: MethodCounts): CostMethod | null {
  const method = counts.fifo > counts.average ? 'fifo' : 'average';
  const isEnough = counts[method] >= minOrders && counts[method] * 100 >= (counts.average + counts.fifo) * minPercent;
  return isEnough ? method : null;
}
