import { expect, test } from 'vitest';
import { RateLimiterRegistry } from './rate-limiter-registry.ts';

test('accounts with one key have one gate, over edits too, and the lowest limit holds', () => {
  const gates = new RateLimiterRegistry(Math.random);
  const startable = (account: string, key: string, limit: number) => {
    const gate = gates.join(account, key, limit);
    let count = 0;
    const passenger = { limiterChanged: () => {} };
    while (count < 100 && gate.startableAt('interactive', 0) <= 0) {
      const passage = gate.acquire(passenger, 'interactive', 0);
      gate.markResponseStarted(passage, null, 0);
      gate.release(passage, false, 0);
      count++;
    }
    return { gate, count };
  };
  const first = startable('one', 'key', 10);
  expect(first.count).toBe(10);
  const edited = startable('one', 'key', 15);
  expect(edited.gate).toBe(first.gate);
  expect(edited.count).toBe(5);
  const other = startable('two', 'key', 20);
  expect(other.gate).toBe(first.gate);
  expect(other.count).toBe(0);
  gates.leave('one');
  expect(startable('two', 'key', 20).count).toBe(5);
  const elsewhere = startable('two', 'another key', 3);
  expect(elsewhere.gate).not.toBe(first.gate);
  expect(elsewhere.count).toBe(3);
});
