import type { WindowQuery } from '../../shared/contract/history.ts';
import type { HistoryWindow } from '../../shared/contract/lists.ts';
import type { Noted } from '../../shared/contract/notes.ts';
import type { HistoryList } from '../../shared/orders/history.ts';
import type { Timestamp } from '../../shared/values/domain.ts';
import type { HistoryRows } from '../rows.ts';
import { feesOfOrders } from '../trades/turnover.ts';
import type { Archive } from './archive.ts';
import type { Answers } from './protocol.ts';

const maxUnreadable = 1000;

/** Returns the answers about the rows of both lists. */
export function historyAnswers({ use, keepFresh, savePlanLives }: Archive) {
  function readWindow<List extends HistoryList>(
    list: List,
    { filter, sort, zone, ...part }: WindowQuery,
    now: Timestamp,
  ): Promise<HistoryWindow<HistoryRows[List] & Noted>> {
    keepFresh(list);
    return use(({ store, lists }) =>
      lists[list].rows.window({ filter, sort, zone, now: store.exchangeTime(now) }, part),
    );
  }

  return {
    readOrderHistory: (question, now) => readWindow('order-history', question, now),
    readPlanHistory: (question, now) => readWindow('plan-history', question, now),
    summarizeHistory: ({ list, filter, zone, rates }, computerNow) =>
      use(async ({ store, lists }) => {
        const { rows } = lists[list];
        const now = store.exchangeTime(computerNow);
        // Plan orders have no PnL.
        if (rates === undefined || list === 'plan-history')
          return rows.askIndex(function* (index) {
            return { ...(yield* index.summarySteps(filter, zone, now)), version: rows.version };
          });
        return rows.askTrades(function* (trades) {
          const fees = yield* feesOfOrders(trades, rates);
          return { ...(yield* trades.orders.summarySteps(filter, zone, now, fees)), version: rows.version };
        });
      }),
    readResults: ({ filter, zone, quote, rates }, computerNow) => {
      keepFresh('order-history');
      return use(async ({ store, lists }) => {
        const { rows } = lists['order-history'];
        const now = store.exchangeTime(computerNow);
        if (rates === undefined)
          return rows.askIndex(function* (index) {
            return { ...(yield* index.resultSteps(filter, zone, now, quote)), version: rows.version };
          });
        return rows.askTrades(function* (trades) {
          const fees = yield* feesOfOrders(trades, rates);
          return { ...(yield* trades.orders.resultSteps(filter, zone, now, quote, fees)), version: rows.version };
        });
      });
    },
    readHistoryChoices: ({ list }) =>
      use(async ({ lists }) => {
        const { rows } = lists[list];
        return { ...(await rows.index()).choices(), version: rows.version };
      }),
    readRowChanges: ({ list, key }) => use(({ store }) => store.changes(list, key)),
    readOrderExecution: ({ key }) => use(({ store }) => store.executionOf(key)),
    readOrdersByKey: ({ keys }) =>
      use(({ store }) => ({
        latest: store.read(({ lists }) => lists['order-history'].rows.newest(1, 0))[0] ?? null,
        found: store.read(({ lists }) =>
          lists['order-history'].rows.rows(keys.flatMap((key) => store.numberOf('order-history', key) ?? [])),
        ),
      })),
    readUnreadableRows: ({ list }) =>
      use(({ store }) => store.read(({ lists }) => lists[list].unreadable.latest(maxUnreadable))),
    readPlanLife({ key }) {
      savePlanLives();
      return use(({ store }) => store.planLife(key));
    },
    readLastPlans() {
      savePlanLives();
      return use(({ store }) => {
        const { lives, watchedUntil } = store.read(({ lives }) => lives.open());
        return { plans: lives.map(({ plan }) => plan), at: watchedUntil };
      });
    },
  } satisfies Partial<Answers>;
}
