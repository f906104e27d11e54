import type { Trade } from '../../shared/contract/trades.ts';
import { OrderglassError } from '../../shared/errors.ts';
import type { HistoryStore } from '../store/history-store.ts';
import type { TradeList } from '../trades/trade-list.ts';
import type { IndexedList } from './indexed-list.ts';
import { makeStatement } from './make-statement.ts';
import { tradeNote, withNotes } from './noted-rows.ts';
import type { CallHandlers } from './protocol.ts';

type TradeCall =
  | 'tradeWindow'
  | 'selectTrades'
  | 'tradeRows'
  | 'summarizeTrades'
  | 'tradeResults'
  | 'tradeOrders'
  | 'positions'
  | 'contractSize'
  | 'statement';

/** Orders and their store, while the database is open. */
export interface OpenOrders {
  readonly store: HistoryStore;
  readonly rows: IndexedList<'order-history'>;
  /** See `Selection`. */
  readonly generation: number;
}

/** Returns the handlers of the calls about trades. `use`: runs a call on the open database. */
export function tradeCalls(
  use: <Result>(work: (open: OpenOrders) => Promise<Result>) => Promise<Result>,
): Pick<CallHandlers, TradeCall> {
  return {
    tradeWindow: ({ query, from, count, anchor }) =>
      use(async ({ store, rows }) => {
        const trades = await rows.trades();
        const numbers = trades.select(query);
        const order = anchor === null ? null : store.numberOf('order-history', anchor);
        const position = order === null ? -1 : numbers.indexOf(trades.tradeOf(order));
        return {
          rows: Array.from(numbers.subarray(from, from + count), (number) => notedTrade(store, trades, number)),
          total: numbers.length,
          version: rows.version,
          anchor: position < 0 ? null : position,
        };
      }),
    selectTrades: ({ query }) =>
      use(async ({ rows, generation }) => {
        const trades = await rows.trades();
        return { numbers: trades.select(query).map((number) => trades.firstOrderOf(number)), generation };
      }),
    tradeRows: ({ numbers, generation }) =>
      use(async ({ store, rows, generation: current }) => {
        if (generation !== current) throw new OrderglassError('storage-failed', 'the history was reset meanwhile');
        const trades = await rows.trades();
        return numbers
          .map((order) => trades.tradeOf(order))
          .flatMap((number) => (number === 0 ? [] : notedTrade(store, trades, number)));
      }),
    summarizeTrades: ({ filter, zone, now }) =>
      use(async ({ rows }) => {
        const trades = await rows.trades();
        return { ...trades.summarize(filter, zone, now), version: rows.version };
      }),
    tradeResults: ({ filter, zone, now, quote }) =>
      use(async ({ rows }) => {
        const trades = await rows.trades();
        return { ...trades.results(filter, zone, now, quote ?? undefined), version: rows.version };
      }),
    tradeOrders: ({ key, from, count }) =>
      use(async ({ store, rows }) => {
        const trades = await rows.trades();
        const { version } = rows;
        const order = store.numberOf('order-history', key);
        const number = order === null ? 0 : trades.tradeOf(order);
        if (number === 0) return { version, trade: null, pnlFits: null, orders: [] };
        const sizes = trades.sizesOf(number);
        const numbers = [...trades.ordersOf(number).subarray(from, from + count)];
        const orders = withNotes(store, 'order', store.rows('order-history', numbers));
        return {
          version,
          trade: notedTrade(store, trades, number),
          pnlFits: trades.pnlFits(number),
          orders: orders.map((row, place) => ({ order: row, size: sizes?.[from + place] ?? null })),
        };
      }),
    contractSize: ({ symbol }) =>
      use(async ({ rows }) => {
        const trades = await rows.trades();
        return { ...trades.contractSize(symbol), version: rows.version };
      }),
    statement: (query) => use(({ store, rows }) => makeStatement(store, rows, query)),
    positions: ({ moments }) =>
      use(async ({ rows }) => {
        const trades = await rows.trades();
        return {
          version: rows.version,
          positions: trades.positions(),
          wereOpen: moments.map(({ symbol, marginMode, at }) => trades.wasOpen(symbol, marginMode, at)),
        };
      }),
  };
}

/** Returns a trade with the user's note on it. */
function notedTrade(store: HistoryStore, trades: TradeList, number: number): Trade {
  const note = tradeNote(store, trades, number);
  const trade = trades.trade(number);
  return note === '' ? trade : { ...trade, note };
}
