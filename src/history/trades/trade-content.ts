/** What is stored of a trade: its figures (docs/trades.md 5), and what is known of its executions. */

import { positionSides } from '../../shared/orders/trades.ts';
import { float64At, numberAt, signedAt, uint32At } from '../../shared/values/elements.ts';
import type { OrderTable } from '../orders/list-table.ts';
import type { DecimalColumn } from '../table/decimal-column.ts';
import {
  averageOf,
  percentMove,
  placesAt,
  sumOf,
  type Units,
  unitsAt,
  type Weighted,
  type Whole,
  weightedSumsOf,
} from '../table/units.ts';
import type { ExecutionOrder } from './executions/index.ts';
import type { Leg } from './legs.ts';
import type { TradeOrders } from './read-trade.ts';
import { type ExecutionFacts, membersOf, reasonBits, type TradeContent, unplacedBits } from './trade-table.ts';

const moreClosed = reasonBits('more-closed');
const settled = reasonBits('settled');
const noPnl = reasonBits('no-pnl');
/** Reasons that depend on the orders of a trade alone. */
export const ownReasons = moreClosed | settled | noPnl;

/** The figures of a trade that do not depend on when its orders were executed. */
type Figures = Omit<
  TradeContent['values'],
  keyof ExecutionFacts | 'symbol' | 'marginMode' | 'side' | 'state' | 'orders'
>;

/** The orders of a leg in the order of execution: row numbers, and prices with quantities. */
export interface PricedRows {
  readonly rows: Uint32Array;
  readonly prices: Weighted;
}

/** What is known of a trade when its figures are calculated. */
interface KnownOfTrade {
  /** See `membersOf`. */
  readonly members: number;
  readonly facts: ExecutionFacts;
}

/** True if a trade of a leg is open: something is held, and the user does not say that it was closed. */
export function isOpenTrade({ endsAt }: Leg, { size }: TradeOrders): boolean {
  return size > 0 && endsAt === null;
}

/** Returns what is stored of a trade of a leg. */
export function tradeContent(
  { times, ties, columns }: OrderTable,
  leg: Leg,
  { rows, prices }: PricedRows,
  trade: TradeOrders,
  { members, facts }: KnownOfTrade,
): TradeContent {
  const { start, end, size, excess } = trade;
  const isPnlWhole = !lacksPnl(columns, leg, rows, trade);
  const first = uint32At(rows, start);
  let firstCreated = Number.POSITIVE_INFINITY;
  for (let at = start; at < end; at++) firstCreated = Math.min(firstCreated, float64At(times, uint32At(rows, at)));
  return {
    first,
    last: uint32At(rows, end - 1),
    firstCreated,
    members,
    tie: numberAt(ties, first),
    reasons: (excess > 0 ? moreClosed : 0) | (size > 0 && leg.endsAt !== null ? settled : 0) | (isPnlWhole ? 0 : noPnl),
    values: {
      symbol: columns.symbol.valueOf(leg.symbol),
      marginMode: columns.marginMode.valueOf(leg.marginMode),
      side: positionSides[leg.side] ?? null,
      state: isOpenTrade(leg, trade) ? 'open' : 'closed',
      ...facts,
      orders: end - start,
      ...figuresOf(columns, leg, { rows, prices }, trade, isPnlWhole),
    },
  };
}

/** Returns what is stored of an order without a leg, which is a trade of its own. */
export function unplacedContent({ times, ties, columns }: OrderTable, row: number): TradeContent {
  const time = float64At(times, row);
  const { pnl, leverage } = columns;
  const own = Uint32Array.of(row);
  return {
    first: row,
    last: row,
    firstCreated: time,
    members: membersOf(own, 0, 1),
    tie: numberAt(ties, row),
    reasons: unplacedBits,
    values: {
      symbol: columns.symbol.textOf(row),
      marginMode: columns.marginMode.textOf(row),
      side: null,
      state: null,
      openedAt: time,
      openedBy: time,
      closedAt: time,
      closedBy: time,
      duration: null,
      executions: 'certain',
      orders: 1,
      largestSize: null,
      openedQuantity: null,
      closedQuantity: null,
      entryPrice: null,
      exitPrice: null,
      pnl: Number.isNaN(pnl.keys[row]) ? null : sumOf(pnl, own, 0, 1),
      returnPercent: null,
      pnlPerContract: null,
      leverage: highestOf(leverage, own, 0, 1),
    },
  };
}

/** Returns what is known of the executions of a trade of a leg (docs/trades.md 2.5). */
export function executionFacts(
  { endsAt }: Leg,
  { start, end, size, opened }: TradeOrders,
  { earliest, latest }: ExecutionOrder,
  isUncertain: boolean,
): ExecutionFacts {
  const isHeld = size > 0;
  const openedAt = float64At(earliest, start);
  const closedAt = isHeld ? endsAt : float64At(earliest, end - 1);
  return {
    openedAt,
    openedBy: finite(float64At(latest, start)),
    closedAt,
    closedBy: isHeld ? endsAt : finite(float64At(latest, end - 1)),
    duration: closedAt === null || !(opened > 0) ? null : closedAt - openedAt,
    executions: isUncertain ? 'uncertain' : 'certain',
  };
}

/** True if an order of a trade that closes has no PnL. */
function lacksPnl(
  { pnl, side: sides }: OrderTable['columns'],
  { side }: Leg,
  rows: Uint32Array,
  { start, end }: TradeOrders,
): boolean {
  for (let at = start; at < end; at++) {
    const row = uint32At(rows, at);
    if (sides.codes[row] !== side && Number.isNaN(pnl.keys[row])) return true;
  }
  return false;
}

function figuresOf(
  columns: OrderTable['columns'],
  leg: Leg,
  { rows, prices }: PricedRows,
  { start, end, largestSize, opened, closed }: TradeOrders,
  isPnlWhole: boolean,
): Figures {
  const unitsOf = (whole: Whole): Units => ({ units: BigInt(whole), places: leg.units.quantity });
  const openedQuantity = unitsOf(opened);
  const closedQuantity = unitsOf(closed);
  const pnl = sumOf(columns.pnl, rows, start, end);
  const [cost, value] = weightedSumsOf(prices, start, end);
  const entryPrice = averagePrice(cost, openedQuantity);
  const exitPrice = averagePrice(value, closedQuantity);
  return {
    largestSize: openedQuantity.units === 0n ? null : unitsOf(largestSize),
    openedQuantity,
    closedQuantity,
    entryPrice,
    exitPrice,
    pnl: isPnlWhole || pnl.units !== 0n ? pnl : null,
    returnPercent: returnOf(leg, entryPrice, exitPrice),
    pnlPerContract: isPnlWhole && closedQuantity.units !== 0n ? averageOf(pnl, closedQuantity) : null,
    leverage: highestOf(columns.leverage, rows, start, end),
  };
}

function finite(time: number): number | null {
  return Number.isFinite(time) ? time : null;
}

/** `sum`: of price times quantity; `null` if it is not known. Returns `null` then, and if the quantity is zero. */
function averagePrice(sum: Units | null, quantity: Units): Units | null {
  if (sum === null || quantity.units === 0n) return null;
  return averageOf({ units: sum.units, places: sum.places + quantity.places }, quantity);
}

/** Returns the highest value of rows; `null` if no row has a value. */
function highestOf(column: DecimalColumn, rows: Uint32Array, start: number, end: number): Units | null {
  const { keys, details } = column;
  let highest = 0;
  for (let index = start; index < end; index++) {
    const row = uint32At(rows, index);
    const key = signedAt(keys, row);
    const highestKey = signedAt(keys, highest);
    if (Number.isNaN(key) || (highest !== 0 && key < highestKey)) continue;
    // Most orders of a trade have one value.
    if (highest !== 0 && key === highestKey && details[row] === details[highest]) continue;
    if (highest === 0 || column.compare(row, highest) > 0) highest = row;
  }
  if (highest === 0) return null;
  const places = placesAt(column, highest);
  return { units: unitsAt(column, highest, places), places };
}

/** Returns the return of a trade in percent (docs/trades.md 5); `null` without an entry or an exit. */
function returnOf({ side }: Leg, entry: Units | null, exit: Units | null): Units | null {
  const move = entry && exit && percentMove(entry, exit);
  return move && positionSides[side] === 'short' ? { ...move, units: -move.units } : move;
}
