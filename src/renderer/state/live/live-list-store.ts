import type { Failure } from '../../../shared/errors.ts';
import { applyLiveChange, liveKey } from '../../../shared/live-rows.ts';
import type { AnyLiveSnapshot, LiveChange, LiveList, LiveRows, LiveSnapshot } from '../../../shared/market.ts';
import type { Result } from '../../../shared/result.ts';
import { Store } from '../store.ts';

export type ReadLive = (question: { account: string; list: LiveList }) => Promise<Result<AnyLiveSnapshot>>;

/** One live list of one account in the page: a whole that was read, and each change that belongs on it. */
export class LiveListStore<List extends LiveList> {
  readonly account: string;
  readonly list: List;
  /** What the page knows of the list. */
  readonly view: Store<LiveSnapshot<List>>;
  readonly #readLive: ReadLive;
  #held: LiveSnapshot<List> | null = null;
  /** The host itself does not answer. */
  #unreachable: Failure | null = null;
  /** Changes that came while the whole is being read; `null`: it is not. */
  #waiting: LiveChange<List>[] | null = null;

  constructor(account: string, list: List, readLive: ReadLive) {
    this.account = account;
    this.list = list;
    this.#readLive = readLive;
    this.view = new Store<LiveSnapshot<List>>(nothingOf(account, list));
  }

  accept(change: LiveChange<List>): void {
    if (this.#waiting) {
      this.#waiting.push(change);
      return;
    }
    const next = this.#held && applyLiveChange(this.#held, change);
    if (!next) {
      void this.read();
      return;
    }
    this.#held = next;
    this.#unreachable = null;
    this.#show();
  }

  /** Reads the whole; rows that have not changed stay the same objects. */
  async read(): Promise<void> {
    if (this.#waiting) return;
    this.#waiting = [];
    const { account, list } = this;
    const result = await this.#readLive({ account, list });
    const waiting = this.#waiting;
    this.#waiting = null;
    if (!result.ok) {
      this.fail(result.error);
      return;
    }
    this.#unreachable = null;
    // The list that was asked for is the list that is answered.
    const whole = result.data as LiveSnapshot<List>;
    const read = { ...whole, rows: withKnownRows<List>(this.#held?.rows ?? [], whole.rows) };
    const { held, isWhole } = replay(read, waiting);
    this.#held = held;
    this.#show();
    if (!isWhole) await this.read();
  }

  /** The host does not answer: what is held grows old. */
  fail(failure: Failure): void {
    this.#unreachable = failure;
    this.#show();
  }

  #show(): void {
    const held = this.#held ?? nothingOf(this.account, this.list);
    const failure = this.#unreachable ?? held.failure;
    this.view.set({ ...held, failure });
  }
}

/** `isWhole` is false where a change between the whole and those that came is missing. */
function replay<List extends LiveList>(read: LiveSnapshot<List>, changes: readonly LiveChange<List>[]) {
  let held = read;
  for (const change of changes) {
    const tellsFailureOnly = change.base === change.version;
    if (change.version < held.version || (change.version === held.version && !tellsFailureOnly)) continue;
    const next = applyLiveChange(held, change);
    if (!next) return { held, isWhole: false };
    held = next;
  }
  return { held, isWhole: true };
}

function nothingOf<List extends LiveList>(account: string, list: List): LiveSnapshot<List> {
  return { account, list, version: 0, fetchedAt: null, failure: null, rows: [], unreadable: [] };
}

function withKnownRows<List extends LiveList>(known: LiveRows[List][], rows: LiveRows[List][]): LiveRows[List][] {
  const byKey = new Map(known.map((row) => [liveKey<List>(row), row]));
  return rows.map((row) => {
    const before = byKey.get(liveKey<List>(row));
    return before?.raw === row.raw ? before : row;
  });
}
