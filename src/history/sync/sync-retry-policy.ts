import type { Failure } from '../../shared/contract/failure.ts';
import { type Backoff, backoffDelay, type RetryDelay } from '../../shared/time/backoff.ts';
import { type FailureKind, failureKinds, isLastingAtProxy, isUnreachable } from '../../shared/values/error-codes.ts';

const jitter = [1, 1.25] as const;
const passing: Backoff = { firstMs: 5000, maxMs: 30_000, jitter };
/** Short, because a retry costs the exchange nothing while it cannot be reached. */
const unreachable: Backoff = { firstMs: 600, maxMs: 600, jitter };
const garbled: Backoff = { firstMs: 5000, maxMs: 1_800_000, jitter };
const lasting: Backoff = { firstMs: 60_000, maxMs: 1_800_000, jitter };

const backoffs: Record<FailureKind, Backoff> = {
  passing,
  once: passing,
  garbled,
  address: lasting,
  key: lasting,
  lasting,
};

/**
 * Returns the delay before a failed sync is retried, after `failures` failures in a row. `null` for a keychain failure, because a retry
 * could show the keychain's password prompt again: only the user retries.
 */
export function syncRetryDelay(failure: Failure, failures: number, random: number): RetryDelay {
  const { code, keychain } = failure;
  if (code === 'keychain-unavailable' || keychain !== undefined) return null;
  if (isLastingAtProxy(failure)) return backoffDelay(lasting, failures, random);
  return backoffDelay(isUnreachable(code) ? unreachable : backoffs[failureKinds[code]], failures, random);
}
