import { expect, test } from 'vitest';
import { OrderglassError } from '../../shared/values/errors.ts';
import { RetryingTask } from './retrying-task.ts';

test('reports a failure once, until the code changes or a call succeeds', async () => {
  const reported: unknown[] = [];
  const retries: (() => void)[] = [];
  let outcome: unknown = null;
  const task = new RetryingTask({
    work: async () => {
      if (outcome !== null) throw outcome;
    },
    schedule: (run) => {
      retries.push(run);
      return () => {};
    },
    now: () => 1875,
    random: () => 0.5,
    onChange: () => {},
    onFailure: (error) => reported.push(error),
  });
  const [broken, busy, again] = [new TypeError('CANARY'), new OrderglassError('service-busy', 'b'), new TypeError('c')];
  const tryWith = async (next: unknown) => {
    outcome = next;
    task.start('user');
    await expect.poll(() => task.isRunning).toBe(false);
  };
  await tryWith(broken);
  expect(task.failure).toEqual({
    code: 'internal',
    message: 'reading the history failed unexpectedly',
    retryAt: 7500,
  });
  await tryWith(again);
  expect(reported).toEqual([broken]);
  await tryWith(busy);
  await tryWith(new OrderglassError('canceled', 'd'));
  await tryWith(busy);
  expect(reported).toEqual([broken, busy]);
  await tryWith(null);
  await tryWith(busy);
  expect(reported).toEqual([broken, busy, busy]);
  expect(retries.length).toBeGreaterThan(3);
});

test('has its failure until a retry has done something, however long that takes', async () => {
  const answers: PromiseWithResolvers<void>[] = [];
  const task = new RetryingTask({
    work: () => {
      const answer = Promise.withResolvers<void>();
      answers.push(answer);
      return answer.promise;
    },
    schedule: () => () => {},
    now: Date.now,
    random: () => 0,
    onChange: () => {},
    onFailure: () => {},
  });
  const fail = async () => {
    answers.at(-1)?.reject(new OrderglassError('timeout', 'a'));
    await expect.poll(() => task.isRunning).toBe(false);
  };
  const retry = async () => {
    const before = answers.length;
    task.start('user');
    await expect.poll(() => answers.length).toBe(before + 1);
  };
  await retry();
  expect(task.failure).toBeNull();
  await fail();
  // While it waits, nothing that another task reads ends it.
  task.recordProgress();
  expect(task.failure?.code).toBe('timeout');
  await retry();
  expect(task.failure?.code).toBe('timeout');
  task.recordProgress();
  expect(task.failure).toBeNull();
  await fail();
  await retry();
  answers.at(-1)?.resolve();
  await expect.poll(() => task.failure).toBeNull();
});

test('a task that is stopped because of its failure is not retried', async () => {
  const retries = new Set<() => void>();
  const task = new RetryingTask({
    work: () => Promise.reject(new OrderglassError('storage-failed', 'the file is damaged')),
    schedule: (run) => {
      retries.add(run);
      return () => retries.delete(run);
    },
    now: Date.now,
    random: () => 0,
    onChange: () => {},
    onFailure: () => task.stop(),
  });
  task.start('user');
  await expect.poll(() => task.isRunning).toBe(false);
  expect(task.failure).toBeNull();
  expect(retries.size).toBe(0);
});
