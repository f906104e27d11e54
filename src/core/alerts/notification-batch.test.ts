import { expect, test } from 'vitest';
import { VirtualTime } from '../../exchange/testing/virtual-time.ts';
import type { Activity } from '../../shared/contract/alerts.ts';
import { gatherMs, NotificationBatch } from './notification-batch.ts';

function activity(id: string): Activity {
  const event = {
    kind: 'plan-left',
    plan: id,
    symbol: 'A',
    side: null,
    triggerPrice: null,
    lastSeenAt: 0,
    outcome: null,
    backAt: null,
  } as const;
  return { id, account: 'one', at: 0, event, read: false, notify: true };
}

test('activities within the gathering time are announced together, the latest first', async () => {
  const time = new VirtualTime();
  const announced: string[][] = [];
  const batch = new NotificationBatch({
    schedule: time.schedule,
    announce: (activities) => announced.push(activities.map(({ id }) => id)),
  });
  batch.add(activity('a'));
  await time.advance(gatherMs - 1);
  batch.add(activity('b'));
  expect(announced).toEqual([]);
  await time.advance(1);
  expect(announced).toEqual([['b', 'a']]);
  batch.add(activity('c'));
  await time.advance(gatherMs);
  expect(announced).toEqual([['b', 'a'], ['c']]);
  batch.add(activity('d'));
  batch.close();
  await time.advance(gatherMs);
  expect(announced).toHaveLength(2);
  expect(time.timers).toBe(0);
});
