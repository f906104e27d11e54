import { beforeEach, expect, test } from 'vitest';
import type { Activity, PlanLeft } from '../../shared/contract/alerts.ts';
import { maxActivities } from '../../shared/market/market.ts';
import { ActivityLog } from './activity-log.ts';

let added: Activity[];
let changes: number;

beforeEach(() => {
  added = [];
  changes = 0;
});

function open(activities: readonly Activity[] = []): ActivityLog {
  return new ActivityLog({
    account: 'one',
    activities,
    onAdded: (activity) => added.push(activity),
    onChanged: () => changes++,
  });
}

function left(plan: string): PlanLeft {
  return {
    kind: 'plan-left',
    plan,
    symbol: 'BTC-USDT',
    side: 'sell',
    triggerPrice: '94107.3',
    lastSeenAt: 1,
    outcome: null,
    backAt: null,
  };
}

test('an added activity is unread and published', () => {
  const log = open();
  const activity = log.add(left('a'), 5, true);
  expect(activity).toMatchObject({ account: 'one', at: 5, event: left('a'), read: false, notify: true });
  expect(added).toEqual([activity]);
  expect(log.activities).toEqual([activity]);
  expect(log.unread).toBe(1);
  expect(changes).toBe(0);
});

test('activities are marked as read by ID, or all of them', () => {
  const log = open();
  const [first] = ['a', 'b', 'c'].map((plan) => log.add(left(plan), 5, false).id);
  log.markRead([first ?? '', 'unknown']);
  expect(log.unread).toBe(2);
  expect(open(log.activities).unread).toBe(2);
  log.markRead(undefined);
  expect(log.unread).toBe(0);
  expect(changes).toBe(2);
});

test('only the latest activities are kept', () => {
  const log = open();
  for (let at = 0; at < maxActivities + 5; at++) log.add(left('a'), at, false);
  expect(log.activities.map(({ at }) => at)).toEqual(Array.from({ length: maxActivities }, (_, index) => index + 5));
});

test('the outcome of a plan and its return are added to the activity that reports the plan', () => {
  const log = open();
  log.add(left('a'), 1, false);
  const { id } = log.add(left('a'), 2, false);
  log.setOutcome(id, { status: 'failed', filledQuantity: '0' });
  log.markBack('a', 9);
  log.markBack('a', 10);
  log.markBack('b', 11);
  expect(log.activities.map(({ event }) => event)).toEqual([
    left('a'),
    { ...left('a'), outcome: { status: 'failed', filledQuantity: '0' }, backAt: 9 },
  ]);
  expect(added).toHaveLength(2);
  expect(changes).toBe(3);
});
