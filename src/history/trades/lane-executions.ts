import type { Timestamp } from '../../shared/domain.ts';
import type { OrderTable } from '../orders/list-table.ts';
import type { LaneExecutions } from './executions.ts';
import type { Lane } from './lanes.ts';
import { placesOf, unitsAt, type Whole, wholeAt } from './units.ts';

/** When an order was executed, in epoch milliseconds. `to` is infinite if it is not known. */
export interface Interval {
  readonly from: Timestamp;
  readonly to: Timestamp;
}

/** The ends of an order's interval, by its row number. */
export interface IntervalOf {
  readonly fromOf: (row: number) => Timestamp;
  readonly toOf: (row: number) => Timestamp;
}

export interface PlacedExecutions {
  readonly executions: Omit<LaneExecutions, 'contract'>;
  /** Row number of the order at each place. */
  readonly rows: Uint32Array;
  /** True if an order was not executed at a known moment. */
  readonly waits: boolean;
}

/** Below it, a sum of whole numbers is exact as a float. */
const maxSmallSum = 1e15;

/** Returns the orders of a lane by the lower ends of their intervals; those of one moment by creation. Sets the unit of the lane's quantities. */
export function laneExecutions(
  { columns: { filledQuantity, averagePrice, pnl, side } }: OrderTable,
  lane: Lane,
  intervalOf: IntervalOf,
): PlacedExecutions {
  const { rows, from, to } = byLowerEnds(lane.rows, intervalOf);
  const count = rows.length;
  lane.places = placesOf(filledQuantity, rows, 0, count);
  const { places } = lane;
  const quantities = valuesOf(filledQuantity.keys, rows);
  const opens = new Uint8Array(count);
  let highest = 0;
  let waits = false;
  for (let place = 0; place < count; place++) {
    highest = Math.max(highest, quantities[place] as number);
    if (side.codes[rows[place] as number] === lane.side) opens[place] = 1;
    if ((to[place] as number) > (from[place] as number)) waits = true;
  }
  // Up to here, every sum of quantities is exact as a float.
  const isSmall = highest * 10 ** places * count < maxSmallSum;
  const wholes: Whole[] | Float64Array = isSmall ? new Float64Array(count) : new Array<Whole>(count);
  const wholeOf = isSmall ? wholeAt : unitsAt;
  for (let place = 0; place < count; place++) wholes[place] = wholeOf(filledQuantity, rows[place] as number, places);
  return {
    rows,
    waits,
    executions: {
      from,
      to,
      wholes,
      quantities,
      opens,
      prices: valuesOf(averagePrice.keys, rows),
      pnls: valuesOf(pnl.keys, rows),
      direction: lane.side === 0 ? 1 : -1,
      priceUnit: 10 ** -placesOf(averagePrice, rows, 0, count),
      pnlUnit: 10 ** -placesOf(pnl, rows, 0, count),
    },
  };
}

function byLowerEnds(
  created: Uint32Array,
  { fromOf, toOf }: IntervalOf,
): { rows: Uint32Array; from: Float64Array; to: Float64Array } {
  const from = new Float64Array(created.length);
  const to = new Float64Array(created.length);
  let isSorted = true;
  for (let place = 0; place < created.length; place++) {
    const row = created[place] as number;
    from[place] = fromOf(row);
    to[place] = toOf(row);
    if (place > 0 && (from[place] as number) < (from[place - 1] as number)) isSorted = false;
  }
  if (isSorted) return { rows: created, from, to };
  const order = Uint32Array.from(created, (_, place) => place).sort(
    (a, b) => (from[a] as number) - (from[b] as number) || a - b,
  );
  return {
    rows: order.map((place) => created[place] as number),
    from: valuesOf(from, order),
    to: valuesOf(to, order),
  };
}

function valuesOf(values: Float64Array, places: Uint32Array): Float64Array {
  const found = new Float64Array(places.length);
  for (let place = 0; place < places.length; place++) found[place] = values[places[place] as number] as number;
  return found;
}
