import type { OpenPlan, Order } from '../contract/orders.ts';
import { compareDecimals, difference, signOf } from '../values/decimal.ts';
import type { Decimal, Side, Timestamp } from '../values/domain.ts';
import { type Estimate, exactly, highestOf, lowestOf } from './estimate.ts';

/** An open plan order, or an order that has not been filled (docs/risk.md 3). */
export interface WaitingOrder {
  readonly key: string;
  readonly createdAt: Timestamp;
  /** `null`: unknown, as all values. */
  readonly side: Side | null;
  /** What an order does to a position. A plan order does not say. */
  readonly action: 'open' | 'close' | null;
  /** `null` for an order, which is not a plan order. */
  readonly trigger: Trigger | null;
  readonly isMarket: boolean;
  /** Limit of an order that is not at market. */
  readonly price: Decimal | null;
  /** Contracts that are still to be executed. */
  readonly quantity: Decimal | null;
  /** Of a plan order: they close what it opens. */
  readonly takeProfit: Decimal | null;
  readonly stopLoss: Decimal | null;
}

interface Trigger {
  readonly price: Decimal | null;
  readonly direction: OpenPlan['triggerDirection'];
  /** `unreadable`: the plan order could not be read. */
  readonly status: OpenPlan['triggerStatus'] | 'unreadable';
}

/** Returns a plan order as one that waits. */
export function waitingPlan(plan: OpenPlan): WaitingOrder {
  const { key, createdAt, side, kind, price, quantity, takeProfit, stopLoss } = plan;
  const trigger = { price: plan.triggerPrice, direction: plan.triggerDirection, status: plan.triggerStatus };
  return {
    key,
    createdAt,
    side,
    action: null,
    trigger,
    isMarket: kind === market,
    price,
    quantity,
    takeProfit,
    stopLoss,
  };
}

/** Returns a plan order that could not be read as one that waits, of which nothing is known. */
export function unreadablePlan(raw: string): WaitingOrder {
  return {
    key: raw,
    createdAt: 0,
    side: null,
    action: null,
    trigger: { price: null, direction: 'unknown:', status: 'unreadable' },
    isMarket: false,
    price: null,
    quantity: null,
    takeProfit: null,
    stopLoss: null,
  };
}

/** Returns the rest of an order that has not been filled. */
export function waitingRest(order: Order): WaitingOrder {
  const { key, createdAt, side, action, kind, price, quantity, filledQuantity } = order;
  return {
    key,
    createdAt,
    side,
    action: action === 'open' || action === 'close' ? action : null,
    trigger: null,
    isMarket: kind === market,
    price,
    quantity: quantity === null ? null : difference(filledQuantity ?? '0', quantity),
    takeProfit: null,
    stopLoss: null,
  };
}

/** The kind of an order at market, as the service names it. */
const market = 'market';

/** Why a waiting order is in no figure. */
export type UnclearReason =
  | 'unreadable'
  | 'triggered'
  | 'unknown-status'
  | 'no-side'
  | 'no-last'
  | 'no-quantity'
  | 'no-trigger'
  | 'no-direction'
  | 'no-price'
  | 'overdue'
  | 'rests';

/** A waiting order with everything that the calculations need. */
export interface ReadableOrder {
  readonly order: WaitingOrder;
  readonly side: Side;
  readonly quantity: Decimal;
  /** The price at which it fires: the trigger price, or the price of an order. */
  readonly level: Decimal;
  /** 1 if the price must rise to the level, -1 if it must fall. */
  readonly way: 1 | -1;
  /** `null` at market. */
  readonly limit: Decimal | null;
}

export function isPositive(value: Decimal | null): value is Decimal {
  return value !== null && signOf(value) > 0;
}

/** Reads a waiting order at a last price, or returns why it is in no figure. `last`: above zero. */
export function readWaiting(order: WaitingOrder, last: Decimal | null): ReadableOrder | UnclearReason {
  const { side, quantity, trigger, price, isMarket } = order;
  if (trigger?.status === 'unreadable' || trigger?.status === 'triggered') return trigger.status;
  if (trigger && trigger.status !== 'not-triggered') return 'unknown-status';
  if (side === null) return 'no-side';
  if (last === null) return 'no-last';
  if (!isPositive(quantity)) return 'no-quantity';
  if (trigger && !isPositive(trigger.price)) return 'no-trigger';
  const way = trigger ? ways.get(trigger.direction) : wayOfOrder[side];
  if (way === undefined) return 'no-direction';
  if (!isPositive(price) && !(trigger && isMarket)) return 'no-price';
  const level = trigger ? trigger.price : price;
  if (level === null || compareDecimals(level, last) * way <= 0) return 'overdue';
  return { order, side, quantity, level, way, limit: trigger && !isMarket ? price : null };
}

const ways = new Map<OpenPlan['triggerDirection'], 1 | -1>([
  ['rises-to', 1],
  ['falls-to', -1],
]);
/** A sell order waits for a higher price. */
const wayOfOrder: Record<Side, 1 | -1> = { sell: 1, buy: -1 };

/** Returns the price at which an order is filled when it fires; `null` if its limit cannot be filled at that price. */
export function fillPrice({ side, level, limit }: Pick<ReadableOrder, 'side' | 'level' | 'limit'>): Estimate | null {
  if (limit === null) return exactly(level);
  const ahead = compareDecimals(limit, level);
  if (side === 'buy' ? ahead < 0 : ahead > 0) return null;
  return { value: limit, low: lowestOf([limit, level]), high: highestOf([limit, level]) };
}

/** Compares by creation, then by the code units of the key. */
export function compareWaiting(a: WaitingOrder, b: WaitingOrder): number {
  return a.createdAt - b.createdAt || (a.key < b.key ? -1 : Number(a.key > b.key));
}
