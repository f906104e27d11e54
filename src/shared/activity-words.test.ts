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
  [left, 'The history does not say yet what became of it'],
  [{ ...left, outcome: { status: 'fully-executed', filledQuantity: '14' } }, 'Fully Executed, <14> contracts filled'],
  [{ ...left, outcome: { status: 'failed', filledQuantity: null } }, 'Execution Failed'],
  [{ ...left, outcome: { status: 'unknown:9', filledQuantity: '0' } }, 'Unknown (9), <0> contracts filled'],
  [{ ...left, backAt: 3 }, 'It is back in the list'],
  [
    { ...left, backAt: 3, outcome: { status: 'canceled', filledQuantity: null } },
    'It is back in the list, though the history has it as: Canceled',
  ],
] satisfies [PlanLeft, string][])('a plan that left: %o', (event, detail) => {
  expect(activityWords(activity(event), options)).toEqual({ title: 'BTC-USDT plan left the list', detail });
});

test.each([
  [
    fired({ kind: 'plan-near', percent: '1' }, { value: '0.83', plan: 'cross:7' }),
    'BTC-USDT plan <0.83> % from its trigger',
  ],
  [fired({ kind: 'plan-near', percent: '1' }), 'BTC-USDT plan at its trigger'],
  [
    fired(
      { kind: 'price', market: 'futures', symbol: 'BTC-USDT', level: '65000', direction: 'crosses' },
      { value: '65000.1' },
    ),
    'BTC-USDT futures at <65000.1>',
  ],
  [
    fired({ kind: 'change', market: 'spot', symbol: 'BTC-USDT', percent: '5' }, { value: '5.12' }),
    'BTC-USDT spot +<5.12> % in 24 h',
  ],
  [fired({ kind: 'stale', minutes: 5 }, { list: 'open-plans', symbol: null }), 'Open plans of Main not fetched'],
  [fired({ kind: 'account-silent' }, { failure: 'key-expired', symbol: null }), 'Requests of Main fail'],
])('an alert: %o', (fires, title) => {
  expect(activityWords(fires, options).title).toBe(title);
});

test('which plans an alert is for', () => {
  const words = (condition: AlertCondition) => conditionWords(condition, options);
  expect(words({ kind: 'plan-left' })).toBe('Leaves the list: any plan');
  expect(words({ kind: 'plan-left', symbol: 'A-B' })).toBe('Leaves the list: A-B');
  expect(words({ kind: 'plan-near', percent: '2', symbol: 'A-B', plan: 'cross:7' })).toBe(
    'Within <2> % of its trigger: A-B, one plan',
  );
});

test('several are one sentence', () => {
  const price = fired({ kind: 'account-silent' });
  expect(severalWords([activity(left), price, activity(left)], options)).toEqual({
    title: '3 things happened',
    detail: '2 plans left the list · 1 alert',
  });
  expect(severalWords([activity(left), activity(left)], options)).toEqual({
    title: '2 plans left the list',
    detail: 'BTC-USDT',
  });
  const many = ['A', 'B', 'C', 'D', 'E', 'F'].map((symbol) => activity({ ...left, symbol }));
  expect(severalWords([activity(left), ...many], options).detail).toBe('BTC-USDT, A, B, C, D, …');
  expect(severalWords([price], options).title).toBe('Requests of Main fail');
});
