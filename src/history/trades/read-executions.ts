import { float64At, noElement, uint32At } from '../../shared/values/elements.ts';
import type { OrderTable } from '../orders/list-table.ts';
import { placesOf, unitsAt } from '../table/units.ts';
import { readTradesByStart, type TradesByStart } from './by-start.ts';
import type { IntervalOf } from './execution-intervals.ts';
import type { LegExecutions } from './executions/index.ts';
import type { Leg } from './legs.ts';

/** The orders of a leg from an index on, by the starts of their intervals. */
export interface ExecutionsFrom extends TradesByStart {
  readonly executions: Omit<LegExecutions, 'contract' | 'method'>;
  /** Index of the first one in the leg. */
  readonly start: number;
}

/** Below it, a sum of whole numbers is exact as a float. */
const maxSmallSum = 1e15;

/**
 * Reads the orders of a leg from an index on; returns `null` if they have another unit than those before. Sets the units of the leg if the index is 0.
 */
export function readExecutions(
  { columns: { filledQuantity, averagePrice, pnl, side } }: OrderTable,
  leg: Leg,
  { fromOf, toOf }: IntervalOf,
  start: number,
): ExecutionsFrom | null {
  const rows = start === 0 ? leg.rows : leg.rows.subarray(start);
  const count = rows.length;
  const units = {
    quantity: placesOf(filledQuantity, rows, 0, count),
    price: placesOf(averagePrice, rows, 0, count),
    pnl: placesOf(pnl, rows, 0, count),
  };
  if (start > 0) {
    for (const unit of ['quantity', 'price', 'pnl'] as const) {
      if (units[unit] > leg.units[unit]) return null;
      units[unit] = leg.units[unit];
    }
  }
  const { from, to, quantities, prices, pnls, floats, opens } = columnsOf(count);
  let highest = start === 0 ? 0 : leg.units.highest;
  for (let at = 0; at < count; at++) {
    const row = uint32At(rows, at);
    const quantity = filledQuantity.keys[row] ?? noElement(row);
    if (quantity > highest) highest = quantity;
    quantities[at] = quantity;
    prices[at] = averagePrice.keys[row] ?? noElement(row);
    pnls[at] = pnl.keys[row] ?? noElement(row);
    from[at] = fromOf(row);
    to[at] = toOf(row);
    opens[at] = side.codes[row] === leg.side ? 1 : 0;
  }
  const scale = Number(`1e${units.quantity}`);
  const isSmall = highest * scale * leg.rows.length < maxSmallSum;
  if (start > 0 && isSmall !== leg.units.isSmall) return null;
  leg.units = { ...units, highest, isSmall };
  // Below 1e15, the error of the product is far below 0.5.
  for (let at = 0; isSmall && at < count; at++) floats[at] = Math.round(float64At(quantities, at) * scale);
  const wholes = isSmall ? floats : Array.from(rows, (row) => unitsAt(filledQuantity, row, units.quantity));
  return {
    start,
    ...readTradesByStart({ wholes, opens, prices }),
    executions: {
      from,
      to,
      wholes,
      quantities,
      opens,
      prices,
      pnls,
      direction: leg.side === 0 ? 1 : -1,
      priceUnit: 10 ** -units.price,
      pnlUnit: 10 ** -units.pnl,
    },
  };
}

/** Arrays with an element for each order of a leg, in one piece of memory. */
function columnsOf(count: number) {
  const bytes = 8 * count;
  const buffer = new ArrayBuffer(6 * bytes + count);
  const column = (number: number) => new Float64Array(buffer, number * bytes, count);
  return {
    from: column(0),
    to: column(1),
    quantities: column(2),
    prices: column(3),
    pnls: column(4),
    floats: column(5),
    opens: new Uint8Array(buffer, 6 * bytes, count),
  };
}
