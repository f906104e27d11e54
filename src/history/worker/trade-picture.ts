import type { OpenPlan, Order } from '../../shared/contract/orders.ts';
import type { SeenLevel, Trade, TradePicture } from '../../shared/contract/trades.ts';
import { maxPictured, type PositionSide } from '../../shared/orders/trades.ts';
import { closes } from '../../shared/risk/orphan.ts';
import {
  compareDecimals,
  difference,
  quotient,
  signOf,
  withoutSign,
  withoutZero,
} from '../../shared/values/decimal.ts';
import type { Decimal, Timestamp } from '../../shared/values/domain.ts';
import type { HistoryStore } from '../store/history-store.ts';
import type { Trades } from '../trades/trades.ts';

/** Most rows of the plan history that are compared with a trade. With more, those that were not seen open are left out. */
const maxCompared = 5000;
/** Longest time (ms) between two readings of an order after which its execution between them is known closely. */
const closelyMs = 300_000;
/** Decimal places of an R multiple. */
const places = 2;

/** Returns the executions of a trade, the stops and targets that were seen while it was open, and its R multiple (docs/trades.md 12). */
export function tradePicture(
  store: HistoryStore,
  trades: Trades,
  number: number,
  now: Timestamp,
): Omit<TradePicture, 'version'> {
  const trade = trades.trade(number);
  const rows = trades.ordersOf(number);
  const sizes = trades.sizesOf(number);
  let before = Number.NEGATIVE_INFINITY;
  const orders = store.rows('order-history', [...rows.subarray(0, maxPictured)]);
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
  const stop = trade.side === null ? null : stopOf(trade, trade.side, levels);
  return {
    executions,
    levels: levels.slice(0, maxPictured),
    leftOut: rows.length - executions.length + Math.max(0, levels.length - maxPictured),
    stop,
    r: stop === null ? null : multipleOf(trade, stop),
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
  const seen = store.planStatesWithin(trade, span).flatMap(({ plan, from, to }) => levelOf(plan, side, from, to));
  const known = new Set(seen.map(({ key }) => key));
  const unseen = store.createdBetween('plan-history', trade, span, maxCompared);
  const created = unseen.length === maxCompared ? [] : unseen.filter(({ key }) => !known.has(key));
  const all = [...seen, ...created.flatMap((plan) => levelOf(plan, side, plan.createdAt, null))];
  return all.sort((a, b) => a.from - b.from);
}

type PlanTerms = Pick<OpenPlan, 'key' | 'side' | 'triggerDirection' | 'triggerPrice' | 'quantity'>;

function levelOf(
  { key, side: planSide, triggerDirection, triggerPrice, quantity }: PlanTerms,
  side: PositionSide,
  from: Timestamp,
  to: Timestamp | null,
): SeenLevel[] {
  const price = withoutZero(triggerPrice);
  if (planSide === null || closes[planSide] !== side || price === null) return [];
  if (triggerDirection !== 'falls-to' && triggerDirection !== 'rises-to') return [];
  const isStop = (triggerDirection === 'falls-to') === (side === 'long');
  return [{ key, role: isStop ? 'stop' : 'target', price, quantity, from, to }];
}

/**
 * Returns the stop of a trade: of those on the losing side of its entry, the one nearest to the entry when it was opened; if none was there
 * then, the first one after that. `null` if none was seen, or the entry is not known.
 */
function stopOf(
  { entryPrice, openedAt, openedBy, incomplete }: Trade,
  side: PositionSide,
  levels: readonly SeenLevel[],
): Decimal | null {
  if (entryPrice === null || incomplete.length > 0) return null;
  const losing = levels.filter(
    ({ role, price }) => role === 'stop' && compareDecimals(price, entryPrice) === (side === 'long' ? -1 : 1),
  );
  const opened = openedBy ?? openedAt;
  const first = losing[0];
  const near = losing.filter(({ from }) => from <= opened);
  const candidates = near.length > 0 ? near : losing.filter(({ from }) => from === first?.from);
  return candidates.reduce<Decimal | null>((nearest, { price }) => {
    if (nearest === null) return price;
    return compareDecimals(price, nearest) > 0 === (side === 'long') ? price : nearest;
  }, null);
}

/** Returns the move from the entry to the exit, in multiples of the distance from the entry to the stop; `null` for an open trade. */
function multipleOf({ state, side, entryPrice, exitPrice }: Trade, stop: Decimal): Decimal | null {
  if (state !== 'closed' || entryPrice === null || exitPrice === null) return null;
  const gain = side === 'long' ? difference(entryPrice, exitPrice) : difference(exitPrice, entryPrice);
  const risk = withoutSign(difference(stop, entryPrice));
  return signOf(risk) === 0 ? null : quotient(gain, risk, places);
}
