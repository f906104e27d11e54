import type { OpenPlan, Order } from '../../shared/contract/orders.ts';
import type { SeenLevel, Trade, TradePicture } from '../../shared/contract/trades.ts';
import { maxPictured, type PositionSide } from '../../shared/orders/trades.ts';
import { withoutZero } from '../../shared/values/decimal.ts';
import type { Timestamp } from '../../shared/values/domain.ts';
import type { HistoryStore } from '../store/history-store.ts';
import { levelOf, multipleOf, type TradeStops } from '../trades/trade-stops.ts';
import type { Trades } from '../trades/trades.ts';

/** Most rows of the plan history that are compared with a trade. With more, those that were not seen open are left out. */
const maxCompared = 5000;
/** Longest time (ms) between two readings of an order after which its execution between them is known closely. */
const closelyMs = 300_000;

/** Returns the executions of a trade, the stops and targets that were seen while it was open, and its R multiple (docs/trades.md 12). */
export function tradePicture(
  store: HistoryStore,
  trades: Trades,
  stops: TradeStops | null,
  number: number,
  now: Timestamp,
): Omit<TradePicture, 'version'> {
  const trade = trades.trade(number);
  const rows = trades.ordersOf(number);
  const sizes = trades.sizesOf(number);
  let before = Number.NEGATIVE_INFINITY;
  const orders = store.read(({ lists }) => lists['order-history'].rows.rows([...rows.subarray(0, maxPictured)]));
  const executions = orders.map((order, place) => {
    const [at, isSeen] = executedAt(store, order);
    // In the sequence of the trade, no order was executed before the one before it.
    before = Math.max(before, at);
    const { key, filledQuantity: quantity, averagePrice } = order;
    const size = sizes?.[place] ?? null;
    return { key, at: before, isSeen, opens: opens(order), quantity, price: withoutZero(averagePrice), size };
  });
  const end = trade.closedAt === null ? now : Math.max(trade.closedAt, before);
  const levels = trade.side === null ? [] : levelsOf(store, trade, trade.side, end);
  const stop = stops?.stopOf(trade) ?? null;
  return {
    executions,
    levels: levels.slice(0, maxPictured),
    leftOut: rows.length - executions.length + Math.max(0, levels.length - maxPictured),
    stop,
    r: multipleOf(trade, stop),
  };
}

function opens({ action }: Order): boolean {
  return action === 'open';
}

/** Returns the earliest time of the last execution of an order, and whether it is known closely. */
function executedAt(store: HistoryStore, order: Order): [at: Timestamp, isSeen: boolean] {
  const last = store.executionOf(order.key).slices.at(-1);
  if (last !== undefined) return [last.from, last.to - last.from <= closelyMs];
  return [order.createdAt, order.kind === 'market'];
}

/** Returns the plan orders that could close the position and were there while it was open, by the time from which they were. */
function levelsOf(store: HistoryStore, trade: Trade, side: PositionSide, end: Timestamp): SeenLevel[] {
  const span = { from: trade.openedAt, to: end };
  const seen = store
    .read(({ lives }) => lives.statesWithin(trade, span))
    .flatMap(({ plan, from, to }) => levelsAs(plan, side, from, to));
  const known = new Set(seen.map(({ key }) => key));
  const unseen = store.read(({ lists }) => lists['plan-history'].rows.createdBetween(trade, span, maxCompared));
  const created = unseen.length === maxCompared ? [] : unseen.filter(({ key }) => !known.has(key));
  const all = [...seen, ...created.flatMap((plan) => levelsAs(plan, side, plan.createdAt, null))];
  return all.sort((a, b) => a.from - b.from);
}

function levelsAs(
  plan: Pick<OpenPlan, 'key' | 'side' | 'triggerDirection' | 'triggerPrice' | 'quantity'>,
  side: PositionSide,
  from: Timestamp,
  to: Timestamp | null,
): SeenLevel[] {
  const level = levelOf(plan);
  const { key, quantity } = plan;
  return level?.side === side ? [{ key, role: level.role, price: level.price, quantity, from, to }] : [];
}
