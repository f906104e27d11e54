import type { ExportQuery } from '../../../shared/contract/exports.ts';
import type { Order, PlanOrder } from '../../../shared/contract/orders.ts';
import { blankRow } from '../../../shared/testing/blank-row.ts';
import type { HistoryRow } from '../fields.ts';

export function order(fields: Partial<Order> = {}): Order {
  const { id = '1001', marginMode = 'isolated' } = fields;
  return {
    ...blankRow('order-history'),
    key: `${marginMode}:${id}`,
    id,
    marginMode,
    createdAt: Date.UTC(2025, 2, 2, 12, 5, 9),
    symbol: 'BTC-USDT',
    type: 'buy-limit',
    side: 'buy',
    kind: 'limit',
    action: 'open',
    status: 'filled',
    price: '0.00010',
    averagePrice: '0.0001',
    quantity: '12',
    filledQuantity: '12',
    pnl: '-1.50',
    leverage: '20',
    raw: `{"order_id":"${id}","price": 0.00010}`,
    ...fields,
  };
}

export function planOrder(fields: Partial<PlanOrder> = {}): PlanOrder {
  const { id = 'p1' } = fields;
  return {
    ...blankRow('plan-history'),
    key: `cross:${id}`,
    id,
    marginMode: 'cross',
    createdAt: Date.UTC(2025, 6, 1),
    symbol: 'ETH-USDT',
    type: 'sell-market',
    side: 'sell',
    kind: 'market',
    status: 'fully-executed',
    triggerDirection: 'falls-to',
    triggerPrice: '3000',
    price: null,
    quantity: '2',
    filledQuantity: '2',
    takeProfit: null,
    stopLoss: '2900.5',
    leverage: '5',
    raw: `{"order_id":"${id}"}`,
    ...fields,
  };
}

export function exportQuery(changed: Partial<ExportQuery> = {}): ExportQuery {
  return {
    account: 'demo',
    filter: {},
    zone: 'UTC',
    list: 'order-history',
    sort: [],
    id: 'one',
    format: 'csv',
    columns: [
      { field: 'id', heading: 'Order id' },
      { field: 'pnl', heading: 'PnL' },
    ],
    separator: 'comma',
    decimalSign: 'point',
    byteOrderMark: false,
    name: 'Orders',
    ...changed,
  };
}

/** Yields `total` orders in chunks, created on demand. `before` is called before each chunk. */
export async function* manyOrders(
  total: number,
  { chunk = 1000, before = async () => {} }: { chunk?: number; before?: (first: number) => Promise<void> } = {},
): AsyncGenerator<HistoryRow[]> {
  for (let first = 0; first < total; first += chunk) {
    await before(first);
    yield Array.from({ length: Math.min(chunk, total - first) }, (_, place) => order({ id: String(first + place) }));
  }
}
