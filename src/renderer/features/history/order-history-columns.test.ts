import { expect, test } from 'vitest';
import type { SymbolRules } from '../../../shared/contract/market.ts';
import type { Order } from '../../../shared/contract/orders.ts';
import { blankRow } from '../../../shared/testing/blank-row.ts';
import { orderStatuses } from '../../../shared/values/domain.ts';
import { en } from '../../text/en.ts';
import { makeOrderHistoryColumns } from './order-history-columns.ts';

const rules: SymbolRules = {
  symbol: 'BTC-USDT',
  pricePrecision: 1,
  quantityPrecision: 0,
  minPrice: '1',
  maxPrice: '1000000',
  minQuantity: '1',
  maxQuantity: '100',
  raw: '{}',
};
const order: Order = {
  ...blankRow('order-history'),
  key: 'cross:1',
  id: '1',
  marginMode: 'cross',
  createdAt: 1,
  symbol: 'BTC-USDT',
  type: 'buy-limit',
  side: 'buy',
  kind: 'limit',
  price: '80000.1',
  leverage: '5',
  quantity: '500',
  raw: '{}',
  action: 'open',
  averagePrice: '0',
  filledQuantity: '0',
  pnl: '0',
  status: 'pending',
};

test('only pending orders are compared with the current trading rules', () => {
  const quantity = makeOrderHistoryColumns(en, () => rules, 'UTC').find(({ id }) => id === 'quantity');
  const warned = orderStatuses.filter((status) => quantity?.meta.warning?.({ ...order, status }) != null);
  expect(warned).toEqual(['pending', 'partially-filled']);
});

test('an order that opens a position, or that is not filled, has no result instead of one of 0', () => {
  const pnl = makeOrderHistoryColumns(en, () => rules, 'UTC').find(({ id }) => id === 'pnl');
  const shown = (part: Partial<Order>): string | undefined => pnl?.meta.text({ ...order, ...part });
  expect(shown({ action: 'open', filledQuantity: '500' })).toBe('–');
  expect(shown({ action: 'close', filledQuantity: '0' })).toBe('–');
  expect(shown({ action: 'close', filledQuantity: '500' })).toBe('0.00');
  expect(shown({ action: 'close', filledQuantity: null })).toBe('0.00');
  expect(shown({ action: 'close', filledQuantity: '0', pnl: '-1' })).toBe('−1.00');
});
