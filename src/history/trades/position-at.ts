import type { Timestamp } from '../../shared/domain.ts';
import type { OrderTable } from '../orders/list-table.ts';
import type { TradeDerivation } from './derivation.ts';
import type { Lane } from './lanes.ts';
import { reasonBits } from './trade-table.ts';
import { averageOf, placesOf, type Units, unitsAt } from './units.ts';

const missingStart = reasonBits('missing-start');
const gap = reasonBits('gap');

/** What is held of a lane at a moment (docs/trades.md 6, docs/statement.md 3). */
export interface HeldPosition {
  /** Number of its trade. */
  readonly trade: number;
  readonly quantity: Units;
  /** `null` if an order that opens has no average price. */
  readonly entry: Units | null;
  /** See `reasonBits`. */
  readonly reasons: number;
}

/** Returns the open position of a lane; `null` if it has none. */
export function openPosition(orders: OrderTable, derivation: TradeDerivation, lane: Lane): HeldPosition | null {
  const trade = lane.trades.at(-1);
  if (trade === undefined || !Number.isNaN(derivation.table.columns.closedAt.keys[trade])) return null;
  const held = heldAfter(orders, lane, derivation.ordersOf(trade));
  return held && { ...held, trade, reasons: derivation.table.reasons[trade] as number };
}

/** Returns the position that the orders created before a moment leave open in a lane; `null` if they leave none. `derivation`: by creation. */
export function positionAt(
  orders: OrderTable,
  derivation: TradeDerivation,
  lane: Lane,
  moment: Timestamp,
): HeldPosition | null {
  const place = lastTradeBefore(derivation, lane, moment);
  const trade = lane.trades[place];
  if (trade === undefined) return null;
  const held = heldAfter(orders, lane, ordersBefore(orders, derivation.ordersOf(trade), moment));
  return held && { ...held, trade, reasons: reasonsAt(orders, derivation, lane, place, moment) };
}

/** Place, in its lane, of the last trade that began before a moment; -1 if there is none. */
export function lastTradeBefore({ table }: TradeDerivation, { trades }: Lane, moment: Timestamp): number {
  return trades.findLastIndex((trade) => (table.times[trade] as number) < moment);
}

/** Returns those of a trade's orders that were created before a moment. */
export function ordersBefore({ times }: OrderTable, rows: Uint32Array, moment: Timestamp): Uint32Array {
  const end = rows.findIndex((row) => (times[row] as number) >= moment);
  return end < 0 ? rows : rows.subarray(0, end);
}

/** Returns what the first orders of a trade leave open, the oldest first; `null` if that is nothing. */
function heldAfter(
  { columns: { filledQuantity, averagePrice, side } }: OrderTable,
  lane: Lane,
  rows: Uint32Array,
): Pick<HeldPosition, 'quantity' | 'entry'> | null {
  const places = placesOf(averagePrice, rows, 0, rows.length);
  // The entry is cost / (size * divisor), in units of quantity and price.
  let [cost, size, divisor] = [0n, 0n, 1n];
  let isPriced = true;
  for (const row of rows) {
    const quantity = unitsAt(filledQuantity, row, lane.places);
    if (side.codes[row] === lane.side) {
      if ((averagePrice.keys[row] as number) > 0) cost += unitsAt(averagePrice, row, places) * quantity * divisor;
      else isPriced = false;
      size += quantity;
    } else {
      // All orders that follow in the trade close as well.
      if (quantity >= size) return null;
      cost *= size - quantity;
      divisor *= size;
      size -= quantity;
      const common = greatestCommonDivisor(cost, divisor);
      cost /= common;
      divisor /= common;
    }
  }
  const quantity = { units: size, places: lane.places };
  if (!isPriced) return { quantity, entry: null };
  const value = { units: cost, places: places + lane.places };
  return { quantity, entry: averageOf(value, { units: size * divisor, places: lane.places }) };
}

/** Why the position of a trade that is open at a moment is incomplete, as far as the orders before the moment tell. */
function reasonsAt(
  { columns: { marginMode } }: OrderTable,
  { table, breaks }: TradeDerivation,
  lane: Lane,
  place: number,
  moment: Timestamp,
): number {
  // All earlier trades of the lane are closed.
  const earlier = lane.trades[place - 1];
  const earlierEnd =
    earlier === undefined ? Number.NEGATIVE_INFINITY : (table.columns.closedAt.keys[earlier] as number);
  let reasons = 0;
  for (const { marginMode: mode, after, before } of breaks) {
    if (mode !== marginMode.valueOf(lane.marginMode)) continue;
    if (before === null || after === null) {
      if (place === 0) reasons |= missingStart;
    } else if (after < moment && earlierEnd < before) reasons |= gap;
  }
  return reasons;
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [one, other] = [a, b];
  while (other > 0n) [one, other] = [other, one % other];
  return one;
}
