import { expect, test } from 'vitest';
import { readTypedFilter } from './typed-filter.ts';

const today = '2026-05-20';
const known = { symbols: ['BTC-USDT', 'BTC-USDC', 'DOGE-USDT', '1000PEPE-USDT'], tags: ['fomo', '突破'] };
const trades = (typed: string) => readTypedFilter('trades', typed, today);
const orders = (typed: string) => readTypedFilter('order-history', typed, today, known);
const price = (from: string, to = from) => ({ price: { from, to } });

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
});

test.each([
  ['doge short', { symbols: ['DOGE-USDT'], positionSides: ['short'] }],
  ['btc usdt', { symbols: ['BTC-USDT'] }],
  ['BTC/USDC', { symbols: ['BTC-USDC'] }],
  ['btc', { symbols: ['BTC-USDT', 'BTC-USDC'] }],
  ['1000pepe #FOMO', { symbols: ['1000PEPE-USDT'], tags: ['fomo'] }],
  ['#突破 #fomo', { tags: ['突破', 'fomo'] }],
  ['#fom doge', { symbols: ['DOGE-USDT'], text: '#fom' }],
  ['2026-04-27', { created: { from: '2026-04-27', to: '2026-04-27' } }],
  ['2026-05-20', { created: { preset: 'today' } }],
  ['2026/4/7 to 2026/4/9', { created: { from: '2026-04-07', to: '2026-04-09' } }],
  ['Apr 27', { created: { from: '2026-04-27', to: '2026-04-27' } }],
  ['27th June sells', { created: { from: '2025-06-27', to: '2025-06-27' }, sides: ['sell'] }],
  ['June 27, 2024', { created: { from: '2024-06-27', to: '2024-06-27' } }],
  ['4月27日 doge', { created: { from: '2026-04-27', to: '2026-04-27' }, symbols: ['DOGE-USDT'] }],
  ['0.288763', price('0.288763')],
  ['87,314.2 buy', { ...price('87314.2'), sides: ['buy'] }],
  ['price 0.28-0.29', price('0.28', '0.29')],
  ['价格 0.28 到 0.29', price('0.28', '0.29')],
  ['price > 87k', { price: { from: '87000' } }],
  ['>500', { pnl: { from: '500' } }],
  ['盈亏 < -20.5', { pnl: { to: '-20.5' } }],
  ['>= 100 <= 500 doge', { pnl: { from: '100', to: '500' }, symbols: ['DOGE-USDT'] }],
  ['doge 20x', { symbols: ['DOGE-USDT'], leverage: { from: '20', to: '20' } }],
])('"%s" is a filter of orders', (typed, filter) => {
  expect(orders(typed)).toEqual(filter);
});

test.each(['2026-06-31', '2026-13-01', '>2,219', '#unknown', 'a>5', '1.2.3', 'btcdom'])(
  '"%s" is free text of orders',
  (typed) => {
    expect(orders(typed)).toBeNull();
  },
);

test('a number without a word is a price among plan orders, which have no PnL', () => {
  expect(readTypedFilter('plan-history', '>500', today)).toEqual({ price: { from: '500' } });
  expect(readTypedFilter('trades', 'size > 3', today)).toEqual({ largestSize: { from: '3' } });
});
