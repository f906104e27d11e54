import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { MarginMode, Timestamp, UnreadableRow } from '../../../shared/domain.ts';
import type { HistoryList } from '../../../shared/history.ts';
import { contentHash } from './content.ts';
import { integer, integerOrNull, text } from './row-shapes.ts';
import type { PlacedEntry } from './row-table.ts';
import { prepareQuery, type Query } from './statements.ts';

/** An entry with an id that could not be read when it came last. */
export interface StoredUnreadable {
  readonly number: number;
  readonly raw: string;
  readonly reason: string;
  readonly span: number | null;
  readonly position: number | null;
}

/** Entries of a list that could not be read. */
export class UnreadableTable {
  readonly #list: HistoryList;
  readonly #insert: StatementSync;
  readonly #update: StatementSync;
  readonly #setPlace: StatementSync;
  readonly #forgetPlaces: StatementSync;
  readonly #delete: StatementSync;
  readonly #deleteNameless: StatementSync;
  readonly #find: Query;
  readonly #latest: Query;
  readonly #below: Query;
  readonly #above: Query;
  #count: number;
  #nameless: number;

  constructor(database: DatabaseSync, list: HistoryList) {
    this.#list = list;
    this.#insert = database.prepare(
      `INSERT INTO unreadable (list, margin_mode, id, content, seen_at, reason, raw, span, position)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    );
    this.#update = database.prepare(
      'UPDATE unreadable SET content = ?, seen_at = ?, reason = ?, raw = ? WHERE number = ?',
    );
    this.#setPlace = database.prepare('UPDATE unreadable SET span = ?, position = ? WHERE number = ?');
    this.#forgetPlaces = database.prepare('UPDATE unreadable SET span = NULL, position = NULL WHERE span = ?');
    this.#delete = database.prepare('DELETE FROM unreadable WHERE number = ?');
    this.#deleteNameless = database.prepare(
      'DELETE FROM unreadable WHERE list = ? AND margin_mode = ? AND content = ? AND id IS NULL',
    );
    this.#find = prepareQuery(
      database,
      'SELECT number, raw, reason, span, position FROM unreadable WHERE list = ? AND margin_mode = ? AND id = ?',
    );
    this.#latest = prepareQuery(
      database,
      'SELECT raw, reason FROM unreadable WHERE list = ? ORDER BY seen_at DESC, number DESC LIMIT ?',
    );
    this.#below = prepareQuery(
      database,
      'SELECT id, position FROM unreadable WHERE span = ? AND position < ? ORDER BY position DESC LIMIT ?',
    );
    this.#above = prepareQuery(
      database,
      'SELECT id, position FROM unreadable WHERE span = ? AND position > ? ORDER BY position LIMIT ?',
    );
    const counts =
      prepareQuery(database, 'SELECT count(*), count(id) FROM unreadable WHERE list = ?').first(list) ?? [];
    this.#count = integer(counts[0]);
    this.#nameless = this.#count - integer(counts[1]);
  }

  get count(): number {
    return this.#count;
  }

  find(id: string, marginMode: MarginMode): StoredUnreadable | null {
    if (this.#count === this.#nameless) return null;
    const values = this.#find.first(this.#list, marginMode, id);
    if (values === undefined) return null;
    return {
      number: integer(values[0]),
      raw: text(values[1]),
      reason: text(values[2]),
      span: integerOrNull(values[3]),
      position: integerOrNull(values[4]),
    };
  }

  /** One without an id only where it is not there already. */
  insert(
    { raw, reason }: UnreadableRow,
    entry: {
      id: string | null;
      marginMode: MarginMode;
      seenAt: Timestamp;
      span: number | null;
      position: number | null;
    },
  ): void {
    const { id, marginMode, seenAt, span, position } = entry;
    const { changes } = this.#insert.run(
      this.#list,
      marginMode,
      id,
      contentHash(raw),
      seenAt,
      reason,
      raw,
      span,
      position,
    );
    if (changes !== 1) return;
    this.#count++;
    if (id === null) this.#nameless++;
  }

  update(number: number, { raw, reason }: UnreadableRow, seenAt: Timestamp): void {
    this.#update.run(contentHash(raw), seenAt, reason, raw, number);
  }

  setPlace(number: number, span: number | null, position: number | null): void {
    this.#setPlace.run(span, position, number);
  }

  /** Of all that were written with a span. */
  forgetPlaces(span: number): void {
    this.#forgetPlaces.run(span);
  }

  delete(number: number): void {
    this.#delete.run(number);
    this.#count--;
  }

  /** An entry whose id could not be read at first can be read now. */
  deleteNameless(raw: string, marginMode: MarginMode): void {
    if (this.#nameless === 0) return;
    const { changes } = this.#deleteNameless.run(this.#list, marginMode, contentHash(raw));
    this.#count -= Number(changes);
    this.#nameless -= Number(changes);
  }

  /** What came last first. */
  latest(limit: number): UnreadableRow[] {
    return this.#latest.all(this.#list, limit).map((values) => ({ raw: text(values[0]), reason: text(values[1]) }));
  }

  neighbours(direction: 'below' | 'above', span: number, position: number, limit: number): PlacedEntry[] {
    if (this.#count === this.#nameless) return [];
    const query = direction === 'below' ? this.#below : this.#above;
    return query
      .all(span, position, limit)
      .map((values) => ({ id: text(values[0]), position: integer(values[1]), number: null }));
  }
}
