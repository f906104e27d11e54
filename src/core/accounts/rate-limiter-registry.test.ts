import { expect, test } from 'vitest';
import { limiterKey } from './accounts.ts';
import { RateLimiterRegistry } from './rate-limiter-registry.ts';
import { RequestTimes } from './request-times.ts';

/** Cannot be opened, so that nothing is stored. */
const noFile = import.meta.dirname;

test('accounts with one key share a limiter across edits, with the lowest of their limits', () => {
  const limiters = new RateLimiterRegistry(Math.random, new RequestTimes(noFile, Date.now));
  const startable = (account: string, key: string, limit: number) => {
    const limiter = limiters.join(account, key, limit);
    let count = 0;
    const client = { limiterChanged: () => {} };
    while (count < 100 && limiter.startableAt('interactive', 0) <= 0) {
      const permit = limiter.acquire(client, 'interactive', 0);
      limiter.markResponseStarted(permit, null, 0);
      limiter.release(permit, false, 0);
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

test('the names of this computer are one host, and other hosts and ports are not', () => {
  const keyOf = (baseUrl: string) => limiterKey(baseUrl, 'fingerprint');
  const own = keyOf('http://127.0.0.1:8080');
  for (const same of ['http://localhost:8080', 'http://[::1]:8080/path']) expect(keyOf(same)).toBe(own);
  for (const other of ['http://localhost:8081', 'https://localhost.test:8080', 'https://my.localhost:8080']) {
    expect(keyOf(other)).not.toBe(own);
  }
  expect(keyOf('https://localhost')).toBe(keyOf('https://127.0.0.1'));
});
