import { createRateLimiter, type RateLimiter } from '../../exchange/index.ts';

interface RegisteredLimiter {
  readonly limiter: RateLimiter;
  /** Requests in each window that each account allows, by its id. */
  readonly limits: Map<string, number>;
}

/**
 * One limiter a key, however many accounts have it and however often they are edited: the service counts what is sent with it, not
 * who sent it.
 */
export class RateLimiterRegistry {
  readonly #random: () => number;
  readonly #limiters = new Map<string, RegisteredLimiter>();

  /** `random`: from 0 to below 1. */
  constructor(random: () => number) {
    this.#random = random;
  }

  /** `requestsPerWindow`: 1 to 1000. Where accounts do not agree on it, the lowest holds. */
  join(account: string, key: string, requestsPerWindow: number): RateLimiter {
    this.leave(account);
    const shared = this.#limiters.get(key) ?? {
      limiter: createRateLimiter({ requestsPerWindow, random: this.#random }),
      limits: new Map<string, number>(),
    };
    this.#limiters.set(key, shared);
    shared.limits.set(account, requestsPerWindow);
    applyLimit(shared);
    return shared.limiter;
  }

  leave(account: string): void {
    for (const shared of this.#limiters.values()) if (shared.limits.delete(account)) applyLimit(shared);
  }
}

function applyLimit({ limiter, limits }: RegisteredLimiter): void {
  if (limits.size > 0) limiter.requestsPerWindow = Math.min(...limits.values());
}
