import type { Doubts, ExecutionTimes } from './execution-doubts.ts';
import { countOrders, type LegExecutions, type TakenOrders } from './executions.ts';
import type { PlacedExecutions } from './leg-executions.ts';
import type { Leg, Restart } from './legs.ts';
import type { TradeOrders } from './read-trade.ts';

/** The orders of a leg from a place on, as they were taken. */
interface TakenLeg {
  readonly taking: LegExecutions;
  readonly taken: TakenOrders;
  readonly trades: readonly TradeOrders[];
  readonly times: ExecutionTimes;
  readonly placed: PlacedExecutions;
  /** Where they begin; `null` at the start of the leg. */
  readonly start: Restart | null;
  readonly doubts: Doubts;
}

/** Restarts that a leg keeps: the latest ones, because orders usually come at its end. */
const maxRestarts = 8;

/** Returns where the trades of a leg can be derived again without those before. */
export function restartsOf(leg: Leg, { taking, taken, trades, times, placed, start, doubts }: TakenLeg): Restart[] {
  const earlier = start === null ? [] : leg.restarts.filter(({ place }) => place <= start.place);
  const later: Restart[] = [];
  for (let index = trades.length - 2; index > 0 && later.length < maxRestarts; index--) {
    const place = (trades[index] as TradeOrders).start;
    if (taken.breaks[place] === 0 || placed.starts[place] === 0) continue;
    const rest = countOrders(taking, place);
    let { lost } = taken.counts;
    for (const at of taken.lost) if (at >= place) lost--;
    later.unshift({
      trades: (start?.trades ?? 0) + index,
      place: place + placed.start,
      settled: (trades[index + 1] as TradeOrders).end + placed.start,
      counts: {
        telling: taken.counts.telling - rest.telling,
        waiting: taken.counts.waiting - rest.waiting,
        lost,
      },
      ends: { from: taking.from[place - 1] as number, to: doubts.waitsUntil[index] as number },
      bound: times.bounds[index] as number,
    });
  }
  return [...earlier, ...later].slice(-maxRestarts);
}
