import { expect, test } from 'vitest';
import { activityWords, conditionWords, severalWords } from './activity-words.ts';
import type { Activity, AlertCondition, AlertFired, PlanLeft } from './contract/alerts.ts';
import type { PlanOutcome } from './contract/plans.ts';
import { activityTextEn } from './text/activity-en.ts';

const options = {
  text: activityTextEn,
  format: (value: string) => `<${value}>`,
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
  [ended('fully-executed', '845'), 'BTC-USDT sell triggered at <94107.3>', '<845> contracts filled'],
  [
    ended('partially-executed', '14'),
    'BTC-USDT sell triggered at <94107.3>',
    'Partially executed, <14> contracts filled',
  ],
  [ended('fully-executed', '0'), 'BTC-USDT sell triggered at <94107.3>', 'Fully executed, <0> contracts filled'],
  [
    { ...ended('fully-executed', null), side: null, triggerPrice: null },
    'BTC-USDT plan order triggered',
    'Fully executed',
  ],
  [ended('failed', null), 'BTC-USDT sell plan order failed', 'Trigger price <94107.3>'],
  [ended('canceled', '3'), 'BTC-USDT sell plan order canceled', 'Trigger price <94107.3> · <3> contracts filled'],
  [{ ...ended('canceled', '0'), triggerPrice: null }, 'BTC-USDT sell plan order canceled', 'Canceled'],
  [left, 'BTC-USDT sell plan order no longer open', 'Outcome not in the plan history yet'],
  [ended('unknown:9', '0'), 'BTC-USDT sell plan order no longer open', 'Unknown (9), <0> contracts filled'],
  [ended('placing-order', null), 'BTC-USDT sell plan order no longer open', 'Placing order'],
  [{ ...left, backAt: 3 }, 'BTC-USDT sell plan order no longer open', 'Open again'],
  [
    { ...ended('canceled', null), backAt: 3 },
    'BTC-USDT sell plan order no longer open',
    'Open again, although the plan history says: Canceled',
  ],
] satisfies [PlanLeft, string, string][])('a plan order that is no longer open: %o', (event, title, detail) => {
  expect(activityWords(activity(event), options)).toEqual({ title, detail });
});

test.each([
  [
    fired({ kind: 'plan-near', percent: '1' }, { value: '0.83', plan: 'cross:7' }),
    'BTC-USDT plan order <0.83>% from its trigger price',
  ],
  [fired({ kind: 'plan-near', percent: '1' }), 'BTC-USDT plan order reached its trigger price'],
  [fired({ kind: 'plan-orphaned' }, { plan: 'cross:7' }), 'BTC-USDT plan order may have no matching position'],
  [
    fired(
      { kind: 'price', market: 'futures', symbol: 'BTC-USDT', level: '65000', direction: 'crosses' },
      { value: '65000.1' },
    ),
    'BTC-USDT futures at <65000.1>',
  ],
  [
    fired({ kind: 'change', market: 'spot', symbol: 'BTC-USDT', percent: '5' }, { value: '5.12' }),
    'BTC-USDT spot +<5.12>% in 24h',
  ],
  [fired({ kind: 'stale', minutes: 5 }, { list: 'open-plans', symbol: null }), 'Open plans not updating: Main'],
  [fired({ kind: 'account-silent' }, { failure: 'key-expired', symbol: null }), 'Requests fail: Main'],
])('an alert: %o', (fires, title) => {
  expect(activityWords(fires, options).title).toBe(title);
});

test('the condition of an alert names its plan orders', () => {
  const words = (condition: AlertCondition) => conditionWords(condition, options);
  expect(words({ kind: 'plan-left' })).toBe('No longer open: any plan order');
  expect(words({ kind: 'plan-left', symbol: 'A-B' })).toBe('No longer open: A-B');
  expect(words({ kind: 'plan-near', percent: '2', symbol: 'A-B', plan: 'cross:7' })).toBe(
    'Within <2>% of trigger price: A-B, one plan order',
  );
});

test('an orphaned plan order has the reason for which it is pointed out', () => {
  const remarked = fired({ kind: 'plan-orphaned' }, { plan: 'cross:7', remark: 'larger' });
  expect(activityWords(remarked, options).detail).toBe('It is for more contracts than the position it could close');
  expect(conditionWords({ kind: 'plan-orphaned' }, options)).toBe('No matching position: any plan order');
});

test('up to three activities share one title, and each is named', () => {
  const price = fired({ kind: 'account-silent' });
  const executed = activity(ended('fully-executed', '1'));
  expect(severalWords([executed, price], options)).toEqual({
    title: '2 new events',
    detail: 'BTC-USDT sell triggered at <94107.3> · Requests fail: Main',
  });
  expect(severalWords([executed, activity({ ...ended('partially-executed', '1'), side: 'buy' })], options)).toEqual({
    title: '2 plan orders triggered',
    detail: 'BTC-USDT sell triggered at <94107.3> · BTC-USDT buy triggered at <94107.3>',
  });
  expect(severalWords([executed, activity(left), activity(ended('canceled', null))], options).title).toBe(
    '3 plan orders: 1 triggered, 1 canceled, 1 no longer open',
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
    detail: 'BTC-USDT, A, B, C, D, …',
  });
  const silent = fired({ kind: 'account-silent' });
  expect(severalWords([activity(ended('failed', null)), silent, ...many], options)).toEqual({
    title: '8 new events',
    detail: '7 plan orders: 1 failed, 6 no longer open · 1 alert fired',
  });
});
