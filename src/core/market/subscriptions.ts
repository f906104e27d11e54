import type { LiveList } from '../../shared/market.ts';

/** A list of an account. */
export interface LiveListRef {
  readonly account: string;
  readonly list: LiveList;
}

interface Subscription {
  readonly until: number;
  readonly lists: ReadonlySet<string>;
}

/** More pages than anybody opens: each names itself, and one that always takes another name must not fill the memory. */
const mostPages = 100;

/** Who looks at which lists, and until when. Times are monotonic milliseconds. */
export class Subscriptions {
  readonly #pages = new Map<string, Subscription>();

  /** Replaces what the page looked at before. */
  look(page: string, questions: readonly LiveListRef[], until: number): void {
    this.#pages.delete(page);
    this.#pages.set(page, { until, lists: new Set(questions.map(nameOf)) });
    for (const oldest of this.#pages.keys()) {
      if (this.#pages.size <= mostPages) return;
      this.#pages.delete(oldest);
    }
  }

  has(question: LiveListRef, now: number): boolean {
    const name = nameOf(question);
    for (const { until, lists } of this.#pages.values()) if (until > now && lists.has(name)) return true;
    return false;
  }

  /** Forgets what is over. */
  sweep(now: number): void {
    for (const [page, { until }] of this.#pages) if (until <= now) this.#pages.delete(page);
  }

  get isEmpty(): boolean {
    return this.#pages.size === 0;
  }

  /** Everybody who looked before the machine slept still does: their own timers have slept as well. */
  extend(until: number): void {
    for (const [page, look] of this.#pages) this.#pages.set(page, { ...look, until: Math.max(look.until, until) });
  }
}

function nameOf({ account, list }: LiveListRef): string {
  return `${list} ${account}`;
}
