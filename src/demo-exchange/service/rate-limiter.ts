import type { IncomingHttpHeaders } from 'node:http';

/** Beyond this many idle windows the finished ones are dropped: a caller can come from many addresses. */
const WINDOWS_BEFORE_SWEEP = 256;

/** A sliding window over the requests that were let through; refused ones do not count. */
export class ServerRateLimiter {
  readonly #limit: number;
  readonly #windowMs: number;
  readonly #windows = new Map<string, number[]>();

  constructor(limit: number, windowMs: number) {
    this.#limit = limit;
    this.#windowMs = windowMs;
  }

  /** Whether a request may pass that counts against each of these names; where one is used up it counts against none. */
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
 * What a request counts against: its key over all endpoints, and its endpoint for the address it comes from. Without the
 * account's token the address is the key: a made-up token is no way around the limit.
 */
export function limitedNames(
  headers: IncomingHttpHeaders,
  accountToken: string,
  address: string,
  endpoint: string | undefined,
): string[] {
  const key = headers.token === accountToken ? 'token' : `address ${address}`;
  return endpoint === undefined ? [key] : [key, `endpoint ${endpoint} from ${address}`];
}
