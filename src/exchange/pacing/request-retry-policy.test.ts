import { describe, expect, test } from 'vitest';
import type { RetryDelay } from '../../shared/backoff.ts';
import { type ErrorCode, errorCodes, OrderglassError } from '../../shared/errors.ts';
import { failure } from '../testing/simulated-service.ts';
import type { Priority } from './priority.ts';
import { type FailedAttempt, requestRetryDelay } from './request-retry-policy.ts';

const calm = { elapsedMs: 100, isClockKnown: true, isOffline: false, random: 0.5 };

/** What comes after the last of these failures. */
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

/** How many tries there are where each fails in the same way. */
function triesOf(code: ErrorCode, priority: Priority, httpStatus = 200, attempt: Partial<FailedAttempt> = {}) {
  for (let tries = 1; tries < 50; tries++) {
    if (nextAfter(times(tries, code), priority, attempt, httpStatus) === null) return tries;
  }
  return Number.POSITIVE_INFINITY;
}

/** How often they are tried; everything else once. */
const tries: Partial<Record<ErrorCode, readonly [lookedAt: number, background: number]>> = {
  offline: [3, 8],
  timeout: [2, 8],
  throttled: [3, 8],
  'service-busy': [3, 8],
  'clock-skew': [2, 2],
  'nonce-used': [2, 2],
};
const once = [1, 1];

test.each(errorCodes)('%s is tried as often as may help', (code) => {
  expect([triesOf(code, 'interactive'), triesOf(code, 'background')]).toEqual(tries[code] ?? once);
  const on5xx = code === 'service-error' ? [3, 8] : (tries[code] ?? once);
  for (const httpStatus of [500, 502, 504, 599]) {
    expect([triesOf(code, 'interactive', httpStatus), triesOf(code, 'background', httpStatus)]).toEqual(on5xx);
  }
});

test('an error that says nothing of the service is judged by its code', () => {
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

  test('ends 10 s after the first try for what is looked at, and not for the background', () => {
    const failures = times(2, 'service-busy');
    expect(nextAfter(failures, 'interactive', { elapsedMs: 9500 })).toBe(500);
    expect(nextAfter(failures, 'interactive', { elapsedMs: 9501 })).toBeNull();
    expect(nextAfter(failures, 'background', { elapsedMs: 600_000 })).toBe(500);
  });

  test('is left to the pause of the key where the service asked to slow down', () => {
    expect(nextAfter(['throttled'], 'interactive', { elapsedMs: 60_000 })).toBe(0);
    expect(nextAfter(['throttled'], 'background')).toBe(0);
  });
});

describe('a timeout of what is looked at', () => {
  test('is tried again once, however long it took', () => {
    expect(nextAfter(['timeout'], 'interactive', { elapsedMs: 15_000 })).toBe(250);
    expect(nextAfter(['timeout', 'timeout'], 'interactive')).toBeNull();
    expect(nextAfter(['service-busy', 'timeout'], 'interactive', { elapsedMs: 15_000 })).toBe(500);
    expect(nextAfter(['timeout', 'service-busy', 'timeout'], 'interactive')).toBeNull();
  });
});

describe('while the service cannot be reached', () => {
  test('the background waits without end, and what is looked at fails soon', () => {
    const isOffline = true;
    expect(triesOf('offline', 'background', 200, { isOffline })).toBe(Number.POSITIVE_INFINITY);
    expect(nextAfter(['offline'], 'background', { isOffline })).toBe('when-reachable');
    expect(triesOf('offline', 'interactive', 200, { isOffline })).toBe(3);
    expect(triesOf('timeout', 'background', 200, { isOffline })).toBe(8);
  });
});

describe('a refused nonce', () => {
  test('is replaced at once, once for each reason', () => {
    expect(nextAfter(['nonce-used'], 'interactive')).toBe(0);
    expect(nextAfter(['nonce-used', 'clock-skew'], 'interactive')).toBe(0);
    expect(nextAfter(['nonce-used', 'clock-skew', 'nonce-used'], 'interactive')).toBeNull();
    expect(nextAfter(['nonce-used', 'clock-skew', 'clock-skew'], 'background')).toBeNull();
  });

  test('for the clock is replaced only when the service told its time', () => {
    expect(nextAfter(['clock-skew'], 'background', { isClockKnown: false })).toBeNull();
  });
});
