import type { ListEntry } from '../../exchange/index.ts';
import { type MarginMode, marginModes } from '../../shared/domain.ts';
import type { ListQuery, ListReader } from '../paging/list-reader.ts';

export interface FakeRow {
  readonly id: string;
  readonly createdAt: number;
  readonly marginMode: MarginMode;
}

export type FakeEntry = ListEntry<FakeRow>;
export type FakeModes = Record<MarginMode, FakeEntry[]>;

export interface FakeRequest extends ListQuery {
  readonly answered: number;
}

/** A service in memory: per margin mode its rows, newest first, and pages of whatever sizes it likes. */
export class FakeLists {
  readonly modes: FakeModes;
  readonly requests: FakeRequest[] = [];
  readonly #pageSizes: readonly number[];

  constructor(modes: FakeModes, pageSizes: readonly number[] = [100]) {
    this.modes = modes;
    this.#pageSizes = pageSizes;
  }

  readonly read: ListReader<FakeRow> = async (query) => {
    const size = this.#pageSizes[this.requests.length % this.#pageSizes.length] ?? query.limit;
    const entries = this.answer(query).slice(0, Math.min(size, query.limit));
    this.requests.push({ ...query, answered: entries.length });
    return { entries, fetchedAt: this.requests.length };
  };

  /** All that the service could answer, as docs/service.md 4.2 puts it. */
  answer({ marginMode, direct, from }: ListQuery): FakeEntry[] {
    const rows = this.modes[marginMode];
    const place = from === undefined ? -1 : rows.findIndex((entry) => entry.id === from);
    if (from !== undefined && place < 0) throw new Error(`${from} is not in the list`);
    if (direct === 'prev') return rows.slice(place + 1);
    return rows.slice(0, place < 0 ? rows.length : place).reverse();
  }
}

export function row(id: string, createdAt: number, marginMode: MarginMode = 'isolated'): FakeEntry {
  return { id, row: { id, createdAt, marginMode } };
}

export function unreadable(raw: string, id: string | null = null): FakeEntry {
  const entry = { raw, reason: 'ctime: missing' };
  return id === null ? { id, unreadable: entry } : { id, unreadable: entry };
}

/** What a row is called in an expectation, readable or not. */
export function nameOf(entry: FakeEntry): string {
  return 'row' in entry ? entry.row.id : entry.unreadable.raw;
}

/**
 * The two lists as one, told as naively as can be: of the two first rows the newer goes first, of the same time the isolated one; what
 * cannot be read has no time and goes at once.
 */
export function mergedNewestFirst(modes: FakeModes): FakeEntry[] {
  return mergedBy(modes, (isolated, cross) => timeOf(isolated, Infinity) >= timeOf(cross, Infinity));
}

/** The same from the old end. Answers the oldest first. */
export function mergedOldestFirst(modes: FakeModes): FakeEntry[] {
  const reversed = { isolated: modes.isolated.toReversed(), cross: modes.cross.toReversed() };
  return mergedBy(reversed, (isolated, cross) => timeOf(isolated, -Infinity) < timeOf(cross, -Infinity));
}

function mergedBy(modes: FakeModes, isolatedGoes: (isolated: FakeEntry, cross: FakeEntry) => boolean): FakeEntry[] {
  const [isolated, cross] = marginModes.map((mode) => [...modes[mode]]) as [FakeEntry[], FakeEntry[]];
  const merged: FakeEntry[] = [];
  for (;;) {
    const [first] = isolated;
    const [second] = cross;
    if (first === undefined) return [...merged, ...cross];
    if (second === undefined) return [...merged, ...isolated];
    const next = (isolatedGoes(first, second) ? isolated : cross).shift();
    if (next !== undefined) merged.push(next);
  }
}

function timeOf(entry: FakeEntry, withoutTime: number): number {
  return 'row' in entry ? entry.row.createdAt : withoutTime;
}
