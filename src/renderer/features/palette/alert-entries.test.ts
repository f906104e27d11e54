import { expect, test } from 'vitest';
import { en } from '../../text/en.ts';
import { alertEntries, readAlertRequest } from './alert-entries.ts';
import type { PaletteEntry } from './use-entries.ts';

test.each([
  ['alert btc 95000', { symbol: 'btc', level: '95000' }],
  ['  Alert  BTC-USDT  95,000.5 ', { symbol: 'BTC-USDT', level: '95000.5' }],
  ['alert eth 3.2k', { symbol: 'eth', level: '3200' }],
  ['alert btc 95 000', { symbol: 'btc', level: '95000' }],
  ['提醒btc 9.5万', { symbol: 'btc', level: '95000' }],
  ['alert btc', { symbol: 'btc' }],
  ['alert btc -2%', { symbol: 'btc', distance: '-2%' }],
  ['提醒 btc +1R', { symbol: 'btc', distance: '+1R' }],
  ['alert btc -2% from entry', { symbol: 'btc', fromEntry: '-2' }],
  ['alert btc −1.5 % entry', { symbol: 'btc', fromEntry: '-1.5' }],
  ['提醒btc 3%开仓均价', { symbol: 'btc', fromEntry: '3' }],
])('"%s" requests an alert', (query, request) => {
  expect(readAlertRequest(query)).toEqual({ level: null, distance: null, fromEntry: null, ...request });
});

test.each(['alert', 'alerts', 'btc 95000', 'alert btc high', 'alert btc 0', 'alert btc -5', 'alert btc 0% entry', ''])(
  '"%s" requests no alert',
  (query) => {
    expect(readAlertRequest(query)).toBeNull();
  },
);

const entry = (kind: PaletteEntry['kind'], label: string): PaletteEntry => ({
  id: `${kind} ${label}`,
  kind,
  label,
  also: '',
  run: () => {},
});
const entries = [
  entry('command', 'New btc alert'),
  ...['BTC-USDT', 'WBTC-USDT', 'ETH-BTC', 'BTC-USDC', 'BTCDOM-USDT', 'SOL-USDT'].map((symbol) =>
    entry('symbol', symbol),
  ),
];
const labels = (query: string, last: string | null = null): string[] => {
  const priceOf = () => (last === null ? null : { last, pricePrecision: 1 });
  return alertEntries(query, entries, [], en, { priceOf, create: () => {}, open: () => {} }).map(({ label }) => label);
};

test('the best matching symbols are offered, with the whole condition', () => {
  expect(labels('alert btc 95000')).toEqual([
    'Create alert: BTC crosses 95,000',
    'Create alert: BTC-USDC crosses 95,000',
    'Create alert: BTCDOM crosses 95,000',
  ]);
  expect(labels('alert sol')).toEqual(['New alert: SOL-USDT…']);
  expect(labels('alert nothing 5')).toEqual([]);
});

test('the direction follows from the last price, and so does the level of a distance', () => {
  expect(labels('alert sol 180', '200')).toEqual(['Create alert: SOL falls to 180']);
  expect(labels('alert sol 220', '200')).toEqual(['Create alert: SOL rises to 220']);
  expect(labels('alert sol -2%', '200')).toEqual(['Create alert: SOL falls to 196']);
  expect(labels('alert sol -2%')).toEqual(['New alert: SOL-USDT -2%…']);
  expect(labels('alert sol -2% from entry')).toEqual(['Create alert: Price −2% from entry: SOL']);
  expect(labels('alert sol +1R', '200')).toEqual(['New alert: SOL-USDT +1R…']);
});
