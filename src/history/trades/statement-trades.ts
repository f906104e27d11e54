import type { StatementBasis } from '../../shared/orders/history.ts';
import type { TimeRange } from '../../shared/time/days.ts';
import type { Timestamp } from '../../shared/values/domain.ts';
import { float64At, uint32At } from '../../shared/values/elements.ts';
import type { OrderTable } from '../orders/list-table.ts';
import type { HistoryBreak } from '../rows.ts';
import { floatsAt, unitsAt } from '../table/units.ts';
import { type TradeStarts, tradeStarts } from './by-start.ts';
import type { TradeDerivation } from './derivation.ts';
import { type DoubtfulOrder, type TradeTimes, tradesInDoubt } from './doubtful-orders.ts';
import type { IntervalOf } from './execution-intervals.ts';
import type { Leg } from './legs.ts';
import { readTrades, type TradeOrders } from './read-trade.ts';
import { reasonBits, unplacedBits } from './trade-table.ts';

const missingStart = reasonBits('missing-start');
const gap = reasonBits('gap');
const doubtfulOrder = reasonBits('doubtful-order');
/** Orders that are read in one step: about 10 ms. */
const ordersPerStep = 2 ** 16;

/** The trades that the orders of a leg form by their moments. A trade is named by its index, the oldest has 0. */
export class StatementLeg implements TradeTimes {
  readonly leg: Leg;
  /** Row numbers of its orders by their moments. */
  readonly rows: Uint32Array;
  /** Rows of the derivation that the trades are of. */
  readonly #source: Uint32Array;
  readonly #of: StatementTrades;
  readonly #trades: TradeStarts;
  /** See `#findLackingPnl`. `null` until it is needed. */
  #lackingPnl: readonly number[] | null = null;

  /** `source`: those of the leg. `rows`: the same by their moments. */
  constructor(of: StatementTrades, leg: Leg, source: Uint32Array, rows: Uint32Array) {
    this.leg = leg;
    this.rows = rows;
    this.#source = source;
    this.#of = of;
    this.#trades = rows === leg.rows ? leg.byStart : tradeStarts(tradesOf(of.orders, leg, rows));
  }

  /** Number of its trades. */
  get count(): number {
    return this.#trades.starts.length;
  }

  /** True if the orders of the leg are the same ones, unchanged. */
  isOf(source: Uint32Array): boolean {
    return this.#source === source;
  }

  /** Row numbers of the orders of a trade by their moments. */
  ordersOf(trade: number): Uint32Array {
    return this.rows.subarray(this.#trades.starts[trade], this.#endOf(trade));
  }

  openedAt(trade: number): Timestamp {
    return this.#momentAt(uint32At(this.#trades.starts, trade));
  }

  /** Infinite for an open trade. */
  closedAt(trade: number): Timestamp {
    const isOpen = this.#trades.isLastOpen && trade === this.count - 1;
    return isOpen ? Number.POSITIVE_INFINITY : this.#momentAt(this.#endOf(trade) - 1);
  }

  /** Row numbers of those of a trade's orders that count before a moment. */
  ordersBefore(trade: number, moment: Timestamp): Uint32Array {
    const start = uint32At(this.#trades.starts, trade);
    let last = this.#endOf(trade);
    while (last > start && this.#momentAt(last - 1) >= moment) last--;
    return this.rows.subarray(start, last);
  }

  /** The last trade that was opened before a moment; -1 if there is none. */
  lastBefore(moment: Timestamp): number {
    return this.#countBefore(moment, (trade) => this.openedAt(trade)) - 1;
  }

  /** The trades that were closed in a span: the first one, and the one after the last one. */
  closedIn({ from, to }: TimeRange): readonly [first: number, end: number] {
    const closedAt = (trade: number) => this.closedAt(trade);
    return [this.#countBefore(from, closedAt), this.#countBefore(to, closedAt)];
  }

  /** The trades that are incomplete, by the reasons of docs/trades.md 4. */
  incomplete(): ReadonlySet<number> {
    const found = new Set(this.#trades.withExcess);
    this.#lackingPnl ??= this.#findLackingPnl();
    for (const trade of this.#lackingPnl) found.add(trade);
    for (const doubt of this.#of.doubtsOf(this.leg))
      for (const trade of tradesInDoubt(doubt, this.leg.side, this)) found.add(trade);
    for (const { before } of this.#of.breaksOf(this.leg)) {
      let trade = 0;
      while (before !== null && trade < this.count && this.closedAt(trade) < before) trade++;
      found.add(trade);
    }
    return found;
  }

  /** Why the position of a trade that is open at a moment is incomplete, as far as the orders before the moment show; see `reasonBits`. */
  reasonsAt(trade: number, moment: Timestamp): number {
    // All earlier trades of the leg are closed.
    const earlierEnd = trade === 0 ? Number.NEGATIVE_INFINITY : this.closedAt(trade - 1);
    let reasons = 0;
    for (const doubt of this.#of.doubtsOf(this.leg)) {
      // One whose creation is not known may be of any time.
      const isBefore = doubt.at < moment || doubt.at === Number.POSITIVE_INFINITY;
      if (isBefore && tradesInDoubt(doubt, this.leg.side, this.#knownBefore(moment)).includes(trade)) {
        reasons |= doubtfulOrder;
      }
    }
    for (const { after, before } of this.#of.breaksOf(this.leg)) {
      if (before === null || after === null) {
        if (trade === 0) reasons |= missingStart;
      } else if (after < moment && earlierEnd < before) reasons |= gap;
    }
    return reasons;
  }

  /** Its trades as the orders before a moment form them: the last one is open if an order of it comes later. */
  #knownBefore(moment: Timestamp): TradeTimes {
    return {
      count: this.lastBefore(moment) + 1,
      openedAt: (trade) => this.openedAt(trade),
      closedAt: (trade) => (this.closedAt(trade) < moment ? this.closedAt(trade) : Number.POSITIVE_INFINITY),
    };
  }

  /** Returns the trades of which an order that closes has no PnL. */
  #findLackingPnl(): readonly number[] {
    const { pnl, side } = this.#of.orders.columns;
    const found: number[] = [];
    let trade = 0;
    for (let place = 0; place < this.rows.length; place++) {
      const row = uint32At(this.rows, place);
      if (!Number.isNaN(pnl.keys[row]) || side.codes[row] === this.leg.side) continue;
      while (this.#endOf(trade) <= place) trade++;
      found.push(trade);
    }
    return found;
  }

  /** Number of trades of which a time, which does not fall from one to the next, is before a moment. */
  #countBefore(moment: Timestamp, timeOf: (trade: number) => Timestamp): number {
    let [low, high] = [0, this.count];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (timeOf(middle) < moment) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Place after the last order of a trade. */
  #endOf(trade: number): number {
    return this.#trades.starts[trade + 1] ?? this.rows.length;
  }

  #momentAt(place: number): Timestamp {
    return float64At(this.#of.moments, uint32At(this.rows, place));
  }
}

/** Reads the trades of orders of a leg in another order than that of `leg.rows`. */
function tradesOf({ columns: { filledQuantity, side } }: OrderTable, leg: Leg, rows: Uint32Array): TradeOrders[] {
  const { quantity: places, isSmall } = leg.units;
  const wholes = isSmall ? floatsAt(filledQuantity, rows, places) : null;
  return readTrades({
    length: rows.length,
    zero: wholes === null ? 0n : 0,
    opens: (place) => side.codes[uint32At(rows, place)] === leg.side,
    quantity: (place) =>
      wholes === null ? unitsAt(filledQuantity, uint32At(rows, place), places) : float64At(wholes, place),
  });
}

/** The trades of statements on a basis (docs/statement.md 1): those of the derived legs, with their orders by their moments. */
export class StatementTrades {
  readonly orders: OrderTable;
  readonly #derivation: TradeDerivation;
  readonly basis: StatementBasis;
  /** When each order counts (docs/statement.md 1), by row number. Current after `update`. */
  moments = new Float64Array(0);
  /** Version of the derivation that the moments are of. */
  #version = -1;
  readonly #legs = new Map<Leg, StatementLeg>();

  constructor(orders: OrderTable, derivation: TradeDerivation, basis: StatementBasis) {
    this.orders = orders;
    this.basis = basis;
    this.#derivation = derivation;
  }

  /** Reads the legs that have changed, in steps. The derivation must be current. */
  *update(): Generator<void, void, void> {
    let orders = 0;
    this.#readMoments();
    const legs = this.#derivation.wholeLegs();
    const current = new Set(legs.map(([leg]) => leg));
    for (const leg of this.#legs.keys()) if (!current.has(leg)) this.#legs.delete(leg);
    for (const [leg, rows] of legs) {
      if (this.#legs.get(leg)?.isOf(rows)) continue;
      this.#legs.set(leg, new StatementLeg(this, leg, rows, this.#byMoment(rows)));
      orders += rows.length;
      if (orders < ordersPerStep) continue;
      orders = 0;
      yield;
    }
  }

  /** When each order can have been executed, or when it was created. The start is its moment (see `moments`). */
  intervals(): IntervalOf {
    if (this.basis === 'execution') return this.#derivation.intervals.read();
    const { orders } = this;
    const createdAt = (row: number) => float64At(orders.times, row);
    return { fromOf: createdAt, toOf: createdAt };
  }

  /** Returns the executed orders that count before a time and may have been executed from then on (docs/statement.md 1.1). */
  rowsAcross(time: Timestamp): Set<number> {
    const rows = new Set<number>();
    if (this.basis === 'creation') return rows;
    const { moments } = this;
    const { toOf } = this.intervals();
    for (const row of this.#derivation.intervals.observedRows())
      if (float64At(moments, row) < time && toOf(row) >= time) rows.add(row);
    return rows;
  }

  get legs(): Iterable<StatementLeg> {
    return this.#legs.values();
  }

  /** Row numbers of the orders that are a trade of their own. */
  unplaced(): Uint32Array {
    const { table } = this.#derivation;
    const own = table.firstRows
      .subarray(0, table.size + 1)
      .filter((_, trade) => table.reasons[trade] === unplacedBits && table.has(trade));
    const inferred = this.#derivation.rowsOfInferredLegs();
    return inferred.length === 0 ? own : Uint32Array.from([...own, ...inferred]);
  }

  /** The orders of which it cannot be told what they did to a leg, by their moments. Orders whose leg was inferred are among them. */
  doubtsOf(leg: Leg): readonly DoubtfulOrder[] {
    const { moments, orders } = this;
    const sent = orders.sentSymbol.valueOf(leg.symbol) ?? '';
    const doubts = this.#derivation.doubts.of(orders.nameOf(sent), leg.marginMode, true);
    if (doubts.length === 0) return doubts;
    return doubts
      .filter(({ sentSymbol }) => sentSymbol === null || sentSymbol === sent)
      .map((doubt) => (doubt.row === 0 ? doubt : { ...doubt, at: float64At(moments, doubt.row) }));
  }

  /** Where orders of the margin mode of a leg may be missing. */
  breaksOf({ marginMode }: Leg): HistoryBreak[] {
    const name = this.orders.columns.marginMode.valueOf(marginMode);
    return this.#derivation.breaks.filter((each) => each.marginMode === name);
  }

  #readMoments(): void {
    const { version } = this.#derivation.table;
    const { times } = this.orders;
    if (this.basis === 'creation' || this.#derivation.intervals.isUnobserved) this.moments = times;
    else if (this.#version !== version || this.moments.length !== times.length) {
      this.moments = times.slice();
      const { fromOf } = this.intervals();
      for (const row of this.#derivation.intervals.observedRows()) this.moments[row] = fromOf(row);
    }
    this.#version = version;
  }

  /** `rows`: by the starts of their intervals, which are seldom after the creation. */
  #byMoment(rows: Uint32Array): Uint32Array {
    if (this.basis === 'execution' || this.#derivation.intervals.isUnobserved) return rows;
    const compare = (a: number, b: number) => this.#derivation.compareOrders(a, b);
    const isSorted = rows.every((row, place) => place === 0 || compare(uint32At(rows, place - 1), row) < 0);
    return isSorted ? rows : rows.toSorted(compare);
  }
}
