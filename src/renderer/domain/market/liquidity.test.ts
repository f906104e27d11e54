import { expect, test } from 'vitest';
import { byLiquidity } from './liquidity.ts';

test('the highest turnover comes first, exactly, and symbols without one come last', () => {
  const tickers = [
    { symbol: 'A-USDT', turnover: '900719925474099267.1' },
    { symbol: 'B-USDT', turnover: '900719925474099267.2' },
    { symbol: 'C-USDT', turnover: null },
  ];
  expect(byLiquidity(['X-USDT', 'A-USDT', 'C-USDT', 'B-USDT'], tickers)).toEqual([
    'B-USDT',
    'A-USDT',
    'X-USDT',
    'C-USDT',
  ]);
});

test('turnovers in different currencies are not compared', () => {
  const tickers = [
    { symbol: 'A-USDT', turnover: '5' },
    { symbol: 'B-USDT', turnover: '7' },
    { symbol: 'A-JPY', turnover: '1000' },
  ];
  expect(byLiquidity(['A-JPY', 'A-USDT', 'B-USDT'], tickers)).toEqual(['B-USDT', 'A-USDT', 'A-JPY']);
});
