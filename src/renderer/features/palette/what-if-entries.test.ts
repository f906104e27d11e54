import { expect, test } from 'vitest';
import { en } from '../../text/en.ts';
import type { PaletteEntry } from './use-entries.ts';
import { readWhatIfRequest, whatIfEntries } from './what-if-entries.ts';

test.each([
  ['what if BTC falls 5 %', { symbol: 'BTC', percent: '-5' }],
  ['What if btc-usdt rises by 2.5%', { symbol: 'btc-usdt', percent: '2.5' }],
  ['what if eth -3%', { symbol: 'eth', percent: '-3' }],
  ['what if all prices fall 5%', { symbol: null, percent: '-5' }],
  ['what if all -5%', { symbol: null, percent: '-5' }],
  ['what if −5%', { symbol: null, percent: '-5' }],
  ['btc -5%', { symbol: 'btc', percent: '-5' }],
  ['BTC falls 5%', { symbol: 'BTC', percent: '-5' }],
  ['BTC跌5%', { symbol: 'BTC', percent: '-5' }],
  ['如果 BTC 跌 5%', { symbol: 'BTC', percent: '-5' }],
  ['假设全部上涨3%', { symbol: null, percent: '3' }],
])('"%s" is a question', (query, request) => {
  expect(readWhatIfRequest(query)).toEqual(request);
});

test.each(['what if', 'what if btc', 'what if btc falls 100%', 'what if btc 0%', 'btc 5%', '-5%', ''])(
  '"%s" is no question',
  (query) => {
    expect(readWhatIfRequest(query)).toBeNull();
  },
);

test('the best matching symbols are offered, or all prices', () => {
  const entries = ['BTC-USDT', 'ETH-USDT'].map(
    (label): PaletteEntry => ({ id: label, kind: 'symbol', label, also: '', run: () => {} }),
  );
  const asked: (string | null)[][] = [];
  const found = (query: string) => whatIfEntries(query, entries, [], en, (...question) => asked.push(question));
  expect(found('what if btc falls 5%').map(({ label }) => label)).toEqual(['What if BTC-USDT moves −5.00%']);
  found('what if btc falls 5%')[0]?.run();
  found('what if all +2%')[0]?.run();
  expect(asked).toEqual([
    ['BTC-USDT', '-5'],
    [null, '2'],
  ]);
});
