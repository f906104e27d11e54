import { expect, test } from 'vitest';
import type { Trade } from '../../../shared/contract/trades.ts';
import { tradeDaysFilter } from './trade-order-filter.ts';

const at = Date.parse('2025-03-02T20:00:00Z');
const trade = { symbol: 'BTC-USDT', marginMode: 'cross', openedAt: at, closedAt: at + 86_400_000 } as Trade;

test('the days of a trade are those from its first to its last order, those of an open trade have no end', () => {
  expect(tradeDaysFilter(trade, 'UTC')).toEqual({
    symbols: ['BTC-USDT'],
    marginModes: ['cross'],
    created: { from: '2025-03-02', to: '2025-03-03' },
  });
  expect(tradeDaysFilter({ ...trade, closedAt: null }, 'UTC').created).toEqual({ from: '2025-03-02' });
});
