import type { AnyLiveChange, LiveChange, LiveList } from '../../../shared/market.ts';
import type { Result } from '../../../shared/result.ts';
import type { StartTimer } from '../timer.ts';
import { LiveListStore, type ReadLive } from './live-list-store.ts';

interface LiveQuestion {
  account: string;
  list: LiveList;
}

export interface LiveListsOptions {
  readonly readLive: ReadLive;
  /** In place of what the page said before. */
  readonly watchMarket: (watched: LiveQuestion[]) => Promise<Result<{ holdsForMs: number }>>;
  readonly startTimer: StartTimer;
}

type Stores = { [List in LiveList]: Map<string, LiveListStore<List>> };

/** Milliseconds after which a host that did not answer is told again. */
const retryAfter = 3000;

/**
 * The live lists of the page, each held once however many screens show it. What somebody looks at is told to the host, again in
 * time, and no more while the page is out of sight.
 */
export class LiveLists {
  readonly #options: LiveListsOptions;
  readonly #stores: Stores = { 'futures-tickers': new Map(), 'spot-tickers': new Map(), 'open-plans': new Map() };
  /** How many look at a list. */
  readonly #looks = new Map<LiveListStore<LiveList>, number>();
  #inView = true;
  #isSaying = false;
  #isToSay = false;
  #saidNothing = true;
  #hasFailed = false;
  #stopTimer: (() => void) | null = null;

  constructor(options: LiveListsOptions) {
    this.#options = options;
  }

  of<List extends LiveList>(list: List, account: string): LiveListStore<List> {
    const stores: Map<string, LiveListStore<List>> = this.#stores[list];
    let store = stores.get(account);
    if (!store) {
      store = new LiveListStore(account, list, this.#options.readLive);
      stores.set(account, store);
    }
    return store;
  }

  /** Answers a function that ends the look. */
  look(list: LiveList, account: string): () => void {
    const store: LiveListStore<LiveList> = this.of(list, account);
    const looks = this.#looks.get(store) ?? 0;
    this.#looks.set(store, looks + 1);
    if (looks === 0) {
      // What changed while nobody looked was not told.
      void store.read();
      this.#sayLater();
    }
    let over = false;
    return () => {
      if (over) return;
      over = true;
      const left = (this.#looks.get(store) ?? 1) - 1;
      if (left > 0) this.#looks.set(store, left);
      else {
        this.#looks.delete(store);
        this.#sayLater();
      }
    };
  }

  accept(change: AnyLiveChange): void {
    this.#accept(change);
  }

  #accept<List extends LiveList>(change: LiveChange<List>): void {
    const stores: Map<string, LiveListStore<List>> = this.#stores[change.list];
    const store = stores.get(change.account);
    if (store && this.#isLookedAt(change)) store.accept(change);
  }

  /** Whether the page can be seen at all. */
  setInView(inView: boolean): void {
    if (this.#inView === inView) return;
    this.#inView = inView;
    if (inView) this.#readAll();
    this.#sayLater();
  }

  #isLookedAt({ account, list }: LiveQuestion): boolean {
    for (const store of this.#looks.keys()) if (store.account === account && store.list === list) return true;
    return false;
  }

  #readAll(): void {
    for (const store of this.#looks.keys()) void store.read();
  }

  /** Screens that take turns are told of once. */
  #sayLater(): void {
    if (this.#isToSay) return;
    this.#isToSay = true;
    queueMicrotask(() => {
      if (!this.#isSaying) void this.#say();
    });
  }

  async #say(): Promise<void> {
    this.#isToSay = false;
    this.#stopTimer?.();
    this.#stopTimer = null;
    const watched = this.#inView ? [...this.#looks.keys()].map(({ account, list }) => ({ account, list })) : [];
    if (watched.length === 0 && this.#saidNothing) return;
    this.#isSaying = true;
    const result = await this.#options.watchMarket(watched);
    this.#isSaying = false;
    this.#saidNothing = result.ok && watched.length === 0;
    const recovered = result.ok && this.#hasFailed;
    this.#hasFailed = !result.ok;
    if (!result.ok) for (const store of this.#looks.keys()) store.fail(result.error);
    if (recovered) this.#readAll();
    if (this.#isToSay) {
      void this.#say();
      return;
    }
    if (this.#saidNothing) return;
    const next = result.ok ? result.data.holdsForMs / 2 : retryAfter;
    this.#stopTimer = this.#options.startTimer(() => void this.#say(), next);
  }
}
