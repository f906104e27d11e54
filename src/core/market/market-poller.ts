import type { Priority } from '../../exchange/index.ts';
import type { AccountSummary } from '../../shared/contract/accounts.ts';
import type { Failure } from '../../shared/contract/failure.ts';
import type {
  AnyLiveChange,
  AnyLiveSnapshot,
  LiveChange,
  LiveQuery,
  LiveStatus,
  MarketWatch,
} from '../../shared/contract/market.ts';
import type { OpenPlan } from '../../shared/contract/orders.ts';
import type { Settings } from '../../shared/contract/settings.ts';
import { type LiveList, liveLists, watchHoldsForMs } from '../../shared/market/market.ts';
import { refreshTimes } from '../../shared/settings/choices.ts';
import { ageOf, type Clock } from '../../shared/time/clock.ts';
import { failureKinds } from '../../shared/values/error-codes.ts';
import { failureOf, OrderglassError } from '../../shared/values/errors.ts';
import { answerInTime } from './answer-in-time.ts';
import type { ListPoller, PollDemand } from './list-poller.ts';
import { type AnyLatestRows, type LatestRows, LiveListFeed } from './live-list.ts';
import { type LiveAccount, type LiveReaders, liveReaders, type WholeList } from './live-readers.ts';
import { Subscriptions } from './subscriptions.ts';

/** Milliseconds between the starts of two polls. */
export interface PollIntervals {
  /** Of a list that a page shows. */
  readonly visible: number;
  /** Of a list that only alerts need, and of the open plans of an account that no page shows. */
  readonly background: number;
}

/** Polling of one account within the last second. */
export interface PollTick {
  /** True if the machine has slept, or its clock was set, since the last tick. */
  readonly hasSlept: boolean;
  /** The lists of the account that are polled at the moment. */
  readonly polled: ReadonlySet<LiveList>;
}

export interface PollListener {
  /** A poll has fetched a complete list. */
  readonly fetched: (rows: AnyLatestRows) => void;
  /** A list that a page shows has changed. */
  readonly changed: (change: AnyLiveChange) => void;
  /** A poll has failed. `isNew`: the previous poll of the list succeeded or failed differently. */
  readonly failed: (account: string, list: LiveList, failure: Failure, isNew: boolean, error: unknown) => void;
  /** A poll has succeeded after one of the same list that failed. */
  readonly recovered: (account: string) => void;
  /** The account has another key or address: rows that were fetched before are not its own. */
  readonly reset: (account: string) => void;
  /** Called once per second for every account while any list is polled. */
  readonly ticked: (account: string, tick: PollTick) => void;
}

export interface MarketPollerOptions extends Clock {
  /** Throws `unknown-account`. */
  readonly find: (account: string) => LiveAccount;
  /** Read before every decision. */
  readonly intervals: () => PollIntervals;
  /** From 0 to below 1. */
  readonly random: () => number;
  readonly listener: PollListener;
  /** Default: the lists of the exchange. */
  readonly readers?: LiveReaders;
}

type FeedListener<List extends LiveList> = {
  readonly changed: (change: LiveChange<List>) => void;
  readonly fetched: (rows: LatestRows<List>) => void;
};

type Feeds = { readonly [List in LiveList]: LiveListFeed<List> };

interface PolledAccount {
  scope: string;
  fingerprint: string;
  neededByAlerts: ReadonlySet<LiveList>;
  /** Lists of which an alert waits for the next poll. */
  readonly awaited: Set<LiveList>;
  readonly feeds: Feeds;
}

const tickMs = 1000;
/** A tick that is later than this (ms) by the wall clock has slept with the machine. */
const maxTickDelayMs = 5000;
/** Milliseconds for which a list that was refreshed counts as shown by a page. */
const refreshHoldsForMs = 5000;
/** Lists from which the lives of the open plan orders of a page's account are recorded, and the interval (ms) of polls for that alone. */
const recordedLists: readonly LiveList[] = ['open-plans', 'futures-tickers'];
const recordingMs = 60_000;
/** Largest age (ms) of open plans that are not polled again for the history. */
const freshMs = 5000;
/** Interval (ms) at which a crossing that one poll shows is confirmed by another. */
const awaitedMs = 1000;
/** Window (ms) of the rate limit. */
const windowMs = 10_000;
/** The three live lists together use at most 1 / `shareOfWindow` of the key's rate limit. */
const shareOfWindow = 2;

/**
 * Polls the live lists of all accounts: tickers, and the open plans with the account's key. A list is polled only while a page shows it,
 * an alert needs it, its account is watched, or the lives of the open plans are recorded, and each poll serves all of them.
 */
export class MarketPoller {
  readonly #options: MarketPollerOptions;
  readonly #readers: LiveReaders;
  readonly #accounts = new Map<string, PolledAccount>();
  readonly #subscriptions = new Subscriptions();
  readonly #recordings = new Subscriptions();
  /** Each list that was refreshed is a page of its own. */
  readonly #refreshes = new Subscriptions();
  /** Accounts whose open plans are polled whatever a page shows. */
  #watched: ReadonlySet<string> = new Set();
  #summaries = new Map<string, AccountSummary>();
  #cancelTick: (() => void) | null = null;
  #lastTick = 0;
  #isClosed = false;

  constructor(options: MarketPollerOptions) {
    this.#options = options;
    this.#readers = options.readers ?? liveReaders;
  }

  /** Replaces the lists that a page shows, and its account, for `watchHoldsForMs`. Unknown accounts are ignored. */
  watch({ page, watched, account }: MarketWatch): { holdsForMs: number } {
    const known = (refs: readonly LiveQuery[]) => refs.filter((ref) => this.#tryAccount(ref.account) !== null);
    const recorded = account === undefined ? [] : recordedLists.map((list) => ({ account, list }));
    const until = this.#options.monotonicNow() + watchHoldsForMs;
    this.#subscriptions.subscribe(`page ${page}`, known(watched), until);
    this.#recordings.subscribe(`page ${page}`, known(recorded), until);
    this.#update();
    return { holdsForMs: watchHoldsForMs };
  }

  /** Returns the current rows of a list, none before its first poll. Throws `unknown-account`. */
  read({ account, list }: LiveQuery): AnyLiveSnapshot {
    return this.#account(account).feeds[list].state.snapshot;
  }

  /**
   * Polls a list now. Rejects with `unknown-account` only: a failure of the poll is part of the result, and so is a poll that takes longer
   * than 15 s, which continues.
   */
  async refresh(ref: LiveQuery): Promise<LiveStatus> {
    const { poller, state } = this.#account(ref.account).feeds[ref.list];
    this.#refreshes.subscribe(`${ref.list} ${ref.account}`, [ref], this.#options.monotonicNow() + refreshHoldsForMs);
    this.#update();
    const late = await answerInTime(this.#options.schedule, poller.pollNow()).then(
      () => null,
      (error: unknown) => failureOf(error, 'the list could not be read'),
    );
    const { version, fetchedAt, failure } = state.snapshot;
    return { version, fetchedAt, failure: failure ?? late };
  }

  /**
   * Returns the open plans as they were at most `freshMs` ago, or polls them, so that no other part of the program requests the list.
   * Rejects with `unknown-account`, with the error of the poll, and with `canceled` if the account was edited meanwhile.
   */
  async openPlans(id: string, priority: Priority): Promise<WholeList<OpenPlan>> {
    const { poller, state } = this.#account(id).feeds['open-plans'];
    const before = state.snapshot;
    const isFresh = before.fetchedAt !== null && ageOf(before.fetchedAt, this.#options.now()) <= freshMs;
    if (!isFresh || before.failure !== null) await poller.pollOnce(priority);
    const { failure, fetchedAt, version, rows, unreadable } = state.snapshot;
    if (failure !== null) throw new OrderglassError(failure.code, failure.message, failure);
    if (fetchedAt === null || (!isFresh && version === before.version)) {
      throw new OrderglassError('canceled', 'the account was edited while its open plans were polled');
    }
    return { rows, unreadable, fetchedAt };
  }

  /** Replaces the lists of an account that its alerts need. */
  need(account: string, lists: ReadonlySet<LiveList>): void {
    const known = this.#tryAccount(account);
    if (known === null) return;
    known.neededByAlerts = lists;
    this.#update();
  }

  /** Polls a list again after a second, once, because an alert waits for the poll. The rate limit of the account holds. */
  pollSoon(account: string, list: LiveList): void {
    const known = this.#accounts.get(account);
    known?.awaited.add(list);
    known?.feeds[list].poller.update();
  }

  /** Replaces the accounts whose open plans are polled whatever a page shows. Unknown accounts are ignored. */
  watchAccounts(ids: ReadonlySet<string>): void {
    this.#watched = new Set([...ids].filter((id) => this.#tryAccount(id) !== null));
    this.#update();
  }

  /**
   * To be called with all accounts at the start and after each change of them. Discards the rows of accounts that have another key or
   * address, forgets removed accounts, and polls edited accounts again whose polls waited for the user.
   */
  accountsChanged(summaries: readonly AccountSummary[]): void {
    this.#summaries = new Map(summaries.map((summary) => [summary.id, summary]));
    for (const [id, account] of this.#accounts) {
      const scope = this.#scopeOf(id);
      if (scope === null) {
        this.#accounts.delete(id);
        for (const list of liveLists) account.feeds[list].poller.close();
      } else {
        this.#noticeEdit(id, account, scope);
      }
    }
    this.#scheduleTick();
  }

  /** Polls the lists of an account now whose failures may have ended, because the exchange answers again. */
  retryPassing(account: string): void {
    this.#forPassing(account, (poller) => poller.wake());
  }

  /** To be called when `intervals` may return other values. */
  intervalsChanged(): void {
    this.#update();
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelTick?.();
    for (const { feeds } of this.#accounts.values()) for (const list of liveLists) feeds[list].poller.close();
    this.#accounts.clear();
  }

  #account(id: string): PolledAccount {
    const known = this.#accounts.get(id);
    if (known !== undefined) return known;
    const { scope } = this.#options.find(id);
    const account = {
      scope,
      fingerprint: fingerprintOf(this.#summaries.get(id)),
      neededByAlerts: new Set<LiveList>(),
      awaited: new Set<LiveList>(),
      feeds: this.#createFeeds(id),
    };
    if (!this.#isClosed) this.#accounts.set(id, account);
    return account;
  }

  #tryAccount(id: string): PolledAccount | null {
    try {
      return this.#account(id);
    } catch {
      return null;
    }
  }

  #createFeeds(account: string): Feeds {
    const { listener } = this.#options;
    const createFeed = <List extends LiveList>(list: List, { changed, fetched }: FeedListener<List>) =>
      new LiveListFeed<List>({
        ...this.#options,
        account,
        list,
        signed: list === 'open-plans',
        read: this.#readers[list],
        demand: () => this.#demand(account, list),
        onChange: (change) => {
          if (this.#isVisible({ account, list })) changed(change);
        },
        onFetched: (rows) => {
          this.#forPassing(account, (poller) => poller.endPause());
          this.#accounts.get(account)?.awaited.delete(list);
          fetched(rows);
        },
        onRecovered: () => listener.recovered(account),
        onFailure: (failure, isNew, error) => listener.failed(account, list, failure, isNew, error),
      });
    return {
      'futures-tickers': createFeed('futures-tickers', listener),
      'spot-tickers': createFeed('spot-tickers', listener),
      'open-plans': createFeed('open-plans', listener),
    };
  }

  #scopeOf(id: string): string | null {
    try {
      return this.#options.find(id).scope;
    } catch {
      return null;
    }
  }

  #noticeEdit(id: string, account: PolledAccount, scope: string): void {
    const fingerprint = fingerprintOf(this.#summaries.get(id));
    const isOther = scope !== account.scope;
    if (!isOther && fingerprint === account.fingerprint) return;
    account.scope = scope;
    account.fingerprint = fingerprint;
    if (isOther) this.#options.listener.reset(id);
    for (const list of liveLists) {
      if (isOther) account.feeds[list].reset();
      account.feeds[list].poller.restart();
    }
  }

  /** Calls `act` with the pollers of an account whose failures may have ended. */
  #forPassing(id: string, act: (poller: ListPoller) => void): void {
    const feeds = this.#accounts.get(id)?.feeds;
    if (feeds === undefined) return;
    for (const list of liveLists) {
      const code = feeds[list].state.failure?.code;
      if (code !== undefined && failureKinds[code] === 'passing') act(feeds[list].poller);
    }
  }

  #isVisible(ref: LiveQuery): boolean {
    const now = this.#options.monotonicNow();
    return this.#subscriptions.has(ref, now) || this.#refreshes.has(ref, now);
  }

  #demand(id: string, list: LiveList): PollDemand | null {
    const account = this.#accounts.get(id);
    if (account === undefined || this.#isClosed) return null;
    const ref = { account: id, list };
    const isVisible = this.#isVisible(ref);
    const isNeeded = account.neededByAlerts.has(list) || (list === 'open-plans' && this.#watched.has(id));
    if (!isVisible && !isNeeded && !this.#recordings.has(ref, this.#options.monotonicNow())) return null;
    const { visible, background } = this.#options.intervals();
    const regularMs = isVisible ? visible : isNeeded ? background : recordingMs;
    const intervalMs = account.awaited.has(list) ? Math.min(awaitedMs, regularMs) : regularMs;
    return {
      priority: isVisible ? 'interactive' : 'background',
      intervalMs: Math.max(intervalMs, this.#minIntervalMs(id, account, list)),
    };
  }

  /** Shortest interval (ms) at which the three lists together stay within their share of the rate limit. */
  #minIntervalMs(id: string, { feeds }: PolledAccount, list: LiveList): number {
    const perRequestMs = windowMs / Math.max(1, this.#summaries.get(id)?.requestsPerWindow ?? 1);
    return feeds[list].requests * perRequestMs * liveLists.length * shareOfWindow;
  }

  #update(): void {
    for (const { feeds } of this.#accounts.values()) for (const list of liveLists) feeds[list].poller.update();
    this.#scheduleTick();
  }

  get #watches(): readonly Subscriptions[] {
    return [this.#subscriptions, this.#recordings, this.#refreshes];
  }

  #isIdle(): boolean {
    if (this.#watched.size > 0 || this.#watches.some((watch) => !watch.isEmpty)) return false;
    for (const { neededByAlerts } of this.#accounts.values()) if (neededByAlerts.size > 0) return false;
    return true;
  }

  #scheduleTick(): void {
    if (this.#cancelTick !== null || this.#isClosed || this.#isIdle()) return;
    const { now, schedule } = this.#options;
    this.#lastTick = now();
    this.#cancelTick = schedule(() => this.#tick(), tickMs);
  }

  #tick(): void {
    this.#cancelTick = null;
    const { now, monotonicNow, listener } = this.#options;
    // On some systems the monotonic clock stops during sleep, on others it continues. The wall clock always continues.
    const hasSlept = Math.abs(now() - this.#lastTick) > tickMs + maxTickDelayMs;
    for (const watch of this.#watches) {
      if (hasSlept) watch.extend(monotonicNow() + watchHoldsForMs);
      watch.removeExpired(monotonicNow());
    }
    for (const [id, { feeds }] of this.#accounts) {
      if (hasSlept) for (const list of liveLists) feeds[list].poller.wake();
      const polled = new Set(liveLists.filter((list) => this.#demand(id, list) !== null));
      listener.ticked(id, { hasSlept, polled });
    }
    this.#update();
  }
}

/** Returns the poll intervals of the user's settings. Lists that only alerts need are polled often enough to count as live. */
export function pollIntervals({ refreshEvery }: Pick<Settings, 'refreshEvery'>): PollIntervals {
  const { visible, background } = refreshTimes[refreshEvery];
  return { visible: visible * 1000, background: background * 1000 };
}

/** Changes with every edit after which requests may succeed or fail differently. */
function fingerprintOf(summary: AccountSummary | undefined): string {
  if (summary === undefined || summary.kind === 'demo') return '';
  const { baseUrl, signingVariant, requestsPerWindow, credentials } = summary;
  return JSON.stringify([baseUrl, signingVariant, requestsPerWindow, credentials]);
}
