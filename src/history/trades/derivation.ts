import { isDeepStrictEqual } from 'node:util';
import { type CostMethod, positionSides, type Settlement } from '../../shared/orders/trades.ts';
import type { Decimal, Timestamp } from '../../shared/values/domain.ts';
import type { OrderTable } from '../orders/list-table.ts';
import type { HistoryBreak, StoredTrade, UnreadableOrder } from '../rows.ts';
import type { DecimalColumn } from '../table/decimal-column.ts';
import { grow } from '../table/growing-arrays.ts';
import { rowsPerStep } from '../table/steps.ts';
import {
  averageOf,
  percentMove,
  placesOf,
  sumOf,
  type Units,
  unitsAt,
  type Weighted,
  type Whole,
  weightedSumsOf,
} from '../table/units.ts';
import { floatSizes, observations, sizeOfLegs } from './allowed-sizes.ts';
import { noTradeStarts, tradeStarts } from './by-start.ts';
import {
  type DoubtfulOrder,
  doubtfulRow,
  doubtfulUnreadable,
  type TradeTimes,
  tradesInDoubt,
} from './doubtful-orders.ts';
import {
  type Checkpoint,
  countsOfLatest,
  type ExecutionOrder,
  type LegExecutions,
  type MethodCounts,
  maxCheckpoints,
  maxMethodTrades,
  methodCounts,
  methodOf,
  orderOfExecutions,
} from './executions/index.ts';
import {
  type Closing,
  contradictory,
  firstLeg,
  type Leg,
  LegNumbers,
  type LegUnits,
  type ObservedTrade,
  unplaced,
} from './legs.ts';
import { type ExecutionsFrom, type Interval, type IntervalOf, readExecutions } from './read-executions.ts';
import type { LegPart, TradeOrders } from './read-trade.ts';
import {
  type ExecutionFacts,
  membersOf,
  reasonBits,
  type TradeContent,
  TradeTable,
  unplacedBits,
} from './trade-table.ts';

const moreClosed = reasonBits('more-closed');
const missingStart = reasonBits('missing-start');
const gap = reasonBits('gap');
const doubtfulOrder = reasonBits('doubtful-order');
const settled = reasonBits('settled');
const noPnl = reasonBits('no-pnl');
/** Kind of the orders that are executed when they are created. */
const marketKind = 'market';
const noDoubts: readonly DoubtfulOrder[] = [];
/** Orders whose trades are derived in one step: about 20 ms. */
const ordersPerStep = 2 ** 14;

/** Trades by lower ends that a leg keeps beside those that count, for when the last ones change. */
const spareTrades = 8;

/** The figures of a trade that do not depend on when its orders were executed. */
type Figures = Omit<
  TradeContent['values'],
  keyof ExecutionFacts | 'symbol' | 'marginMode' | 'side' | 'state' | 'orders'
>;

/** How a leg is derived. */
interface Derivation {
  readonly method: CostMethod | null;
  /** `null`: from its start. */
  readonly checkpoint: Checkpoint | null;
  /** Row numbers of orders that have changed. */
  readonly changed: ReadonlySet<number>;
}

/** Derives the trades of all orders of a history (docs/trades.md), and derives again what a change of orders touches. */
export class TradeDerivation {
  readonly table: TradeTable;
  /** Row numbers of orders that have changed since the last update. */
  readonly #changed = new Set<number>();
  readonly #orders: OrderTable;
  readonly #legs: LegNumbers;
  /** Leg and trade of each order, by row number. */
  #legOf = new Uint32Array(0);
  #tradeOf = new Uint32Array(0);
  /** Orders that have been assigned to legs. */
  #size = 0;
  #breaks: readonly HistoryBreak[] = [];
  /** Orders that could not be read. */
  #unreadable: readonly UnreadableOrder[] = [];
  #settled: Readonly<Record<string, Settlement>> = {};
  #typedSizes: Readonly<Record<string, Decimal>> = {};
  /** What `wholeLegs` made of the rows of legs, by the first of them. */
  readonly #wholes = new WeakMap<
    Leg,
    { readonly of: readonly Uint32Array[]; readonly wholes: (readonly [Leg, Uint32Array])[] }
  >();
  /** True if the legs may be divided at other times. */
  #hasNewCuts = false;
  /** Row numbers of the orders that belong to a leg because no other one was held. */
  readonly #placeable = new Set<number>();
  /** Row numbers of the orders of which it cannot be told what they did. */
  readonly #doubtfulRows = new Set<number>();
  /** Those, and the ones that could not be read, by `subjectOf`; `null` until they are needed again. */
  #doubts: ReadonlyMap<string, readonly DoubtfulOrder[]> | null = null;
  /** True if the reasons of all trades must be set again. */
  #hasNewReasons = false;
  #building: Iterator<void, void> | null = null;
  /** Numbers of the archive's trades by their first orders, until all trades have been derived; `null` if there are none. */
  #stored: Uint32Array | null = null;
  /** Orders that were put while trades were restored, which may have been read before. */
  readonly #unsure = new Set<number>();
  /** Sum of those of the legs. */
  readonly #methods = { average: 0, fifo: 0 };
  /** Intervals of execution that were observed, by row number. */
  readonly #observed = new Map<number, Interval>();
  /** Executions of legs that were needed for the size of a contract, until the legs are derived. */
  readonly #executions = new Map<Leg, ExecutionsFrom>();

  constructor(orders: OrderTable) {
    this.#orders = orders;
    this.#legs = new LegNumbers(orders);
    this.table = new TradeTable(orders, (row) => this.tradeOf(row));
  }

  /** Where orders may be missing. */
  get breaks(): readonly HistoryBreak[] {
    return this.#breaks;
  }

  get legs(): readonly Leg[] {
    return this.#legs.legs;
  }

  /** Number of the trade that an order belongs to; 0 if the order does not count. */
  tradeOf(row: number): number {
    return this.#tradeOf[row] ?? 0;
  }

  /** Negative if row `a` is the older one of two orders of a leg. */
  compareOrders(a: number, b: number): number {
    return this.#legs.compare(a, b);
  }

  /** Must be called after an order has been put. */
  markChanged(row: number): void {
    if (row <= this.#size) this.#changed.add(row);
    else if (this.#stored !== null) this.#unsure.add(row);
  }

  /** Sets when an order was executed, as far as it was observed; `null` if it was not. The order need not have been put yet. */
  observe(row: number, interval: Interval | null): void {
    if (interval === null) this.#observed.delete(row);
    else this.#observed.set(row, interval);
    this.markChanged(row);
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
    this.#hasNewReasons = true;
  }

  /** Sets what the user says that doubtful orders did, by their IDs. */
  settle(settled: Readonly<Record<string, Settlement>>): void {
    if (isDeepStrictEqual(settled, this.#settled)) return;
    this.#settled = settled;
    this.#doubtsChanged();
  }

  /** Sets the sizes of contracts that the user has typed, by symbol. */
  setTypedSizes(sizes: Readonly<Record<string, Decimal>>): void {
    for (const leg of this.#legs.legs) {
      const symbol = this.#orders.columns.symbol.valueOf(leg.symbol) ?? '';
      const [first] = leg.rows;
      if (first !== undefined && sizes[symbol] !== this.#typedSizes[symbol]) this.markChanged(first);
    }
    if (!isDeepStrictEqual(sizes, this.#typedSizes)) this.table.changed();
    this.#typedSizes = sizes;
  }

  /** The size of a symbol's contract that the user has typed; `null` if the user has not. */
  typedSize(symbol: string): Decimal | null {
    return Object.hasOwn(this.#typedSizes, symbol) ? (this.#typedSizes[symbol] ?? null) : null;
  }

  settlementOf(id: string): Settlement | undefined {
    return Object.hasOwn(this.#settled, id) ? this.#settled[id] : undefined;
  }

  /** The doubtful orders that the user has settled. */
  settledDoubts(): DoubtfulOrder[] {
    return this.#everyDoubt().filter(({ id }) => this.settlementOf(id) !== undefined);
  }

  /** Sets the orders that could not be read. */
  setUnreadable(orders: readonly UnreadableOrder[]): void {
    if (JSON.stringify(orders) === JSON.stringify(this.#unreadable)) return;
    this.#unreadable = orders;
    this.#doubtsChanged();
  }

  /**
   * The legs as statements have them, with their orders by lower ends: without orders whose leg was inferred, and not divided or joined by what
   * the user says. Their symbols are codes of `sentSymbol`. The rows are the same object until an order of the leg changes.
   */
  wholeLegs(): (readonly [Leg, Uint32Array])[] {
    const { sentSymbol, columns } = this.#orders;
    const isRenamed = sentSymbol !== columns.symbol;
    if (this.#placeable.size === 0 && !this.#legs.isCut && !isRenamed) return this.legs.map((leg) => [leg, leg.rows]);
    const parts = Map.groupBy(this.legs, ({ symbol, marginMode, side }) => `${symbol} ${marginMode} ${side}`);
    return [...parts.values()].flatMap((legs) => {
      const [first] = legs as [Leg];
      const known = this.#wholes.get(first);
      if (known !== undefined && legs.every(({ rows }, part) => known.of[part] === rows)) return known.wholes;
      const joined = legs.length === 1 ? first.rows : Uint32Array.from(legs.flatMap(({ rows }) => [...rows]));
      const own = joined.filter((row) => !this.#placeable.has(row));
      // Without other names, the codes are those of the symbol.
      const wholes = Array.from(
        Map.groupBy(own, (row) => sentSymbol.codes[row] as number),
        ([symbol, rows]): readonly [Leg, Uint32Array] => [
          { ...first, symbol, units: widestUnits(legs), byStart: noTradeStarts },
          Uint32Array.from(rows),
        ],
      );
      this.#wholes.set(first, { of: legs.map((leg) => leg.rows), wholes });
      return wholes;
    });
  }

  /** The orders of which it cannot be told what they did to a leg, in no order. `all`: also those whose leg was inferred, or that the user has settled. */
  doubtsOf(symbol: string, marginMode: number, all = false): readonly DoubtfulOrder[] {
    if (this.#doubtsBySubject().size === 0) return noDoubts;
    const mode = this.#orders.columns.marginMode.valueOf(marginMode) ?? '';
    const subjects = [subjectOf(symbol, mode), subjectOf(null, mode)];
    const doubts = subjects.flatMap((subject) => this.#doubtsBySubject().get(subject) ?? []);
    return all ? doubts : doubts.filter((doubt) => this.#isOpen(doubt));
  }

  /** All orders of which it cannot be told what they did to positions. */
  doubts(): DoubtfulOrder[] {
    return this.#everyDoubt().filter((doubt) => this.#isOpen(doubt));
  }

  #everyDoubt(): DoubtfulOrder[] {
    return [...this.#doubtsBySubject().values()].flat();
  }

  /** True unless the leg of the order was inferred, or the user has settled it. */
  #isOpen({ id, row }: DoubtfulOrder): boolean {
    return !this.#isPlaced(row) && this.settlementOf(id) === undefined;
  }

  /** Row numbers of the orders whose leg was inferred. */
  placedRows(): number[] {
    return [...this.#placeable].filter((row) => this.#isPlaced(row));
  }

  /** True for an order whose leg was inferred. `row`: 0 for an order that could not be read. */
  #isPlaced(row: number): boolean {
    return row !== 0 && (this.#legOf[row] as number) >= firstLeg;
  }

  /** When the trades of a leg were opened and closed. */
  timesOf({ trades }: Leg): TradeTimes {
    const { times, columns } = this.table;
    return {
      count: trades.length,
      openedAt: (place) => times[trades[place] as number] as number,
      closedAt: (place) => {
        const closedAt = columns.closedAt.keys[trades[place] as number] as number;
        return Number.isNaN(closedAt) ? Number.POSITIVE_INFINITY : closedAt;
      },
    };
  }

  #doubtsBySubject(): ReadonlyMap<string, readonly DoubtfulOrder[]> {
    if (this.#doubts !== null) return this.#doubts;
    const { fromOf } = this.intervals();
    const rows = Array.from(this.#doubtfulRows, (row) => doubtfulRow(this.#orders, row, fromOf(row)));
    const all = [...rows, ...this.#unreadable.map((order) => doubtfulUnreadable(this.#orders, order))];
    this.#doubts = Map.groupBy(all, ({ symbol, marginMode }) => subjectOf(symbol, marginMode));
    return this.#doubts;
  }

  #doubtsChanged(): void {
    this.#doubts = null;
    this.#hasNewCuts = true;
    this.#hasNewReasons = true;
  }

  /** Which entry the PnL of the account's orders tells (docs/trades.md 2.2); `null` if they do not tell. */
  method(): CostMethod | null {
    return methodOf(this.methodCounts());
  }

  /** How many orders of the account speak for each method. */
  methodCounts(): MethodCounts {
    return this.#methods;
  }

  /** Leg of a trade; `null` for an `unplaced` one. */
  legOf(trade: number): Leg | null {
    const number = this.#legOf[this.table.firstRows[trade] as number] as number;
    return number < firstLeg ? null : this.#legs.leg(number);
  }

  /** Row numbers of a trade's orders, in the order in which they are taken. */
  ordersOf(trade: number): Uint32Array {
    const first = this.table.firstRows[trade] as number;
    const leg = this.legOf(trade);
    if (leg === null) return Uint32Array.of(first);
    const { sequence } = leg;
    const start = sequence.indexOf(first);
    return sequence.subarray(start, start + (this.table.columns.orders.keys[trade] as number));
  }

  /** Derives what has changed, in steps. Orders may be put between two steps. */
  *update(): Generator<void, void, void> {
    if (this.#size === 0 && this.#orders.size > 0) this.#building ??= this.#build();
    while (this.#building !== null) {
      if (this.#building.next().done) this.#building = null;
      yield;
    }
    this.#updateChanged();
    this.#updateCuts();
    if (!this.#hasNewReasons) return;
    this.#hasNewReasons = false;
    for (const leg of this.#legs.legs) this.#setReasons(leg);
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
      const leg = this.#legs.legOf(row);
      this.#legOf[row] = leg;
      counts[leg] = (counts[leg] ?? 0) + 1;
      if (leg === unplaced || leg === contradictory) this.#doubtfulRows.add(row);
      if (leg === unplaced && this.#legs.isPlaceable(row)) this.#placeable.add(row);
      if (row % rowsPerStep === 0) yield;
    }
    const filled = new Uint32Array(counts.length);
    for (let position = this.#size - 1; position >= 0; position--) {
      const row = newestFirst[position] as number;
      const number = this.#legOf[row] as number;
      if (number === unplaced && !this.#keepsUnplaced(row)) this.#putUnplaced(row);
      if (number < firstLeg) continue;
      const leg = this.#legs.leg(number);
      if (filled[number] === 0) leg.rows = new Uint32Array(counts[number] as number);
      leg.rows[filled[number] as number] = row;
      filled[number] = (filled[number] as number) + 1;
      if (position % rowsPerStep === 0) yield;
    }
    const compare = this.#takingOrder();
    let orders = 0;
    // The legs of a symbol in one step, because they need the executions of each other.
    for (const legs of this.#legs.symbols) {
      for (const leg of legs) {
        // Such an order may not belong to the leg any more. The update that follows puts it into its own.
        if (this.#changed.size > 0) leg.rows = leg.rows.filter((row) => !this.#changed.has(row));
        if (this.#observed.size > 0) leg.rows.sort(compare);
        orders += leg.rows.length;
      }
      const touched = new Map<Leg, Checkpoint | null>(legs.map((leg) => [leg, null]));
      this.#observeSymbol(legs, touched);
      const method = this.method();
      for (const leg of legs) this.#derive(leg, { method, checkpoint: null, changed: this.#unsure });
      this.#executions.clear();
      if (orders < ordersPerStep) continue;
      orders = 0;
      yield;
    }
    this.#place(
      [...this.#placeable].filter((row) => !this.#changed.has(row)),
      this.#unsure,
    );
    yield* this.#deriveByMethod(this.#unsure);
    for (const number of this.#stored ?? []) if (number !== 0) this.table.remove(number);
    this.#stored = null;
    this.#unsure.clear();
    this.table.changed();
  }

  /** Divides the legs at the times at which the user says that a position was closed, and derives what is divided otherwise. */
  #updateCuts(): void {
    if (!this.#hasNewCuts) return;
    this.#hasNewCuts = false;
    const { symbol } = this.#orders.columns;
    const closings = this.settledDoubts().flatMap(({ id, symbol: name, marginMode, at }): Closing[] => {
      const side = positionSides.findIndex((position) => this.settlementOf(id) === `closed-${position}`);
      const code = name === null ? -1 : symbol.codeOf(name);
      const mode = this.#orders.columns.marginMode.codeOf(marginMode);
      return side < 0 || code < 0 || mode < 0 || !Number.isFinite(at)
        ? []
        : [{ symbol: code, marginMode: mode, side, at }];
    });
    for (const leg of this.#legs.cut(closings)) for (const row of leg.rows) this.#changed.add(row);
    this.#updateChanged();
    this.#hasNewCuts = false;
  }

  #updateChanged(): void {
    const { size } = this.#orders;
    for (let row = this.#size + 1; row <= size; row++) this.#changed.add(row);
    if (this.#changed.size === 0) return;
    this.#reserve(size);
    this.#size = size;
    const again = this.#placedBeside(this.#changed);
    for (const row of again) this.#changed.add(row);
    const changes = new Map<number, { readonly removed: number[]; readonly added: number[] }>();
    const changeOf = (leg: number) => {
      const change = changes.get(leg) ?? { removed: [], added: [] };
      changes.set(leg, change);
      return change;
    };
    for (const row of this.#changed) {
      const before = this.#legOf[row] as number;
      const after = this.#legs.legOf(row);
      if (before === unplaced) this.table.remove(this.#tradeOf[row] as number);
      const isDoubtful = after === unplaced || after === contradictory;
      if (isDoubtful || this.#doubtfulRows.has(row)) this.#doubtsChanged();
      if (isDoubtful) this.#doubtfulRows.add(row);
      else this.#doubtfulRows.delete(row);
      if (after === unplaced && this.#legs.isPlaceable(row)) {
        this.#placeable.add(row);
        again.add(row);
      } else {
        this.#placeable.delete(row);
        again.delete(row);
      }
      this.#legOf[row] = after;
      this.#tradeOf[row] = 0;
      if (after === unplaced) this.#putUnplaced(row);
      if (before >= firstLeg) changeOf(before).removed.push(row);
      if (after >= firstLeg) changeOf(after).added.push(row);
    }
    const compare = this.#takingOrder();
    const { toOf } = this.intervals();
    /** Where to derive each leg again; `null`: from its start. */
    const touched = new Map<Leg, Checkpoint | null>();
    for (const [number, { removed, added }] of changes) {
      const leg = this.#legs.leg(number);
      const start = this.#legs.change(leg, removed, added, compare);
      const isLonger = removed.length === 0;
      const earliest = added.reduce((end, row) => Math.min(end, toOf(row)), Number.POSITIVE_INFINITY);
      const checkpoint = leg.checkpoints.findLast(
        ({ unchangedUntil, earliestEnd }) => unchangedUntil <= start && earliestEnd <= earliest,
      );
      touched.set(leg, (isLonger && checkpoint) || null);
    }
    this.#deriveTouched(touched, this.#changed);
    this.#place([...again], this.#changed);
    for (const _ of this.#deriveByMethod(this.#changed)) this.#executions.clear();
    this.#changed.clear();
    this.table.changed();
  }

  /** `touched`: where to derive each leg again; `null`: from its start. */
  #deriveTouched(touched: Map<Leg, Checkpoint | null>, changed: ReadonlySet<number>): void {
    for (const symbol of new Set(Array.from(touched.keys(), (leg) => leg.symbol)))
      this.#observeSymbol(this.#legs.ofSymbol(symbol), touched);
    const method = this.method();
    for (const [leg, checkpoint] of touched) this.#derive(leg, { method, checkpoint, changed });
    this.#executions.clear();
  }

  /** The placeable orders of the symbols and margin modes of orders that have changed, or had before. */
  #placedBeside(changed: ReadonlySet<number>): Set<number> {
    if (this.#placeable.size === 0) return new Set();
    const { symbol, marginMode } = this.#orders.columns;
    const subject = (row: number) => (symbol.codes[row] as number) * 2 + (marginMode.codes[row] as number);
    const subjects = new Set(Array.from(changed, subject));
    for (const row of changed) {
      const before = this.#legOf[row] as number;
      if (before >= firstLeg) subjects.add(this.#legs.leg(before).symbol * 2 + this.#legs.leg(before).marginMode);
    }
    return new Set([...this.#placeable].filter((row) => subjects.has(subject(row))));
  }

  /** Adds orders that close to the only leg that they can have closed, the oldest first (docs/trades.md 2). */
  #place(rows: readonly number[], changed: ReadonlySet<number>): void {
    const compare = this.#takingOrder();
    for (const row of rows.toSorted(compare)) {
      const leg = this.#legs.legClosedBy(row, compare);
      if (leg === null) continue;
      this.table.remove(this.#tradeOf[row] as number);
      this.#hasNewReasons = true;
      this.#legOf[row] = this.#legs.numberOf(leg);
      this.#legs.change(leg, [], [row], compare);
      this.#deriveTouched(new Map([[leg, null]]), changed);
    }
  }

  #reserve(size: number): void {
    this.#legOf = grow(this.#legOf, size + 1);
    this.#tradeOf = grow(this.#tradeOf, size + 1);
  }

  /**
   * Derives the trades of a leg again, from a restart on if there is one. Those that have the same orders, of which none is in `changed`, keep their
   * figures.
   */
  #derive(leg: Leg, how: Derivation): void {
    const { method, changed } = how;
    const checkpoint = leg.hasResting && leg.method !== method ? null : how.checkpoint;
    const read = this.#executionsOf(leg, checkpoint);
    const start = read.start === 0 ? null : checkpoint;
    const executions = { ...read.executions, contract: leg.contract, method };
    const order = orderOfExecutions({ executions, byStart: read, checkpoint: start });
    this.#executions.delete(leg);
    if (start !== null && !this.#continues(leg, start, order)) {
      this.#derive(leg, { ...how, checkpoint: null });
      return;
    }
    const offset = read.start;
    const sequence = new Uint32Array(leg.rows.length);
    sequence.set(leg.sequence.subarray(0, offset));
    const own = sequence.subarray(offset);
    for (let at = 0; at < own.length; at++) own[at] = leg.rows[offset + (order.sequence[at] as number)] as number;
    leg.sequence = sequence;
    leg.basis = order.basis;
    leg.method = method;
    leg.hasResting = order.hasResting;
    leg.byStart = tradeStarts(read.trades, offset, leg.byStart);
    const earlier = start === null ? [] : leg.checkpoints.filter(({ index }) => index <= start.index);
    leg.checkpoints = [...earlier, ...order.checkpoints].slice(-maxCheckpoints);
    this.#putTrades(leg, own, { executions, order, kept: start?.trades ?? 0, changed });
    this.#setReasons(leg);
  }

  /** `rows`: orders of a leg in the order of execution. `kept`: number of the leg's trades before them, which stay. */
  #putTrades(
    leg: Leg,
    rows: Uint32Array,
    {
      executions,
      order,
      kept,
      changed,
    }: {
      readonly executions: LegExecutions;
      readonly order: ExecutionOrder;
      readonly kept: number;
      readonly changed: ReadonlySet<number>;
    },
  ): void {
    const earlier = new Set(leg.trades.slice(kept));
    const numbers = leg.trades.slice(0, kept);
    const { averagePrice: column } = this.#orders.columns;
    const prices: Weighted = {
      value: (at) => executions.prices[order.sequence[at] as number] as number,
      exact: (at) => unitsAt(column, rows[at] as number, leg.units.price),
      places: leg.units.price,
      quantity: order.orders.quantity,
      isFirst: order.orders.opens,
    };
    for (let index = 0; index < order.trades.length; index++) {
      const trade = order.trades[index] as TradeOrders;
      const { start: first, end } = trade;
      const number = this.#numberOf(rows[first] as number, earlier);
      // The mark of the first trade after a checkpoint can come from the trade before, and has not changed.
      const isUncertain = index === 0 && kept > 0 ? this.table.isUncertain(number) : order.isUncertain[index] === 1;
      const facts = factsOf(trade, order, { isUncertain, endsAt: leg.endsAt });
      earlier.delete(number);
      const members = membersOf(rows, first, end);
      const isOpen = trade.size > 0 && leg.endsAt === null;
      if (this.table.has(number) && this.#fits(number, leg, rows.subarray(first, end), { members, isOpen, changed }))
        this.table.setExecution(number, facts);
      else this.table.put(number, this.#contentOf(leg, rows, prices, trade, members, facts));
      for (let at = first; at < end; at++) this.#tradeOf[rows[at] as number] = number;
      numbers.push(number);
    }
    leg.trades = numbers;
    for (const number of earlier) this.table.remove(number);
  }

  /** True if the order after a checkpoint fits to the trades before: its first trade has the orders that it had before the leg changed, because marks of the trade before depend on it, and the reverse. */
  #continues(leg: Leg, checkpoint: Checkpoint, { basis, earliestEnd, sequence, trades }: ExecutionOrder): boolean {
    if (basis !== leg.basis || earliestEnd !== checkpoint.earliestEnd) return false;
    const [first] = trades;
    const before = leg.trades[checkpoint.trades] as number;
    if (first === undefined || first.end !== this.table.columns.orders.keys[before]) return false;
    for (let at = 0; at < first.end; at++) {
      if (leg.rows[checkpoint.index + (sequence[at] as number)] !== leg.sequence[checkpoint.index + at]) return false;
    }
    return true;
  }

  /** Derives legs again whose orders were taken by another method than the one of the account. */
  *#deriveByMethod(changed: ReadonlySet<number>): Generator<void, void, void> {
    const method = this.method();
    let orders = 0;
    for (const leg of this.#legs.legs) {
      if (!leg.hasResting || leg.method === method) continue;
      this.#derive(leg, { method, checkpoint: null, changed });
      orders += leg.rows.length;
      if (orders < ordersPerStep) continue;
      orders = 0;
      yield;
    }
  }

  /** Number of the trade that begins with an order: that of an earlier one that did, or a new one. */
  #numberOf(first: number, earlier: ReadonlySet<number>): number {
    const stored = this.#stored?.[first] ?? 0;
    if (stored !== 0) {
      (this.#stored as Uint32Array)[first] = 0;
      return stored;
    }
    const number = this.#tradeOf[first] as number;
    return earlier.has(number) && this.table.firstRows[number] === first ? number : this.table.nextNumber();
  }

  #executionsOf(leg: Leg, checkpoint: Checkpoint | null): ExecutionsFrom {
    const known = this.#executions.get(leg);
    if (known !== undefined && (known.start === 0 || known.start === checkpoint?.index)) return known;
    const intervals = this.intervals();
    const read =
      (checkpoint && readExecutions(this.#orders, leg, intervals, checkpoint.index)) ??
      (readExecutions(this.#orders, leg, intervals, 0) as ExecutionsFrom);
    this.#executions.set(leg, read);
    return read;
  }

  /** The executed orders that were seen when they were executed, those of the orders that were put. */
  observedRows(): Iterable<number> {
    return this.#observed.keys();
  }

  /** True if no execution of an order was observed. */
  get hasNoObserved(): boolean {
    return this.#observed.size === 0;
  }

  /** True if an order was read after its creation, before anything of it was executed. */
  hasWaited(row: number): boolean {
    return (this.#observed.get(row)?.from ?? Number.NEGATIVE_INFINITY) > (this.#orders.times[row] as number);
  }

  /** True if it was seen when an order was executed. */
  isObserved(row: number): boolean {
    return this.#observed.has(row);
  }

  /** When each order can have been executed (docs/trades.md 2.1). */
  intervals(): IntervalOf {
    const { times, columns } = this.#orders;
    const createdAt = (row: number) => times[row] as number;
    const { codes } = columns.kind;
    const market = columns.kind.codeOf(marketKind);
    const latest = (row: number) => (codes[row] === market ? (times[row] as number) : Number.POSITIVE_INFINITY);
    const observed = this.#observed;
    if (observed.size === 0) return { fromOf: createdAt, toOf: latest };
    return {
      fromOf: (row) => Math.max(createdAt(row), observed.get(row)?.from ?? 0),
      toOf: (row) => {
        const interval = observed.get(row);
        return interval === undefined ? latest(row) : Math.max(createdAt(row), interval.to);
      },
    };
  }

  /** Compares orders of a leg by lower ends; those of one moment by creation. */
  #takingOrder(): (a: number, b: number) => number {
    if (this.#observed.size === 0) return (a, b) => this.#legs.compare(a, b);
    const { fromOf } = this.intervals();
    return (a, b) => fromOf(a) - fromOf(b) || this.#legs.compare(a, b);
  }

  /**
   * Observes the size of a symbol's contract, and the method of its PnL, from the trades by lower ends of all of its legs. `touched`: the legs to derive, to
   * which those are added in which the size has changed.
   */
  #observeSymbol(legs: readonly Leg[], touched: Map<Leg, Checkpoint | null>): void {
    for (const leg of legs) {
      const checkpoint = touched.get(leg);
      if (checkpoint !== undefined) this.#observe(leg, checkpoint);
    }
    const allowed: ObservedTrade['allowed'][] = [];
    for (const { observed } of legs)
      for (
        let place = Math.max(0, observed.length - observations.forExecutions.latest);
        place < observed.length;
        place++
      )
        allowed.push((observed[place] as ObservedTrade).allowed);
    const contract = sizeOfLegs(allowed) ?? this.#typedSizeOf(legs[0]);
    for (const leg of legs) {
      if (leg.contract !== contract) {
        leg.contract = contract;
        for (const trade of leg.observed) trade.methods = null;
        if (leg.hasResting || touched.has(leg)) touched.set(leg, null);
      } else if (!touched.has(leg)) continue;
      if (leg.observed.some(({ methods }) => methods === null)) this.#countMethods(leg, touched.get(leg) ?? null);
      const methods = countsOfLatest(leg.observed);
      this.#methods.average += methods.average - leg.methods.average;
      this.#methods.fifo += methods.fifo - leg.methods.fifo;
      leg.methods = methods;
    }
  }

  #typedSizeOf(leg: Leg | undefined): number | null {
    const typed = leg && this.typedSize(this.#orders.columns.symbol.valueOf(leg.symbol) ?? '');
    return typed ? Number(typed) : null;
  }

  #countMethods(leg: Leg, checkpoint: Checkpoint | null): void {
    const { executions, start } = this.#executionsOf(leg, checkpoint);
    const telling = { ...executions, contract: leg.contract, method: null };
    for (const trade of leg.observed)
      trade.methods ??= methodCounts(telling, { start: trade.start - start, end: trade.end - start });
  }

  /** Reads what the trades of a leg by lower ends tell, from a restart on. */
  #observe(leg: Leg, checkpoint: Checkpoint | null): void {
    const placed = this.#executionsOf(leg, checkpoint);
    const { executions, start } = placed;
    const observed = latestTrades(placed, leg.observed, maxMethodTrades, (part) => ({
      start: part.start + start,
      end: part.end + start,
      allowed: floatSizes(executions, part),
      methods: null,
    }));
    if (observed !== null) leg.observed = observed;
    else {
      this.#executions.delete(leg);
      this.#observe(leg, null);
    }
  }

  /** True if a trade consists of orders of a leg, and has their figures. */
  #fits(
    number: number,
    { symbol, side }: Leg,
    rows: Uint32Array,
    { members, isOpen, changed }: { members: number; isOpen: boolean; changed: ReadonlySet<number> },
  ): boolean {
    const { lastRows, columns } = this.table;
    if (columns.orders.keys[number] !== rows.length || rows.at(-1) !== lastRows[number]) return false;
    if (this.table.members[number] !== members || columns.side.codes[number] !== side) return false;
    if ((columns.state.textOf(number) === 'open') !== isOpen) return false;
    if (columns.symbol.textOf(number) !== this.#orders.columns.symbol.valueOf(symbol)) return false;
    return changed.size === 0 || !rows.some((row) => changed.has(row));
  }

  /** True if the archive has the trade of an order without a leg. */
  #keepsUnplaced(row: number): boolean {
    const number = this.#stored?.[row] ?? 0;
    const { columns, reasons } = this.table;
    if (number === 0 || this.#unsure.has(row)) return false;
    if (reasons[number] !== unplacedBits || columns.orders.keys[number] !== 1) return false;
    if (columns.symbol.textOf(number) !== this.#orders.columns.symbol.textOf(row)) return false;
    (this.#stored as Uint32Array)[row] = 0;
    this.#tradeOf[row] = number;
    return true;
  }

  /** True if an order of a leg opens: a long position by buying, a short one by selling. */
  opens(row: number, { side }: Leg): boolean {
    return this.#orders.columns.side.codes[row] === side;
  }

  /** `rows`: orders of a leg in the order in which they are taken. */
  #contentOf(
    leg: Leg,
    rows: Uint32Array,
    prices: Weighted,
    trade: TradeOrders,
    members: number,
    facts: ExecutionFacts,
  ): TradeContent {
    const { start, end, size, excess } = trade;
    const { times, ties, columns } = this.#orders;
    const first = rows[start] as number;
    let firstCreated = Number.POSITIVE_INFINITY;
    for (let at = start; at < end; at++) firstCreated = Math.min(firstCreated, times[rows[at] as number] as number);
    return {
      first,
      last: rows[end - 1] as number,
      firstCreated,
      members,
      tie: ties[first] as number,
      reasons:
        (excess > 0 ? moreClosed : 0) |
        (size > 0 && leg.endsAt !== null ? settled : 0) |
        (this.#lacksPnl(leg, rows, trade) ? noPnl : 0),
      values: {
        symbol: columns.symbol.valueOf(leg.symbol),
        marginMode: columns.marginMode.valueOf(leg.marginMode),
        side: positionSides[leg.side] ?? null,
        state: size > 0 && leg.endsAt === null ? 'open' : 'closed',
        ...facts,
        orders: end - start,
        ...this.#figuresOf(leg, rows, prices, trade),
      },
    };
  }

  /** True if an order of a trade that closes has no PnL. */
  #lacksPnl({ side }: Leg, rows: Uint32Array, { start, end }: TradeOrders): boolean {
    const { pnl, side: sides } = this.#orders.columns;
    for (let at = start; at < end; at++) {
      const row = rows[at] as number;
      if (sides.codes[row] !== side && Number.isNaN(pnl.keys[row])) return true;
    }
    return false;
  }

  #figuresOf(
    leg: Leg,
    rows: Uint32Array,
    prices: Weighted,
    { start, end, largestSize, opened, closed }: TradeOrders,
  ): Figures {
    const { columns } = this.#orders;
    const unitsOf = (whole: Whole): Units => ({ units: BigInt(whole), places: leg.units.quantity });
    const openedQuantity = unitsOf(opened);
    const closedQuantity = unitsOf(closed);
    const pnl = sumOf(columns.pnl, rows, start, end);
    const [cost, value] = weightedSumsOf(prices, start, end);
    const entryPrice = averagePrice(cost, openedQuantity);
    const exitPrice = averagePrice(value, closedQuantity);
    return {
      largestSize: unitsOf(largestSize),
      openedQuantity,
      closedQuantity,
      entryPrice,
      exitPrice,
      pnl,
      returnPercent: returnOf(leg, entryPrice, exitPrice),
      pnlPerContract: closedQuantity.units === 0n ? null : averageOf(pnl, closedQuantity),
      leverage: highestOf(columns.leverage, rows, start, end),
    };
  }

  #putUnplaced(row: number): void {
    const { times, ties, columns } = this.#orders;
    const number = this.table.nextNumber();
    const time = times[row] as number;
    this.table.put(number, {
      first: row,
      last: row,
      firstCreated: time,
      members: membersOf([row], 0, 1),
      tie: ties[row] as number,
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
        duration: 0,
        executions: 'certain',
        orders: 1,
        largestSize: null,
        openedQuantity: null,
        closedQuantity: null,
        entryPrice: null,
        exitPrice: null,
        pnl: sumOf(columns.pnl, [row], 0, 1),
        returnPercent: null,
        pnlPerContract: null,
        leverage: highestOf(columns.leverage, [row], 0, 1),
      },
    });
    this.#tradeOf[row] = number;
  }

  /** Marks the trades of a leg at which orders may be missing, or to which a doubtful order may belong (docs/trades.md 4). */
  #setReasons(leg: Leg): void {
    const { reasons } = this.table;
    const { closedAt } = this.table.columns;
    const { marginMode } = this.#orders.columns;
    const marked = new Map<number, number>();
    // The user says that nothing was held before the trades of a later epoch.
    const earliest = leg.epoch === 0 ? leg.trades[0] : undefined;
    for (const { marginMode: mode, before } of this.#breaks) {
      if (mode !== marginMode.valueOf(leg.marginMode)) continue;
      const trade =
        before === null
          ? earliest
          : // The comparison is true for the NaN of an open trade.
            leg.trades.find((one) => !((closedAt.keys[one] as number) < before));
      if (trade !== undefined) marked.set(trade, (marked.get(trade) ?? 0) | (before === null ? missingStart : gap));
    }
    const doubts = this.doubtsOf(this.#orders.columns.symbol.valueOf(leg.symbol) ?? '', leg.marginMode);
    const times = doubts.length === 0 ? null : this.timesOf(leg);
    for (const doubt of doubts) {
      for (const place of tradesInDoubt(doubt, leg.side, times as TradeTimes)) {
        const trade = leg.trades[place] as number;
        marked.set(trade, (marked.get(trade) ?? 0) | doubtfulOrder);
      }
    }
    for (const trade of leg.trades) {
      this.table.setReasons(
        trade,
        ((reasons[trade] as number) & (moreClosed | settled | noPnl)) | (marked.get(trade) ?? 0),
      );
    }
  }

  /** Size after each order of a trade; `null` for an order without a leg. */
  sizesOf(trade: number): Units[] | null {
    const leg = this.legOf(trade);
    if (leg === null) return null;
    let size = 0n;
    return Array.from(this.ordersOf(trade), (row) => {
      const quantity = unitsAt(this.#orders.columns.filledQuantity, row, leg.units.quantity);
      if (this.opens(row, leg)) size += quantity;
      else size = quantity > size ? 0n : size - quantity;
      return { units: size, places: leg.units.quantity };
    });
  }
}

/**
 * Returns the latest trades of a leg by lower ends: at least `count` of them if there are as many. `null` if too few of those before
 * the place are known. `known`: the latest ones before the leg changed.
 */
function latestTrades<Known extends LegPart>(
  { start, priced }: ExecutionsFrom,
  known: readonly Known[],
  count: number,
  read: (part: LegPart) => Known,
): Known[] | null {
  const kept = count + spareTrades;
  const earlier = known.findLastIndex(({ end }) => end <= start) + 1;
  const later = Math.min(priced.length, kept);
  const isCut = start > 0 && known.length === kept;
  if (isCut && earlier + later < count) return null;
  const latest = known.slice(Math.max(0, earlier + later - kept), earlier);
  for (let place = priced.length - later; place < priced.length; place++) latest.push(read(priced[place] as LegPart));
  return latest;
}

function factsOf(
  { start, end, size }: TradeOrders,
  { earliest, latest }: Pick<ExecutionOrder, 'earliest' | 'latest'>,
  { isUncertain, endsAt }: { isUncertain: boolean; endsAt: Timestamp | null },
): ExecutionFacts {
  const isHeld = size > 0;
  const openedAt = earliest[start] as number;
  const closedAt = isHeld ? endsAt : (earliest[end - 1] as number);
  return {
    openedAt,
    openedBy: finite(latest[start] as number),
    closedAt,
    closedBy: isHeld ? endsAt : finite(latest[end - 1] as number),
    duration: closedAt === null ? null : closedAt - openedAt,
    executions: isUncertain ? 'uncertain' : 'certain',
  };
}

/** Returns units in which the figures of all parts of a leg are whole. */
function widestUnits(legs: readonly Leg[]): LegUnits {
  const most = (of: (units: LegUnits) => number) =>
    legs.reduce((highest, { units }) => Math.max(highest, of(units)), 0);
  return {
    quantity: most((units) => units.quantity),
    price: most((units) => units.price),
    pnl: most((units) => units.pnl),
    highest: most((units) => units.highest),
    isSmall: false,
  };
}

/** `symbol`: `null` for any. */
function subjectOf(symbol: string | null, marginMode: string): string {
  return JSON.stringify([marginMode, symbol]);
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
function highestOf(column: DecimalColumn, rows: ArrayLike<number>, start: number, end: number): Units | null {
  let highest = 0;
  for (let index = start; index < end; index++) {
    const row = rows[index] as number;
    if (Number.isNaN(column.keys[row])) continue;
    if (highest === 0 || column.compare(row, highest) > 0) highest = row;
  }
  if (highest === 0) return null;
  const places = placesOf(column, [highest], 0, 1);
  return { units: unitsAt(column, highest, places), places };
}

/** Returns the return of a trade in percent (docs/trades.md 5); `null` without an entry or an exit. */
function returnOf({ side }: Leg, entry: Units | null, exit: Units | null): Units | null {
  const move = entry && exit && percentMove(entry, exit);
  return move && positionSides[side] === 'short' ? { ...move, units: -move.units } : move;
}
