import { expect, test } from 'vitest';
import { activityWords, conditionWords, severalWords } from './activity-words.ts';
import type { Activity, AlertCondition, AlertFired, PlanLeft } from './market.ts';
import { activityTextEn } from './text/activity-en.ts';

const options = { text: activityTextEn, format: (value: string) => `<${value}>`, accountName: 'Main' };
const left: PlanLeft = {
  kind: 'plan-left',
  plan: 'cross:7',
  symbol: 'BTC-USDT',
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

test.each([
  [left, 'Outcome not in the plan history yet'],
  [{ ...left, outcome: { status: 'fully-executed', filledQuantity: '14' } }, 'Fully executed, <14> contracts filled'],
  [{ ...left, outcome: { status: 'failed', filledQuantity: null } }, 'Execution failed'],
  [{ ...left, outcome: { status: 'unknown:9', filledQuantity: '0' } }, 'Unknown (9), <0> contracts filled'],
  [{ ...left, backAt: 3 }, 'Open again'],
  [
    { ...left, backAt: 3, outcome: { status: 'canceled', filledQuantity: null } },
    'Open again, although the plan history says: Canceled',
  ],
] satisfies [PlanLeft, string][])('a plan order that is no longer open: %o', (event, detail) => {
  expect(activityWords(activity(event), options)).toEqual({ title: 'BTC-USDT plan order no longer open', detail });
});

test.each([
  [
    fired({ kind: 'plan-near', percent: '1' }, { value: '0.83', plan: 'cross:7' }),
    'BTC-USDT plan order <0.83>% from its trigger price',
  ],
  [fired({ kind: 'plan-near', percent: '1' }), 'BTC-USDT plan order reached its trigger price'],
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

test('several activities have one title', () => {
  const price = fired({ kind: 'account-silent' });
  expect(severalWords([activity(left), price, activity(left)], options)).toEqual({
    title: '3 new events',
    detail: '2 plan orders no longer open · 1 alert fired',
  });
  expect(severalWords([activity(left), activity(left)], options)).toEqual({
    title: '2 plan orders no longer open',
    detail: 'BTC-USDT',
  });
  const many = ['A', 'B', 'C', 'D', 'E', 'F'].map((symbol) => activity({ ...left, symbol }));
  expect(severalWords([activity(left), ...many], options).detail).toBe('BTC-USDT, A, B, C, D, …');
  expect(severalWords([price], options).title).toBe('Requests fail: Main');
});
