import type { LiveQuery } from '../../shared/contract/market.ts';

interface Subscription {
  /** Monotonic milliseconds. */
  readonly until: number;
  readonly lists: ReadonlySet<string>;
}

/** Largest number of pages. Pages choose their own names, so without a limit a page that keeps changing its name would fill the memory. */
const maxPages = 100;

/** Live lists that the pages show, each page's with an expiry. Times are monotonic milliseconds. */
export class Subscriptions {
  readonly #pages = new Map<string, Subscription>();

  /** Replaces the subscriptions of a page. */
  subscribe(page: string, refs: readonly LiveQuery[], until: number): void {
    this.#pages.delete(page);
    this.#pages.set(page, { until, lists: new Set(refs.map(nameOf)) });
    for (const oldest of this.#pages.keys()) {
      if (this.#pages.size <= maxPages) return;
      this.#pages.delete(oldest);
    }
  }

  /** True if a page subscribes to the list at `now`. */
  has(ref: LiveQuery, now: number): boolean {
    const name = nameOf(ref);
    for (const { until, lists } of this.#pages.values()) if (until > now && lists.has(name)) return true;
    return false;
  }

  removeExpired(now: number): void {
    for (const [page, { until }] of this.#pages) if (until <= now) this.#pages.delete(page);
  }

  get isEmpty(): boolean {
    return this.#pages.size === 0;
  }

  /** Extends all subscriptions after the machine wakes: the pages could not renew them because their timers slept, too. */
  extend(until: number): void {
    for (const [page, subscription] of this.#pages) {
      this.#pages.set(page, { ...subscription, until: Math.max(subscription.until, until) });
    }
  }
}

function nameOf({ account, list }: LiveQuery): string {
  return `${list} ${account}`;
}
