import type { Trade } from '../../shared/contract/trades.ts';
import type { Rates } from '../../shared/orders/fees.ts';
import { positionRiskOf } from '../positions/position-risk.ts';
import type { HistoryStore } from '../store/history-store.ts';
import type { TradeQuery } from '../trades/trade-list.ts';
import type { Trades } from '../trades/trades.ts';
import { feesOfTrade, feesOfTrades, statementTurnovers } from '../trades/turnover.ts';
import type { Archive } from './archive.ts';
import type { IndexedList } from './indexed-list.ts';
import { makeStatement } from './make-statement.ts';
import { tradeNote, withNotes } from './noted-rows.ts';
import type { Answers } from './protocol.ts';
import { tradePicture } from './trade-picture.ts';

const unsorted = { sort: [] };

interface OpenTrades {
  readonly store: HistoryStore;
  /** The orders of which the trades consist. */
  readonly rows: IndexedList<'order-history'>;
  readonly trades: Trades;
}

/** Returns the answers about trades, positions and statements. */
export function tradeAnswers({ use, keepFresh, savePlanLives, statusOf }: Archive) {
  /** `query`: of the selection that follows, for which the R multiples of the trades are measured. */
  function useTrades<Result>(
    work: (open: OpenTrades) => Result | Promise<Result>,
    query?: Pick<TradeQuery, 'sort'>,
  ): Promise<Result> {
    keepFresh('order-history');
    return use(
      async ({
        store,
        lists: {
          'order-history': { rows },
        },
      }) => work({ store, rows, trades: await (query === undefined ? rows.trades() : rows.measuredTrades(query)) }),
    );
  }

  return {
    readTrades: ({ filter, sort, zone, from, count, anchor, rates }, now) =>
      useTrades(
        ({ store, rows, trades }) => {
          const numbers = trades.select({ filter, sort, zone, now });
          const order = anchor === undefined ? null : store.numberOf('order-history', anchor);
          const position = order === null ? -1 : numbers.indexOf(trades.tradeOf(order));
          return {
            rows: tradeRows(store, trades, [...numbers.subarray(from, from + count)], rates),
            total: numbers.length,
            version: rows.version,
            anchor: position < 0 ? null : position,
          };
        },
        { sort },
      ),
    summarizeTrades: ({ filter, zone, rates }, now) =>
      useTrades(({ rows, trades }) => {
        const fees = rates === undefined ? null : feesOfTrades(trades, rates);
        return { ...trades.summarize(filter, zone, now, fees), version: rows.version };
      }, unsorted),
    readTradeResults: ({ filter, zone, quote, rates }, now) =>
      useTrades(({ rows, trades }) => {
        const fees = rates === undefined ? null : feesOfTrades(trades, rates);
        return { ...trades.results(filter, zone, now, quote, fees), version: rows.version };
      }, unsorted),
    readTradeOrders: ({ key, from, count }) =>
      useTrades(({ store, rows: { version }, trades }) => {
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
    readTradePicture: ({ key }, now) => {
      savePlanLives();
      return useTrades(async ({ store, rows, trades }) => {
        const stops = await rows.stops();
        const order = store.numberOf('order-history', key);
        const number = order === null ? 0 : trades.tradeOf(order);
        return number === 0 ? null : { version: rows.version, ...tradePicture(store, trades, stops, number, now) };
      });
    },
    readTurnover: ({ zone, ...span }) =>
      useTrades(({ rows, trades }) => ({ version: rows.version, turnovers: statementTurnovers(trades, span, zone) })),
    readStatement: (question) => {
      keepFresh('order-history');
      return use(({ store, lists }) => makeStatement(store, lists['order-history'].rows, question));
    },
    readPositionRisk: (question, now) =>
      useTrades(({ store, rows: { version }, trades }) =>
        positionRiskOf({ store, trades, version, state: statusOf('order-history') }, question, now),
      ),
  } satisfies Partial<Answers>;
}

/** Returns trades with the user's notes on them, and with their fees if there are rates. */
export function tradeRows(
  store: HistoryStore,
  trades: Trades,
  numbers: readonly number[],
  rates: Rates | undefined,
): Trade[] {
  const feesOf = rates && feesOfTrade(trades, rates);
  return numbers.map((number) => {
    const trade = notedTrade(store, trades, number);
    return feesOf ? { ...trade, fees: feesOf(number) } : trade;
  });
}

/** Returns a trade with the user's note on it. */
export function notedTrade(store: HistoryStore, trades: Trades, number: number): Trade {
  const note = tradeNote(store, trades, number);
  const trade = trades.trade(number);
  return note === '' ? trade : { ...trade, note };
}
