import { expect, test } from 'vitest';
import { settingsSchema, type Watchlist } from '../../../shared/contract/settings.ts';
import type { TickerRow } from '../../domain/market/ticker-row.ts';
import { effectiveWatch, watchedSymbols } from './watched-rows.ts';

const row = (symbol: string, turnover: string | null): TickerRow => ({
  symbol,
  turnover,
  market: 'futures',
  last: '1',
  open: null,
  high: null,
  low: null,
  volume: null,
  trades: null,
  bid: null,
  ask: null,
  otherLast: null,
  raw: '',
});
const rows = [row('A', '2'), row('B', '10'), row('C', null), row('D', '9.9')];
const lists = { favorites: ['D', 'A'], watchlists: [{ name: 'Mine', symbols: ['C'] }] };

test('favorites and watchlists keep their order', () => {
  expect(watchedSymbols(rows, { market: 'futures', shown: 'favorites' }, lists)).toEqual(['D', 'A']);
  expect(watchedSymbols(rows, { market: 'futures', shown: { watchlist: 'Mine' } }, lists)).toEqual(['C']);
});

test('a missing watchlist, or one of the other market, is replaced by the largest turnover', () => {
  const watchlists: Watchlist[] = [{ name: 'Mine', market: 'spot', symbols: ['C'] }];
  const shown = { watchlist: 'Mine' };
  expect(effectiveWatch({ market: 'spot', shown }, watchlists, [])).toEqual({ market: 'spot', shown });
  expect(effectiveWatch({ market: 'futures', shown }, watchlists, [])).toEqual({ market: 'futures', shown: 'busiest' });
  expect(effectiveWatch({ market: 'futures', shown: 'favorites' }, [], ['D'])).toEqual({
    market: 'futures',
    shown: 'favorites',
  });
});

test('the window begins with the favorites, or with the largest turnover while there are none', () => {
  const { watch } = settingsSchema.parse({});
  expect(effectiveWatch(watch, [], ['D'])).toEqual({ market: 'futures', shown: 'favorites' });
  expect(effectiveWatch(watch, [], [])).toEqual({ market: 'futures', shown: 'busiest' });
});

test('tickers are sorted by turnover exactly and limited to 8', () => {
  expect(watchedSymbols(rows, { market: 'futures', shown: 'busiest' }, lists)).toEqual(['B', 'D', 'A']);
  const many = Array.from({ length: 40 }, (_, index) => row(`S${index}`, String(index)));
  expect(watchedSymbols(many, { market: 'futures', shown: 'busiest' }, lists)).toHaveLength(8);
});
