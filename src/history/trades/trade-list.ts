import type { TradeResults } from '../../shared/contract/results.ts';
import type {
  ContractSize,
  Position,
  Trade,
  TradeFilter,
  TradeQuoteSummary,
  TradeSort,
  TradeSummary,
} from '../../shared/contract/trades.ts';
import { localHours, resolveDates, type TimeRange } from '../../shared/days.ts';
import { type Decimal, type MarginMode, marginModes, type Timestamp } from '../../shared/domain.ts';
import { compareTexts } from '../../shared/rows/text-order.ts';
import { quoteOf } from '../../shared/symbols.ts';
import { type IncompleteReason, incompleteReasons, positionSides } from '../../shared/trades.ts';
import type { CodeColumn } from '../index/code-column.ts';
import type { DecimalColumn } from '../index/decimal-column.ts';
import { decimalOfUnits } from '../index/exact-decimals.ts';
import type { OrderColumns } from '../index/list-columns.ts';
import { LocalHours } from '../index/local-hours.ts';
import { LruCache } from '../index/lru-cache.ts';
import { keepRows, type RowMask } from '../index/row-mask.ts';
import { type SortPart, sortByFields } from '../index/row-sort.ts';
import { finish } from '../index/steps.ts';
import type { HistoryBreak } from '../rows.ts';
import { type StatementContent, statementFigures } from '../statement/statement-figures.ts';
import { hashStatement, type StatementHash } from '../statement/statement-hash.ts';
import { fitsSize, observeContractSize } from './contract-size.ts';
import { positionAt } from './position-at.ts';
import { TradeIndex } from './trade-index.ts';
import { maskTrades } from './trade-mask.ts';
import { resultsOfTrades } from './trade-results.ts';
import { summarizeTrades } from './trade-summary.ts';

/** Cached filter results and selections: at most 0.5 MB and 2 MB each for 500,000 trades. */
const maxMasks = 4;
const maxSelections = 6;
/** Cached results: mostly their days, at most 1 MB each for 30 years. */
const maxResults = 6;
const maxContractSizes = 1000;
/** Trades of a symbol from which the size of its contract is observed. */
const maxPricedTrades = 1000;

/** Of a list without trades. */
const emptySummary: TradeQuoteSummary = {
  quote: '',
  closed: { quote: '', sum: '0', wins: 0, losses: 0, zeros: 0, winRate: null, average: null, best: null, worst: null },
  open: { trades: 0, sum: '0' },
  incomplete: { trades: 0, sum: '0' },
};

/** Selects trades and their order. */
export interface TradeQuery {
  filter: TradeFilter;
  /** The first field decides; each further one if the fields before it are equal. */
  sort: readonly TradeSort[];
  /** Time zone of the filter's days and hours, as an IANA name. */
  zone: string;
  /** Current time, for the date presets of the filter. */
  now: Timestamp;
}

/** The trades of all orders of a history: filters, sorts and sums them. Nothing is derived before the first call. */
export class TradeList {
  readonly #orders: OrderColumns;
  readonly #index: TradeIndex;
  readonly #masks = new LruCache<RowMask>(maxMasks);
  readonly #selections = new LruCache<Uint32Array>(maxSelections);
  readonly #results = new LruCache<Omit<TradeResults, 'version'>>(maxResults);
  readonly #contractSizes = new LruCache<Omit<ContractSize, 'version'>>(maxContractSizes);
  #localHours: LocalHours | null = null;
  #timeChanges = 0;
  #version = 0;
  #noteVersion = 0;
  /** Row numbers of the orders with notes on trades, by trade; `null` until they are needed. */
  #noted: Map<number, number[]> | null = null;

  constructor(orders: OrderColumns) {
    this.#orders = orders;
    this.#index = new TradeIndex(orders);
  }

  /** Must be called after an order has been put. */
  markChanged(row: number): void {
    this.#index.markChanged(row);
  }

  /** Sets where orders may be missing. */
  setBreaks(breaks: readonly HistoryBreak[]): void {
    this.#index.setBreaks(breaks);
  }

  /** Derives what has changed, in steps. Orders may be put between two steps. */
  *prepare(): Generator<void, void, void> {
    yield* this.#index.update();
  }

  /** Prepares every order of the trades in steps, so that the first sort by a field need not. */
  *warm(): Generator<void, void, void> {
    yield* this.prepare();
    for (const source of this.#index.columns.sources.values()) {
      yield;
      yield* source.prepare();
    }
  }

  /** Returns the numbers of the selected trades, sorted. Throws a RangeError if this machine does not know the zone. */
  select({ filter, sort, zone, now }: TradeQuery): Uint32Array {
    this.#update();
    const key = JSON.stringify([filterKey(filter, zone, now), sort]);
    return this.#selections.getOrCompute(key, () => {
      const { timeOrder, sources, sorter } = this.#index.columns;
      const { bytes, total } = this.#mask(filter, zone, now);
      const all = timeOrder.read();
      const numbers = bytes ? keepRows(all, bytes, total) : all.slice();
      const parts = sort.flatMap(({ field, direction }): SortPart[] => {
        const source = sources.get(field);
        if (source === undefined) return [];
        finish(source.prepare());
        return [{ source, direction }];
      });
      if (parts.length > 0) sortByFields(numbers, parts, sorter);
      return numbers;
    });
  }

  trade(number: number): Trade {
    const { columns } = this.#index;
    const { ids } = this.#orders;
    const word = <Word extends string>(column: CodeColumn): Word | null =>
      // The columns hold the words that `TradeIndex` puts.
      column.valueOf(column.codes[number] as number) as Word | null;
    const decimal = (column: DecimalColumn): Decimal | null => column.textOf(number);
    const whole = ({ keys }: DecimalColumn): number | null =>
      Number.isNaN(keys[number]) ? null : (keys[number] as number);
    const marginMode = word<MarginMode>(columns.marginMode) ?? 'isolated';
    return {
      key: `${marginMode}:${ids.textOf(columns.firstRows[number] as number)}`,
      symbol: word(columns.symbol) ?? '',
      marginMode,
      side: word(columns.side),
      state: word(columns.state),
      openedAt: columns.createdAt[number] as number,
      closedAt: whole(columns.closedAt),
      duration: whole(columns.duration),
      orders: whole(columns.orders) ?? 0,
      largestSize: decimal(columns.largestSize),
      openedQuantity: decimal(columns.openedQuantity),
      closedQuantity: decimal(columns.closedQuantity),
      entryPrice: decimal(columns.entryPrice),
      exitPrice: decimal(columns.exitPrice),
      pnl: decimal(columns.pnl) ?? '0',
      pnlPerContract: decimal(columns.pnlPerContract),
      leverage: decimal(columns.leverage),
      incomplete: reasonsOf(columns.reasons[number] as number),
    };
  }

  /** Number of the trade that an order belongs to; 0 if the order does not count. */
  tradeOf(row: number): number {
    this.#update();
    return this.#index.tradeOf(row);
  }

  /** Row number of a trade's first order. */
  firstOrderOf(trade: number): number {
    return this.#index.columns.firstRows[trade] as number;
  }

  idOfFirstOrder(trade: number): string {
    return this.#orders.ids.textOf(this.firstOrderOf(trade));
  }

  /** IDs of the orders with which the notes on a trade are stored, the oldest first (docs/trades.md 10). */
  notedOrders(trade: number): string[] {
    this.#update();
    this.#noted ??= this.#groupNoted();
    const rows = this.#noted.get(trade) ?? [];
    if (rows.length > 1) rows.sort((a, b) => this.#index.compareOrders(a, b));
    return rows.map((row) => this.#orders.ids.textOf(row));
  }

  /** Row numbers of a trade's orders, the oldest first. */
  ordersOf(trade: number): Uint32Array {
    return this.#index.ordersOf(trade);
  }

  /** Size of the position after each order of a trade; `null` for an `unplaced` one. */
  sizesOf(trade: number): Decimal[] | null {
    return this.#index.sizesOf(trade)?.map(({ units, places }) => decimalOfUnits(units, places)) ?? null;
  }

  /** The size of a symbol's contract, as its latest trades show it. */
  contractSize(symbol: string): Omit<ContractSize, 'version'> {
    this.#update();
    return this.#contractSizes.getOrCompute(symbol, () => {
      const { lanes } = this.#index;
      const { createdAt } = this.#index.columns;
      const latest = lanes
        .filter((lane) => this.#orders.symbol.valueOf(lane.symbol) === symbol)
        .flatMap(({ trades }) => trades.filter((trade) => this.#index.isPriced(trade)).slice(-maxPricedTrades))
        .sort((a, b) => (createdAt[b] as number) - (createdAt[a] as number) || a - b);
      return observeContractSize(latest.slice(0, maxPricedTrades).map((trade) => this.#index.pricedTrade(trade)));
    });
  }

  /** True if the PnL of a trade agrees with its prices; `null` if that is unknown. */
  pnlFits(trade: number): boolean | null {
    if (!this.#index.isPriced(trade)) return null;
    const { size } = this.contractSize(this.trade(trade).symbol);
    return size === null ? null : fitsSize(this.#index.pricedTrade(trade), size);
  }

  /** True if a position of a symbol and margin mode was open at a time. */
  wasOpen(symbol: string, marginMode: MarginMode, at: Timestamp): boolean {
    this.#update();
    const { lanes, columns } = this.#index;
    return lanes.some(
      (lane) =>
        this.#orders.symbol.valueOf(lane.symbol) === symbol &&
        this.#orders.marginMode.valueOf(lane.marginMode) === marginMode &&
        lane.trades.some(
          // The comparison is false for the NaN of an open trade.
          (trade) => (columns.createdAt[trade] as number) <= at && !((columns.closedAt.keys[trade] as number) <= at),
        ),
    );
  }

  /** Throws a RangeError if this machine does not know the zone. */
  summarize(filter: TradeFilter, zone: string, now: Timestamp): Omit<TradeSummary, 'version'> {
    this.#update();
    return summarizeTrades(this.#index.columns, this.#mask(filter, zone, now));
  }

  /**
   * Returns the results of one quote currency: `quote`, or the one with the most trades if no filtered trade has it. Throws a RangeError if this
   * machine does not know the zone.
   */
  results(filter: TradeFilter, zone: string, now: Timestamp, wanted?: string): Omit<TradeResults, 'version'> {
    this.#update();
    const key = JSON.stringify([filterKey(filter, zone, now), zone, wanted]);
    return this.#results.getOrCompute(key, () => {
      const { columns } = this.#index;
      const mask = this.#mask(filter, zone, now);
      const { quotes } = summarizeTrades(columns, mask);
      const names = quotes.map(({ quote }) => quote);
      const summary = quotes.find(({ quote }) => quote === wanted) ?? quotes[0] ?? emptySummary;
      const local = { openingHours: this.#hoursIn(zone).hours, hourOf: localHours(zone) };
      return {
        quotes: names,
        quote: summary.quote,
        open: summary.open,
        incomplete: summary.incomplete,
        ...resultsOfTrades(columns, this.#byClosing(mask, summary.quote), summary.closed, local, this.#tagsByTrade()),
      };
    });
  }

  /** Numbers of the closed and complete trades of a quote currency: by closing, then by opening, the oldest first. */
  #byClosing(mask: RowMask, quote: string): Uint32Array {
    const { timeOrder, symbol, closedAt, reasons, sorter } = this.#index.columns;
    const isQuote = symbol.codesWhere((name) => quoteOf(name ?? '') === quote);
    const newestFirst = timeOrder.read();
    const kept = new Uint32Array(newestFirst.length);
    let count = 0;
    for (let place = newestFirst.length - 1; place >= 0; place--) {
      const number = newestFirst[place] as number;
      if (mask.bytes?.[number] === 0 || reasons[number] !== 0 || Number.isNaN(closedAt.keys[number])) continue;
      if (isQuote[symbol.codes[number] as number] === 1) kept[count++] = number;
    }
    const numbers = kept.subarray(0, count);
    finish(closedAt.rankIndex.prepare());
    sortByFields(numbers, [{ source: closedAt.rankIndex, direction: 'ascending' }], sorter);
    return numbers;
  }

  /** Open positions, by symbol. */
  positions(): Position[] {
    return this.#positionsAt(Number.POSITIVE_INFINITY);
  }

  /** Derives what a statement says of the orders (docs/statement.md). */
  statement(span: TimeRange): StatementContent {
    this.#update();
    const [opening, closing] = [span.from, span.to].map((moment) => this.#positionsAt(moment)) as [
      Position[],
      Position[],
    ];
    return { ...statementFigures(this.#orders, this.#index, span), opening, closing };
  }

  /** Returns the hash of the rows of a statement in steps, between which no row may be put (docs/statement.md 5). */
  hashRows(span: TimeRange): Generator<void, StatementHash, void> {
    this.#update();
    return hashStatement(this.#orders, this.#index, span);
  }

  /** Positions as of a moment, by symbol. */
  #positionsAt(moment: Timestamp): Position[] {
    this.#update();
    const open = this.#index.lanes.flatMap((lane): Position[] => {
      const held = positionAt(this.#orders, this.#index, lane, moment);
      if (held === null) return [];
      const { quantity, entry, reasons } = held;
      const { key, symbol, marginMode, side, openedAt } = this.trade(held.trade);
      if (side === null) return [];
      return [
        {
          symbol,
          marginMode,
          side,
          quantity: decimalOfUnits(quantity.units, quantity.places),
          entryPrice: entry && decimalOfUnits(entry.units, entry.places),
          since: openedAt,
          trade: key,
          incomplete: reasonsOf(reasons),
        },
      ];
    });
    return open.sort((a, b) => compareTexts(placeOf(a), placeOf(b)));
  }

  #update(): void {
    finish(this.prepare());
    const noteVersion = this.#orders.tradeNotes.version;
    if (this.#version === this.#index.version && this.#noteVersion === noteVersion) return;
    this.#version = this.#index.version;
    this.#noteVersion = noteVersion;
    this.#noted = null;
    this.#masks.clear();
    this.#selections.clear();
    this.#results.clear();
    this.#contractSizes.clear();
  }

  /** The tags of the notes on each trade that has some. */
  #tagsByTrade(): Map<number, string[]> {
    const tags = new Map<number, Set<string>>();
    for (const [tag, rows] of this.#orders.tradeNotes.tags) {
      for (const row of rows) {
        const trade = this.#index.tradeOf(row);
        const own = tags.get(trade) ?? new Set();
        tags.set(trade, own.add(tag));
      }
    }
    return new Map([...tags].map(([trade, own]) => [trade, [...own]]));
  }

  #groupNoted(): Map<number, number[]> {
    const rowsOf = Map.groupBy(this.#orders.tradeNotes.rows, (row) => this.#index.tradeOf(row));
    // An order that does not count any longer belongs to no trade.
    rowsOf.delete(0);
    return rowsOf;
  }

  #mask(filter: TradeFilter, zone: string, now: Timestamp): RowMask {
    return this.#masks.getOrCompute(filterKey(filter, zone, now), () =>
      maskTrades(this.#index, this.#orders, filter, {
        opened: resolveDates(filter.opened, zone, now),
        closed: resolveDates(filter.closed, zone, now),
        localHours: () => this.#hoursIn(zone).hours,
      }),
    );
  }

  #hoursIn(zone: string): LocalHours {
    const { columns } = this.#index;
    if (this.#localHours?.zone !== zone || this.#timeChanges !== columns.timeChanges)
      this.#localHours = new LocalHours(zone);
    this.#timeChanges = columns.timeChanges;
    this.#localHours.update(columns.createdAt, columns.size);
    return this.#localHours;
  }
}

/** `bits`: see `reasonBits`. */
function reasonsOf(bits: number): IncompleteReason[] {
  return incompleteReasons.filter((_, bit) => (bits >> bit) % 2 === 1);
}

/** Sorts by symbol, then isolated before cross, then long before short. */
function placeOf({ symbol, marginMode, side }: Position): string {
  return `${symbol} ${marginModes.indexOf(marginMode)} ${positionSides.indexOf(side)}`;
}

/** Returns the same text for filters that keep the same trades. */
function filterKey({ opened, closed, ...rest }: TradeFilter, zone: string, now: Timestamp): string {
  const dates = [opened, closed].map((part) => resolveDates(part, zone, now)).map(({ from, to }) => [from, to]);
  return JSON.stringify([rest, String(dates), rest.weekdays || rest.hours ? zone : '']);
}
