import type { Order, PlanOrder } from '../../shared/contract/orders.ts';
import type { OrderPlan, PlanChain, PlanWindow } from '../../shared/contract/plans.ts';
import { maxChainOrders } from '../../shared/orders/history.ts';
import type { PositionSide } from '../../shared/orders/trades.ts';
import { closes } from '../../shared/risk/orphan.ts';
import { clockErrorMs, hasTermsOf, isExecuted, longestUnseenMs, placingWindow } from '../plans/plan-chain.ts';
import type { HistoryStore } from '../store/history-store.ts';
import type { Trades } from '../trades/trades.ts';
import type { Archive } from './archive.ts';
import { withNotes } from './noted-rows.ts';
import type { Answers } from './protocol.ts';
import { notedTrade } from './trade-answers.ts';

/** Most rows of a symbol that are compared with a plan order. With more, nothing is inferred. */
const maxCompared = 2000;
/** Longest time (ms) in which the end of a failed plan order is known closely enough to say what surrounded it. */
const maxAroundMs = 120_000;

/** Returns the answers about what became of plan orders. */
export function planAnswers({ use, keepFresh, savePlanLives }: Archive) {
  return {
    readPlanOutcomes({ filter, zone }, now) {
      keepFresh('plan-history');
      return use(async ({ store, lists }) => {
        const { rows } = lists['plan-history'];
        const index = await rows.index();
        return { ...index.planOutcomes(filter, zone, store.exchangeTime(now)), version: rows.version };
      });
    },
    readPlanChain({ key }) {
      savePlanLives();
      keepFresh('order-history');
      return use(async ({ store, lists }) => {
        const plan = store.row('plan-history', key);
        if (plan === null) return null;
        const window = placingWindow(
          plan,
          store.read(({ lives }) => lives.life(key)),
        );
        const trades = await lists['order-history'].rows.trades();
        return { window, orders: ordersOf(store, trades, plan, window), around: aroundOf(store, trades, plan, window) };
      });
    },
    readOrderPlans({ keys }) {
      savePlanLives();
      return use(({ store }) => keys.flatMap((key) => planOf(store, key) ?? []));
    },
  } satisfies Partial<Answers>;
}

function ordersOf(store: HistoryStore, trades: Trades, plan: PlanOrder, window: PlanWindow): PlanChain['orders'] {
  if (!isExecuted(plan)) return [];
  return withNotes(store, 'order', placedBy(store, plan, window).slice(0, maxChainOrders)).map((order) => {
    const number = store.numberOf('order-history', order.key);
    const trade = number === null ? 0 : trades.tradeOf(number);
    return {
      order,
      trade: trade === 0 ? null : notedTrade(store, trades, trade),
      execution: store.executionOf(order.key),
    };
  });
}

/** Returns the orders that an executed plan order may have placed. */
function placedBy(store: HistoryStore, plan: PlanOrder, window: PlanWindow): Order[] {
  const rows = store.read(({ lists }) => lists['order-history'].rows.createdBetween(plan, window, maxCompared));
  return rows.length === maxCompared ? [] : rows.filter((order) => hasTermsOf(order, plan));
}

function aroundOf(store: HistoryStore, trades: Trades, plan: PlanOrder, window: PlanWindow): PlanChain['around'] {
  if (plan.status !== 'failed' || !window.isSeen || window.to - window.from > maxAroundMs) return null;
  const orders = store.read(({ lists }) => lists['order-history'].rows.createdBetween(plan, window, maxChainOrders));
  const closable = plan.side && closes[plan.side];
  const wasOpen = (side: PositionSide): boolean =>
    trades.wasOpen({ symbol: plan.symbol, marginMode: plan.marginMode, side, at: window.to });
  return {
    orders: withNotes(store, 'order', orders),
    couldClose: closable !== null && wasOpen(closable),
    couldAdd: closable !== null && wasOpen(closable === 'long' ? 'short' : 'long'),
  };
}

/** Returns the plan order that has probably placed an order: the only one that may have, which may have placed no other. */
function planOf(store: HistoryStore, key: string): OrderPlan | null {
  const order = store.row('order-history', key);
  if (order === null) return null;
  const { createdAt } = order;
  const ended = store.read(({ lives }) =>
    lives.endedWithin({ from: createdAt - clockErrorMs, to: createdAt + clockErrorMs }),
  );
  const unseen = store.read(({ lists }) =>
    lists['plan-history'].rows.createdBetween(order, { from: createdAt - longestUnseenMs, to: createdAt }, maxCompared),
  );
  const plans = new Map<string, PlanOrder>();
  for (const plan of [...ended.flatMap((each) => store.row('plan-history', each) ?? []), ...unseen]) {
    if (isExecuted(plan) && hasTermsOf(order, plan)) plans.set(plan.key, plan);
  }
  const found = [...plans.values()].flatMap((plan) => {
    const window = placingWindow(
      plan,
      store.read(({ lives }) => lives.life(plan.key)),
    );
    const isIn = createdAt >= window.from && createdAt <= window.to;
    return isIn ? { plan, window, orders: placedBy(store, plan, window) } : [];
  });
  const seen = found.filter(({ window }) => window.isSeen);
  const [only, ...others] = seen.length > 0 ? seen : found;
  if (!only || others.length > 0 || only.orders.length !== 1) return null;
  const [plan] = withNotes(store, 'plan', [only.plan]);
  return plan ? { order: key, plan, isSeen: only.window.isSeen } : null;
}
