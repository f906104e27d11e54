import { expect, test } from 'vitest';
import { backoffDelay } from './backoff.ts';

test('the delay doubles from the first to the maximum', () => {
  const delays = [1, 2, 3, 4, 5].map((failures) => backoffDelay({ firstMs: 500, maxMs: 3000 }, failures, 0.5));
  expect(delays).toEqual([500, 1000, 2000, 3000, 3000]);
  expect(backoffDelay({ firstMs: 500, maxMs: 3000 }, 5000, 0.5)).toBe(3000);
});

test('jitter multiplies the delay by a factor from its range', () => {
  const backoff = { firstMs: 1000, maxMs: 2000, jitter: [0.5, 1.5] } as const;
  expect([0, 0.5, 0.75].map((random) => backoffDelay(backoff, 9, random))).toEqual([1000, 2000, 2500]);
});
