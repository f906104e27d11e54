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
  ['alert btc', { symbol: 'btc', level: null }],
])('"%s" requests an alert', (query, request) => {
  expect(readAlertRequest(query)).toEqual(request);
});

test.each(['alert', 'alerts', 'btc 95000', 'alert btc high', 'alert btc 0', 'alert btc -5', ''])(
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
const labels = (query: string): string[] =>
  alertEntries(query, entries, [], en, { create: () => {}, open: () => {} }).map(({ label }) => label);

test('the best matching symbols are offered, with the whole condition', () => {
  expect(labels('alert btc 95000')).toEqual([
    'Create alert: BTC-USDT futures crosses 95,000',
    'Create alert: BTC-USDC futures crosses 95,000',
    'Create alert: BTCDOM-USDT futures crosses 95,000',
  ]);
  expect(labels('alert sol')).toEqual(['New alert: SOL-USDT…']);
  expect(labels('alert nothing 5')).toEqual([]);
});
