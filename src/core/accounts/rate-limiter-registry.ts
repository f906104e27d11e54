import { createRateLimiter, type RateLimiter } from '../../exchange/index.ts';
import { smallest } from '../../shared/values/extremes.ts';
import type { RequestTimes } from './request-times.ts';

/** Milliseconds after which an earlier request is no longer counted: the limiter's window with its margins. */
const maxAgeMs = 20_000;

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
  readonly #times: RequestTimes;
  readonly #limiters = new Map<string, RegisteredLimiter>();

  /** `random`: from 0 to below 1. */
  constructor(random: () => number, times: RequestTimes) {
    this.#random = random;
    this.#times = times;
  }

  /** Registers an account with a key, in place of its earlier key. `requestsPerWindow`: 1 to 1,000. */
  join(account: string, key: string, requestsPerWindow: number): RateLimiter {
    this.leave(account);
    const registered = this.#find(key, requestsPerWindow);
    registered.limits.set(account, requestsPerWindow);
    applyLimit(registered);
    return registered.limiter;
  }

  /** Returns the limiter of a key that perhaps no account uses. `requestsPerWindow` applies if there is none yet. */
  limiterOf(key: string, requestsPerWindow: number): RateLimiter {
    return this.#find(key, requestsPerWindow).limiter;
  }

  leave(account: string): void {
    for (const registered of this.#limiters.values()) if (registered.limits.delete(account)) applyLimit(registered);
  }

  #find(key: string, requestsPerWindow: number): RegisteredLimiter {
    const known = this.#limiters.get(key);
    if (known !== undefined) return known;
    const limiter = createRateLimiter({
      requestsPerWindow,
      random: this.#random,
      earlierStarts: this.#times.agesOf(key, maxAgeMs).map((age) => performance.now() - age),
      onStart: () => this.#times.add(key),
    });
    const registered = { limiter, limits: new Map<string, number>() };
    this.#limiters.set(key, registered);
    return registered;
  }
}

function applyLimit({ limiter, limits }: RegisteredLimiter): void {
  if (limits.size > 0) limiter.requestsPerWindow = smallest(limits.values());
}
