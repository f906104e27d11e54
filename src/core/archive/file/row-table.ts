import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import type { MarginMode, Timestamp } from '../../../shared/domain.ts';
import type { HistoryList } from '../../../shared/history.ts';
import type { ArchivedRow, HistoryRows } from '../archived-rows.ts';
import { integer, integerOrNull, type RowShape, text } from './row-shapes.ts';
import { prepareQuery, type Query } from './statements.ts';

/** A row as it stands in its table. */
export interface StoredRow {
  readonly number: number;
  readonly tie: number;
  readonly createdAt: Timestamp;
  /** As they were written; `null` for a row that was never fetched among its neighbours. */
  readonly span: number | null;
  readonly position: number | null;
  /** Of the shape's columns. */
  readonly values: readonly SQLOutputValue[];
  readonly raw: string;
}

/** One of the rows of a margin mode that were created in the same millisecond. */
export interface GroupRow {
  readonly number: number;
  readonly id: string;
  readonly tie: number;
  readonly span: number | null;
  readonly position: number | null;
}

const head = 'number, tie, id, margin_mode, created_at';
const headLength = 5;

/** The table of a list's rows. */
export class RowTable<List extends HistoryList> {
  readonly shape: RowShape<List>;
  readonly #insert: StatementSync;
  readonly #update: StatementSync;
  readonly #setTie: StatementSync;
  readonly #setPlace: StatementSync;
  readonly #forgetPlaces: StatementSync;
  readonly #lastNumber: Query;
  readonly #find: Query;
  readonly #group: Query;
  readonly #tieRange: Query;
  readonly #timeRange: Query;
  readonly #archived: Query;
  readonly #row: Query;
  readonly #scan: Query;
  readonly #newest: Query;
  readonly #rank: Query;
  readonly #below: Query;
  readonly #above: Query;
  readonly #looseRange: Query;
  readonly #unfinished: Query;
  readonly #next: Query;

  constructor(database: DatabaseSync, shape: RowShape<List>) {
    this.shape = shape;
    const { table } = shape;
    const own = shape.columns.join(', ');
    const ownWithoutRaw = shape.columns.slice(0, -1).join(', ');
    const marks = Array.from({ length: headLength + 2 + shape.columns.length }, () => '?').join(', ');
    const query = (sql: string) => prepareQuery(database, sql);

    this.#insert = database.prepare(`INSERT INTO ${table} (${head}, span, position, ${own}) VALUES (${marks})`);
    this.#update = database.prepare(
      `UPDATE ${table} SET created_at = ?, ${shape.columns.map((column) => `${column} = ?`).join(', ')} WHERE number = ?`,
    );
    this.#setTie = database.prepare(`UPDATE ${table} SET tie = ? WHERE number = ?`);
    this.#setPlace = database.prepare(`UPDATE ${table} SET span = ?, position = ? WHERE number = ?`);
    this.#forgetPlaces = database.prepare(`UPDATE ${table} SET span = NULL, position = NULL WHERE span = ?`);
    this.#lastNumber = query(`SELECT coalesce(max(number), 0) FROM ${table}`);
    this.#find = query(`SELECT ${head}, span, position, ${own} FROM ${table} WHERE id = ? AND margin_mode = ?`);
    this.#group = query(
      `SELECT number, id, tie, span, position FROM ${table} WHERE created_at = ? AND margin_mode = ? ORDER BY tie DESC`,
    );
    this.#tieRange = query(endsOf('tie', `${table} WHERE created_at = ?1 AND margin_mode = ?2`));
    this.#timeRange = query(endsOf('created_at', `${table} WHERE margin_mode = ?1`));
    this.#archived = query(`SELECT ${head}, ${ownWithoutRaw} FROM ${table} WHERE number = ?`);
    this.#row = query(`SELECT ${head}, ${own} FROM ${table} WHERE number = ?`);
    this.#scan = query(`SELECT ${head}, ${ownWithoutRaw} FROM ${table} WHERE number > ? ORDER BY number LIMIT ?`);
    this.#newest = query(
      `SELECT ${head}, ${own} FROM ${table} ORDER BY created_at DESC, margin_mode DESC, tie DESC LIMIT ? OFFSET ?`,
    );
    this.#rank = query(
      `SELECT (SELECT count(*) FROM ${table}
         WHERE (created_at, margin_mode, tie) > (own.created_at, own.margin_mode, own.tie))
       FROM ${table} AS own WHERE id = ? AND margin_mode = ?`,
    );
    this.#below = query(
      `SELECT id, position, number FROM ${table} WHERE span = ? AND position < ? ORDER BY position DESC LIMIT ?`,
    );
    this.#above = query(
      `SELECT id, position, number FROM ${table} WHERE span = ? AND position > ? ORDER BY position LIMIT ?`,
    );
    this.#looseRange = query(endsOf('created_at', `${table} WHERE span IS NULL AND margin_mode = ?1`));
    this.#next = query(
      `SELECT id FROM ${table} WHERE margin_mode = ? AND created_at > ? AND span IS NOT NULL
       ORDER BY created_at, tie LIMIT 1`,
    );
    this.#unfinished = query(
      `SELECT number, id, created_at, span, position FROM ${table} WHERE (${shape.unfinished}) AND margin_mode = ?
       ORDER BY number DESC LIMIT ?`,
    );
  }

  insert(row: HistoryRows[List], place: { number: number; tie: number; span: number | null; position: number | null }) {
    // What `run` answers, nobody asks for, and it is made for every row of an import.
    this.#insert.get(
      place.number,
      place.tie,
      row.id,
      row.marginMode,
      row.createdAt,
      place.span,
      place.position,
      ...this.shape.values(row),
    );
  }

  update(number: number, row: HistoryRows[List]): void {
    this.#update.run(row.createdAt, ...this.shape.values(row), number);
  }

  setTie(number: number, tie: number): void {
    this.#setTie.run(tie, number);
  }

  /** `null`: it is among no neighbours. */
  setPlace(number: number, span: number | null, position: number | null): void {
    this.#setPlace.run(span, position, number);
  }

  /** Of all that were written with a span. */
  forgetPlaces(span: number): void {
    this.#forgetPlaces.run(span);
  }

  find(id: string, marginMode: MarginMode): StoredRow | null {
    const found = this.#find.first(id, marginMode);
    if (found === undefined) return null;
    const values = found.slice(headLength + 2);
    return {
      number: integer(found[0]),
      tie: integer(found[1]),
      createdAt: integer(found[4]),
      span: integerOrNull(found[5]),
      position: integerOrNull(found[6]),
      values,
      raw: text(values.at(-1)),
    };
  }

  /** 0 while there is no row. */
  lastNumber(): number {
    return integer(this.#lastNumber.first()?.[0]);
  }

  /** Rows created in the same millisecond, the newest first. */
  group(marginMode: MarginMode, createdAt: Timestamp): GroupRow[] {
    return this.#group.all(createdAt, marginMode).map((values) => ({
      number: integer(values[0]),
      id: text(values[1]),
      tie: integer(values[2]),
      span: integerOrNull(values[3]),
      position: integerOrNull(values[4]),
    }));
  }

  /** `null` where there is no row of that time. */
  tieRange(marginMode: MarginMode, createdAt: Timestamp): { lowest: number; highest: number } | null {
    const range = this.#tieRange.first(createdAt, marginMode) ?? [];
    return typeof range[0] === 'number' ? { lowest: range[0], highest: integer(range[1]) } : null;
  }

  /** Creation of the oldest and of the newest row. */
  timeRange(marginMode: MarginMode): TimeRange {
    return readTimeRange(this.#timeRange, marginMode);
  }

  /** The same of rows that are in no span. */
  looseRange(marginMode: MarginMode): TimeRange {
    return readTimeRange(this.#looseRange, marginMode);
  }

  archived(number: number): ArchivedRow<List> {
    const values = this.#archived.first(number);
    if (values === undefined) throw new RangeError(`the archive has no row ${number}`);
    return this.shape.archived(values);
  }

  row(number: number): HistoryRows[List] {
    const values = this.#row.first(number);
    if (values === undefined) throw new RangeError(`the archive has no row ${number}`);
    return this.shape.row(values);
  }

  scan(after: number, limit: number): ArchivedRow<List>[] {
    return this.#scan.all(after, limit).map((values) => this.shape.archived(values));
  }

  newest(count: number, offset: number): HistoryRows[List][] {
    return this.#newest.all(count, offset).map((values) => this.shape.row(values));
  }

  /** How many rows come before a row in the default order; `null` where it is not there. */
  rank(id: string, marginMode: string): number | null {
    const found = this.#rank.first(id, marginMode);
    return found === undefined ? null : integer(found[0]);
  }

  /** Entries of a span as it was written, from a position downwards or upwards, the nearest first. */
  neighbours(direction: 'below' | 'above', span: number, position: number, limit: number): PlacedEntry[] {
    const query = direction === 'below' ? this.#below : this.#above;
    return query.all(span, position, limit).map((values) => ({
      id: text(values[0]),
      position: integer(values[1]),
      number: integer(values[2]),
    }));
  }

  /** The id of the row with neighbours that was created next after a moment; `null` where there is none. */
  nextAfter(marginMode: MarginMode, createdAt: Timestamp): string | null {
    const found = this.#next.first(marginMode, createdAt);
    return found === undefined ? null : text(found[0]);
  }

  /** Rows of a margin mode that are not final, those that came last first. */
  unfinished(marginMode: MarginMode, limit: number): UnfinishedRow[] {
    return this.#unfinished.all(marginMode, limit).map((values) => ({
      number: integer(values[0]),
      id: text(values[1]),
      createdAt: integer(values[2]),
      span: integerOrNull(values[3]),
      position: integerOrNull(values[4]),
    }));
  }
}

/** Lowest and highest value: each is a step in an index, whereas both of one selection would be found by reading all of it. */
function endsOf(column: string, selection: string): string {
  const end = (direction: string) => `(SELECT ${column} FROM ${selection} ORDER BY ${column} ${direction} LIMIT 1)`;
  return `SELECT ${end('ASC')}, ${end('DESC')}`;
}

export interface TimeRange {
  readonly oldest: Timestamp | null;
  readonly newest: Timestamp | null;
}

function readTimeRange(query: Query, marginMode: MarginMode): TimeRange {
  const range: readonly (SQLInputValue | undefined)[] = query.first(marginMode) ?? [];
  const [oldest, newest] = range;
  return { oldest: typeof oldest === 'number' ? oldest : null, newest: typeof newest === 'number' ? newest : null };
}

export interface PlacedEntry {
  readonly id: string;
  readonly position: number;
  /** `null` of an entry that cannot be read. */
  readonly number: number | null;
}

export interface UnfinishedRow {
  readonly number: number;
  readonly id: string;
  readonly createdAt: Timestamp;
  readonly span: number | null;
  readonly position: number | null;
}
