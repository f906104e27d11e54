import { expect, test } from 'vitest';
import { RateLimiterRegistry } from './rate-limiter-registry.ts';

test('accounts with one key have one limiter, over edits too, and the lowest limit holds', () => {
  const limiters = new RateLimiterRegistry(Math.random);
  const startable = (account: string, key: string, limit: number) => {
    const limiter = limiters.join(account, key, limit);
    let count = 0;
    const passenger = { limiterChanged: () => {} };
    while (count < 100 && limiter.startableAt('interactive', 0) <= 0) {
      const passage = limiter.acquire(passenger, 'interactive', 0);
      limiter.markResponseStarted(passage, null, 0);
      limiter.release(passage, false, 0);
      count++;
    }
    return { limiter, count };
  };
  const first = startable('one', 'key', 10);
  expect(first.count).toBe(10);
  const edited = startable('one', 'key', 15);
  expect(edited.limiter).toBe(first.limiter);
  expect(edited.count).toBe(5);
  const other = startable('two', 'key', 20);
  expect(other.limiter).toBe(first.limiter);
  expect(other.count).toBe(0);
  limiters.leave('one');
  expect(startable('two', 'key', 20).count).toBe(5);
  const elsewhere = startable('two', 'another key', 3);
  expect(elsewhere.limiter).not.toBe(first.limiter);
  expect(elsewhere.count).toBe(3);
});
