import { expect, test } from 'vitest';
import type { ArchivedRow } from '../archived-rows.ts';
import { HistoryIndex } from './history-index.ts';

const order = (number: number, values: Partial<ArchivedRow<'order-history'>>): ArchivedRow<'order-history'> => ({
  number,
  tie: 0,
  key: `isolated:${number}`,
  id: String(number),
  marginMode: 'isolated',
  createdAt: Date.UTC(2025, 2, 2),
  symbol: 'BTC-USDT',
  type: 'buy-limit',
  side: 'buy',
  kind: 'limit',
  price: '1',
  leverage: '10',
  quantity: '1',
  status: 'filled',
  action: 'open',
  filledQuantity: '1',
  averagePrice: '1',
  pnl: null,
  ...values,
});

const everything = { filter: {}, sort: [], zone: 'UTC', now: Date.UTC(2025, 2, 3) };

test('the newest row is first where no other order is asked for', () => {
  const index = new HistoryIndex('order-history');
  index.put([order(1, { createdAt: 5 }), order(2, { createdAt: 7 }), order(3, { createdAt: 6 })]);
  const selection = index.select(everything);
  expect(selection).toEqual({ version: 1, total: 3, numbers: Uint32Array.of(2, 3, 1) });
  expect(index.positionOf(selection, 1)).toBe(2);
  expect(index.numberOf('isolated:3')).toBe(3);
});
