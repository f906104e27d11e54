import { isDeepStrictEqual } from 'node:util';
import type { CostMethod, Settlement } from '../../shared/orders/trades.ts';
import type { Decimal } from '../../shared/values/domain.ts';
import { uint32At, uintAt } from '../../shared/values/elements.ts';
import type { OrderTable } from '../orders/list-table.ts';
import type { HistoryBreak, StoredTrade, UnreadableOrder } from '../rows.ts';
import type { Steps } from '../table/steps.ts';
import type { TableImage } from '../table/table-image.ts';
import { type Units, unitsAt } from '../table/units.ts';
import { noTradeStarts } from './by-start.ts';
import { imageOf, legsOf, takeImage } from './derivation-image.ts';
import { DerivationState } from './derivation-state.ts';
import { deriveAll, LegDerivation } from './derive.ts';
import type { OrderDoubts } from './doubtful-orders.ts';
import type { ExecutionIntervals, Interval } from './execution-intervals.ts';
import { type MethodCounts, methodOf } from './executions/index.ts';
import { markIncomplete } from './incomplete.ts';
import { deriveChanges } from './increment.ts';
import { firstLeg, type Leg, type LegUnits } from './legs.ts';
import type { TradeTable } from './trade-table.ts';

/** A leg with row numbers of orders. */
type RowsOfLeg = readonly [Leg, Uint32Array];

/** Derives the trades of all orders of a history (docs/trades.md), and derives again what a change of orders touches. */
export class TradeDerivation {
  readonly #state: DerivationState;
  readonly #legs: LegDerivation;
  #building: Iterator<void, void> | null = null;
  /** What `wholeLegs` made of the rows of legs, by the first of them. */
  readonly #wholes = new WeakMap<Leg, { readonly of: readonly Uint32Array[]; readonly wholes: RowsOfLeg[] }>();

  constructor(orders: OrderTable) {
    this.#state = new DerivationState(orders);
    this.#legs = new LegDerivation(this.#state);
  }

  get table(): TradeTable {
    return this.#state.table;
  }

  /** When each order can have been executed. */
  get intervals(): ExecutionIntervals {
    return this.#state.intervals;
  }

  /** The orders of which it cannot be told what they did to positions. */
  get doubts(): OrderDoubts {
    return this.#state.doubts;
  }

  /** Where orders may be missing. */
  get breaks(): readonly HistoryBreak[] {
    return this.#state.breaks;
  }

  get legs(): readonly Leg[] {
    return this.#state.legs.legs;
  }

  /** The legs of a symbol. */
  legsOf(symbol: string): readonly Leg[] {
    const { orders, legs } = this.#state;
    return legs.ofSymbol(orders.columns.symbol.codeOf(symbol));
  }

  /** Must be called after an order has been put. */
  markChanged(row: number): void {
    const { size, changed, stored, unsure } = this.#state;
    if (row <= size) changed.add(row);
    else if (stored !== null) unsure.add(row);
  }

  /** Sets when an order was executed, as far as the program saw it; `null` if it did not. The order need not have been put yet. `isKnown`: true if its trade was derived with that. */
  observe(row: number, interval: Interval | null, isKnown = false): void {
    this.intervals.observe(row, interval);
    if (!isKnown) this.markChanged(row);
  }

  /** Takes trades of the archive, so that they need not be derived. All orders must have been put, and no trade derived. */
  restore(trades: readonly StoredTrade[]): void {
    const { orders, table } = this.#state;
    const stored = this.#state.stored ?? new Uint32Array(orders.size + 1);
    this.#state.stored = stored;
    for (const trade of trades) if (trade.first < stored.length) stored[trade.first] = table.restore(trade);
  }

  /** See `imageOf`. */
  *image(): Steps<TableImage | null> {
    return this.#building === null ? yield* imageOf(this.#state) : null;
  }

  /** Reads in steps what `takeImage` takes. */
  readImage(image: TableImage): Steps<readonly Leg[]> {
    return legsOf(this.#state, image);
  }

  /** Takes the trades of an image of the same orders, `changed` without those that are other ones by now. See `takeImage`. */
  takeImage(image: TableImage, legs: readonly Leg[]): boolean {
    return this.#building === null && takeImage(this.#state, image, legs);
  }

  /** Sets where orders may be missing. */
  setBreaks(breaks: readonly HistoryBreak[]): void {
    if (JSON.stringify(breaks) === JSON.stringify(this.breaks)) return;
    this.#state.breaks = breaks;
    this.#state.hasNewReasons = true;
  }

  /** Sets what the user says that doubtful orders did, by their IDs. */
  settle(settled: Readonly<Record<string, Settlement>>): void {
    if (this.doubts.settle(settled)) this.#state.doubtsChanged();
  }

  /** Sets the orders that could not be read. */
  setUnreadable(orders: readonly UnreadableOrder[]): void {
    if (this.doubts.setUnreadable(orders)) this.#state.doubtsChanged();
  }

  /** Sets the sizes of contracts that the user has typed, by symbol. */
  setTypedSizes(sizes: Readonly<Record<string, Decimal>>): void {
    const { typedSizes } = this.#state;
    if (isDeepStrictEqual(sizes, typedSizes)) return;
    for (const leg of this.legs) {
      const symbol = this.#state.symbolOf(leg);
      const [first] = leg.rows;
      if (first !== undefined && sizes[symbol] !== typedSizes[symbol]) this.markChanged(first);
    }
    this.table.changed();
    this.#state.typedSizes = sizes;
  }

  /** The size of a symbol's contract that the user has typed; `null` if the user has not. */
  typedSize(symbol: string): Decimal | null {
    return this.#state.typedSize(symbol);
  }

  /** Derives what has changed, in steps. Orders may be put between two steps. */
  *update(): Generator<void, void, void> {
    const state = this.#state;
    if (state.size === 0 && state.orders.size > 0) this.#building ??= deriveAll(state, this.#legs);
    while (this.#building !== null) {
      if (this.#building.next().done) this.#building = null;
      yield;
    }
    deriveChanges(state, this.#legs);
    if (!state.hasNewReasons) return;
    state.hasNewReasons = false;
    for (const leg of this.legs) markIncomplete(state, leg);
    this.table.changed();
  }

  /** Number of the trade that an order belongs to; 0 if the order does not count. */
  tradeOf(row: number): number {
    return this.#state.tradeOf[row] ?? 0;
  }

  /** Leg of a trade; `null` for an `unplaced` one. */
  legOf(trade: number): Leg | null {
    const number = uintAt(this.#state.legOf, uint32At(this.table.firstRows, trade));
    return number < firstLeg ? null : this.#state.legs.leg(number);
  }

  /** Row numbers of a trade's orders, in the order of execution. */
  ordersOf(trade: number): Uint32Array {
    const first = uint32At(this.table.firstRows, trade);
    const leg = this.legOf(trade);
    if (leg === null) return Uint32Array.of(first);
    const start = leg.sequence.indexOf(first);
    return leg.sequence.subarray(start, start + this.table.columns.orders.keyAt(trade));
  }

  /** Size after each order of a trade; `null` for an order without a leg. */
  sizesOf(trade: number): Units[] | null {
    const { filledQuantity, side } = this.#state.orders.columns;
    const leg = this.legOf(trade);
    if (leg === null) return null;
    let size = 0n;
    return Array.from(this.ordersOf(trade), (row) => {
      const quantity = unitsAt(filledQuantity, row, leg.units.quantity);
      if (side.codes[row] === leg.side) size += quantity;
      else size = quantity > size ? 0n : size - quantity;
      return { units: size, places: leg.units.quantity };
    });
  }

  /** Negative if row `a` is the older one of two orders of a leg. */
  compareOrders(a: number, b: number): number {
    return this.#state.legs.compare(a, b);
  }

  /** The method that the PnL of the account's orders shows (docs/trades.md 2.2); `null` if it shows none. */
  method(): CostMethod | null {
    return methodOf(this.methodCounts());
  }

  /** How many orders of the account speak for each method. */
  methodCounts(): MethodCounts {
    return this.#state.methods;
  }

  /** Row numbers of the orders whose leg was inferred. */
  rowsOfInferredLegs(): number[] {
    return [...this.#state.withoutSide].filter((row) => this.#state.hasLeg(row));
  }

  /**
   * The legs as statements have them, with their orders by the starts of their intervals: without orders whose leg was inferred, and not divided or joined by
   * what the user says. Their symbols are codes of `sentSymbol`. The rows are the same object until an order of the leg changes.
   */
  wholeLegs(): RowsOfLeg[] {
    const { orders, legs, withoutSide } = this.#state;
    const isRenamed = orders.sentSymbol !== orders.columns.symbol;
    if (withoutSide.size === 0 && !legs.isCut && !isRenamed) return this.legs.map((leg) => [leg, leg.rows]);
    const parts = Map.groupBy(this.legs, ({ symbol, marginMode, side }) => `${symbol} ${marginMode} ${side}`);
    return [...parts.values()].flatMap((ofOne) => this.#wholesOf(ofOne));
  }

  /** `legs`: those of one symbol, margin mode and position side. */
  #wholesOf(legs: readonly Leg[]): RowsOfLeg[] {
    const [first] = legs as [Leg];
    const known = this.#wholes.get(first);
    if (known !== undefined && legs.every(({ rows }, part) => known.of[part] === rows)) return known.wholes;
    const { orders, withoutSide } = this.#state;
    const joined = legs.length === 1 ? first.rows : Uint32Array.from(legs.flatMap(({ rows }) => [...rows]));
    const own = joined.filter((row) => !withoutSide.has(row));
    // Without other names, the codes are those of the symbol.
    const wholes = Array.from(
      Map.groupBy(own, (row) => uintAt(orders.sentSymbol.codes, row)),
      ([symbol, rows]): RowsOfLeg => [
        { ...first, symbol, units: widestUnits(legs), byStart: noTradeStarts },
        Uint32Array.from(rows),
      ],
    );
    this.#wholes.set(first, { of: legs.map((leg) => leg.rows), wholes });
    return wholes;
  }
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
