import type { TradeResults } from '../../shared/contract/results.ts';
import type {
  ContractSize,
  OrderDoubt,
  Position,
  Trade,
  TradeFilter,
  TradeSummary,
} from '../../shared/contract/trades.ts';
import type { StatementBasis } from '../../shared/orders/history.ts';
import { type CostMethod, type PositionSide, positionSides } from '../../shared/orders/trades.ts';
import { rankTexts } from '../../shared/rows/compare-texts.ts';
import { compareDecimals } from '../../shared/values/decimal.ts';
import { type Decimal, type MarginMode, marginModes, type Timestamp } from '../../shared/values/domain.ts';
import { float64At, uint32At } from '../../shared/values/elements.ts';
import { isTold } from '../../shared/values/told.ts';
import type { OrderTable } from '../orders/list-table.ts';
import type { ExecutionSlice, HistoryBreak, StoredTrade, UnreadableOrder, UserWords } from '../rows.ts';
import type { CodeColumn } from '../table/code-column.ts';
import { decimalOfUnits } from '../table/exact-decimals.ts';
import { finish, resultOf, type Steps } from '../table/steps.ts';
import type { TableImage } from '../table/table-image.ts';
import type { RowFees } from '../table/turnover-sums.ts';
import { agreementOf } from './agreement.ts';
import { contractSizesOf, pnlFits, type SizePeriod } from './contract-size.ts';
import { currentDoubts } from './current-doubts.ts';
import { TradeDerivation } from './derivation.ts';
import { methodOf } from './executions/index.ts';
import type { Leg } from './legs.ts';
import { type HeldPosition, openPosition, positionAt } from './position-at.ts';
import { StatementTrades } from './statement-trades.ts';
import { type PreparedTradeQuery, TradeList, type TradeQuery } from './trade-list.ts';
import { multipleOf, type TradeStops } from './trade-stops.ts';
import { reasonsOf, type TradeTable } from './trade-table.ts';
import { UnchangedSymbols } from './unchanged-symbols.ts';

const maxContracts = 1000;
/** Trades that are measured at a time: about 10 ms, so that calls are answered in between. */
const measuredPerStep = 5000;
/** Legs whose positions are read at a time: about 10 ms. */
const legsPerStep = 1000;
/** Percent of the latest executed orders that must have been seen when they were executed before statements are by execution, and how many count. */
const observedForBasis = { percent: 90, least: 20, of: 100 };

/** A moment at which a position may have been open. */
interface PositionMoment extends Pick<Position, 'symbol' | 'marginMode'> {
  /** `null` for either one. */
  readonly side: PositionSide | null;
  readonly at: Timestamp;
}

/** The contract of a symbol as its trades show it. */
interface Contract {
  /** The sizes that the contract has had, the latest first. The user's word is the latest one, unless the trades show another. */
  readonly periods: readonly [SizePeriod, ...SizePeriod[]];
  /** `null` until it is needed. */
  size: ContractSize | null;
}

/** The trades of all orders of a history. Nothing is derived before the first call. */
export class Trades {
  readonly orders: OrderTable;
  readonly #derivation: TradeDerivation;
  readonly #ofStatements: Readonly<Record<StatementBasis, StatementTrades>>;
  readonly #list: TradeList;
  /** Of each symbol, those that are known to be current. */
  readonly #contracts;
  readonly #unchanged: UnchangedSymbols<Contract>;
  /** Row numbers of the orders with notes on trades, by trade. */
  readonly #noted;
  #noteVersion = 0;
  /** The stops by which the trades are measured. */
  #stops: TradeStops | null = null;
  /** Number of the first trade that is not measured by them yet. */
  #nextMeasured = 1;

  /** Derives again what each later `put` of orders touches. */
  constructor(orders: OrderTable) {
    this.orders = orders;
    this.#derivation = new TradeDerivation(orders);
    const { table } = this.#derivation;
    this.#list = new TradeList(this.#derivation, orders);
    this.#noted = table.cache<Map<number, number[]>>(1);
    this.#contracts = table.cache<Contract>(maxContracts);
    this.#unchanged = new UnchangedSymbols(this.#derivation);
    this.#ofStatements = {
      creation: new StatementTrades(orders, this.#derivation, 'creation'),
      execution: new StatementTrades(orders, this.#derivation, 'execution'),
    };
    orders.onPut = (row) => this.#derivation.markChanged(row);
  }

  /** Sets where orders may be missing. */
  setBreaks(breaks: readonly HistoryBreak[]): void {
    this.#derivation.setBreaks(breaks);
  }

  /** Sets the orders that could not be read. */
  setUnreadable(orders: readonly UnreadableOrder[]): void {
    this.#derivation.setUnreadable(orders);
  }

  /** Sets what the user says of the orders. */
  setWords({ settled, contractSizes }: UserWords): void {
    this.#derivation.settle(settled);
    this.#derivation.setTypedSizes(contractSizes);
  }

  /** Sets when an order was executed, as far as it was observed: the first part first, and none if it was not. `isKnown`: see `TradeDerivation.observe`. */
  observe(row: number, slices: readonly ExecutionSlice[], isKnown = false): void {
    const [first, last] = [slices[0], slices.at(-1)];
    this.#derivation.observe(row, first && last ? { from: first.from, to: last.to } : null, isKnown);
  }

  /**
   * Returns the derived trades, from which equal ones are made, in steps, between which they must not change; `null` if that is not possible now.
   * The arrays change with the trades.
   */
  image(): Steps<TableImage | null> {
    return this.#derivation.image();
  }

  /** Reads in steps what `takeImage` takes. Takes nothing itself. */
  readImage(image: TableImage): Steps<readonly Leg[]> {
    return this.#derivation.readImage(image);
  }

  /**
   * Takes the trades of an image, so that they need not be derived. All orders must have been put, and no trade derived. Returns false, and takes
   * nothing, if the image cannot be used.
   */
  takeImage(image: TableImage, legs: readonly Leg[]): boolean {
    return this.#derivation.takeImage(image, legs);
  }

  /** Must be called with the row numbers of orders that are other ones than in the image that was taken. */
  markChanged(rows: readonly number[]): void {
    for (const row of rows) this.#derivation.markChanged(row);
  }

  /** Takes trades of the archive, so that they need not be derived. All orders must have been put, and no trade derived. */
  restore(trades: readonly StoredTrade[]): void {
    this.#derivation.restore(trades);
  }

  /** See `TradeTable.takeUnsaved`. */
  takeUnsaved(lost: Iterable<number>, limit: number) {
    return this.derived().table.takeUnsaved(lost, limit);
  }

  /** Derives what has changed, in steps. Orders may be put between two steps. */
  *prepare(): Generator<void, void, void> {
    yield* this.#derivation.update();
  }

  /** Precomputes the ranks of every field in steps, so that the first sort is fast. */
  *warm(): Generator<void, void, void> {
    yield* this.prepare();
    yield* this.#derivation.table.warm();
  }

  /** True if every trade has its R multiple by these stops. */
  isMeasuredBy(stops: TradeStops): boolean {
    const { table } = this.derived();
    return this.#stops === stops && this.#nextMeasured > table.size && table.unmeasured?.size === 0;
  }

  /**
   * Sets the R multiples (docs/trades.md 12) in steps: of all trades, and with the same stops of those that have changed. Calls may run at the
   * same time. Returns true if a multiple has changed.
   */
  *measure(stops: TradeStops): Generator<void, boolean, void> {
    const { table } = this.derived();
    if (this.#stops !== stops) {
      // No trade has a multiple before the first stop.
      this.#nextMeasured = this.#stops === null && stops.isEmpty ? table.size + 1 : 1;
      table.unmeasured ??= new Set();
      this.#stops = stops;
    }
    let [count, hasChanged] = [0, false];
    for (const number of this.#unmeasured(table)) {
      const trade = stops.isEmpty ? null : table.measurable(number);
      const multiple = trade && multipleOf(trade, stops.stopOf(trade));
      if (table.has(number) && table.setMultiple(number, multiple)) {
        table.changed();
        hasChanged = true;
      }
      if (++count % measuredPerStep === 0) yield;
      // Another call has begun with newer stops.
      if (this.#stops !== stops) break;
    }
    return hasChanged;
  }

  /** Takes the trades that are not measured. */
  *#unmeasured(table: TradeTable): Generator<number, void, void> {
    while (this.#nextMeasured <= table.size) yield this.#nextMeasured++;
    for (const number of table.unmeasured ?? []) {
      table.unmeasured?.delete(number);
      yield number;
    }
  }

  /** See `Table.prepareSelection`. */
  *prepareSelection(query: PreparedTradeQuery): Generator<void, void, void> {
    yield* this.prepare();
    yield* this.#derivation.table.prepareSelection(query);
  }

  /** Derives in steps what a statement needs. */
  *prepareStatement(basis: StatementBasis): Generator<void, void, void> {
    yield* this.prepare();
    yield* this.#ofStatements[basis].update();
  }

  /** The trades of statements, as the orders are now. */
  ofStatements(basis: StatementBasis): StatementTrades {
    finish(this.prepareStatement(basis));
    return this.#ofStatements[basis];
  }

  /** The basis of a statement whose basis the user has not chosen (docs/statement.md 1). */
  usualBasis(): StatementBasis {
    const { timeOrder, columns } = this.orders;
    const { toOf } = this.#derivation.intervals.read();
    let [seen, executed] = [0, 0];
    for (const row of timeOrder.read()) {
      if (!(columns.filledQuantity.keyAt(row) > 0)) continue;
      const isSeen = this.#derivation.intervals.isObserved(row);
      if (!isSeen && Number.isFinite(toOf(row))) continue;
      if (isSeen) seen++;
      if (++executed === observedForBasis.of) break;
    }
    const { least, percent } = observedForBasis;
    return executed >= least && seen * 100 >= executed * percent ? 'execution' : 'creation';
  }

  /** The trades as the orders are now. */
  derived(): TradeDerivation {
    finish(this.prepare());
    const noteVersion = this.orders.tradeNotes.version;
    if (this.#noteVersion !== noteVersion) this.#derivation.table.changed();
    this.#noteVersion = noteVersion;
    return this.#derivation;
  }

  /** Returns the numbers of the selected trades, sorted. Throws a RangeError if this machine does not know the zone. */
  select(query: TradeQuery): Uint32Array {
    return this.derived().table.select(query);
  }

  trade(number: number): Trade {
    return this.#derivation.table.trade(number);
  }

  /** Number of the trade of each order, by row number; 0 for an order that does not count. */
  tradesOfOrders(): Uint32Array {
    const derivation = this.derived();
    return Uint32Array.from({ length: this.orders.size + 1 }, (_, row) => derivation.tradeOf(row));
  }

  /** Number of the trade that an order belongs to; 0 if the order does not count. */
  tradeOf(row: number): number {
    return this.derived().tradeOf(row);
  }

  /** Row number of a trade's first order. */
  firstOrderOf(trade: number): number {
    return uint32At(this.#derivation.table.firstRows, trade);
  }

  idOfFirstOrder(trade: number): string {
    return this.orders.columns.id.textOf(this.firstOrderOf(trade));
  }

  /** IDs of the orders with which the notes on a trade are stored, the oldest first (docs/trades.md 10). */
  notedOrders(trade: number): string[] {
    const derivation = this.derived();
    const rows = this.#noted.getOrCompute('', () => this.#groupNoted()).get(trade) ?? [];
    if (rows.length > 1) rows.sort((a, b) => derivation.compareOrders(a, b));
    return rows.map((row) => this.orders.columns.id.textOf(row));
  }

  /** Row numbers of a trade's orders, the oldest first. */
  ordersOf(trade: number): Uint32Array {
    return this.#derivation.ordersOf(trade);
  }

  /** Size of the position after each order of a trade; `null` for an `unplaced` one. */
  sizesOf(trade: number): Decimal[] | null {
    return this.#derivation.sizesOf(trade)?.map(({ units, places }) => decimalOfUnits(units, places)) ?? null;
  }

  /** The size of a symbol's contract, as its latest trades show it, or as the user has typed it (docs/trades.md 7). */
  contractSize(named: string): ContractSize {
    return resultOf(this.readContractSize(named));
  }

  /** The same in steps, between which the trades must not change. */
  *readContractSize(named: string): Steps<ContractSize> {
    const symbol = this.orders.nameOf(named);
    const contract = yield* this.#readContract(symbol);
    contract.size ??= yield* this.#sizeOf(symbol, contract);
    return contract.size;
  }

  *#readContract(symbol: string): Steps<Contract> {
    const derivation = this.derived();
    const { version } = derivation.table;
    const contract = this.#contracts.get(symbol) ?? (yield* this.#readUnlessKnown(symbol));
    return version === derivation.table.version ? this.#contracts.getOrCompute(symbol, () => contract) : contract;
  }

  #readUnlessKnown(symbol: string): Steps<Contract> {
    const derivation = this.derived();
    const legs = derivation.legsOf(symbol);
    const basis = JSON.stringify([derivation.method(), derivation.typedSize(symbol)]);
    const readPeriods = this.#readPeriods.bind(this);
    return this.#unchanged.getOrCompute(symbol, legs, basis, function* () {
      return { periods: yield* readPeriods(symbol), size: null };
    });
  }

  *#sizeOf(symbol: string, { periods }: Contract): Steps<ContractSize> {
    const derivation = this.derived();
    const { times } = derivation.table;
    const [observed] = periods;
    const ranges = new Map(periods.map((period) => [period, rangeOf(period)]));
    const rangeAt = (trade: number) => ranges.get(periodAt(periods, float64At(times, trade))) ?? null;
    const typed = derivation.typedSize(symbol);
    return {
      ...observed,
      typed: typed === null ? null : { size: typed, contradicts: observed.size !== typed },
      pnl: yield* agreementOf(this.orders, derivation, symbol, rangeAt),
    };
  }

  *#readPeriods(symbol: string): Steps<Contract['periods']> {
    const derivation = this.derived();
    const [latest, ...earlier] = yield* contractSizesOf(this.orders, derivation, symbol);
    const typed = derivation.typedSize(symbol);
    const isIn = ({ from, to }: SizePeriod, size: Decimal) =>
      from === null || to === null || (compareDecimals(from, size) <= 0 && compareDecimals(to, size) >= 0);
    if (typed === null || !isIn(latest, typed)) return [latest, ...earlier];
    return [{ ...latest, size: typed, from: typed, to: typed }, ...earlier];
  }

  /** Returns the size of a symbol's contract in trades by their opening, as a number; NaN if it cannot be told. */
  sizesOver(symbol: string): (openedAt: Timestamp) => number {
    return resultOf(this.readSizesOver(symbol));
  }

  /** The same in steps, between which the trades must not change. */
  *readSizesOver(symbol: string): Steps<(openedAt: Timestamp) => number> {
    const { periods } = yield* this.#readContract(symbol);
    const sizes = periods.map(({ size, since }) => ({
      since: since ?? Number.NEGATIVE_INFINITY,
      size: isTold(size) ? Number(size) : Number.NaN,
    }));
    return (openedAt) => sizes.find(({ since }) => openedAt >= since)?.size ?? Number.NaN;
  }

  #symbolOf(trade: number): string {
    return this.#derivation.table.columns.symbol.textOf(trade) ?? '';
  }

  /** The cost method that the PnL of the orders shows, and how many orders speak for each. */
  costMethod(): { method: CostMethod | null; average: number; fifo: number } {
    const counts = this.derived().methodCounts();
    return { method: methodOf(counts), ...counts };
  }

  /** True if the PnL of a trade agrees with its prices; `null` if that is unknown. */
  pnlFits(trade: number): boolean | null {
    this.derived();
    const { periods } = resultOf(this.#readContract(this.#symbolOf(trade)));
    const { size } = periodAt(periods, float64At(this.#derivation.table.times, trade));
    return isTold(size) ? pnlFits(this.orders, this.#derivation, trade, size) : null;
  }

  /** True if a position was open at a time. `side`: `null` for either one. */
  wasOpen({ symbol, marginMode, side, at }: PositionMoment): boolean {
    const { legs, table } = this.derived();
    const { columns } = this.orders;
    const name = this.orders.nameOf(symbol);
    return legs.some(
      (leg) =>
        columns.symbol.valueOf(leg.symbol) === name &&
        columns.marginMode.valueOf(leg.marginMode) === marginMode &&
        (side === null || positionSides[leg.side] === side) &&
        leg.trades.some(
          // The comparison is false for the NaN of an open trade.
          (trade) => float64At(table.times, trade) <= at && !(table.columns.closedAt.keyAt(trade) <= at),
        ),
    );
  }

  /** See `TradeList.summarize`. */
  summarize(
    filter: TradeFilter,
    zone: string,
    now: Timestamp,
    fees: RowFees | null = null,
  ): Omit<TradeSummary, 'version'> {
    this.derived();
    return this.#list.summarize(filter, zone, now, fees);
  }

  /** See `TradeList.results`. */
  resultSteps(
    filter: TradeFilter,
    zone: string,
    now: Timestamp,
    wanted?: string,
    fees: RowFees | null = null,
  ): Steps<Omit<TradeResults, 'version'>> {
    this.derived();
    return this.#list.results(filter, zone, now, wanted, fees);
  }

  /** The same in one step. */
  results(...query: Parameters<Trades['resultSteps']>): Omit<TradeResults, 'version'> {
    return resultOf(this.resultSteps(...query));
  }

  /** Open positions, by symbol. */
  positions(): Position[] {
    return resultOf(this.readPositions());
  }

  /** The same in steps, between which the trades must not change. */
  *readPositions(): Steps<Position[]> {
    const derivation = this.derived();
    const open: Position[] = [];
    for (const [index, leg] of derivation.legs.entries()) {
      if (index % legsPerStep === legsPerStep - 1) yield;
      const held = openPosition(this.orders, derivation, leg);
      if (held !== null) open.push(this.#positionOf(held, this.orders.columns.symbol));
    }
    return sortedPositions(open);
  }

  /** Orders after which a position may be open, or closed, that is not said to be, the newest first (docs/trades.md 4.1). */
  doubts(): OrderDoubt[] {
    return currentDoubts(this.orders, this.derived());
  }

  /** Positions that the orders before a moment leave open, by symbol. */
  positionsAt(moment: Timestamp, basis: StatementBasis): Position[] {
    const trades = this.ofStatements(basis);
    return sortedPositions(
      Array.from(trades.legs).flatMap((own) => {
        const held = positionAt(trades, own, moment);
        return held === null ? [] : [this.#positionOf(held, this.orders.sentSymbol)];
      }),
    );
  }

  /** `symbol`: the column of which the symbols of the legs are codes. */
  #positionOf({ leg, first, since, quantity, entry, reasons }: HeldPosition, symbol: CodeColumn): Position {
    const { id, marginMode } = this.orders.columns;
    // The columns hold what the exchange client has read.
    const mode = marginMode.valueOf(leg.marginMode) as MarginMode;
    return {
      symbol: symbol.valueOf(leg.symbol) ?? '',
      marginMode: mode,
      side: positionSides[leg.side] as PositionSide,
      quantity: decimalOfUnits(quantity.units, quantity.places),
      entryPrice: entry && decimalOfUnits(entry.units, entry.places),
      since,
      trade: `${mode}:${id.textOf(first)}`,
      incomplete: reasonsOf(reasons),
    };
  }

  #groupNoted(): Map<number, number[]> {
    const rowsOf = Map.groupBy(this.orders.tradeNotes.rows, (row) => this.#derivation.tradeOf(row));
    // An order that does not count any longer belongs to no trade.
    rowsOf.delete(0);
    return rowsOf;
  }
}

/** Sorts by symbol, then isolated before cross, then long before short. */
function sortedPositions(open: readonly Position[]): Position[] {
  const ranks = rankTexts(open.map(sortKey));
  return Array.from(open.keys())
    .sort((a, b) => float64At(ranks, a) - float64At(ranks, b))
    .map((at) => open[at] as Position);
}

function sortKey({ symbol, marginMode, side }: Position): string {
  return `${symbol} ${marginModes.indexOf(marginMode)} ${positionSides.indexOf(side)}`;
}

/** The size of a contract in a trade that was opened at a time. */
function periodAt(periods: Contract['periods'], openedAt: Timestamp): SizePeriod {
  return periods.find(({ since }) => since === null || openedAt >= since) ?? periods[0];
}

/** The range of a size; `null` if it cannot be told. */
function rangeOf({ size, from, to }: SizePeriod): { readonly from: number; readonly to: number } | null {
  return isTold(size) ? { from: Number(from ?? size), to: Number(to ?? size) } : null;
}
