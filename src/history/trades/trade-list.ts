import type { TradeResults } from '../../shared/contract/results.ts';
import type { TradeFilter, TradeQuoteSummary, TradeSummary } from '../../shared/contract/trades.ts';
import { quoteOf } from '../../shared/market/symbols.ts';
import type { TradeSortField } from '../../shared/orders/trades.ts';
import { localHours } from '../../shared/time/days.ts';
import type { Timestamp } from '../../shared/values/domain.ts';
import { uintAt } from '../../shared/values/elements.ts';
import type { OrderTable } from '../orders/list-table.ts';
import { keepRows, type RowMask } from '../table/row-mask.ts';
import type { Steps } from '../table/steps.ts';
import type { PreparedQuery, TableQuery } from '../table/table.ts';
import type { RowFees } from '../table/turnover-sums.ts';
import { type ClosedTrades, resultsOfTrades, summarizeTrades } from './trade-results.ts';
import type { TradeTable } from './trade-table.ts';

/** Cached results: mostly their days, at most 1 MB each for 30 years. */
const maxResults = 6;

/** Of a list without trades. */
const emptySummary: TradeQuoteSummary = {
  quote: '',
  closed: { quote: '', sum: '0', wins: 0, losses: 0, zeros: 0, winRate: null, average: null, best: null, worst: null },
  open: { trades: 0, sum: '0' },
  incomplete: { trades: 0, sum: '0' },
};

export type TradeQuery = TableQuery<TradeFilter, TradeSortField>;
export type PreparedTradeQuery = PreparedQuery<TradeFilter, TradeSortField>;

const byClosingTime: TradeQuery['sort'] = [{ field: 'closedAt', direction: 'ascending' }];

interface TradeSource {
  readonly table: TradeTable;
  /** Number of the trade that an order belongs to; 0 if the order does not count. */
  tradeOf(row: number): number;
}

/** Trades that are current, of an account or of a joint archive, with their sums and results. */
export class TradeList {
  readonly table: TradeTable;
  readonly #source: TradeSource;
  readonly #orders: OrderTable;
  readonly #results;

  constructor(source: TradeSource, orders: OrderTable) {
    this.table = source.table;
    this.#source = source;
    this.#orders = orders;
    this.#results = this.table.cache<Omit<TradeResults, 'version'>>(maxResults);
  }

  /** Throws a RangeError if this machine does not know the zone. */
  summarize(
    filter: TradeFilter,
    zone: string,
    now: Timestamp,
    fees: RowFees | null = null,
  ): Omit<TradeSummary, 'version'> {
    return summarizeTrades(this.table, this.table.mask(filter, zone, now), fees);
  }

  /**
   * Returns the results of one quote currency: `quote`, or the one with the most trades if no filtered trade has it. `fees`: those of the trades;
   * `null` without rates. No trade may change between two steps. Throws a RangeError if this machine does not know the zone.
   */
  *results(
    filter: TradeFilter,
    zone: string,
    now: Timestamp,
    wanted?: string,
    fees: RowFees | null = null,
  ): Steps<Omit<TradeResults, 'version'>> {
    const { table } = this;
    const key = JSON.stringify([table.filterKey(filter, zone, now), zone, wanted, fees?.rates]);
    const known = this.#results.get(key);
    if (known !== undefined) return known;
    const mask = yield* table.maskSteps(filter, zone, now);
    const { quotes } = summarizeTrades(table, mask, fees);
    yield;
    const names = quotes.map(({ quote }) => quote);
    const summary = quotes.find(({ quote }) => quote === wanted) ?? quotes[0] ?? emptySummary;
    const local = { openingHours: table.localHours(zone).hours, hourOf: localHours(zone) };
    yield* table.prepareSelection({ sort: byClosingTime });
    yield;
    const trades = closedTrades(table, mask, summary.quote);
    yield;
    const results = {
      quotes: names,
      quote: summary.quote,
      open: summary.open,
      incomplete: summary.incomplete,
      ...(yield* resultsOfTrades(table, trades, summary.closed, local, this.#tagsByTrade(), fees)),
    };
    return this.#results.getOrCompute(key, () => results);
  }

  /** The tags of the notes on each trade that has some. */
  #tagsByTrade(): Map<number, string[]> {
    const tags = new Map<number, Set<string>>();
    for (const [tag, rows] of this.#orders.tradeNotes.tags) {
      for (const row of rows) {
        const trade = this.#source.tradeOf(row);
        const own = tags.get(trade) ?? new Set();
        tags.set(trade, own.add(tag));
      }
    }
    return new Map([...tags].map(([trade, own]) => [trade, [...own]]));
  }
}

/** Returns the closed and complete trades of a quote currency. */
function closedTrades(table: TradeTable, { bytes }: RowMask, quote: string): ClosedTrades {
  const { symbol, closedAt } = table.columns;
  const isQuote = symbol.codesWhere((name) => quoteOf(name ?? '') === quote);
  const isClosed = new Uint8Array(table.size + 1);
  const numbers = new Uint32Array(table.size);
  let count = 0;
  for (let number = 1; number <= table.size; number++) {
    if (bytes?.[number] === 0 || table.reasons[number] !== 0 || Number.isNaN(closedAt.keys[number])) continue;
    if (isQuote[uintAt(symbol.codes, number)] !== 1) continue;
    isClosed[number] = 1;
    numbers[count++] = number;
  }
  const byClosing = keepRows(table.timeOrder.read(), isClosed, count).reverse();
  table.sortRows(byClosing, byClosingTime);
  return { byNumber: numbers.subarray(0, count), byClosing };
}
