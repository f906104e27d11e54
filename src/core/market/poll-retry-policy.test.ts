import { expect, test } from 'vitest';
import { type PollCircumstances, pollRetryDelay } from './poll-retry-policy.ts';

const shown: PollCircumstances = { failures: 1, signed: true, intervalMs: 3000, priority: 'interactive', random: 0 };

test.each([
  ['wrong-password', 15_000],
  ['unusable', 15_000],
  ['exchange-unreachable', 600],
] as const)('a poll that a proxy prevents (%s) is retried after %i ms', (proxy, delay) => {
  expect(pollRetryDelay({ code: 'offline', message: '', proxy }, shown)).toBe(delay);
});
