import { expect, test } from 'vitest';
import type { TickerRow } from '../../../domain/market/ticker-row.ts';
import { moversOf } from './MoversView.tsx';

function row(symbol: string, last: string | null, turnover: string | null): TickerRow {
  const none = { high: null, low: null, volume: null, trades: null, bid: null, ask: null, otherLast: null };
  return { ...none, symbol, market: 'futures', open: '100', last, turnover, raw: '{}' };
}

test('the lists contain gainers, losers and turnover, the largest first', () => {
  const rows = [
    row('A', '101', '5'),
    row('B', '90', '999999999999999999999999999999.1'),
    row('C', '150', '999999999999999999999999999999.2'),
    row('D', '100', '0'),
    row('E', null, null),
    row('F', '99', '7'),
  ];
  expect(moversOf(rows)).toEqual({ gainers: ['C', 'A'], losers: ['B', 'F'], busiest: ['C', 'B', 'F', 'A'] });
});

test('each list has at most 24 symbols', () => {
  const rows = Array.from({ length: 40 }, (_, index) => row(`S${index}`, String(101 + index), '1'));
  expect(moversOf(rows).gainers.slice(0, 2)).toEqual(['S39', 'S38']);
  expect(moversOf(rows).gainers).toHaveLength(24);
});
