import type { Priority } from '../../exchange/index.ts';
import type { Clock } from '../../shared/clock.ts';
import type { Timestamp, UnreadableRow } from '../../shared/domain.ts';
import type { Failure } from '../../shared/errors.ts';
import {
  type AnyLiveChange,
  type AnyLiveSnapshot,
  type LiveList,
  type LiveRows,
  type LiveStatus,
  liveLists,
  watchHoldsForMs,
} from '../../shared/market.ts';
import type { PollDemand } from './list-poller.ts';
import type { LiveAccount } from './live-account.ts';
import { LiveListFeed } from './live-list-feed.ts';
import { type LiveReaders, liveReaders } from './live-readers.ts';
import { type LiveListRef, Subscriptions } from './subscriptions.ts';

/** A list as it was last read. */
export interface LatestRows<List extends LiveList> {
  readonly rows: ReadonlyMap<string, LiveRows[List]>;
  readonly unreadable: readonly UnreadableRow[];
  readonly fetchedAt: Timestamp;
}

/** How often lists are polled, in milliseconds between the beginnings of two polls. */
export interface PollIntervals {
  /** While somebody looks at them. */
  readonly lookedAt: Readonly<Record<LiveList, number>>;
  /** While only an alert needs them. */
  readonly background: number;
}

export interface PulseListener {
  /** A list that somebody looks at has changed. */
  changed(change: AnyLiveChange): void;
  /** A list was read, whole. */
  taken(account: string, list: LiveList): void;
  /** `isNew`: it did not fail before, or with something else. */
  failed(account: string, list: LiveList, failure: Failure, isNew: boolean, error: unknown): void;
  /** Once a second while something is polled. `hasSlept`: the machine was asleep, or its clock was set, since the last time. */
  beat(hasSlept: boolean): void;
}

export interface PulseOptions extends Clock {
  /** Throws `unknown-account`. */
  readonly find: (account: string) => LiveAccount;
  /** Differs when the account was edited in a way that may let its requests succeed. */
  readonly markOf: (account: string) => string;
  /** What the account's key may send in ten seconds. */
  readonly requestsPerWindow: (account: string) => number;
  readonly pace: () => PollIntervals;
  /** From 0 to below 1. */
  readonly random: () => number;
  readonly listener: PulseListener;
  /** For tests: other lists than the exchange's. */
  readonly readers?: LiveReaders;
}

type Entries = { readonly [List in LiveList]: LiveListFeed<List> };

interface PulseAccount {
  scope: string;
  mark: string;
  needed: ReadonlySet<LiveList>;
  readonly entries: Entries;
}

const beatMs = 1000;
/** A timer that is later than this by the clock has slept with the machine. */
const sleepMs = 5000;
/** Who reads a list once, or refreshes it, looks at it for so long. */
const shortLookMs = 5000;
const windowMs = 10_000;
/** Of what a key may send, the lists together leave at least one in so many requests to others. */
const shareOfWindow = 2;

/** The one poller of every account: what somebody looks at or an alert needs is fetched, once for all, and nothing else. */
export class MarketPoller {
  readonly #options: PulseOptions;
  readonly #readers: LiveReaders;
  readonly #accounts = new Map<string, PulseAccount>();
  readonly #looks = new Subscriptions();
  #shortLooks = 0;
  #cancelBeat: (() => void) | null = null;
  #lastBeat: Timestamp | null = null;
  #isClosed = false;

  constructor(options: PulseOptions) {
    this.#options = options;
    this.#readers = options.readers ?? liveReaders;
  }

  /** A page says what it looks at, in place of what it said before; it holds for `watchHoldsForMs`. Unknown accounts are passed over. */
  watch(page: string, watched: readonly LiveListRef[]): void {
    const known = watched.filter(({ account }) => this.#tryAccount(account) !== null);
    this.#looks.look(`page ${page}`, known, this.#options.monotonicNow() + watchHoldsForMs);
    this.#update();
  }

  /** What is known now; whoever reads it looks at it for a moment. Throws `unknown-account`. */
  read({ account, list }: LiveListRef): AnyLiveSnapshot {
    const { entries } = this.#account(account);
    this.#lookShortly({ account, list });
    return snapshotOf(entries, list);
  }

  /** Polls now, whatever failed before. Rejects with `unknown-account` only: what else fails is in the answer. */
  async refresh({ account, list }: LiveListRef): Promise<LiveStatus> {
    const entry = this.#account(account).entries[list];
    this.#lookShortly({ account, list });
    await entry.poller.hurry();
    const { version, fetchedAt, failure } = entry.state.snapshot;
    return { version, fetchedAt, failure };
  }

  /** Which lists of an account are needed whether somebody looks or not. */
  need(account: string, lists: ReadonlySet<LiveList>): void {
    const known = this.#tryAccount(account);
    if (known === null) return;
    known.needed = lists;
    this.#update();
  }

  /** What was last read of a list; `null` where nothing was yet. */
  latest<List extends LiveList>(account: string, list: List): LatestRows<List> | null {
    const state = this.#accounts.get(account)?.entries[list].state;
    if (state === undefined || state.fetchedAt === null) return null;
    return { rows: state.rows, unreadable: state.unreadable, fetchedAt: state.fetchedAt };
  }

  /** Whether a list is polled at the moment. */
  isNeeded({ account, list }: LiveListRef): boolean {
    return this.#want(account, list) !== null;
  }

  /**
   * The accounts may have changed. Lists of other keys begin anew, accounts that are gone are forgotten, and what waited for a change
   * of its account is tried again.
   */
  accountsChanged(): void {
    for (const [id, account] of this.#accounts) {
      const scope = this.#scopeOf(id);
      if (scope === null) {
        this.#accounts.delete(id);
        for (const list of liveLists) account.entries[list].poller.close();
      } else {
        this.#noticeEdit(account, scope, this.#options.markOf(id));
      }
    }
    this.#beatOn();
  }

  /** The refresh rates may have changed. */
  paceChanged(): void {
    this.#update();
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelBeat?.();
    for (const account of this.#accounts.values()) for (const list of liveLists) account.entries[list].poller.close();
    this.#accounts.clear();
  }

  #account(id: string): PulseAccount {
    const known = this.#accounts.get(id);
    if (known !== undefined) return known;
    const { scope } = this.#options.find(id);
    const mark = this.#options.markOf(id);
    const account = { scope, mark, needed: new Set<LiveList>(), entries: this.#createEntries(id) };
    if (!this.#isClosed) this.#accounts.set(id, account);
    return account;
  }

  #tryAccount(id: string): PulseAccount | null {
    try {
      return this.#account(id);
    } catch {
      return null;
    }
  }

  #createEntries(account: string): Entries {
    const entryOf = <List extends LiveList>(list: List, changed: LiveListFeed<List>['options']['changed']) =>
      new LiveListFeed<List>({
        ...this.#options,
        account,
        list,
        signed: list === 'open-plans',
        read: this.#readers[list],
        want: () => this.#want(account, list),
        changed: (change) => {
          if (this.#isLookedAt({ account, list })) changed(change);
        },
        taken: () => this.#taken(account, list),
        failed: (failure, isNew, error) => this.#options.listener.failed(account, list, failure, isNew, error),
      });
    const { listener } = this.#options;
    return {
      'futures-tickers': entryOf('futures-tickers', (change) => listener.changed(change)),
      'spot-tickers': entryOf('spot-tickers', (change) => listener.changed(change)),
      'open-plans': entryOf('open-plans', (change) => listener.changed(change)),
    };
  }

  #scopeOf(id: string): string | null {
    try {
      return this.#options.find(id).scope;
    } catch {
      return null;
    }
  }

  #noticeEdit(account: PulseAccount, scope: string, mark: string): void {
    const isAnother = scope !== account.scope;
    if (!isAnother && mark === account.mark) return;
    account.scope = scope;
    account.mark = mark;
    for (const list of liveLists) {
      if (isAnother) account.entries[list].reset();
      account.entries[list].poller.restart();
    }
  }

  #taken(account: string, list: LiveList): void {
    const entries = this.#accounts.get(account)?.entries;
    if (entries === undefined) return;
    for (const other of liveLists) {
      if (entries[other].state.failure?.code === 'offline') entries[other].poller.retrySoon();
    }
    this.#options.listener.taken(account, list);
  }

  #isLookedAt(question: LiveListRef): boolean {
    return this.#looks.has(question, this.#options.monotonicNow());
  }

  #want(id: string, list: LiveList): PollDemand | null {
    const account = this.#accounts.get(id);
    if (account === undefined || this.#isClosed) return null;
    const isLookedAt = this.#isLookedAt({ account: id, list });
    if (!isLookedAt && !account.needed.has(list)) return null;
    const { lookedAt, background } = this.#options.pace();
    const priority: Priority = isLookedAt ? 'interactive' : 'background';
    const intervalMs = isLookedAt ? lookedAt[list] : background;
    return { priority, intervalMs: Math.max(intervalMs, this.#leastIntervalMs(id, account, list)) };
  }

  /** So that the three lists together take no more than their share of what the key may send. */
  #leastIntervalMs(id: string, { entries }: PulseAccount, list: LiveList): number {
    const perRequestMs = windowMs / Math.max(1, this.#options.requestsPerWindow(id));
    return entries[list].requests * perRequestMs * liveLists.length * shareOfWindow;
  }

  #lookShortly(question: LiveListRef): void {
    const name = `read ${this.#shortLooks++ % 50}`;
    this.#looks.look(name, [question], this.#options.monotonicNow() + shortLookMs);
    this.#update();
  }

  #update(): void {
    for (const account of this.#accounts.values()) for (const list of liveLists) account.entries[list].poller.update();
    this.#beatOn();
  }

  #isIdle(): boolean {
    if (!this.#looks.isEmpty) return false;
    for (const { needed } of this.#accounts.values()) if (needed.size > 0) return false;
    return true;
  }

  #beatOn(): void {
    if (this.#cancelBeat !== null || this.#isClosed) return;
    if (this.#isIdle()) {
      this.#lastBeat = null;
      return;
    }
    const { now, schedule } = this.#options;
    this.#lastBeat = now();
    this.#cancelBeat = schedule(() => this.#beat(), beatMs);
  }

  #beat(): void {
    this.#cancelBeat = null;
    const { now, monotonicNow, listener } = this.#options;
    const last = this.#lastBeat;
    // Monotonic clocks go on during sleep on some systems and stand still on others; the clock on the wall goes on everywhere.
    const hasSlept = last !== null && Math.abs(now() - last) > beatMs + sleepMs;
    if (hasSlept) this.#looks.extend(monotonicNow() + watchHoldsForMs);
    this.#looks.sweep(monotonicNow());
    if (hasSlept) {
      for (const account of this.#accounts.values()) for (const list of liveLists) account.entries[list].poller.wake();
    }
    listener.beat(hasSlept);
    this.#update();
  }
}

function snapshotOf(entries: Entries, list: LiveList): AnyLiveSnapshot {
  switch (list) {
    case 'futures-tickers':
      return entries[list].state.snapshot;
    case 'spot-tickers':
      return entries[list].state.snapshot;
    case 'open-plans':
      return entries[list].state.snapshot;
  }
}
