import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { HistoryList } from '../../shared/orders/history.ts';
import { type MarginMode, marginModes, type Timestamp } from '../../shared/values/domain.ts';
import { type HistoryRows, type IndexedRow, wireIdOf } from '../rows.ts';
import { slack } from './column-texts.ts';
import type { IndexRepair } from './database.ts';
import { integer, integerOrNull, prepareQuery, type Query, text } from './query.ts';
import type { RowShape, SentRows } from './row-shapes.ts';
import type { Cursor } from './spans.ts';
import { isConflict, UnexpectedContent } from './storage-error.ts';

export interface StoredRow {
  readonly number: number;
  readonly tie: number;
  readonly id: string;
  readonly marginMode: MarginMode;
  readonly createdAt: Timestamp;
  /** See `SpanIndex.find`. */
  readonly span: number;
  /** Values of the shape's columns. */
  readonly values: readonly SQLOutputValue[];
  readonly raw: string;
  /** The stored row is not what was written. `new`: that was not known before. */
  readonly damage: 'new' | 'known' | null;
}

const head = 'number, tie, id, margin_mode, created_at';
/** Values before those of the shape's columns where span and checksum are among them. */
const headLength = 7;

/** The table of a list's rows. */
export class RowTable<List extends HistoryList> {
  readonly shape: RowShape<List>;
  readonly #indexes: IndexRepair;
  readonly #insert: Query;
  readonly #update: Query;
  readonly #setTie: Query;
  readonly #setSpan: Query;
  readonly #lastNumber: Query;
  readonly #find: Query;
  readonly #onUpdate: (number: number) => void;
  readonly #numbersOf: Query;
  readonly #isInOther: Query;
  readonly #shared: Query;
  readonly #findDamaged: Query;
  readonly #at: Query;
  readonly #whole: Query;
  readonly #markDamaged: Query;
  readonly #setId: Query;
  readonly #group: Query;
  readonly #oldestAt: Query;
  readonly #newestAt: Query;
  readonly #indexed: Query;
  readonly #rows: Query;
  readonly #columns: Query;
  readonly #scan: Query;
  readonly #newest: Query;
  readonly #between: Query;
  readonly #rank: Query;
  readonly #newer: Query;
  readonly #count: Query;
  readonly #countNewer: Query;
  readonly #unfinished: Query;

  /** `onUpdate`: called with the number of each row that may change. */
  constructor(
    database: DatabaseSync,
    shape: RowShape<List>,
    indexes: IndexRepair,
    onUpdate: (number: number) => void = () => {},
  ) {
    this.shape = shape;
    this.#indexes = indexes;
    this.#onUpdate = onUpdate;
    const { table } = shape;
    const own = shape.columns.join(', ');
    const ownWithoutRaw = shape.columns.slice(0, -1).join(', ');
    const marks = Array.from({ length: headLength + shape.columns.length }, () => '?').join(', ');
    const query = (sql: string) => prepareQuery(database, sql);
    const endOf = (direction: string) =>
      query(`SELECT created_at FROM ${table} WHERE margin_mode = ? ORDER BY created_at ${direction} LIMIT 1`);

    this.#insert = query(`INSERT INTO ${table} (${head}, span, checksum, ${own}) VALUES (${marks})`);
    this.#update = query(
      `UPDATE ${table} SET margin_mode = ?, created_at = ?, ${shape.columns.map((column) => `${column} = ?`).join(', ')},
         checksum = ? + tie + span
       WHERE number = ?`,
    );
    this.#setTie = query(`UPDATE ${table} SET checksum = checksum + ?1 - tie, tie = ?1 WHERE number = ?2`);
    this.#setSpan = query(`UPDATE ${table} SET checksum = checksum + ?1 - span, span = ?1 WHERE number = ?2`);
    this.#markDamaged = query(`UPDATE ${table} SET checksum = NULL WHERE number = ?`);
    this.#setId = query(`UPDATE ${table} SET id = ?, margin_mode = ?, checksum = NULL WHERE number = ?`);
    this.#lastNumber = query(`SELECT coalesce(max(number), 0) FROM ${table}`);
    this.#find = query(
      `SELECT ${head}, span, checksum, ${own} FROM ${table} WHERE id = ?1 ORDER BY margin_mode = ?2 DESC LIMIT 1`,
    );
    this.#numbersOf = query(`SELECT number FROM ${table} WHERE id = ? ORDER BY number`);
    this.#shared = query(`SELECT id FROM ${table} GROUP BY id HAVING count(*) > 1`);
    this.#isInOther = query(
      `SELECT id FROM ${table} WHERE id IN (SELECT value FROM json_each(?)) AND margin_mode != ? LIMIT 1`,
    );
    this.#findDamaged = query(
      `SELECT ${head}, span, checksum, ${own} FROM ${table} WHERE (${shape.toReread}) AND checksum IS NULL AND raw = ?`,
    );
    this.#at = query(
      `SELECT ${head}, span, checksum, ${own} FROM ${table} WHERE created_at = ? ORDER BY margin_mode DESC, tie DESC`,
    );
    this.#whole = query(
      `SELECT ${head}, span, checksum, ${own} FROM ${table} WHERE number > ? ORDER BY number LIMIT ?`,
    );
    this.#group = query(`SELECT number, tie FROM ${table} WHERE created_at = ? AND margin_mode = ? ORDER BY tie DESC`);
    this.#oldestAt = endOf('ASC');
    this.#newestAt = endOf('DESC');
    this.#indexed = query(`SELECT ${head}, ${ownWithoutRaw} FROM ${table} WHERE number = ?`);
    // The order of the tables in a cross join is that of the loops, so the rows come in the order of the numbers.
    const chosen = `FROM (SELECT value AS wanted FROM json_each(?)) CROSS JOIN ${table} ON number = wanted`;
    this.#rows = query(`SELECT ${head}, ${own} ${chosen}`);
    const arrays = shape.sent.map((column) => `json_group_array(${column})`);
    const raws = "group_concat(raw, x'00'), x'00'";
    // One value for all, which changes hands: twenty texts would be copied three times.
    this.#columns = query(`SELECT CAST(concat(${arrays.join(', ')}, ${raws}, '${slack}') AS BLOB) ${chosen}`);
    this.#scan = query(`SELECT ${head}, ${ownWithoutRaw} FROM ${table} WHERE number > ? ORDER BY number LIMIT ?`);
    this.#newest = query(
      `SELECT ${head}, ${own} FROM ${table} ORDER BY created_at DESC, margin_mode DESC, tie DESC LIMIT ? OFFSET ?`,
    );
    this.#between = query(
      `SELECT ${head}, ${own} FROM ${table} WHERE created_at BETWEEN ?1 AND ?2 AND margin_mode = ?3 AND symbol = ?4
       ORDER BY created_at, tie LIMIT ?5`,
    );
    this.#rank = query(
      `SELECT (SELECT count(*) FROM ${table}
         WHERE (created_at, margin_mode, tie) > (own.created_at, own.margin_mode, own.tie))
       FROM ${table} AS own WHERE number = ?`,
    );
    this.#newer = query(
      `SELECT id, created_at, span FROM ${table}
       WHERE margin_mode = ?1 AND created_at >= ?2 AND (created_at > ?2 OR tie > ?3) AND span != 0
       ORDER BY created_at, tie LIMIT 1 OFFSET ?4`,
    );
    this.#count = query(`SELECT count(*) FROM ${table} WHERE margin_mode = ?`);
    this.#countNewer = query(`SELECT count(*) FROM ${table} WHERE margin_mode = ? AND created_at > ?`);
    this.#unfinished = query(
      `SELECT id, created_at, span FROM ${table} WHERE (${shape.toReread}) AND margin_mode = ?
       ORDER BY created_at DESC LIMIT ?`,
    );
  }

  /** False, and nothing is stored, if the margin mode has a row of this ID. */
  insert(row: HistoryRows[List], place: { number: number; tie: number; span: number }): boolean {
    const { id, marginMode, createdAt } = row;
    const { number, tie, span } = place;
    const values = this.shape.values(row);
    const checksum = this.shape.checksum(number + tie + span + createdAt, id, marginMode, values);
    try {
      // `first` takes less time than `run`, which returns an object, and a conflict clause would take twice as long.
      this.#insert.first(number, tie, id, marginMode, createdAt, span, checksum, ...values);
      return true;
    } catch (error) {
      if (isConflict(error)) return false;
      throw error;
    }
  }

  update(number: number, row: HistoryRows[List]): void {
    this.#onUpdate(number);
    const { id, marginMode, createdAt } = row;
    const values = this.shape.values(row);
    const checksum = this.shape.checksum(number + createdAt, id, marginMode, values);
    this.#update.run(marginMode, createdAt, ...values, checksum, number);
  }

  /** Replaces a damaged row. Its entries in the indexes may not match it, so that a usual update would fail. */
  repair(number: number, row: HistoryRows[List]): void {
    this.#indexes.run();
    this.#setId.run(row.id, row.marginMode, number);
    this.update(number, row);
  }

  markDamaged(number: number): void {
    this.#markDamaged.run(number);
  }

  setTie(number: number, tie: number): void {
    this.#onUpdate(number);
    this.#setTie.run(tie, number);
  }

  setSpan(number: number, span: number): void {
    this.#setSpan.run(span, number);
  }

  /** The row of an ID: that of the margin mode if it has one, otherwise that of the other mode. */
  find(id: string, marginMode: string): StoredRow | null {
    const found = this.#find.first(id, marginMode);
    return found === undefined ? null : this.#storedRow(found);
  }

  /** Numbers of the rows of an ID: two if each margin mode has a row of its own. */
  numbersOf(id: string): number[] {
    return this.#numbersOf.all(id).map(([number]) => integer(number));
  }

  /** IDs of which each margin mode has a row of its own. */
  idsOfBothModes(): string[] {
    return this.#shared.all().map(([id]) => text(id));
  }

  /** Returns one of the IDs that a row of the other margin mode has; `null` if none has one. In one query, because imports need it. */
  firstInOtherMode(ids: readonly string[], marginMode: MarginMode): string | null {
    const found = this.#isInOther.first(JSON.stringify(ids), marginMode);
    return found === undefined ? null : text(found[0]);
  }

  /** The row with a received text among those that are known to be damaged: its ID may be what is damaged. */
  findDamaged(raw: string): StoredRow | null {
    const found = this.#findDamaged.first(raw);
    return found === undefined ? null : this.#storedRow(found);
  }

  /** The damaged rows of a time of creation, the newest first, also those that were not known to be damaged. */
  damagedAt(createdAt: Timestamp): StoredRow[] {
    const rows = this.#at.all(createdAt).map((values) => this.#storedRow(values));
    return rows.filter(({ damage }) => damage !== null);
  }

  /** At most `limit` whole rows with numbers above `after`, by number. */
  wholeRows(after: number, limit: number): StoredRow[] {
    return inSequence(this.#whole.all(after, limit), after).map((values) => this.#storedRow(values));
  }

  /** 0 if there is no row. */
  lastNumber(): number {
    return integer(this.#lastNumber.first()?.[0]);
  }

  /** Rows of one margin mode and one time of creation, the newest first. */
  group(marginMode: MarginMode, createdAt: Timestamp): { number: number; tie: number }[] {
    return this.#group
      .all(createdAt, marginMode)
      .map((values) => ({ number: integer(values[0]), tie: integer(values[1]) }));
  }

  /** Creation of the oldest and of the newest row; `null` if there is no row. */
  timeRange(marginMode: MarginMode): { oldest: Timestamp | null; newest: Timestamp | null } {
    const timeOf = (query: Query) => integerOrNull(query.first(marginMode)?.[0] ?? null);
    return { oldest: timeOf(this.#oldestAt), newest: timeOf(this.#newestAt) };
  }

  /** Throws a RangeError if no row has this number. */
  indexed(number: number): IndexedRow {
    const values = this.#indexed.first(number);
    if (values === undefined) throw noSuchRow(number);
    return this.shape.indexed(values);
  }

  /** Throws a RangeError if no row has this number. */
  row(number: number): HistoryRows[List] {
    return this.rows([number])[0] as HistoryRows[List];
  }

  /** Returns rows in the order of their numbers. Throws a RangeError if there is no row of a number. */
  rows(numbers: readonly number[]): HistoryRows[List][] {
    // A query for each row would take twice as long.
    const found = this.#rows.all(JSON.stringify(numbers));
    const missing = numbers.findIndex((number, index) => found[index]?.[0] !== number);
    if (missing >= 0) throw noSuchRow(numbers[missing]);
    return found.map((values) => this.shape.row(values));
  }

  /** Returns what `RowShape.rowsOf` makes the same rows of, in a third of the time, and for another thread. */
  columns(numbers: readonly number[]): SentRows['bytes'] {
    return this.#columns.first(JSON.stringify(numbers))?.[0] as SentRows['bytes'];
  }

  scan(after: number, limit: number): IndexedRow[] {
    return inSequence(this.#scan.all(after, limit), after).map((values) => this.shape.indexed(values));
  }

  newest(count: number, offset: number): HistoryRows[List][] {
    return this.#newest.all(count, offset).map((values) => this.shape.row(values));
  }

  /** At most `limit` rows of a symbol that were created from one time to another, both included, the oldest first. */
  createdBetween(
    { symbol, marginMode }: { symbol: string; marginMode: MarginMode },
    { from, to }: { from: Timestamp; to: Timestamp },
    limit: number,
  ): HistoryRows[List][] {
    return this.#between.all(from, to, marginMode, symbol, limit).map((values) => this.shape.row(values));
  }

  /** Rows before this one in the default order. */
  rank(number: number): number {
    return integer(this.#rank.first(number)?.[0]);
  }

  /** The row `distance` places before another one among rows that belong to a span; `null` if there are fewer. */
  newer(marginMode: MarginMode, row: { createdAt: Timestamp; tie: number }, distance: number) {
    return cursorOf(this.#newer.first(marginMode, row.createdAt, row.tie, distance - 1));
  }

  count(marginMode: MarginMode): number {
    return integer(this.#count.first(marginMode)?.[0]);
  }

  countNewer(marginMode: MarginMode, createdAt: Timestamp): number {
    return integer(this.#countNewer.first(marginMode, createdAt)?.[0]);
  }

  /** Rows to request again, the newest first. */
  unfinished(marginMode: MarginMode, limit: number): (Cursor & { span: number })[] {
    return this.#unfinished.all(marginMode, limit).flatMap((values) => cursorOf(values) ?? []);
  }

  #storedRow(found: readonly SQLOutputValue[]): StoredRow {
    const [number, tie, createdAt, span] = [integer(found[0]), integer(found[1]), integer(found[4]), integer(found[5])];
    const id = text(found[2]);
    const marginMode = text(found[3]);
    const values = found.slice(headLength);
    const isSound = found[6] === this.shape.checksum(number + tie + span + createdAt, id, marginMode, values);
    return {
      number,
      tie,
      id,
      marginMode: marginModes.find((mode) => mode === marginMode) ?? 'isolated',
      createdAt,
      span,
      values,
      raw: text(values.at(-1)),
      damage: isSound ? null : found[6] === null ? 'known' : 'new',
    };
  }
}

function noSuchRow(number: number | undefined): RangeError {
  return new RangeError(`the history has no row ${number}`);
}

/** Returns the rows if their numbers follow `after` without a gap. Throws `UnexpectedContent` otherwise. */
function inSequence<Values extends readonly SQLOutputValue[]>(
  rows: readonly Values[],
  after: number,
): readonly Values[] {
  const gap = rows.findIndex(([number], index) => number !== after + 1 + index);
  if (gap >= 0) throw new UnexpectedContent(`row ${after + 1 + gap} is missing`);
  return rows;
}

/** The ID is the exchange's, because pages are requested from a cursor. */
function cursorOf(values: readonly SQLOutputValue[] | undefined): (Cursor & { span: number }) | null {
  if (values === undefined) return null;
  return { id: wireIdOf(text(values[0])), createdAt: integer(values[1]), span: integer(values[2]) };
}
