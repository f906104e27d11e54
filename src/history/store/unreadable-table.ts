import type { DatabaseSync } from 'node:sqlite';
import type { UnreadableRow } from '../../shared/contract/orders.ts';
import type { HistoryList } from '../../shared/orders/history.ts';
import { unreadableFacts } from '../../shared/orders/unreadable-row.ts';
import type { MarginMode, Timestamp } from '../../shared/values/domain.ts';
import type { UnreadableOrder } from '../rows.ts';
import { integer, prepareQuery, type Query, text } from './query.ts';
import type { Records, RecordWriter } from './records.ts';
import { contentHash } from './row-content.ts';

/** An entry with an ID that could not be read when it came last. */
export interface StoredUnreadable {
  readonly number: number;
  readonly id: string;
  readonly marginMode: string;
  readonly raw: string;
  readonly reason: string;
}

/** Largest number of entries without an ID of a list. Their texts can change with each response, so without a limit they could fill the disk. */
const maxNameless = 1000;

/** Entries of a list that could not be read. */
export class UnreadableTable {
  readonly #list: HistoryList;
  readonly #insert: RecordWriter;
  readonly #update: RecordWriter;
  readonly #delete: Query;
  readonly #deleteNameless: Query;
  readonly #deleteOldest: Query;
  readonly #lastNumber: Query;
  readonly #find: Query;
  readonly #latest: Query;
  readonly #all: Query;
  #count: number;
  /** See `orders`. `null` after a change. */
  #orders: readonly UnreadableOrder[] | null = null;
  /** Entries without an ID. */
  #nameless: number;

  constructor(database: DatabaseSync, records: Records, list: HistoryList) {
    this.#list = list;
    this.#insert = records.writer('unreadable', 'IGNORE');
    this.#update = records.writer('unreadable');
    this.#delete = prepareQuery(database, 'DELETE FROM main.unreadable WHERE number = ?');
    this.#deleteNameless = prepareQuery(
      database,
      'DELETE FROM main.unreadable WHERE list = ? AND margin_mode = ? AND content = ? AND id IS NULL',
    );
    this.#lastNumber = prepareQuery(database, 'SELECT coalesce(max(number), 0) FROM main.unreadable');
    this.#find = prepareQuery(
      database,
      'SELECT number, margin_mode, raw, reason FROM unreadable WHERE list = ? AND id = ?',
    );
    this.#deleteOldest = prepareQuery(
      database,
      `DELETE FROM main.unreadable WHERE number IN
         (SELECT number FROM main.unreadable WHERE list = ? AND id IS NULL ORDER BY number LIMIT ?)`,
    );
    this.#latest = prepareQuery(
      database,
      'SELECT raw, reason FROM unreadable WHERE list = ? ORDER BY seen_at DESC, number DESC LIMIT ?',
    );
    this.#all = prepareQuery(
      database,
      'SELECT margin_mode, content, raw, seen_at FROM unreadable WHERE list = ? ORDER BY number',
    );
    const counts =
      prepareQuery(database, 'SELECT count(*), count(id) FROM unreadable WHERE list = ?').first(list) ?? [];
    this.#count = integer(counts[0]);
    this.#nameless = this.#count - integer(counts[1]);
  }

  get count(): number {
    return this.#count;
  }

  find(id: string): StoredUnreadable | null {
    if (this.#count === this.#nameless) return null;
    const values = this.#find.first(this.#list, id);
    if (values === undefined) return null;
    const [number, marginMode, raw, reason] = values;
    return { number: integer(number), id, marginMode: text(marginMode), raw: text(raw), reason: text(reason) };
  }

  /** An entry without an ID is stored only once for each text, and in place of the oldest one if there are 1,000. */
  insert(id: string | null, { raw, reason }: UnreadableRow, marginMode: MarginMode, seenAt: Timestamp): void {
    const number = integer(this.#lastNumber.first()?.[0]) + 1;
    if (this.#insert(number, this.#list, marginMode, id, contentHash(raw), seenAt, reason, raw) === 0) return;
    this.#orders = null;
    this.#count++;
    if (id !== null) return;
    this.#nameless++;
    if (this.#nameless <= maxNameless) return;
    const deleted = Number(this.#deleteOldest.run(this.#list, this.#nameless - maxNameless).changes);
    this.#count -= deleted;
    this.#nameless -= deleted;
  }

  update({ number, id, marginMode }: StoredUnreadable, { raw, reason }: UnreadableRow, seenAt: Timestamp): void {
    this.#orders = null;
    this.#update(number, this.#list, marginMode, id, contentHash(raw), seenAt, reason, raw);
  }

  delete(number: number): void {
    this.#orders = null;
    this.#delete.run(number);
    this.#count--;
  }

  /** Deletes the entry without an ID that has the text of a row whose ID can be read now. */
  deleteNameless(raw: string, marginMode: MarginMode): void {
    if (this.#nameless === 0) return;
    this.#orders = null;
    const { changes } = this.#deleteNameless.run(this.#list, marginMode, contentHash(raw));
    this.#count -= Number(changes);
    this.#nameless -= Number(changes);
  }

  /** What the texts of the entries tell of them. */
  orders(): readonly UnreadableOrder[] {
    this.#orders ??= this.#all.all(this.#list).map((values) => ({
      id: `unreadable:${text(values[1])}`,
      marginMode: text(values[0]),
      ...unreadableFacts(text(values[2])),
      seenAt: integer(values[3]),
    }));
    return this.#orders;
  }

  /** The entry that was seen last comes first. */
  latest(limit: number): UnreadableRow[] {
    return this.#latest.all(this.#list, limit).map((values) => ({ raw: text(values[0]), reason: text(values[1]) }));
  }
}
