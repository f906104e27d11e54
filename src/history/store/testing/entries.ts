import type { ListEntry } from '../../../exchange/index.ts';
import type { Order, PlanOrder } from '../../../shared/contract/orders.ts';
import { blankRow } from '../../../shared/testing/blank-row.ts';
import type { MarginMode, OrderStatus, PlanStatus, Timestamp } from '../../../shared/values/domain.ts';
import type { FetchedPage } from '../../rows.ts';

export const firstTime = Date.UTC(2025, 2, 1);

export interface OrderChoices {
  marginMode?: MarginMode;
  createdAt?: Timestamp;
  symbol?: string;
  status?: OrderStatus;
  raw?: string;
}

/** An order as the exchange's client returns it. */
export function orderEntry(id: string, choices: OrderChoices = {}): { id: string; row: Order } {
  const { marginMode = 'isolated', createdAt = firstTime, symbol = 'BTC-USDT', status = 'filled' } = choices;
  const row: Order = {
    ...blankRow('order-history'),
    key: `${marginMode}:${id}`,
    id,
    marginMode,
    createdAt,
    symbol,
    type: 'buy-limit',
    side: 'buy',
    kind: 'limit',
    price: '0.00000490',
    leverage: '10',
    quantity: '12',
    raw: choices.raw ?? JSON.stringify({ order_id: id, ctime: createdAt / 1000, symbol, status }),
    status,
    action: 'open',
    filledQuantity: '12.0',
    averagePrice: null,
    pnl: '-0.10',
  };
  return { id, row };
}

export function planEntry(id: string, createdAt: Timestamp, status: PlanStatus): { id: string; row: PlanOrder } {
  const row: PlanOrder = {
    ...blankRow('plan-history'),
    key: `cross:${id}`,
    id,
    marginMode: 'cross',
    createdAt,
    symbol: 'ETH-USDT',
    type: 'trail',
    side: null,
    kind: 'trail',
    price: null,
    leverage: '5',
    quantity: '3',
    raw: JSON.stringify({ order_id: id, ctime: createdAt / 1000, implement_status: status }),
    triggerDirection: 'unknown:0',
    triggerPrice: '2500.5',
    takeProfit: null,
    stopLoss: '2400',
    status,
    filledQuantity: null,
  };
  return { id, row };
}

export function unreadableEntry(id: string | null, raw: string): ListEntry<never> {
  const unreadable = { raw, reason: 'ctime: missing' };
  return id === null ? { id, unreadable } : { id, unreadable };
}

export function orderPage(
  from: string | null,
  entries: readonly ListEntry<Order>[],
  choices: Partial<FetchedPage<'order-history'>> = {},
): FetchedPage<'order-history'> {
  return {
    list: 'order-history',
    marginMode: 'isolated',
    from,
    symbol: null,
    entries,
    fetchedAt: firstTime,
    ...choices,
  };
}
