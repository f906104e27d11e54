import type { Timestamp, UnreadableRow } from '../../shared/domain.ts';
import type { Failure } from '../../shared/errors.ts';
import { liveKey } from '../../shared/live-rows.ts';
import type { LiveChange, LiveList, LiveRows, LiveSnapshot } from '../../shared/market.ts';

/** A list as the service answered it, whole. */
export interface WholeList<Row> {
  readonly rows: readonly Row[];
  readonly unreadable: readonly UnreadableRow[];
  readonly fetchedAt: Timestamp;
}

/** What is known of one live list, and what changes with each answer. */
export class LiveListState<List extends LiveList> {
  readonly account: string;
  readonly list: List;
  #rows = new Map<string, LiveRows[List]>();
  #unreadable: readonly UnreadableRow[] = [];
  #version = 0;
  #fetchedAt: Timestamp | null = null;
  #failure: Failure | null = null;

  constructor(account: string, list: List) {
    this.account = account;
    this.list = list;
  }

  /** By key, in the order of the keys' first appearance. */
  get rows(): ReadonlyMap<string, LiveRows[List]> {
    return this.#rows;
  }

  get unreadable(): readonly UnreadableRow[] {
    return this.#unreadable;
  }

  get fetchedAt(): Timestamp | null {
    return this.#fetchedAt;
  }

  get failure(): Failure | null {
    return this.#failure;
  }

  get snapshot(): LiveSnapshot<List> {
    return {
      account: this.account,
      list: this.list,
      version: this.#version,
      fetchedAt: this.#fetchedAt,
      failure: this.#failure,
      rows: [...this.#rows.values()],
      unreadable: [...this.#unreadable],
    };
  }

  take({ rows, unreadable, fetchedAt }: WholeList<LiveRows[List]>): LiveChange<List> {
    const before = this.#rows.size;
    const put: LiveRows[List][] = [];
    let known = 0;
    for (const row of rows) {
      const key = liveKey<List>(row);
      const held = this.#rows.get(key);
      if (held !== undefined) known++;
      if (held?.raw !== row.raw) put.push(row);
      // Also where nothing has changed: a row's text is a part of the answer's, and an old row would keep a whole old answer in memory.
      this.#rows.set(key, row);
    }
    const removed = known === before ? [] : this.#removeOthers(rows);
    const isSame = isSameUnreadable(this.#unreadable, unreadable);
    this.#unreadable = unreadable;
    this.#fetchedAt = fetchedAt;
    this.#failure = null;
    return this.#change({ put, removed, unreadable: isSame ? null : [...unreadable] });
  }

  /** `null` where it is the same failure as before. */
  fail(failure: Failure): LiveChange<List> | null {
    if (isSameFailure(this.#failure, failure)) return null;
    this.#failure = failure;
    return this.#change({ put: [], removed: [], unreadable: null }, 0);
  }

  /** What was known is of another key or address. */
  reset(): LiveChange<List> {
    const removed = [...this.#rows.keys()];
    this.#rows = new Map();
    this.#unreadable = [];
    this.#fetchedAt = null;
    this.#failure = null;
    return this.#change({ put: [], removed, unreadable: [] });
  }

  #removeOthers(rows: readonly LiveRows[List][]): string[] {
    const present = new Set(rows.map((row) => liveKey<List>(row)));
    const removed = [...this.#rows.keys()].filter((key) => !present.has(key));
    for (const key of removed) this.#rows.delete(key);
    return removed;
  }

  #change(
    { put, removed, unreadable }: Pick<LiveChange<List>, 'put' | 'removed' | 'unreadable'>,
    versions = 1,
  ): LiveChange<List> {
    const base = this.#version;
    this.#version += versions;
    return {
      account: this.account,
      list: this.list,
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

function isSameUnreadable(before: readonly UnreadableRow[], now: readonly UnreadableRow[]): boolean {
  return (
    before.length === now.length &&
    now.every(({ raw, reason }, place) => before[place]?.raw === raw && before[place].reason === reason)
  );
}

function isSameFailure(before: Failure | null, now: Failure): boolean {
  return before !== null && JSON.stringify(before) === JSON.stringify(now);
}
