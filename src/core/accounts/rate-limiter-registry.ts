import { createRateLimiter, type RateLimiter } from '../../exchange/index.ts';

interface RegisteredLimiter {
  readonly limiter: RateLimiter;
  /** Requests per window that each account allows, by account ID. */
  readonly limits: Map<string, number>;
}

/**
 * Holds one rate limiter per key, for all accounts that use the key and across their edits, because the service counts requests per key.
 * The lowest limit of the key's accounts applies.
 */
export class RateLimiterRegistry {
  readonly #random: () => number;
  readonly #limiters = new Map<string, RegisteredLimiter>();

  /** `random`: from 0 to below 1. */
  constructor(random: () => number) {
    this.#random = random;
  }

  /** Registers an account with a key, in place of its earlier key. `requestsPerWindow`: 1 to 1,000. */
  join(account: string, key: string, requestsPerWindow: number): RateLimiter {
    this.leave(account);
    const registered = this.#limiters.get(key) ?? {
      limiter: createRateLimiter({ requestsPerWindow, random: this.#random }),
      limits: new Map<string, number>(),
    };
    this.#limiters.set(key, registered);
    registered.limits.set(account, requestsPerWindow);
    applyLimit(registered);
    return registered.limiter;
  }

  leave(account: string): void {
    for (const registered of this.#limiters.values()) if (registered.limits.delete(account)) applyLimit(registered);
  }
}

function applyLimit({ limiter, limits }: RegisteredLimiter): void {
  if (limits.size > 0) limiter.requestsPerWindow = Math.min(...limits.values());
}
