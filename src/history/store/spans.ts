import type { DatabaseSync } from 'node:sqlite';
import { type HistoryList, historyLists } from '../../shared/orders/history.ts';
import { type MarginMode, marginModes, type Timestamp } from '../../shared/values/domain.ts';
import { integer, integerOrNull, prepareQuery, textOrNull } from './query.ts';
import type { Records, RecordWriter } from './records.ts';

/** A row from which older rows can be requested. */
export interface Cursor {
  readonly id: string;
  /** Creation of the row, or of the nearest readable one; `null` if neither is known. */
  readonly createdAt: Timestamp | null;
}

/** A contiguous part of a list of one margin mode: the service sent each row directly before the next one. */
export interface Span {
  readonly id: number;
  readonly list: HistoryList;
  readonly marginMode: MarginMode;
  newest: Cursor;
  oldest: Cursor;
  /** True if the service has no older row. */
  isEnded: boolean;
  /** Every row of the span was read at this time or later. */
  readSince: Timestamp;
}

/** The spans of all lists. Rows refer to the span that they were fetched in; merging two spans does not touch the rows. */
export class SpanIndex {
  /** By every ID that ever belonged to the span. */
  readonly #byId = new Map<number, Span>();
  readonly #spans = new Set<Span>();
  readonly #changed = new Set<Span>();
  readonly #write: RecordWriter;
  #lastId = 0;

  constructor(database: DatabaseSync, records: Records) {
    this.#write = records.writer('spans');
    const rows = prepareQuery(
      database,
      `SELECT id, list, margin_mode, merged_into, newest_id, newest_at, oldest_id, oldest_at, is_ended, read_since
       FROM spans ORDER BY merged_into IS NOT NULL, id`,
    ).all();
    const merged = new Map<number, number>();
    for (const values of rows) {
      const id = integer(values[0]);
      this.#lastId = Math.max(this.#lastId, id);
      const target = integerOrNull(values[3]);
      const span = target === null ? readSpan(id, values) : null;
      if (target !== null) merged.set(id, target);
      else if (span !== null) this.#add(span);
    }
    for (const id of merged.keys()) {
      const target = this.#findTarget(id, merged);
      if (target !== undefined) this.#byId.set(id, target);
    }
  }

  /** Spans of a list, the newest rows first. */
  of(list: HistoryList, marginMode: MarginMode): Span[] {
    const time = ({ newest }: Span) => newest.createdAt ?? 0;
    return [...this.#spans]
      .filter((span) => span.list === list && span.marginMode === marginMode)
      .sort((one, other) => time(other) - time(one) || other.id - one.id);
  }

  /** The span that a row belongs to which was written with `id`; `null` for 0, and if the span or the ID was damaged. */
  find(id: number): Span | null {
    return this.#byId.get(id) ?? null;
  }

  begin(list: HistoryList, marginMode: MarginMode, entry: Cursor, readSince: Timestamp): Span {
    const span: Span = {
      id: ++this.#lastId,
      list,
      marginMode,
      newest: entry,
      oldest: entry,
      isEnded: false,
      readSince,
    };
    this.#add(span);
    this.#changed.add(span);
    return span;
  }

  /** Must be called after every change of a span's fields. */
  touch(span: Span): void {
    this.#changed.add(span);
  }

  /** Extends a span by the next older one, which turned out to be adjacent. `older` no longer exists afterwards. */
  merge(newer: Span, older: Span): void {
    newer.oldest = older.oldest;
    newer.isEnded = older.isEnded;
    newer.readSince = Math.min(newer.readSince, older.readSince);
    this.absorb(newer, older);
  }

  /** Makes the rows of a span part of another one, whose ends stay. `inner` no longer exists afterwards. */
  absorb(outer: Span, inner: Span): void {
    this.#spans.delete(inner);
    for (const [id, span] of this.#byId) if (span === inner) this.#byId.set(id, outer);
    this.#changed.delete(inner);
    this.#changed.add(outer);
    const { id, list, marginMode } = inner;
    this.#write(id, list, marginMode, outer.id, null, null, null, null, null, null);
  }

  save(): void {
    for (const { id, list, marginMode, newest, oldest, isEnded, readSince } of this.#changed) {
      const ends = [newest.id, newest.createdAt, oldest.id, oldest.createdAt];
      this.#write(id, list, marginMode, null, ...ends, Number(isEnded), readSince);
    }
    this.#changed.clear();
  }

  #add(span: Span): void {
    this.#spans.add(span);
    this.#byId.set(span.id, span);
  }

  #findTarget(id: number, merged: ReadonlyMap<number, number>): Span | undefined {
    let target = merged.get(id);
    for (let steps = 0; target !== undefined && merged.has(target) && steps < merged.size; steps++) {
      target = merged.get(target);
    }
    return target === undefined ? undefined : this.#byId.get(target);
  }
}

/** `null` for a damaged span of version 4, which had no checksums. */
function readSpan(id: number, values: readonly Parameters<typeof integer>[0][]): Span | null {
  const list = historyLists.find((name) => name === values[1]);
  const marginMode = marginModes.find((name) => name === values[2]);
  const [newestId, oldestId] = [textOrNull(values[4] ?? null), textOrNull(values[6] ?? null)];
  const readSince = integerOrNull(values[9] ?? null);
  if (list === undefined || marginMode === undefined || newestId === null || oldestId === null) return null;
  if (readSince === null) return null;
  return {
    id,
    list,
    marginMode,
    newest: { id: newestId, createdAt: integerOrNull(values[5] ?? null) },
    oldest: { id: oldestId, createdAt: integerOrNull(values[7] ?? null) },
    isEnded: values[8] === 1,
    readSince,
  };
}
