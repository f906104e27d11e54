import type { Priority } from '../../exchange/index.ts';
import type { Failure } from '../../shared/contract/failure.ts';
import type { LiveChange, LiveRows, LiveSnapshot } from '../../shared/contract/market.ts';
import type { UnreadableRow } from '../../shared/contract/orders.ts';
import { liveKey } from '../../shared/market/live-rows.ts';
import type { LiveList } from '../../shared/market/market.ts';
import type { Timestamp } from '../../shared/values/domain.ts';
import { ListPoller, type ListPollerOptions } from './list-poller.ts';
import type { LiveAccount, LiveReader, WholeList } from './live-readers.ts';

/** Rows of one list as the last poll fetched them. */
export interface LatestRows<List extends LiveList> {
  readonly account: string;
  readonly list: List;
  /** By key. Later polls of the list leave this map as it is. */
  readonly rows: ReadonlyMap<string, LiveRows[List]>;
  readonly unreadable: readonly UnreadableRow[];
  readonly fetchedAt: Timestamp;
  /** `LiveAccount.archive` of the polled account. */
  readonly archive: string;
  /** See `LiveAccount.run`. */
  readonly run: string;
}

/** Told apart by `list`. */
export type AnyLatestRows = { [List in LiveList]: LatestRows<List> }[LiveList];

export interface LiveListFeedOptions<List extends LiveList>
  extends Pick<ListPollerOptions, 'now' | 'monotonicNow' | 'schedule' | 'random' | 'demand' | 'signed'> {
  readonly account: string;
  readonly list: List;
  /** Throws `unknown-account`. */
  readonly find: (account: string) => LiveAccount;
  readonly read: LiveReader<List>;
  readonly onChange: (change: LiveChange<List>) => void;
  readonly onFetched: (rows: LatestRows<List>) => void;
  /** A poll has succeeded after one that failed. */
  readonly onRecovered: () => void;
  /** `isNew`: the previous poll succeeded or failed differently. */
  readonly onFailure: (failure: Failure, isNew: boolean, error: unknown) => void;
}

/** One list of one account: its rows, and the poller that keeps them fresh. */
export class LiveListFeed<List extends LiveList> {
  readonly state: LiveListState<List>;
  readonly poller: ListPoller;
  /** Number of requests of the last successful poll. */
  requests = 1;
  readonly #options: LiveListFeedOptions<List>;

  constructor(options: LiveListFeedOptions<List>) {
    this.#options = options;
    this.state = new LiveListState(options.account, options.list);
    this.poller = new ListPoller({
      ...options,
      poll: (priority, signal) => this.#poll(priority, signal),
      onFailure: (failure, retryAt, error) => this.#failed(failure, retryAt, error),
    });
  }

  /** Discards the rows: they belong to another key or address. */
  reset(): void {
    this.#options.onChange(this.state.reset());
  }

  async #poll(priority: Priority, signal: AbortSignal): Promise<void> {
    const { account, list, find, read, onChange, onFetched, onRecovered } = this.#options;
    const polled = find(account);
    const fetched = await read(polled, priority, signal);
    // The response of a poll that was aborted may belong to another key.
    if (signal.aborted) return;
    this.requests = fetched.requests;
    const hadFailed = this.state.failure !== null;
    onChange(this.state.take(fetched));
    const { unreadable, fetchedAt } = fetched;
    const { archive, run } = polled;
    onFetched({ account, list, rows: this.state.rows, unreadable, fetchedAt, archive, run });
    if (hadFailed) onRecovered();
  }

  #failed(failure: Failure, retryAt: number | null, error: unknown): void {
    const isNew = !isSameCause(this.state.failure, failure);
    const change = this.state.fail(retryAt === null ? failure : { ...failure, retryAt });
    if (change !== null) this.#options.onChange(change);
    this.#options.onFailure(failure, isNew, error);
  }
}

/** Rows and status of one live list. Computes the changes between two polls. */
export class LiveListState<List extends LiveList> {
  readonly #account: string;
  readonly #list: List;
  #rows: ReadonlyMap<string, LiveRows[List]> = new Map();
  #unreadable: readonly UnreadableRow[] = [];
  #version = 0;
  #fetchedAt: Timestamp | null = null;
  #failure: Failure | null = null;

  constructor(account: string, list: List) {
    this.#account = account;
    this.#list = list;
  }

  /** By key, in the order in which the keys first appeared. */
  get rows(): ReadonlyMap<string, LiveRows[List]> {
    return this.#rows;
  }

  get failure(): Failure | null {
    return this.#failure;
  }

  get snapshot(): LiveSnapshot<List> {
    return {
      account: this.#account,
      list: this.#list,
      version: this.#version,
      fetchedAt: this.#fetchedAt,
      failure: this.#failure,
      rows: [...this.#rows.values()],
      unreadable: [...this.#unreadable],
    };
  }

  /** Replaces the rows with those of a successful poll. */
  take({ rows, unreadable, fetchedAt }: WholeList<LiveRows[List]>): LiveChange<List> {
    const before = this.#rows;
    // Unchanged rows are replaced, too: `raw` is a slice of the response text, so an old row would keep its whole response in memory.
    const fetched = new Map<string, LiveRows[List]>();
    const put: LiveRows[List][] = [];
    for (const row of rows) {
      const key = liveKey<List>(row);
      fetched.set(key, row);
      if (before.get(key)?.raw !== row.raw) put.push(row);
    }
    this.#rows = inOrderOf(before, fetched);
    const removed = [...before.keys()].filter((key) => !fetched.has(key));
    const isSame = isSameUnreadable(this.#unreadable, unreadable);
    this.#unreadable = unreadable;
    this.#fetchedAt = fetchedAt;
    this.#failure = null;
    return this.#change({ put, removed, unreadable: isSame ? null : [...unreadable] });
  }

  /** Stores the failure of a poll. Returns `null` if the previous poll failed in the same way. */
  fail(failure: Failure): LiveChange<List> | null {
    if (isSameFailure(this.#failure, failure)) return null;
    this.#failure = failure;
    return this.#change({ put: [], removed: [], unreadable: null }, 0);
  }

  /** Discards the rows: they belong to another key or address. */
  reset(): LiveChange<List> {
    const removed = [...this.#rows.keys()];
    this.#rows = new Map();
    this.#unreadable = [];
    this.#fetchedAt = null;
    this.#failure = null;
    return this.#change({ put: [], removed, unreadable: [] });
  }

  #change(
    { put, removed, unreadable }: Pick<LiveChange<List>, 'put' | 'removed' | 'unreadable'>,
    versions = 1,
  ): LiveChange<List> {
    const base = this.#version;
    this.#version += versions;
    return {
      account: this.#account,
      list: this.#list,
      base,
      version: this.#version,
      fetchedAt: this.#fetchedAt,
      failure: this.#failure,
      put,
      removed,
      unreadable,
    };
  }
}

/** Returns the rows in the order of those before, new ones last. Most polls have the same order. */
function inOrderOf<Row>(before: ReadonlyMap<string, Row>, fetched: ReadonlyMap<string, Row>): ReadonlyMap<string, Row> {
  const [known, keys] = [[...before.keys()], [...fetched.keys()]];
  if (known.every((key, at) => keys[at] === key)) return fetched;
  const kept = known.filter((key) => fetched.has(key));
  const added = keys.filter((key) => !before.has(key));
  return new Map([...kept, ...added].map((key) => [key, fetched.get(key) as Row]));
}

function isSameUnreadable(before: readonly UnreadableRow[], now: readonly UnreadableRow[]): boolean {
  return (
    before.length === now.length &&
    now.every(({ raw, reason }, index) => before[index]?.raw === raw && before[index].reason === reason)
  );
}

/** True if the failures differ in nothing but the time of the next retry. */
function isSameCause(before: Failure | null, now: Failure): boolean {
  if (before === null) return false;
  const { retryAt: _, ...cause } = before;
  return isSameFailure(cause, now);
}

function isSameFailure(before: Failure | null, now: Failure): boolean {
  return before !== null && JSON.stringify(before) === JSON.stringify(now);
}
