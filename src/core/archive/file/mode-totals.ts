import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { MarginMode, Timestamp } from '../../../shared/domain.ts';
import type { HistoryList } from '../../../shared/history.ts';
import { integer, integerOrNull } from './row-shapes.ts';
import { prepareQuery } from './statements.ts';

/** What is known of a list of one margin mode as a whole. */
export class ModeTotals {
  readonly list: HistoryList;
  readonly marginMode: MarginMode;
  rows = 0;
  /** Creation of the newest and of the oldest row. */
  newestAt: Timestamp | null = null;
  oldestAt: Timestamp | null = null;
  /** When the newest rows were last asked for and answered. */
  checkedAt: Timestamp | null = null;
  /** When the whole list was last seen to be empty. */
  emptyAt: Timestamp | null = null;
  readonly #write: StatementSync;

  constructor(database: DatabaseSync, list: HistoryList, marginMode: MarginMode) {
    this.list = list;
    this.marginMode = marginMode;
    this.#write = database.prepare('INSERT OR REPLACE INTO margin_modes VALUES (?, ?, ?, ?, ?, ?, ?)');
    const values = prepareQuery(
      database,
      'SELECT row_count, newest_at, oldest_at, checked_at, empty_at FROM margin_modes WHERE list = ? AND margin_mode = ?',
    ).first(list, marginMode);
    if (values === undefined) return;
    this.rows = integer(values[0]);
    this.newestAt = integerOrNull(values[1]);
    this.oldestAt = integerOrNull(values[2]);
    this.checkedAt = integerOrNull(values[3]);
    this.emptyAt = integerOrNull(values[4]);
  }

  save(): void {
    const { list, marginMode, rows, newestAt, oldestAt, checkedAt, emptyAt } = this;
    this.#write.run(list, marginMode, rows, newestAt, oldestAt, checkedAt, emptyAt);
  }
}
