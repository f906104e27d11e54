import type { LiveChange, LiveQuery } from '../../../../shared/contract/market.ts';
import type { LiveList } from '../../../../shared/market/market.ts';
import type { Result } from '../../../../shared/values/result.ts';
import type { StartTimer } from '../../../platform/timer.ts';
import { LiveListStore, type ReadLive } from './live-list-store.ts';

interface LiveListsOptions {
  readonly readLive: ReadLive;
  /** Tells the host which lists and which account the page shows. Each call replaces the one before and is valid for `holdsForMs`. */
  readonly watchMarket: (watched: LiveQuery[], account: string | null) => Promise<Result<{ holdsForMs: number }>>;
  readonly refreshLive: (ref: LiveQuery) => Promise<Result<unknown>>;
  readonly startTimer: StartTimer;
}

type Stores = { [List in LiveList]: Map<string, LiveListStore<List>> };

/** Milliseconds after a failed call until the next one. */
const retryDelayMs = 3000;

/**
 * The live lists of the page. Holds each list once, for any number of subscribers. Tells the host which lists have
 * subscribers, before the previous report expires. A hidden page reports nothing.
 */
export class LiveLists {
  readonly #options: LiveListsOptions;
  readonly #stores: Stores = { 'futures-tickers': new Map(), 'spot-tickers': new Map(), 'open-plans': new Map() };
  /** Number of subscribers of each list that has any. */
  readonly #subscribers = new Map<LiveListStore<LiveList>, number>();
  #account: string | null = null;
  #isVisible = true;
  #isReporting = false;
  #isReportDue = false;
  /** True if the host knows that the page shows nothing. */
  #hasReportedNone = true;
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

  /** Keeps a list up to date. Returns the function that ends it. */
  subscribe(list: LiveList, account: string): () => void {
    const store: LiveListStore<LiveList> = this.of(list, account);
    const count = this.#subscribers.get(store) ?? 0;
    this.#subscribers.set(store, count + 1);
    if (count === 0) {
      this.#reportLater();
      // After the report, because the host sends no changes of a list without subscribers, and does not poll it.
      queueMicrotask(() => void store.read());
    }
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      const left = (this.#subscribers.get(store) ?? 1) - 1;
      if (left > 0) this.#subscribers.set(store, left);
      else {
        this.#subscribers.delete(store);
        this.#reportLater();
      }
    };
  }

  accept<List extends LiveList>(change: LiveChange<List>): void {
    const stores: Map<string, LiveListStore<List>> = this.#stores[change.list];
    const store = stores.get(change.account);
    if (store && this.#hasSubscribers(change)) store.accept(change);
  }

  /** Polls a list now. The result arrives as a change. If the host does not answer, all lists show it at once. */
  async refresh(list: LiveList, account: string): Promise<void> {
    const result = await this.#options.refreshLive({ account, list });
    if (!result.ok) this.#reportLater();
  }

  /** Sets the account of the page, whose open plan orders the host records. */
  setAccount(account: string): void {
    if (this.#account === account) return;
    this.#account = account;
    this.#reportLater();
  }

  setVisible(isVisible: boolean): void {
    if (this.#isVisible === isVisible) return;
    this.#isVisible = isVisible;
    this.#reportLater();
    if (isVisible) queueMicrotask(() => this.#readAll());
  }

  #hasSubscribers({ account, list }: LiveQuery): boolean {
    for (const store of this.#subscribers.keys()) if (store.account === account && store.list === list) return true;
    return false;
  }

  #readAll(): void {
    for (const store of this.#subscribers.keys()) void store.read();
  }

  /** Reports in a microtask, so that a change of screens is one report. */
  #reportLater(): void {
    if (this.#isReportDue) return;
    this.#isReportDue = true;
    queueMicrotask(() => {
      if (!this.#isReporting) void this.#report();
    });
  }

  async #report(): Promise<void> {
    this.#isReportDue = false;
    this.#stopTimer?.();
    this.#stopTimer = null;
    const watched = this.#isVisible
      ? [...this.#subscribers.keys()].map(({ account, list }) => ({ account, list }))
      : [];
    const account = this.#isVisible ? this.#account : null;
    const isNone = watched.length === 0 && account === null;
    if (isNone && this.#hasReportedNone) return;
    this.#isReporting = true;
    const result = await this.#options.watchMarket(watched, account);
    this.#isReporting = false;
    this.#hasReportedNone = result.ok && isNone;
    const hasRecovered = result.ok && this.#hasFailed;
    this.#hasFailed = !result.ok;
    if (!result.ok) for (const store of this.#subscribers.keys()) store.fail(result.error);
    if (hasRecovered) this.#readAll();
    if (this.#isReportDue) {
      void this.#report();
      return;
    }
    if (this.#hasReportedNone) return;
    const delayMs = result.ok ? result.data.holdsForMs / 2 : retryDelayMs;
    this.#stopTimer = this.#options.startTimer(() => void this.#report(), delayMs);
  }
}
