import { expect, test } from 'vitest';
import type { Activity, AlertFired, PlanLeft } from '../../../shared/contract/alerts.ts';
import { activitiesDuring, plansFilter } from './activities-during.ts';

const absence = { since: 1000, before: 2000 };
const fired: AlertFired = {
  kind: 'alert',
  alert: 'a',
  condition: { kind: 'account-silent' },
  symbol: null,
  plan: null,
  list: null,
  value: null,
  failure: null,
};
const left: PlanLeft = {
  kind: 'plan-left',
  plan: 'cross:7:1',
  symbol: 'BTC-USDT',
  side: 'buy',
  triggerPrice: null,
  lastSeenAt: 1500,
  outcome: null,
  backAt: null,
};
const outcome = (status: NonNullable<PlanLeft['outcome']>['status']): PlanLeft => ({
  ...left,
  outcome: { status, filledQuantity: null },
});

let ids = 0;
function activity(at: number, event: Activity['event'], account = 'mine'): Activity {
  return { id: String(++ids), account, at, event, read: false, notify: false };
}

test('plan orders are told apart by their outcome, and alerts are apart from them', () => {
  const all = [
    activity(1900, outcome('fully-executed')),
    activity(1800, outcome('failed')),
    activity(1700, outcome('canceled')),
    activity(1600, outcome('unknown:7')),
    activity(1500, left),
    activity(1400, fired),
  ];
  const found = activitiesDuring(all, ['mine'], absence);
  expect(found).toEqual({
    triggered: [all[0]],
    failed: [all[1]],
    left: all.slice(2, 4),
    unknown: [all[4]],
    alerts: [all[5]],
    isCut: false,
  });
  expect(plansFilter(found.left)).toEqual({ accounts: ['mine'], ids: ['7:1', '7:1'], marginModes: ['cross'] });
});

test('a plan order that was missed later but may have left during the absence counts', () => {
  const found = (at: number, lastSeenAt: number) =>
    activitiesDuring([activity(at, { ...left, lastSeenAt })], ['mine'], absence).unknown.length;
  expect(found(9000, 999)).toBe(1);
  expect(found(9000, 2000)).toBe(0);
  expect(found(999, 900)).toBe(0);
});

test('what happened before, after, to another account, or to a plan order that is back does not count', () => {
  const all = [
    activity(2000, fired),
    activity(999, fired),
    activity(1500, fired, 'other'),
    activity(1500, { ...left, backAt: 1600 }),
  ];
  const { triggered, left: gone, unknown, alerts } = activitiesDuring(all, ['mine'], absence);
  expect([...triggered, ...gone, ...unknown, ...alerts]).toEqual([]);
});

test('a full log that begins within the absence has dropped activities', () => {
  const full = (oldest: number) => Array.from({ length: 500 }, (_, index) => activity(oldest + 499 - index, fired));
  expect(activitiesDuring(full(1001), ['mine'], absence).isCut).toBe(true);
  expect(activitiesDuring(full(1000), ['mine'], absence).isCut).toBe(false);
  expect(activitiesDuring(full(1001).slice(1), ['mine'], absence).isCut).toBe(false);
  const ofTwo = [...full(1001).slice(1), activity(500, fired, 'other')];
  expect(activitiesDuring(ofTwo, ['mine', 'other'], absence).isCut).toBe(false);
});
