import { expect, test } from 'vitest';
import type { Order } from '../../../shared/domain.ts';
import type { Trade } from '../../../shared/trades.ts';
import { orderFilter, tradeOrdersFilter } from './order-places.ts';

const at = Date.parse('2025-03-02T20:00:00Z');
const order = { symbol: 'BTC-USDT', marginMode: 'cross', id: '00123', createdAt: at } as Order;
const trade = { symbol: 'BTC-USDT', marginMode: 'cross', openedAt: at, closedAt: at + 86_400_000 } as Trade;

test('an order is found by its symbol, margin mode, day and ID', () => {
  expect(orderFilter(order, 'Asia/Shanghai')).toEqual({
    symbols: ['BTC-USDT'],
    marginModes: ['cross'],
    created: { from: '2025-03-03', to: '2025-03-03' },
    text: '00123',
  });
});

test('an order without an ID is found by its day', () => {
  expect(orderFilter({ ...order, id: ' ' }, 'UTC')).not.toHaveProperty('text');
});

test('the orders of a trade are those from its first to its last day, those of an open trade have no last day', () => {
  expect(tradeOrdersFilter(trade, 'UTC').created).toEqual({ from: '2025-03-02', to: '2025-03-03' });
  expect(tradeOrdersFilter({ ...trade, closedAt: null }, 'UTC').created).toEqual({ from: '2025-03-02' });
});
