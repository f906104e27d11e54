import type { Failure } from '../../shared/errors.ts';

/** What passes by itself. */
const passing: ReadonlySet<Failure['code']> = new Set([
  'offline',
  'timeout',
  'throttled',
  'service-busy',
  'service-error',
  'nonce-used',
  'internal',
  'storage-failed',
]);
/** What one bad answer has cost may be over, and an exchange that answers badly is not to be pestered. */
const firstMs = { passing: 5000, 'bad-answer': 5000, lasting: 60_000 };
const longestMs = { passing: 120_000, 'bad-answer': 1_800_000, lasting: 1_800_000 };

/**
 * In how many milliseconds to try again after so many failures in a row, counted from 1; `null`: only when the user asks for it, for
 * each try could open the keychain's question.
 */
export function syncRetryDelay({ code, keychain }: Failure, failures: number, random: number): number | null {
  if (code === 'keychain-unavailable' || keychain !== undefined) return null;
  const kind = code === 'bad-answer' ? code : passing.has(code) ? 'passing' : 'lasting';
  return Math.min(longestMs[kind], firstMs[kind] * 2 ** Math.min(failures - 1, 30)) * (1 + random / 4);
}
