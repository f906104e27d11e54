import { backoffDelay, type RetryDelay } from '../../shared/time/backoff.ts';
import { type ErrorCode, failureKinds, isLastingAtProxy } from '../../shared/values/error-codes.ts';
import type { OrderglassError } from '../../shared/values/errors.ts';
import type { Priority } from './rate-limiter.ts';

/** Full jitter. */
const backoff = { firstMs: 500, maxMs: 15_000, jitter: [0, 1] } as const;
/** Most attempts of a request, the first included. */
const maxAttempts: Record<Priority, number> = { interactive: 3, background: 8 };
/** Milliseconds after the first attempt within which an interactive request is retried. */
const interactiveRetryMs = 10_000;

export interface FailedAttempt {
  readonly priority: Priority;
  /** Error codes of the attempts that count, oldest first, this one included. */
  readonly history: readonly ErrorCode[];
  /** Milliseconds since the start of the first attempt. */
  readonly elapsedMs: number;
  /** True if the service's clock is known. */
  readonly isClockKnown: boolean;
  /** True if the service cannot be reached at all. */
  readonly isOffline: boolean;
  /** From 0 to below 1. */
  readonly random: number;
}

/**
 * Returns the delay before a failed request is retried. `'when-reachable'`: as soon as the service can be reached, without counting
 * the attempt; only for background requests.
 */
export function requestRetryDelay(error: OrderglassError, attempt: FailedAttempt): RetryDelay | 'when-reachable' {
  const { code } = error;
  switch (failureKinds[code]) {
    case 'passing':
      return delayAfterPassingFailure(error, attempt);
    case 'once': {
      const isFirst = attempt.history.indexOf(code) === attempt.history.length - 1;
      return isFirst && (code !== 'clock-skew' || attempt.isClockKnown) ? 0 : null;
    }
    default:
      return null;
  }
}

function delayAfterPassingFailure(error: OrderglassError, attempt: FailedAttempt): RetryDelay | 'when-reachable' {
  const { priority, history, isOffline } = attempt;
  switch (error.code) {
    case 'offline':
      if (isLastingAtProxy(error)) return null;
      return priority === 'background' && isOffline ? 'when-reachable' : delayWithin(attempt);
    case 'timeout':
      return priority === 'interactive' ? delayAfterTimeout(attempt) : delayWithin(attempt);
    case 'throttled':
      // The rate limiter pauses all requests of the key, so no delay is added here.
      return history.length < maxAttempts[priority] ? 0 : null;
    case 'service-busy':
      return delayWithin(attempt);
    case 'service-error':
      return (error.service?.httpStatus ?? 0) >= 500 ? delayWithin(attempt) : null;
    default:
      // `storage-failed` and `internal` are local failures, and a cache keeps its response for longer than a request is retried.
      return null;
  }
}

/** Retries a timeout once, even beyond `interactiveRetryMs`: the attempt itself took long. */
function delayAfterTimeout({ history, random }: FailedAttempt): RetryDelay {
  const isFirst = history.indexOf('timeout') === history.length - 1;
  return isFirst && history.length < maxAttempts.interactive ? backoffDelay(backoff, history.length, random) : null;
}

function delayWithin({ priority, history, elapsedMs, random }: FailedAttempt): RetryDelay {
  if (history.length >= maxAttempts[priority]) return null;
  const delay = backoffDelay(backoff, history.length, random);
  return priority === 'interactive' && elapsedMs + delay > interactiveRetryMs ? null : delay;
}
