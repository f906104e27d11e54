import { type Atom, createAtom } from '@tanstack/react-store';
import type { Failure } from '../../../../shared/contract/failure.ts';
import type { AnyLiveSnapshot, LiveChange, LiveRows, LiveSnapshot } from '../../../../shared/contract/market.ts';
import { applyLiveChange, liveKey } from '../../../../shared/market/live-rows.ts';
import type { LiveList } from '../../../../shared/market/market.ts';
import type { Result } from '../../../../shared/values/result.ts';

export type ReadLive = (ref: { account: string; list: LiveList }) => Promise<Result<AnyLiveSnapshot>>;

/** One live list of one account on the page: a snapshot and the changes that follow it. */
export class LiveListStore<List extends LiveList> {
  readonly account: string;
  readonly list: List;
  /** The current rows, with the latest failure of the host or of the exchange. */
  readonly view: Atom<LiveSnapshot<List>>;
  readonly #readLive: ReadLive;
  #snapshot: LiveSnapshot<List> | null = null;
  /** The failure of the latest call to the host; `null` if it succeeded. */
  #hostFailure: Failure | null = null;
  /** Changes that arrived while a snapshot is being read; `null` if none is being read. */
  #pending: LiveChange<List>[] | null = null;

  constructor(account: string, list: List, readLive: ReadLive) {
    this.account = account;
    this.list = list;
    this.#readLive = readLive;
    this.view = createAtom<LiveSnapshot<List>>(emptySnapshot(account, list));
  }

  accept(change: LiveChange<List>): void {
    if (this.#pending) {
      this.#pending.push(change);
      return;
    }
    const next = this.#snapshot && applyLiveChange(this.#snapshot, change);
    if (!next) {
      void this.read();
      return;
    }
    this.#snapshot = next;
    this.#hostFailure = null;
    this.#show();
  }

  /** Reads a snapshot. Rows that have not changed stay the same objects. */
  async read(): Promise<void> {
    if (this.#pending) return;
    this.#pending = [];
    const { account, list } = this;
    const result = await this.#readLive({ account, list });
    const pending = this.#pending;
    this.#pending = null;
    if (!result.ok) {
      this.fail(result.error);
      return;
    }
    this.#hostFailure = null;
    // The response is of the requested list.
    const snapshot = result.data as LiveSnapshot<List>;
    const merged = { ...snapshot, rows: withKnownRows<List>(this.#snapshot?.rows ?? [], snapshot.rows) };
    const { current, isComplete } = replay(merged, pending);
    this.#snapshot = current;
    this.#show();
    if (!isComplete) await this.read();
  }

  /** Shows a failure of the host. The rows stay. */
  fail(failure: Failure): void {
    this.#hostFailure = failure;
    this.#show();
  }

  #show(): void {
    const current = this.#snapshot ?? emptySnapshot(this.account, this.list);
    const failure = this.#hostFailure ?? current.failure;
    this.view.set({ ...current, failure });
  }
}

/** Applies the changes to a snapshot. `isComplete` is false if a change between them is missing. */
function replay<List extends LiveList>(snapshot: LiveSnapshot<List>, changes: readonly LiveChange<List>[]) {
  let current = snapshot;
  for (const change of changes) {
    const onlySetsFailure = change.base === change.version;
    if (change.version < current.version || (change.version === current.version && !onlySetsFailure)) continue;
    const next = applyLiveChange(current, change);
    if (!next) return { current, isComplete: false };
    current = next;
  }
  return { current, isComplete: true };
}

function emptySnapshot<List extends LiveList>(account: string, list: List): LiveSnapshot<List> {
  return { account, list, version: 0, fetchedAt: null, failure: null, rows: [], unreadable: [] };
}

function withKnownRows<List extends LiveList>(known: LiveRows[List][], rows: LiveRows[List][]): LiveRows[List][] {
  const byKey = new Map(known.map((row) => [liveKey<List>(row), row]));
  return rows.map((row) => {
    const before = byKey.get(liveKey<List>(row));
    return before?.raw === row.raw ? before : row;
  });
}
