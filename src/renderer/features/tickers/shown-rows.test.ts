import { expect, test } from 'vitest';
import type { Watchlist } from '../../../shared/contract/settings.ts';
import { effectiveQuote, listedSymbols, quotesOf, shownRows } from './shown-rows.ts';

const rows = ['BTC-USDT', '币安人生-USDT', 'ETH-BTC', 'ＷＩＤＥ-USDT', 'ODD'].map((symbol) => ({ symbol }));
type Selection = Parameters<typeof shownRows>[1];
const everything: Selection = { listed: null, quote: null, search: '' };
const symbols = (selection: Partial<Selection>) =>
  shownRows(rows, { ...everything, ...selection }).map(({ symbol }) => symbol);

test('a list is shown in its own order, without symbols that the market lacks', () => {
  expect(symbols({ listed: ['ETH-BTC', 'GONE-USDT', 'BTC-USDT'] })).toEqual(['ETH-BTC', 'BTC-USDT']);
  expect(symbols({ listed: ['ETH-BTC', 'BTC-USDT'], quote: 'BTC' })).toEqual(['ETH-BTC']);
});

test('a search finds names in any script and width', () => {
  expect(symbols({ search: '币安' })).toEqual(['币安人生-USDT']);
  expect(symbols({ search: 'wide' })).toEqual(['ＷＩＤＥ-USDT']);
  expect(symbols({ search: 'ｂｔｃ usdt' })).toEqual(['BTC-USDT']);
});

test('without a selection the same array is returned', () => expect(shownRows(rows, everything)).toBe(rows));

test('symbols without a quote currency form a group', () => {
  expect(symbols({ quote: 'ODD?' })).toEqual(['ODD']);
  expect(quotesOf(rows)).toEqual(['USDT', 'BTC', 'ODD?']);
});

test('a quote currency that no symbol has is ignored', () => {
  const quotes = quotesOf(rows);
  expect(effectiveQuote('BTC', quotes)).toBe('BTC');
  expect(effectiveQuote('ODD?', quotes)).toBe('ODD?');
  expect(effectiveQuote('EUR', quotes)).toBeNull();
  expect(effectiveQuote('BTC', [])).toBeNull();
});

test('a missing watchlist shows all symbols', () => {
  const watchlists: Watchlist[] = [{ name: 'Majors', market: 'futures', symbols: ['BTC-USDT'] }];
  const chosen = { favorites: ['ODD'], watchlists };
  expect(listedSymbols({ ...chosen, shown: 'all' })).toBeNull();
  expect(listedSymbols({ ...chosen, shown: 'favorites' })).toEqual(['ODD']);
  expect(listedSymbols({ ...chosen, shown: { watchlist: 'Majors' } })).toEqual(['BTC-USDT']);
  expect(listedSymbols({ ...chosen, shown: { watchlist: 'Gone' } })).toBeNull();
});
