import { expect, test } from 'vitest';
import { readTypedFilter } from './typed-filter.ts';

const today = '2026-05-20';
const trades = (typed: string) => readTypedFilter('trades', typed, today);

test.each([
  ['last month loss btc', { closed: { preset: 'last-month' }, pnlSigns: ['loss'], text: 'btc' }],
  ['上个月亏损btc', { closed: { preset: 'last-month' }, pnlSigns: ['loss'], text: 'btc' }],
  ['btc 做空 今天', { closed: { preset: 'today' }, sides: ['short'], text: 'btc' }],
  ['Yesterday Wins Losses', { closed: { preset: 'yesterday' }, pnlSigns: ['loss', 'profit'] }],
  ['long #fomo isolated', { sides: ['long'], marginModes: ['isolated'], text: '#fomo' }],
  ['last 7 days', { closed: { preset: 'last-7-days' } }],
  ['近 3 天', { closed: { from: '2026-05-18', to: '2026-05-20' } }],
  ['q2', { closed: { preset: 'this-quarter' } }],
  ['q3', { closed: { from: '2025-07-01', to: '2025-09-30' } }],
  ['q1 2024 eth', { closed: { from: '2024-01-01', to: '2024-03-31' }, text: 'eth' }],
  ['2025年第三季度', { closed: { from: '2025-07-01', to: '2025-09-30' } }],
  ['october', { closed: { from: '2025-10-01', to: '2025-10-31' } }],
  ['Feb 2024 loss', { closed: { from: '2024-02-01', to: '2024-02-29' }, pnlSigns: ['loss'] }],
  ['10月', { closed: { from: '2025-10-01', to: '2025-10-31' } }],
  ['2026-05 open', { closed: { preset: 'this-month' }, states: ['open'] }],
  ['空 本周', { closed: { preset: 'this-week' }, sides: ['short'] }],
])('"%s" is a filter of trades', (typed, filter) => {
  expect(trades(typed)).toEqual(filter);
});

test.each([
  '',
  'btc',
  'btcusdt',
  'BTC/USDT',
  '2025',
  '1050412',
  'glossy',
  'longevity',
  'marble',
  '空投',
  'last 0 days',
])('"%s" is free text', (typed) => {
  expect(trades(typed)).toBeNull();
});

test('the words of each list are its own', () => {
  expect(readTypedFilter('order-history', 'canceled buys last week', today)).toEqual({
    created: { preset: 'last-week' },
    sides: ['buy'],
    statuses: ['canceled'],
  });
  expect(readTypedFilter('plan-history', '失败 上周', today)).toEqual({
    created: { preset: 'last-week' },
    statuses: ['failed'],
  });
  expect(readTypedFilter('order-history', 'long', today)).toBeNull();
});
