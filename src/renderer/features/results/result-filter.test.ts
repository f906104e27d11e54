import { expect, test } from 'vitest';
import { countConditions } from './result-filter.ts';

test('only what narrows the list counts as a condition', () => {
  expect(countConditions({})).toBe(0);
  expect(countConditions({ symbols: [], text: '  ', created: {}, leverage: { from: undefined } })).toBe(0);
  expect(countConditions({ symbols: ['BTC-USDT', 'ETH-USDT'], text: 'eth', created: { preset: 'today' } })).toBe(3);
  expect(countConditions({ created: { to: '2025-03-02' }, pnl: { from: '0' }, hours: [0] })).toBe(3);
});
