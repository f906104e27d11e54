import type { Trade } from '../../shared/contract/trades.ts';
import type { Rates } from '../../shared/orders/fees.ts';
import { positionRiskOf } from '../positions/position-risk.ts';
import type { HistoryStore } from '../store/history-store.ts';
import type { Steps } from '../table/steps.ts';
import type { PreparedTradeQuery } from '../trades/trade-list.ts';
import type { Trades } from '../trades/trades.ts';
import { feesOfTrade, feesOfTrades, statementTurnovers } from '../trades/turnover.ts';
import type { Archive } from './archive.ts';
import type { IndexedList } from './indexed-list.ts';
import { makeStatement } from './make-statement.ts';
import { tradeNote, withNotes } from './noted-rows.ts';
import type { Answers } from './protocol.ts';
import { tradePicture } from './trade-picture.ts';

const unsorted = { sort: [] };

interface OpenOrders {
  readonly store: HistoryStore;
  /** The orders of which the trades consist. */
  readonly rows: IndexedList<'order-history'>;
}

interface OpenTrades extends OpenOrders {
  readonly trades: Trades;
}

/** Returns the answers about trades, positions and statements. */
export function tradeAnswers({ use, keepFresh, savePlanLives, statusOf }: Archive) {
  function withOrders<Result>(work: (open: OpenOrders) => Promise<Result>): Promise<Result> {
    keepFresh('order-history');
    return use(
      ({
        store,
        lists: {
          'order-history': { rows },
        },
      }) => work({ store, rows }),
    );
  }

  function useTrades<Result>(work: (open: OpenTrades) => Result | Promise<Result>): Promise<Result> {
    return withOrders(async ({ store, rows }) => work({ store, rows, trades: await rows.trades() }));
  }

  /** Answers in turns: see `IndexedList.askTrades`. */
  function askTrades<Result>(
    question: (open: OpenTrades) => Steps<Result>,
    query?: PreparedTradeQuery,
  ): Promise<Result> {
    return withOrders(({ store, rows }) => rows.askTrades((trades) => question({ store, rows, trades }), query));
  }

  return {
    readTrades: ({ filter, sort, zone, from, count, anchor, rates }, now) =>
      askTrades(
        function* ({ store, rows, trades }) {
          const query = { filter, sort, zone, now: store.exchangeTime(now) };
          yield* trades.prepareSelection(query);
          const numbers = trades.select(query);
          const order = anchor === undefined ? null : store.numberOf('order-history', anchor);
          const position = order === null ? -1 : numbers.indexOf(trades.tradeOf(order));
          return {
            rows: yield* tradeRows(store, trades, [...numbers.subarray(from, from + count)], rates),
            total: numbers.length,
            version: rows.version,
            anchor: position < 0 ? null : position,
          };
        },
        { sort },
      ),
    summarizeTrades: ({ filter, zone, rates }, now) =>
      askTrades(function* ({ store, rows, trades }) {
        const fees = rates === undefined ? null : yield* feesOfTrades(trades, rates);
        const at = store.exchangeTime(now);
        yield* trades.prepareSelection({ filter, ...unsorted, zone, now: at });
        return { ...trades.summarize(filter, zone, at, fees), version: rows.version };
      }, unsorted),
    readTradeResults: ({ filter, zone, quote, rates }, now) =>
      askTrades(function* ({ store, rows, trades }) {
        const fees = rates === undefined ? null : yield* feesOfTrades(trades, rates);
        const results = yield* trades.resultSteps(filter, zone, store.exchangeTime(now), quote, fees);
        return { ...results, version: rows.version };
      }, unsorted),
    readTradeOrders: ({ key, from, count }) =>
      useTrades(({ store, rows: { version }, trades }) => {
        const order = store.numberOf('order-history', key);
        const number = order === null ? 0 : trades.tradeOf(order);
        if (number === 0) return { version, trade: null, pnlFits: null, orders: [] };
        const sizes = trades.sizesOf(number);
        const numbers = [...trades.ordersOf(number).subarray(from, from + count)];
        const orders = withNotes(
          store,
          'order',
          store.read(({ lists }) => lists['order-history'].rows.rows(numbers)),
        );
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
        return number === 0
          ? null
          : { version: rows.version, ...tradePicture(store, trades, stops, number, store.exchangeTime(now)) };
      });
    },
    readTurnover: ({ zone, ...span }) =>
      askTrades(function* ({ rows, trades }) {
        return { turnovers: yield* statementTurnovers(trades, span, zone), version: rows.version };
      }),
    readStatement: (question) => {
      keepFresh('order-history');
      return use(({ store, lists }) => makeStatement(store, lists['order-history'].rows, question));
    },
    readPositionRisk: (question, now) =>
      askTrades(({ store, rows: { version }, trades }) =>
        positionRiskOf({ store, trades, version, state: statusOf('order-history') }, question, store.exchangeTime(now)),
      ),
  } satisfies Partial<Answers>;
}

/** Returns trades with the user's notes on them, and with their fees if there are rates. */
export function* tradeRows(
  store: HistoryStore,
  trades: Trades,
  numbers: readonly number[],
  rates: Rates | undefined,
): Steps<Trade[]> {
  const feesOf = rates && feesOfTrade(trades, rates);
  const rows: Trade[] = [];
  for (const number of numbers) {
    const trade = notedTrade(store, trades, number);
    rows.push(feesOf ? { ...trade, fees: feesOf(number) } : trade);
    // Fees need the size of a contract.
    if (feesOf) yield;
  }
  return rows;
}

/** Returns a trade with the user's note on it. */
export function notedTrade(store: HistoryStore, trades: Trades, number: number): Trade {
  const note = tradeNote(store, trades, number);
  const trade = trades.trade(number);
  return note === '' ? trade : { ...trade, note };
}
