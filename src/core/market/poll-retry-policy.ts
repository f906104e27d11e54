import type { Priority } from '../../exchange/index.ts';
import type { Failure } from '../../shared/contract/failure.ts';
import { backoffDelay, type RetryDelay } from '../../shared/time/backoff.ts';
import { failureKinds, isLastingAtProxy } from '../../shared/values/error-codes.ts';

const jitter = [1, 1.25] as const;
/** Longest delay (ms) after failures that end without the user. A page that shows the list shows the end of the failure soon. */
const maxMs = { interactive: 10_000, background: 120_000 };
/** Longest delay (ms) of a list that a page shows after timeouts. */
const maxTimeoutMs = 4000;
/** Of a list that a page shows while no connection can be made. The exchange is asked less than in normal use, and its return shows within a second. */
const offlineBackoff = { firstMs: 600, maxMs: 600, jitter };
const addressBackoff = { firstMs: 15_000, maxMs: 300_000, jitter };

/** True if requests fail until the user corrects the account's key or address, or the proxy. */
export function needsUser(failure: Failure): boolean {
  const kind = failureKinds[failure.code];
  return kind === 'key' || kind === 'address' || isLastingAtProxy(failure);
}

export interface PollCircumstances {
  /** Failures in a row, at least 1. */
  readonly failures: number;
  /** True if the request carried the key. */
  readonly signed: boolean;
  /** Milliseconds between two successful polls. */
  readonly intervalMs: number;
  readonly priority: Priority;
  /** From 0 to below 1. */
  readonly random: number;
}

/** Returns the delay before a failed poll is retried; `null` until the user retries or changes the account. */
export function pollRetryDelay(failure: Failure, circumstances: PollCircumstances): RetryDelay {
  const { failures, signed, intervalMs, priority, random } = circumstances;
  if (signed && failureKinds[failure.code] === 'key') return null;
  if (needsUser(failure)) return backoffDelay(addressBackoff, failures, random);
  const isInteractive = priority === 'interactive';
  if (isInteractive && failure.code === 'offline') return backoffDelay(offlineBackoff, failures, random);
  const longestMs = isInteractive && failure.code === 'timeout' ? maxTimeoutMs : maxMs[priority];
  const backoff = { firstMs: intervalMs, maxMs: Math.max(longestMs, intervalMs), jitter };
  return backoffDelay(backoff, failures, random);
}
