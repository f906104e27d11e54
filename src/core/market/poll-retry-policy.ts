import type { ErrorCode, Failure } from '../../shared/errors.ts';

/** The service refuses the key, or the key cannot be had: each further try could lock an account or open the keychain's question. */
const keyFailures: ReadonlySet<ErrorCode> = new Set([
  'not-authenticated',
  'rejected-signature',
  'account-locked',
  'no-permission',
  'key-expired',
  'keychain-unavailable',
]);
/** Something else answers at the address: a wrong one, or for a while the login page of a network. */
const addressFailures: ReadonlySet<ErrorCode> = new Set([
  'wrong-address',
  'not-this-service',
  'redirect-refused',
  'untrusted-certificate',
]);

const longestMs = { interactive: 30_000, background: 120_000 };
const addressMs = { first: 15_000, longest: 300_000 };

/** Whether requests cannot succeed without the user, as far as the failure tells. */
export function needsUser({ code }: Failure): boolean {
  return keyFailures.has(code) || addressFailures.has(code);
}

export interface PollCircumstances {
  /** Failures in a row, counted from 1. */
  readonly failures: number;
  /** Whether the request carried the key. */
  readonly signed: boolean;
  /** Between two polls that succeed, in milliseconds. */
  readonly intervalMs: number;
  readonly priority: 'interactive' | 'background';
  /** From 0 to below 1. */
  readonly random: number;
}

/** In how many milliseconds after a failure to poll again; `null`: when the user asks for it, or has changed the account. */
export function pollRetryDelay(failure: Failure, circumstances: PollCircumstances): number | null {
  const { failures, signed, intervalMs, priority, random } = circumstances;
  if (signed && keyFailures.has(failure.code)) return null;
  const doubled = 2 ** Math.min(failures - 1, 30);
  const pause = needsUser(failure)
    ? Math.min(addressMs.longest, addressMs.first * doubled)
    : Math.min(Math.max(longestMs[priority], intervalMs), intervalMs * doubled);
  return pause * (1 + random / 4);
}
