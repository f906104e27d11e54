import { expect, test } from 'vitest';
import { syncRetryDelay } from './sync-retry-policy.ts';

const delays = (code: Parameters<typeof syncRetryDelay>[0]['code'], count: number) =>
  Array.from({ length: count }, (_, failures) => syncRetryDelay({ code, message: '' }, failures + 1, 0));

test('a temporary failure is retried soon, then less and less often', () => {
  expect(delays('service-busy', 7)).toEqual([5000, 10_000, 20_000, 30_000, 30_000, 30_000, 30_000]);
});

test('an exchange that cannot be reached is tried about every second', () => {
  expect(delays('offline', 10)).toEqual(Array(10).fill(600));
});

test('a lasting failure is retried after minutes, at most after half an hour', () => {
  expect(delays('no-permission', 7)).toEqual([60_000, 120_000, 240_000, 480_000, 960_000, 1_800_000, 1_800_000]);
});

test('one bad response is retried soon', () => {
  expect(delays('bad-answer', 3)).toEqual([5000, 10_000, 20_000]);
  expect(delays('bad-answer', 20).at(-1)).toBe(1_800_000);
});

test('a failure of the keychain is not retried', () => {
  expect(syncRetryDelay({ code: 'keychain-unavailable', message: '', keychain: 'locked' }, 1, 0)).toBeNull();
  expect(syncRetryDelay({ code: 'not-authenticated', message: '', keychain: 'entry-missing' }, 1, 0)).toBeNull();
  expect(syncRetryDelay({ code: 'not-authenticated', message: '' }, 1, 0)).toBe(60_000);
});

test('the retries of many lists are spread', () => {
  expect(syncRetryDelay({ code: 'service-busy', message: '' }, 1, 0.999)).toBeCloseTo(6250, -1);
});

test('a proxy that refuses until the user acts is tried seldom', () => {
  expect(syncRetryDelay({ code: 'offline', message: '', proxy: 'wrong-password' }, 1, 0)).toBe(60_000);
  expect(syncRetryDelay({ code: 'offline', message: '', proxy: 'exchange-unreachable' }, 1, 0)).toBe(600);
});
