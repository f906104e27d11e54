import { positionSides } from '../../shared/trades.ts';
import type { OrderTable } from '../orders/list-table.ts';
import type { HistoryBreak, StoredTrade } from '../rows.ts';
import type { DecimalColumn } from '../table/decimal-column.ts';
import { grow } from '../table/growing-arrays.ts';
import { rowsPerStep } from '../table/steps.ts';
import { type Lane, LaneNumbers, noLane, unplaced } from './lanes.ts';
import { type LaneOrders, readTrade, type TradeOrders } from './read-trade.ts';
import { reasonBits, type TradeContent, TradeTable } from './trade-table.ts';
import { averageOf, placesOf, sumOf, type Units, unitsAt, type Whole, weightedSumOf, wholeAt } from './units.ts';

const moreClosed = reasonBits('more-closed');
const missingStart = reasonBits('missing-start');
const gap = reasonBits('gap');
/** Below it, a sum of whole numbers is exact as a float. */
const maxSmallSum = 1e15;
/** Orders whose trades are derived in one step: about 20 ms. */
const ordersPerStep = 2 ** 14;

/** Derives the trades of all orders of a history (docs/trades.md), and derives again what a change of orders touches. */
export class TradeDerivation {
  readonly table: TradeTable;
  /** Row numbers of orders that have changed since the last update. */
  readonly #changed = new Set<number>();
  readonly #orders: OrderTable;
  readonly #lanes: LaneNumbers;
  /** Lane and trade of each order, by row number. */
  #laneOf = new Uint32Array(0);
  #tradeOf = new Uint32Array(0);
  /** Orders that have been assigned to lanes. */
  #size = 0;
  #breaks: readonly HistoryBreak[] = [];
  #hasNewBreaks = false;
  #building: Iterator<void, void> | null = null;
  /** Numbers of the archive's trades by their first orders, until all trades have been derived; `null` if there are none. */
  #stored: Uint32Array | null = null;
  /** Orders that were put while trades were restored, which may have been read before. */
  readonly #unsure = new Set<number>();

  constructor(orders: OrderTable) {
    this.#orders = orders;
    this.#lanes = new LaneNumbers(orders);
    this.table = new TradeTable(orders, (row) => this.tradeOf(row));
  }

  /** Where orders may be missing. */
  get breaks(): readonly HistoryBreak[] {
    return this.#breaks;
  }

  get lanes(): readonly Lane[] {
    return this.#lanes.lanes;
  }

  /** Number of the trade that an order belongs to; 0 if the order does not count. */
  tradeOf(row: number): number {
    return this.#tradeOf[row] ?? 0;
  }

  /** Negative if row `a` is the older one of two orders of a lane. */
  compareOrders(a: number, b: number): number {
    return this.#lanes.compare(a, b);
  }

  /** Must be called after an order has been put. */
  markChanged(row: number): void {
    if (row <= this.#size) this.#changed.add(row);
    else if (this.#stored !== null) this.#unsure.add(row);
  }

  /** Takes trades of the archive, so that they need not be derived. All orders must have been put, and no trade derived. */
  restore(trades: readonly StoredTrade[]): void {
    this.#stored ??= new Uint32Array(this.#orders.size + 1);
    for (const trade of trades) {
      if (trade.first < this.#stored.length) this.#stored[trade.first] = this.table.restore(trade);
    }
  }

  /** Sets where orders may be missing. */
  setBreaks(breaks: readonly HistoryBreak[]): void {
    if (JSON.stringify(breaks) === JSON.stringify(this.#breaks)) return;
    this.#breaks = breaks;
    this.#hasNewBreaks = true;
  }

  /** Lane of a trade; `null` for an `unplaced` one. */
  laneOf(trade: number): Lane | null {
    const number = this.#laneOf[this.table.firstRows[trade] as number] as number;
    return number === unplaced ? null : this.#lanes.lane(number);
  }

  /** Row numbers of a trade's orders, the oldest first. */
  ordersOf(trade: number): Uint32Array {
    const first = this.table.firstRows[trade] as number;
    const lane = this.laneOf(trade);
    if (lane === null) return Uint32Array.of(first);
    const { rows } = lane;
    const start = rows.indexOf(first);
    return rows.subarray(start, start + (this.table.columns.orders.keys[trade] as number));
  }

  /** Derives what has changed, in steps. Orders may be put between two steps. */
  *update(): Generator<void, void, void> {
    if (this.#size === 0 && this.#orders.size > 0) this.#building ??= this.#build();
    while (this.#building !== null) {
      if (this.#building.next().done) this.#building = null;
      yield;
    }
    this.#updateChanged();
    if (!this.#hasNewBreaks) return;
    this.#hasNewBreaks = false;
    for (const lane of this.#lanes.lanes) this.#markBreaks(lane);
    this.table.changed();
  }

  /** Derives all trades. Orders that change meanwhile are derived again afterwards. */
  *#build(): Generator<void, void, void> {
    yield* this.#orders.timeOrder.prepare();
    const newestFirst = this.#orders.timeOrder.read();
    this.#reserve(newestFirst.length);
    this.#size = newestFirst.length;
    const counts: number[] = [];
    for (let row = 1; row <= this.#size; row++) {
      const lane = this.#lanes.laneOf(row);
      this.#laneOf[row] = lane;
      counts[lane] = (counts[lane] ?? 0) + 1;
      if (row % rowsPerStep === 0) yield;
    }
    const filled = new Uint32Array(counts.length);
    for (let position = this.#size - 1; position >= 0; position--) {
      const row = newestFirst[position] as number;
      const number = this.#laneOf[row] as number;
      if (number === unplaced && !this.#keepsUnplaced(row)) this.#putUnplaced(row);
      if (number === unplaced || number === noLane) continue;
      const lane = this.#lanes.lane(number);
      if (filled[number] === 0) lane.rows = new Uint32Array(counts[number] as number);
      lane.rows[filled[number] as number] = row;
      filled[number] = (filled[number] as number) + 1;
      if (position % rowsPerStep === 0) yield;
    }
    let orders = 0;
    for (const lane of this.#lanes.lanes) {
      // Such an order may not belong to the lane any more. The update that follows puts it into its own.
      if (this.#changed.size > 0) lane.rows = lane.rows.filter((row) => !this.#changed.has(row));
      if (this.#stored === null) this.#derive(lane, 0, lane.rows.length);
      else this.#deriveMissing(lane, this.#stored);
      this.#markBreaks(lane);
      orders += lane.rows.length;
      if (orders < ordersPerStep) continue;
      orders = 0;
      yield;
    }
    for (const number of this.#stored ?? []) if (number !== 0) this.table.remove(number);
    this.#stored = null;
    this.#unsure.clear();
    this.table.changed();
  }

  #updateChanged(): void {
    const { size } = this.#orders;
    for (let row = this.#size + 1; row <= size; row++) this.#changed.add(row);
    if (this.#changed.size === 0) return;
    this.#reserve(size);
    this.#size = size;
    const added = new Map<number, number[]>();
    for (const row of this.#changed) {
      const before = this.#laneOf[row] as number;
      const after = this.#lanes.laneOf(row);
      if (before === unplaced) this.table.remove(this.#tradeOf[row] as number);
      this.#laneOf[row] = after;
      this.#tradeOf[row] = 0;
      if (after === unplaced) this.#putUnplaced(row);
      for (const lane of [before, after]) {
        if (lane === noLane || lane === unplaced) continue;
        const rows = added.get(lane) ?? [];
        added.set(lane, rows);
        if (lane === after && rows.at(-1) !== row) rows.push(row);
      }
    }
    for (const [number, rows] of added) {
      const lane = this.#lanes.lane(number);
      const { start, end } = this.#lanes.change(lane, this.#changed, rows);
      this.#derive(lane, start, end);
      this.#markBreaks(lane);
    }
    this.#changed.clear();
    this.table.changed();
  }

  #reserve(size: number): void {
    this.#laneOf = grow(this.#laneOf, size + 1);
    this.#tradeOf = grow(this.#tradeOf, size + 1);
  }

  /** Derives the trades of a lane again whose orders have changed from place `start` to place `end`. */
  #derive(lane: Lane, start: number, end: number): void {
    const { rows } = lane;
    const source = this.#sourceOf(lane, start, end);
    const { kept, place } = this.#unchangedTrades(lane, start);
    const earlier = lane.trades.splice(kept);
    const byFirst = new Map(earlier.map((trade, index) => [this.table.firstRows[trade] as number, index]));
    const used = new Set<number>();
    let rest: readonly number[] = [];
    for (let at = place; at < rows.length; ) {
      const index = byFirst.get(rows[at] as number);
      if (index !== undefined && at >= end) {
        rest = earlier.slice(index);
        break;
      }
      const trade = readTrade(source, at);
      const number = index === undefined ? this.table.nextNumber() : (earlier[index] as number);
      used.add(number);
      this.table.put(number, this.#contentOf(lane, source, at, trade));
      for (let row = at; row < trade.end; row++) this.#tradeOf[rows[row] as number] = number;
      lane.trades.push(number);
      at = trade.end;
    }
    for (const number of earlier.slice(0, earlier.length - rest.length))
      if (!used.has(number)) this.table.remove(number);
    lane.trades.push(...rest);
  }

  /** Derives the trades of a lane that the archive does not have. */
  #deriveMissing(lane: Lane, stored: Uint32Array): void {
    const { rows } = lane;
    const source = this.#sourceOf(lane, 0, rows.length);
    for (let at = 0; at < rows.length; ) {
      const first = rows[at] as number;
      let number = stored[first] ?? 0;
      let end = at + (this.table.columns.orders.keys[number] ?? 0);
      if (number !== 0 && this.#fits(number, lane, at, end)) {
        stored[first] = 0;
      } else {
        const trade = readTrade(source, at);
        number = this.table.nextNumber();
        this.table.put(number, this.#contentOf(lane, source, at, trade));
        end = trade.end;
      }
      for (let place = at; place < end; place++) this.#tradeOf[rows[place] as number] = number;
      lane.trades.push(number);
      at = end;
    }
  }

  /**
   * True if a trade of the archive consists of the orders of a lane from place `at` to before `end`. The archive has the figures of these
   * orders, because a change of one would have deleted the trade. New orders may have come between them, or after an open trade.
   */
  #fits(number: number, lane: Lane, at: number, end: number): boolean {
    const { rows } = lane;
    const { lastRows, reasons, columns } = this.table;
    if (end <= at || end > rows.length || rows[end - 1] !== lastRows[number]) return false;
    if (columns.side.codes[number] !== lane.side) return false;
    const isOpen = Number.isNaN(columns.closedAt.keys[number]);
    const hasExcess = ((reasons[number] as number) & moreClosed) !== 0;
    if (end < rows.length && (isOpen || (hasExcess && !this.opens(rows[end] as number, lane)))) return false;
    return this.#unsure.size === 0 || !rows.subarray(at, end).some((row) => this.#unsure.has(row));
  }

  /** True if the archive has the trade of an order without a lane. */
  #keepsUnplaced(row: number): boolean {
    const number = this.#stored?.[row] ?? 0;
    const { columns, reasons } = this.table;
    if (number === 0 || this.#unsure.has(row)) return false;
    if (reasons[number] !== reasonBits('unplaced') || columns.orders.keys[number] !== 1) return false;
    (this.#stored as Uint32Array)[row] = 0;
    this.#tradeOf[row] = number;
    return true;
  }

  /** The orders of a lane, in a unit in which all of them are whole, also those that have changed from `start` to `end`. */
  #sourceOf(lane: Lane, start: number, end: number): LaneOrders {
    const { rows, side } = lane;
    const { filledQuantity } = this.#orders.columns;
    const sides = this.#orders.columns.side.codes;
    for (let place = start; place < end; place++) {
      lane.highest = Math.max(lane.highest, filledQuantity.keys[rows[place] as number] as number);
    }
    lane.places = Math.max(lane.places, placesOf(filledQuantity, rows, start, end));
    const { places } = lane;
    // Up to here, every sum of quantities is exact as a float.
    const isSmall = lane.highest * 10 ** places * rows.length < maxSmallSum;
    return {
      length: rows.length,
      zero: isSmall ? 0 : 0n,
      opens: (place) => sides[rows[place] as number] === side,
      quantity: isSmall
        ? (place) => wholeAt(filledQuantity, rows[place] as number, places)
        : (place) => unitsAt(filledQuantity, rows[place] as number, places),
    };
  }

  /** Trades that end before the one that the order before `changed` belongs to, and the place after them. */
  #unchangedTrades({ trades }: Lane, changed: number): { kept: number; place: number } {
    const { orders } = this.table.columns;
    let place = 0;
    for (const [kept, trade] of trades.entries()) {
      const next = place + (orders.keys[trade] as number);
      if (next >= changed) return { kept, place };
      place = next;
    }
    return { kept: trades.length, place };
  }

  /** True if an order of a lane opens: a long position by buying, a short one by selling. */
  opens(row: number, { side }: Lane): boolean {
    return this.#orders.columns.side.codes[row] === side;
  }

  #contentOf(lane: Lane, source: LaneOrders, start: number, trade: TradeOrders): TradeContent {
    const { rows, places } = lane;
    const { end, size, largestSize, opened, closed, excess } = trade;
    const { times, ties, columns } = this.#orders;
    const first = rows[start] as number;
    const last = rows[end - 1] as number;
    const unitsOf = (whole: Whole): Units => ({ units: BigInt(whole), places });
    const openedQuantity = unitsOf(opened);
    const closedQuantity = unitsOf(closed);
    const pnl = sumOf(columns.pnl, rows, start, end);
    const openedAt = times[first] as number;
    const closedAt = size > 0 ? null : (times[last] as number);
    const range = { start, end };
    return {
      first,
      last,
      tie: ties[first] as number,
      reasons: excess > 0 ? moreClosed : 0,
      values: {
        symbol: columns.symbol.valueOf(lane.symbol),
        marginMode: columns.marginMode.valueOf(lane.marginMode),
        side: positionSides[lane.side] ?? null,
        state: size > 0 ? 'open' : 'closed',
        openedAt,
        closedAt,
        duration: closedAt === null ? null : closedAt - openedAt,
        orders: end - start,
        largestSize: unitsOf(largestSize),
        openedQuantity,
        closedQuantity,
        entryPrice: this.#average(lane, range, source.opens, source.quantity, openedQuantity),
        exitPrice: this.#average(lane, range, (place) => !source.opens(place), source.quantity, closedQuantity),
        pnl,
        pnlPerContract: closedQuantity.units === 0n ? null : averageOf(pnl, closedQuantity),
        leverage: highestOf(columns.leverage, rows, start, end),
      },
    };
  }

  /** Average price of the orders that count, weighted by their quantities, whose sum is `quantity`. */
  #average(
    { rows, places }: Lane,
    range: { start: number; end: number },
    counts: (place: number) => boolean,
    quantityAt: (place: number) => Whole,
    quantity: Units,
  ): Units | null {
    if (quantity.units === 0n) return null;
    const sum = weightedSumOf(this.#orders.columns.averagePrice, rows, range, counts, quantityAt);
    return sum && averageOf({ units: sum.units, places: sum.places + places }, quantity);
  }

  #putUnplaced(row: number): void {
    const { times, ties, columns } = this.#orders;
    const number = this.table.nextNumber();
    const time = times[row] as number;
    this.table.put(number, {
      first: row,
      last: row,
      tie: ties[row] as number,
      reasons: reasonBits('unplaced'),
      values: {
        symbol: columns.symbol.textOf(row),
        marginMode: columns.marginMode.textOf(row),
        side: null,
        state: null,
        openedAt: time,
        closedAt: time,
        duration: 0,
        orders: 1,
        largestSize: null,
        openedQuantity: null,
        closedQuantity: null,
        entryPrice: null,
        exitPrice: null,
        pnl: sumOf(columns.pnl, [row], 0, 1),
        pnlPerContract: null,
        leverage: highestOf(columns.leverage, [row], 0, 1),
      },
    });
    this.#tradeOf[row] = number;
  }

  /** Marks the trades of a lane at which orders may be missing (docs/trades.md 4). */
  #markBreaks(lane: Lane): void {
    const { reasons, lastRows } = this.table;
    const { closedAt } = this.table.columns;
    const { times } = this.#orders;
    const { marginMode } = this.#orders.columns;
    const marked = new Map<number, number>();
    for (const { marginMode: mode, before } of this.#breaks) {
      if (mode !== marginMode.valueOf(lane.marginMode)) continue;
      const trade =
        before === null
          ? lane.trades[0]
          : lane.trades.find(
              (one) => Number.isNaN(closedAt.keys[one]) || (times[lastRows[one] as number] as number) >= before,
            );
      if (trade !== undefined) marked.set(trade, (marked.get(trade) ?? 0) | (before === null ? missingStart : gap));
    }
    for (const trade of lane.trades) {
      this.table.setReasons(trade, ((reasons[trade] as number) & moreClosed) | (marked.get(trade) ?? 0));
    }
  }

  /** Size after each order of a trade; `null` for an order without a lane. */
  sizesOf(trade: number): Units[] | null {
    const lane = this.laneOf(trade);
    if (lane === null) return null;
    let size = 0n;
    return Array.from(this.ordersOf(trade), (row) => {
      const quantity = unitsAt(this.#orders.columns.filledQuantity, row, lane.places);
      if (this.opens(row, lane)) size += quantity;
      else size = quantity > size ? 0n : size - quantity;
      return { units: size, places: lane.places };
    });
  }
}

/** Returns the highest value of rows; `null` if no row has a value. */
function highestOf(column: DecimalColumn, rows: ArrayLike<number>, start: number, end: number): Units | null {
  let highest = 0;
  for (let place = start; place < end; place++) {
    const row = rows[place] as number;
    if (Number.isNaN(column.keys[row])) continue;
    if (highest === 0 || column.compare(row, highest) > 0) highest = row;
  }
  if (highest === 0) return null;
  const places = placesOf(column, [highest], 0, 1);
  return { units: unitsAt(column, highest, places), places };
}
