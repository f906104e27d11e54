import { describe, expect, test } from 'vitest';
import type { RetryDelay } from '../../shared/time/backoff.ts';
import { type ErrorCode, errorCodes } from '../../shared/values/error-codes.ts';
import { OrderglassError } from '../../shared/values/errors.ts';
import { failure } from '../testing/simulated-service.ts';
import type { Priority } from './rate-limiter.ts';
import { type FailedAttempt, requestRetryDelay } from './request-retry-policy.ts';

const calm = { elapsedMs: 100, isClockKnown: true, isOffline: false, random: 0.5 };

/** Returns the delay after the last of these failures. */
function nextAfter(
  history: readonly ErrorCode[],
  priority: Priority,
  attempt: Partial<FailedAttempt> = {},
  httpStatus = 200,
): RetryDelay | 'when-reachable' {
  const code = history.at(-1) ?? 'internal';
  return requestRetryDelay(failure(code, httpStatus), { ...calm, priority, history, ...attempt });
}

function times(count: number, code: ErrorCode): ErrorCode[] {
  return Array.from({ length: count }, () => code);
}

/** Returns the number of attempts if each fails with `code`. */
function attemptsOf(code: ErrorCode, priority: Priority, httpStatus = 200, attempt: Partial<FailedAttempt> = {}) {
  for (let attempts = 1; attempts < 50; attempts++) {
    if (nextAfter(times(attempts, code), priority, attempt, httpStatus) === null) return attempts;
  }
  return Number.POSITIVE_INFINITY;
}

/** Attempts per code. All other codes: one. */
const maxAttempts: Partial<Record<ErrorCode, readonly [interactive: number, background: number]>> = {
  offline: [3, 8],
  timeout: [2, 8],
  throttled: [3, 8],
  'service-busy': [3, 8],
  'clock-skew': [2, 2],
  'nonce-used': [2, 2],
};
const once = [1, 1];

test.each(errorCodes)('%s has a fixed number of attempts', (code) => {
  expect([attemptsOf(code, 'interactive'), attemptsOf(code, 'background')]).toEqual(maxAttempts[code] ?? once);
  const on5xx = code === 'service-error' ? [3, 8] : (maxAttempts[code] ?? once);
  for (const httpStatus of [500, 502, 504, 599]) {
    expect([attemptsOf(code, 'interactive', httpStatus), attemptsOf(code, 'background', httpStatus)]).toEqual(on5xx);
  }
});

test.each([
  ['wrong-password', null],
  ['no-proxy', null],
  ['unreachable', 250],
  ['exchange-unreachable', 250],
] as const)('a proxy that is %s: the delay is %j', (proxy, delay) => {
  const error = new OrderglassError('offline', 'no', { proxy });
  for (const priority of ['interactive', 'background'] as const) {
    expect(requestRetryDelay(error, { ...calm, priority, history: ['offline'] })).toBe(delay);
  }
});

test('service-error without a status is not retried', () => {
  const error = new OrderglassError('service-error', 'without a status');
  expect(requestRetryDelay(error, { ...calm, priority: 'background', history: ['service-error'] })).toBeNull();
});

describe('back-off', () => {
  test('doubles up to 15 s, with full jitter', () => {
    const delays = (random: number) =>
      [1, 2, 3, 4, 5, 6, 7].map((count) => nextAfter(times(count, 'service-busy'), 'background', { random }));
    expect(delays(1)).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 15_000]);
    expect(delays(0.25)).toEqual([125, 250, 500, 1000, 2000, 3750, 3750]);
    expect(delays(0)).toEqual([0, 0, 0, 0, 0, 0, 0]);
  });

  test('ends 10 s after the first attempt for interactive requests only', () => {
    const failures = times(2, 'service-busy');
    expect(nextAfter(failures, 'interactive', { elapsedMs: 9500 })).toBe(500);
    expect(nextAfter(failures, 'interactive', { elapsedMs: 9501 })).toBeNull();
    expect(nextAfter(failures, 'background', { elapsedMs: 600_000 })).toBe(500);
  });

  test('adds no delay to the pause of a throttled key', () => {
    expect(nextAfter(['throttled'], 'interactive', { elapsedMs: 60_000 })).toBe(0);
    expect(nextAfter(['throttled'], 'background')).toBe(0);
  });
});

describe('a timeout of an interactive request', () => {
  test('is retried once, however long it took', () => {
    expect(nextAfter(['timeout'], 'interactive', { elapsedMs: 15_000 })).toBe(250);
    expect(nextAfter(['timeout', 'timeout'], 'interactive')).toBeNull();
    expect(nextAfter(['service-busy', 'timeout'], 'interactive', { elapsedMs: 15_000 })).toBe(500);
    expect(nextAfter(['timeout', 'service-busy', 'timeout'], 'interactive')).toBeNull();
  });
});

describe('while the service is unreachable', () => {
  test('background requests wait without limit, interactive ones fail soon', () => {
    const isOffline = true;
    expect(attemptsOf('offline', 'background', 200, { isOffline })).toBe(Number.POSITIVE_INFINITY);
    expect(nextAfter(['offline'], 'background', { isOffline })).toBe('when-reachable');
    expect(attemptsOf('offline', 'interactive', 200, { isOffline })).toBe(3);
    expect(attemptsOf('timeout', 'background', 200, { isOffline })).toBe(8);
  });
});

describe('a rejected nonce', () => {
  test('is replaced immediately, once per reason', () => {
    expect(nextAfter(['nonce-used'], 'interactive')).toBe(0);
    expect(nextAfter(['nonce-used', 'clock-skew'], 'interactive')).toBe(0);
    expect(nextAfter(['nonce-used', 'clock-skew', 'nonce-used'], 'interactive')).toBeNull();
    expect(nextAfter(['nonce-used', 'clock-skew', 'clock-skew'], 'background')).toBeNull();
  });

  test('that is too old is replaced only if the service’s time is known', () => {
    expect(nextAfter(['clock-skew'], 'background', { isClockKnown: false })).toBeNull();
  });
});
