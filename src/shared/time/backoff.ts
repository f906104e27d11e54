/** Delay (ms) before the next retry; `null` for no retry. */
export type RetryDelay = number | null;

/** Delays that double from `firstMs` to `maxMs`. */
export interface Backoff {
  readonly firstMs: number;
  readonly maxMs: number;
  /** The delay is multiplied by a random factor from this range. Default [1, 1]: no jitter. */
  readonly jitter?: readonly [from: number, to: number];
}

/** Returns the delay (ms) after `failures` failures in a row (at least 1). `random`: from 0 to below 1. */
export function backoffDelay(
  { firstMs, maxMs, jitter: [from, to] = [1, 1] }: Backoff,
  failures: number,
  random: number,
): number {
  return Math.min(maxMs, firstMs * 2 ** (failures - 1)) * (from + random * (to - from));
}
