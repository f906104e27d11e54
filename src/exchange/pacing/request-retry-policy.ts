import type { ErrorCode, OrderglassError } from '../../shared/errors.ts';
import type { Priority } from './priority.ts';

const baseMs = 500;
const longestMs = 15_000;
/** Counted with the first. */
const mostTries: Record<Priority, number> = { interactive: 3, background: 8 };
/** What is looked at is tried again only so long after its first try. */
const patienceMs = 10_000;

export interface Circumstances {
  readonly priority: Priority;
  /** What the tries that count ended with, this one included. */
  readonly history: readonly ErrorCode[];
  /** Since the first try began, in milliseconds. */
  readonly elapsedMs: number;
  /** Whether the service's clock is known by now. */
  readonly isClockKnown: boolean;
  /** Whether the service cannot be reached at all: the background then waits, however long it takes. */
  readonly isOffline: boolean;
  /** From 0 to below 1. */
  readonly random: number;
}

/** In how many milliseconds, as soon as the service can be reached again (a try that does not count), or not at all. */
export type RetryDelay = number | 'when-reachable' | 'none';

/** When to try again after a failure. Every code that is not named here is final. */
export function requestRetryDelay(error: OrderglassError, circumstances: Circumstances): RetryDelay {
  const { priority, history, isClockKnown, isOffline } = circumstances;
  const before = history.slice(0, -1);
  switch (error.code) {
    case 'offline':
      return priority === 'background' && isOffline ? 'when-reachable' : backOff(circumstances);
    case 'timeout':
      return priority === 'interactive' ? afterTimeout(circumstances) : backOff(circumstances);
    case 'throttled':
      // The pause of the whole key is the delay.
      return history.length < mostTries[priority] ? 0 : 'none';
    case 'service-busy':
      return backOff(circumstances);
    case 'service-error':
      return (error.service?.httpStatus ?? 0) >= 500 ? backOff(circumstances) : 'none';
    case 'nonce-used':
      return before.includes('nonce-used') ? 'none' : 0;
    case 'clock-skew':
      return isClockKnown && !before.includes('clock-skew') ? 0 : 'none';
    default:
      return 'none';
  }
}

/** The wait for it was long: once, without regard to the time. */
function afterTimeout({ history, random }: Circumstances): RetryDelay {
  const isFirst = history.indexOf('timeout') === history.length - 1;
  return isFirst && history.length < mostTries.interactive ? delayAfter(history.length, random) : 'none';
}

function backOff({ priority, history, elapsedMs, random }: Circumstances): RetryDelay {
  if (history.length >= mostTries[priority]) return 'none';
  const delay = delayAfter(history.length, random);
  return priority === 'interactive' && elapsedMs + delay > patienceMs ? 'none' : delay;
}

/** Exponential with full jitter. */
function delayAfter(failures: number, random: number): number {
  return random * Math.min(longestMs, baseMs * 2 ** (failures - 1));
}
