import type { Timestamp } from '../../shared/domain.ts';
import type { OrderTable } from '../orders/list-table.ts';
import { placesOf, unitsAt, type Whole, wholeAt } from '../table/units.ts';
import type { LaneExecutions } from './executions.ts';
import type { Lane } from './lanes.ts';
import { type LowerEnds, readLowerEnds } from './priced-parts.ts';

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

/** The orders of a lane from a place on. */
export interface PlacedExecutions extends LowerEnds {
  readonly executions: Omit<LaneExecutions, 'contract' | 'method'>;
  /** Place of the first one in the lane. */
  readonly start: number;
}

/** Below it, a sum of whole numbers is exact as a float. */
const maxSmallSum = 1e15;

/**
 * Returns the orders of a lane, which are sorted by lower ends, from a place on; `null` if they have another unit than those before. Sets the units of
 * the lane if the place is 0.
 */
export function laneExecutions(
  { columns: { filledQuantity, averagePrice, pnl, side } }: OrderTable,
  lane: Lane,
  { fromOf, toOf }: IntervalOf,
  start: number,
): PlacedExecutions | null {
  const rows = start === 0 ? lane.rows : lane.rows.subarray(start);
  const count = rows.length;
  const quantities = valuesOf(filledQuantity.keys, rows);
  let highest = start === 0 ? 0 : lane.units.highest;
  for (let place = 0; place < count; place++) highest = Math.max(highest, quantities[place] as number);
  const units = {
    quantity: placesOf(filledQuantity, rows, 0, count),
    price: placesOf(averagePrice, rows, 0, count),
    pnl: placesOf(pnl, rows, 0, count),
  };
  if (start > 0) {
    for (const unit of ['quantity', 'price', 'pnl'] as const) {
      if (units[unit] > lane.units[unit]) return null;
      units[unit] = lane.units[unit];
    }
  }
  const isSmall = highest * 10 ** units.quantity * lane.rows.length < maxSmallSum;
  if (start > 0 && isSmall !== lane.units.isSmall) return null;
  lane.units = { ...units, highest, isSmall };
  const opens = new Uint8Array(count);
  const from = new Float64Array(count);
  const to = new Float64Array(count);
  const wholes: Whole[] | Float64Array = isSmall ? new Float64Array(count) : new Array<Whole>(count);
  for (let place = 0; place < count; place++) {
    const row = rows[place] as number;
    from[place] = fromOf(row);
    to[place] = toOf(row);
    if (side.codes[row] === lane.side) opens[place] = 1;
    wholes[place] = isSmall
      ? wholeAt(filledQuantity, row, units.quantity)
      : unitsAt(filledQuantity, row, units.quantity);
  }
  const prices = valuesOf(averagePrice.keys, rows);
  return {
    start,
    ...readLowerEnds({ wholes, opens, prices }),
    executions: {
      from,
      to,
      wholes,
      quantities,
      opens,
      prices,
      pnls: valuesOf(pnl.keys, rows),
      direction: lane.side === 0 ? 1 : -1,
      priceUnit: 10 ** -units.price,
      pnlUnit: 10 ** -units.pnl,
    },
  };
}

function valuesOf(values: Float64Array, places: Uint32Array): Float64Array {
  const found = new Float64Array(places.length);
  for (let place = 0; place < places.length; place++) found[place] = values[places[place] as number] as number;
  return found;
}
