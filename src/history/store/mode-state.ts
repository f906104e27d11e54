import type { DatabaseSync } from 'node:sqlite';
import type { HistoryList } from '../../shared/orders/history.ts';
import type { MarginMode, Timestamp } from '../../shared/values/domain.ts';
import { integer, integerOrNull, prepareQuery } from './query.ts';
import type { Records, RecordWriter } from './records.ts';

/** Facts about a list of one margin mode as a whole. */
export class ModeState {
  readonly list: HistoryList;
  readonly marginMode: MarginMode;
  rows = 0;
  /** Creation of the newest and of the oldest readable row. */
  newestAt: Timestamp | null = null;
  oldestAt: Timestamp | null = null;
  /** When the newest page was last read. */
  checkedAt: Timestamp | null = null;
  /** When the whole list was last seen to be empty. */
  emptyAt: Timestamp | null = null;
  /** ID of the span that begins with the newest row. */
  topSpan: number | null = null;
  /** False if nothing is stored: no page was saved yet, or the record was damaged. */
  readonly isStored: boolean;
  readonly #write: RecordWriter;

  constructor(database: DatabaseSync, records: Records, list: HistoryList, marginMode: MarginMode) {
    this.list = list;
    this.marginMode = marginMode;
    this.#write = records.writer('margin_modes');
    const values = prepareQuery(
      database,
      `SELECT row_count, newest_at, oldest_at, checked_at, empty_at, top_span FROM margin_modes
       WHERE list = ? AND margin_mode = ?`,
    ).first(list, marginMode);
    this.isStored = values !== undefined;
    if (values === undefined) return;
    this.rows = integer(values[0]);
    this.newestAt = integerOrNull(values[1] ?? null);
    this.oldestAt = integerOrNull(values[2] ?? null);
    this.checkedAt = integerOrNull(values[3] ?? null);
    this.emptyAt = integerOrNull(values[4] ?? null);
    this.topSpan = integerOrNull(values[5] ?? null);
  }

  save(): void {
    const { list, marginMode, rows, newestAt, oldestAt, checkedAt, emptyAt, topSpan } = this;
    this.#write(list, marginMode, rows, newestAt, oldestAt, checkedAt, emptyAt, topSpan);
  }
}

export function latest(one: Timestamp | null, other: Timestamp | null): Timestamp | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other);
}

export function earliest(one: Timestamp | null, other: Timestamp | null): Timestamp | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}
