import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OrderglassError } from '../../shared/values/errors.ts';
import { historyWorkerSource, JointHistory, WorkerThreads } from '../index.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

const query = { account: 'a+b', filter: {}, sort: [], zone: 'UTC', from: 0, count: 10 };

test('a joint history is not idle while a question waits for the accounts, nor right after the answer', async () => {
  const accounts = Promise.withResolvers<never>();
  const joint = new JointHistory({
    accounts: ['a', 'b'],
    threads: new WorkerThreads(historyWorkerSource),
    find: () => accounts.promise,
    now: Date.now,
    onUnexpected: () => {},
  });
  const answer = joint.ask('readOrderHistory', query, Date.now());
  vi.advanceTimersByTime(100_000);
  expect(joint.isIdleFor(75_000)).toBe(false);
  accounts.reject(new OrderglassError('offline', 'no'));
  await expect(answer).rejects.toMatchObject({ code: 'offline' });
  expect(joint.isIdleFor(75_000)).toBe(false);
  vi.advanceTimersByTime(76_000);
  expect(joint.isIdleFor(75_000)).toBe(true);
});

test('a question that is canceled while two others of its name are answered is dropped', async () => {
  const find = vi.fn(() => new Promise<never>(() => {}));
  const joint = new JointHistory({
    accounts: ['a', 'b'],
    threads: new WorkerThreads(historyWorkerSource),
    find,
    now: Date.now,
    onUnexpected: () => {},
  });
  const tags = { account: 'a+b' };
  for (let other = 0; other < 2; other++) void joint.ask('readTags', tags, Date.now());
  const canceled = new AbortController();
  const answer = joint.ask('readTags', tags, Date.now(), canceled.signal);
  canceled.abort();
  await expect(answer).rejects.toMatchObject({ code: 'canceled' });
  expect(find).toHaveBeenCalledTimes(4);
});
