import { expect, test } from 'vitest';
import type { Activity, AlertCondition, AlertFired, PlanLeft } from '../contract/alerts.ts';
import type { PlanOutcome } from '../contract/plans.ts';
import { formatDecimal } from '../values/decimal.ts';
import { activityTextEn } from './activity-en.ts';
import { activityWords, kindOfActivity, severalWords } from './activity-words.ts';
import { conditionWords } from './alert-kind-words.ts';

const options = {
  text: activityTextEn,
  format: (value: string, minimumPlaces = 0) => `<${formatDecimal(value, { minimumPlaces, separator: '' })}>`,
  accountName: (account: string) => (account === 'main' ? 'Main' : account),
};
const left: PlanLeft = {
  kind: 'plan-left',
  plan: 'cross:7',
  symbol: 'BTC-USDT',
  side: 'sell',
  triggerPrice: '94107.3',
  lastSeenAt: 1,
  outcome: null,
  backAt: null,
};
const activity = (event: Activity['event']): Activity => ({
  id: 'a',
  account: 'main',
  at: 2,
  event,
  read: false,
  notify: true,
});
const fired = (condition: AlertCondition, more: Partial<AlertFired> = {}): Activity =>
  activity({
    kind: 'alert',
    alert: 'b',
    condition,
    symbol: 'BTC-USDT',
    plan: null,
    list: null,
    value: null,
    failure: null,
    ...more,
  });

const ended = (status: PlanOutcome['status'], filledQuantity: string | null): PlanLeft => ({
  ...left,
  outcome: { status, filledQuantity },
});

test.each([
  [ended('fully-executed', '845'), 'BTC sell triggered at <94107.3>', '<845> contracts filled'],
  [ended('partially-executed', '14'), 'BTC sell triggered at <94107.3>', 'Partially executed, <14> contracts filled'],
  [ended('fully-executed', '0'), 'BTC sell triggered at <94107.3>', 'Fully executed, <0> contracts filled'],
  [{ ...ended('fully-executed', null), side: null, triggerPrice: null }, 'BTC plan order triggered', 'Fully executed'],
  [ended('failed', null), 'BTC sell plan order failed', 'Trigger price <94107.3>'],
  [ended('canceled', '3'), 'BTC sell plan order canceled', 'Trigger price <94107.3> · <3> contracts filled'],
  [{ ...ended('canceled', '0'), triggerPrice: null }, 'BTC sell plan order canceled', 'Canceled'],
  [left, 'BTC sell plan order no longer open', 'Outcome not in the plan history yet'],
  [ended('unknown:9', '0'), 'BTC sell plan order no longer open', 'Unknown (9), <0> contracts filled'],
  [ended('placing-order', null), 'BTC sell plan order no longer open', 'Placing order'],
  [{ ...left, backAt: 3 }, 'BTC sell plan order no longer open', 'Open again'],
  [
    { ...ended('canceled', null), backAt: 3 },
    'BTC sell plan order no longer open',
    'Open again, although the plan history says: Canceled',
  ],
] satisfies [PlanLeft, string, string][])('a plan order that is no longer open: %o', (event, title, detail) => {
  expect(activityWords(activity(event), options)).toEqual({ title, detail });
});

test.each([
  [
    fired({ kind: 'plan-near', percent: '1' }, { value: '0.83', plan: 'cross:7' }),
    'BTC plan order <0.83>% from its trigger price',
  ],
  [fired({ kind: 'plan-near', percent: '1' }), 'BTC plan order reached its trigger price'],
  [fired({ kind: 'plan-orphaned' }, { plan: 'cross:7' }), 'BTC plan order may be an orphan'],
  [
    fired(
      { kind: 'price', market: 'futures', symbol: 'BTC-USDT', level: '65000', direction: 'crosses' },
      { value: '65000.1' },
    ),
    'BTC rose to <65000.0>',
  ],
  [
    fired({ kind: 'change', market: 'spot', symbol: 'BTC-USDT', percent: '5' }, { value: '5.12' }),
    'BTC spot +<5.12>% in 24h',
  ],
  [fired({ kind: 'stale', minutes: 5 }, { list: 'open-plans', symbol: null }), 'Open plans not updating: Main'],
  [fired({ kind: 'account-silent' }, { failure: 'key-expired', symbol: null }), 'Requests fail: Main'],
])('an alert: %o', (fires, title) => {
  expect(activityWords(fires, options).title).toBe(title);
});

test('an alert says how often it would have fired again', () => {
  const change = { kind: 'change', market: 'futures', symbol: 'BTC-USDT', percent: '5' } as const;
  const detail = (repeats: number) => activityWords(fired(change, { value: '5.1', repeats }), options).detail;
  expect(detail(1)).toBe('BTC changes <5>% or more in 24h, and 1 more time');
  expect(detail(5)).toBe('BTC changes <5>% or more in 24h, and 5 more times');
});

test('a symbol that has left its list', () => {
  const unlisted = activity({ kind: 'unlisted', symbol: 'GONE-USDT', market: 'spot' });
  expect(activityWords(unlisted, options)).toEqual({
    title: 'GONE spot left the list of tickers',
    detail: 'Its alerts, plan orders, and positions have no price',
  });
  expect(kindOfActivity(unlisted)).toBe('unlisted');
  const silent = fired({ kind: 'account-silent' }, { symbol: null });
  expect(severalWords([unlisted, silent, silent, unlisted], options)).toEqual({
    title: '4 new events',
    detail: '2 alerts fired · 2 symbols left their lists',
  });
  expect(severalWords([unlisted, unlisted], options).title).toBe('2 symbols left their lists');
});

test('the condition of an alert names its plan orders', () => {
  const words = (condition: AlertCondition) => conditionWords(condition, options);
  expect(words({ kind: 'plan-left' })).toBe('No longer open: any plan order');
  expect(words({ kind: 'plan-left', symbol: 'A-B' })).toBe('No longer open: A-B');
  expect(words({ kind: 'plan-near', percent: '2', symbol: 'A-B', plan: 'cross:7' })).toBe(
    'Within <2>% of trigger price: A-B, one plan order',
  );
});

test.each([
  ['rises-to', '65001.50', 'BTC rose to <65000.00>', 'Last price then <65001.50>'],
  ['falls-to', '64999', 'BTC fell to <65000>', 'Last price then <64999>'],
  ['crosses', '65001', 'BTC rose to <65000>', 'Last price then <65001>'],
  ['crosses', '64999', 'BTC fell to <65000>', 'Last price then <64999>'],
  ['crosses', '65000', 'BTC reached <65000>', 'Last price then <65000>'],
] as const)('a price alert that %s a level, at %s', (direction, value, title, detail) => {
  const condition = { kind: 'price', market: 'futures', symbol: 'BTC-USDT', level: '65000', direction } as const;
  expect(activityWords(fired(condition, { value }), options)).toEqual({ title, detail });
});

test('a symbol has its quote currency unless that is the usual one', () => {
  const words = (symbol: string, market: 'futures' | 'spot' = 'futures') =>
    conditionWords({ kind: 'change', market, symbol, percent: '5' }, options);
  expect([words('BTC-USDT'), words('ETH-BTC', 'spot'), words('-USDT')]).toEqual([
    'BTC changes <5>% or more in 24h',
    'ETH-BTC spot changes <5>% or more in 24h',
    '-USDT changes <5>% or more in 24h',
  ]);
});

test('the list knows what kind an activity is', () => {
  const kinds = [left, ended('failed', null), ended('partially-executed', '1')].map((event) =>
    kindOfActivity(activity(event)),
  );
  expect([...kinds, kindOfActivity(fired({ kind: 'account-silent' }))]).toEqual([
    'unknown',
    'failed',
    'triggered',
    'alert',
  ]);
});

test('an orphan has its reason', () => {
  const remarked = fired({ kind: 'plan-orphaned' }, { plan: 'cross:7', remark: 'larger' });
  expect(activityWords(remarked, options).detail).toBe('More contracts than the position it could close');
  expect(conditionWords({ kind: 'plan-orphaned' }, options)).toBe('Orphan: any plan order');
});

test('up to three activities share one title, and each is named', () => {
  const price = fired({ kind: 'account-silent' });
  const executed = activity(ended('fully-executed', '1'));
  expect(severalWords([executed, price], options)).toEqual({
    title: '2 new events',
    detail: 'BTC sell triggered at <94107.3> · Requests fail: Main',
  });
  expect(severalWords([executed, activity({ ...ended('partially-executed', '1'), side: 'buy' })], options)).toEqual({
    title: '2 plan orders triggered',
    detail: 'BTC sell triggered at <94107.3> · BTC buy triggered at <94107.3>',
  });
  expect(severalWords([executed, activity(left), activity(ended('canceled', null))], options).title).toBe(
    '3 plan orders: 1 triggered, 1 canceled, 1 with unknown outcome',
  );
  expect(severalWords([price], options).title).toBe('Requests fail: Main');
});

test('activities of several accounts are each named by their own account', () => {
  const silent = fired({ kind: 'account-silent' });
  expect(severalWords([silent, { ...silent, account: 'Other' }], options).detail).toBe(
    'Requests fail: Main · Requests fail: Other',
  );
});

test('of many activities without a symbol the first three are named', () => {
  const silent = fired({ kind: 'account-silent' }, { symbol: null });
  expect(severalWords([silent, silent, silent, { ...silent, account: 'Other' }], options)).toEqual({
    title: '4 alerts fired',
    detail: 'Requests fail: Main · Requests fail: Main · Requests fail: Main · …',
  });
});

test('many activities are counted by outcome, and their symbols are named', () => {
  const many = ['A', 'B', 'C', 'D', 'E', 'F'].map((symbol) => activity({ ...left, symbol }));
  expect(severalWords([activity(left), ...many], options)).toEqual({
    title: '7 plan orders no longer open',
    detail: 'BTC, A, B, C, D, …',
  });
  const silent = fired({ kind: 'account-silent' });
  expect(severalWords([activity(ended('failed', null)), silent, ...many], options)).toEqual({
    title: '8 new events',
    detail: '7 plan orders: 1 failed, 6 with unknown outcome · 1 alert fired',
  });
});

test('one contract is filled, not "1 contracts"', () => {
  const plain = { ...options, format: (value: string) => value };
  expect(activityWords({ account: 'demo', event: ended('fully-executed', '1') }, plain).detail).toBe(
    '1 contract filled',
  );
  expect(activityWords({ account: 'demo', event: ended('fully-executed', '0.5') }, plain).detail).toBe(
    '0.5 contracts filled',
  );
});

test('one trade and one loss are no "1 trades" and "1 losses"', () => {
  const plain = { ...options, format: (value: string) => value };
  const titles = (kind: 'losing-streak' | 'trades-today') =>
    ['1', '2'].map((value) => activityWords(fired({ kind, trades: 1 }, { value }), plain).title);
  expect(titles('losing-streak')).toEqual(['1 loss in a row', '2 losses in a row']);
  expect(titles('trades-today')).toEqual(['1 trade today', '2 trades today']);
});

test('an alert on a position says whose stop is missing, and what its PnL was', () => {
  const unstopped: AlertCondition = { kind: 'position-unstopped', minutes: 5, symbol: 'BTC-USDT' };
  expect(activityWords(fired(unstopped, { position: 'short' }), options)).toEqual({
    title: 'BTC short: no stop found for 5 min',
    detail: 'No stop found for 5 min: BTC',
  });
  const pnl = { kind: 'pnl', of: 'position', direction: 'loss', amount: '2', unit: 'percent', quote: 'USDT' } as const;
  expect(activityWords(fired(pnl, { position: 'long', value: '-2.10' }), options)).toEqual({
    title: 'BTC long: PnL <−2.1>%',
    detail: 'PnL of −<2>% or worse: any position',
  });
  const amount = { ...pnl, unit: 'amount' } as const;
  expect(activityWords(fired(amount, { position: 'long', value: '-12.345', symbol: 'BTC-USDC' }), options).title).toBe(
    'BTC-USDC long: PnL <−12.35> USDC',
  );
});

test.each([
  ['account', 'loss', 'Open PnL <−12.50> USDT', 'Open PnL of −<10> USDT or worse'],
  ['stops', 'loss', 'If all stops hit: <−12.50> USDT', '−<10> USDT or worse if all stops hit'],
  ['day', 'loss', 'PnL of today’s orders <−12.50> USDT', 'PnL of today’s orders −<10> USDT or worse'],
] as const)('an alert on the PnL of the %s has its amount and currency', (of, direction, title, detail) => {
  const condition = { kind: 'pnl', of, direction, amount: '10', unit: 'amount', quote: 'USDT' } as const;
  expect(activityWords(fired(condition, { symbol: null, value: '-12.5' }), options)).toEqual({ title, detail });
});
