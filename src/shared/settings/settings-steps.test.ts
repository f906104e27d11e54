import { expect, test } from 'vitest';
import { JsonFormat } from '../json/json-format.ts';
import { settingsSteps } from './settings-steps.ts';

const format = new JsonFormat(settingsSteps);
const read = (settings: object) => format.read(JSON.stringify(settings));

test('version 1 is read with American names, wherever a name of the program stands', () => {
  const layout = {
    columnOrder: ['favourite', 'symbol'],
    columnVisibility: { favourite: false },
    columnSizing: { favourite: 40 },
    columnPinning: { start: ['favourite'], end: [] },
    sorting: [{ id: 'favourite', desc: true }],
  };
  const settings = {
    theme: 'light',
    priceColours: 'colour-blind',
    marketDesks: { spot: { view: 'map', quote: null, shown: 'favourites', favourites: ['BTC-USDT'] } },
    watch: { market: 'spot', shown: 'favourites' },
    tables: { 'spot-tickers': layout },
    recentChoices: ['command next-price-colours', 'setting priceColours colour-blind', 'symbol BTC-USDT'],
  };
  expect(read(settings)).toEqual({
    theme: 'light',
    priceColors: 'color-blind',
    tickers: { spot: { view: 'map', quote: null, shown: 'favorites', favorites: ['BTC-USDT'] } },
    watch: { market: 'spot', shown: 'favorites' },
    tables: {
      'spot-tickers': {
        columnOrder: ['favorite', 'symbol'],
        columnVisibility: { favorite: false },
        columnSizing: { favorite: 40 },
        columnPinning: { start: ['favorite'], end: [] },
        sorting: [{ id: 'favorite', desc: true }],
      },
    },
    recentChoices: ['command next-price-colors', 'setting priceColors color-blind', 'symbol BTC-USDT'],
  });
});

test('words of the user stay as they are', () => {
  const settings = {
    watchlists: [{ name: 'favourites', market: 'spot', symbols: [] }],
    views: [{ list: 'trades', name: 'favourite', filter: { text: 'colour-blind' }, sort: [] }],
    filters: { trades: { text: 'favourite' } },
    watch: { market: 'spot', shown: { watchlist: 'favourites' } },
  };
  expect(read(settings)).toEqual(settings);
});

test.each([null, 7, 'x', [], [{ favourites: null }], { futures: null }, { futures: { favourites: { a: 1 } } }])(
  'a value that no program wrote causes no failure: %j',
  (value) => {
    const names = ['priceColours', 'marketDesks', 'tables', 'watch', 'recentChoices'];
    expect(() => read(Object.fromEntries(names.map((name) => [name, value])))).not.toThrow();
  },
);

test('a deep value is kept, and a name cannot reach a prototype', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  expect(format.read(`{"tables":${deep}}`)).toHaveProperty('tables');
  const { tables } = format.read('{"tables":{"__proto__":{"favourite":1},"constructor":"toString"}}');
  expect(Object.keys(tables as object)).toEqual(['__proto__', 'constructor']);
  expect(Reflect.get({}, 'favorite')).toBeUndefined();
});
