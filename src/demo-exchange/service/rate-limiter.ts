import type { IncomingHttpHeaders } from 'node:http';

/** Number of windows from which expired windows are deleted, so that many client addresses cannot fill the memory. */
const WINDOWS_BEFORE_SWEEP = 256;

/** Limits requests in sliding windows. Rejected requests do not count. */
export class ServerRateLimiter {
  readonly #limit: number;
  readonly #windowMs: number;
  readonly #windows = new Map<string, number[]>();

  constructor(limit: number, windowMs: number) {
    this.#limit = limit;
    this.#windowMs = windowMs;
  }

  /**
   * Returns true and counts the request for each of these names if none of them has reached the limit. Otherwise counts
   * nothing.
   */
  admit(names: readonly string[], nowMs: number): boolean {
    const windows = names.map((name) => this.#window(name, nowMs));
    if (windows.some((times) => times.length >= this.#limit)) return false;
    for (const times of windows) times.push(nowMs);
    return true;
  }

  #window(name: string, nowMs: number): number[] {
    const known = this.#windows.get(name);
    if (known !== undefined) {
      const expired = known.findIndex((time) => time > nowMs - this.#windowMs);
      known.splice(0, expired < 0 ? known.length : expired);
      return known;
    }
    if (this.#windows.size >= WINDOWS_BEFORE_SWEEP) this.#sweep(nowMs);
    const fresh: number[] = [];
    this.#windows.set(name, fresh);
    return fresh;
  }

  #sweep(nowMs: number): void {
    for (const [name, times] of this.#windows) {
      if ((times.at(-1) ?? Number.NEGATIVE_INFINITY) <= nowMs - this.#windowMs) this.#windows.delete(name);
    }
  }
}

/**
 * Returns the names that a request counts for: its key, and its endpoint together with the client's address. Requests
 * without the account's token share the address as their key, so that invented tokens do not bypass the limit.
 */
export function rateLimitKeys(
  headers: IncomingHttpHeaders,
  accountToken: string,
  address: string,
  endpoint: string | undefined,
): string[] {
  const key = headers.token === accountToken ? 'token' : `address ${address}`;
  return endpoint === undefined ? [key] : [key, `endpoint ${endpoint} from ${address}`];
}
