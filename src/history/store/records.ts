import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite';
import { historyLists } from '../../shared/orders/history.ts';
import { marginModes } from '../../shared/values/domain.ts';
import { checksumOf } from './checksums.ts';
import { prepareQuery } from './query.ts';

/** True if a column can have the value. SQLite passes whole numbers as bigints. */
type Check = (value: SQLOutputValue) => boolean;

const text: Check = (value) => typeof value === 'string';
const whole: Check = (value) => typeof value === 'bigint' && Number.isSafeInteger(Number(value));
const optional =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const word =
  (words: readonly string[]): Check =>
  (value) =>
    words.some((each) => each === value);
const ofList = { list: word(historyLists), margin_mode: word(marginModes) };

/** The small tables, with their columns in the order of the checksum: a column that is added comes last. */
const columnsOf = {
  meta: { name: text, text },
  spans: {
    ...{ id: whole, ...ofList, merged_into: optional(whole), newest_id: optional(text), newest_at: optional(whole) },
    ...{
      oldest_id: optional(text),
      oldest_at: optional(whole),
      is_ended: optional(whole),
      read_since: optional(whole),
    },
  },
  margin_modes: {
    ...{ ...ofList, row_count: whole, newest_at: optional(whole), oldest_at: optional(whole) },
    ...{ checked_at: optional(whole), empty_at: optional(whole), top_span: optional(whole) },
  },
  unreadable: {
    ...{ number: whole, ...ofList, id: optional(text), content: text, seen_at: whole, reason: text, raw: text },
  },
  changes: {
    ...{ number: whole, list: ofList.list, id: text, at: whole, margin_mode: ofList.margin_mode, raw: optional(text) },
  },
  plan_lives: {
    ...{ number: whole, key: text, first_seen_at: whole, last_seen_at: optional(whole), missed_at: optional(whole) },
    dropped: whole,
    created_last: optional(text),
    lookups: optional(whole),
  },
  plan_states: {
    ...{ life: whole, at: whole, after: optional(whole), plan: text, nearest_last: optional(text) },
    nearest_at: optional(whole),
  },
  plan_watches: { from_at: whole, to_at: whole },
  execution_states: {
    ...{ order_number: whole, quantity: text, average_price: optional(text), pnl: optional(text) },
    ...{ first_at: whole, last_at: whole },
  },
} as const satisfies Record<string, Record<string, Check>>;

export type RecordTable = keyof typeof columnsOf;
export const recordTables = Object.keys(columnsOf) as readonly RecordTable[];

/** Stores a record: the values of its columns in the order of the table. Returns the number of records that changed: 0 or 1. */
export type RecordWriter = (...values: SQLInputValue[]) => number;

/**
 * The records of an open database, which are the rows of its small tables. Each has a checksum. A temporary view with the name of its table
 * leaves damaged records out, so that no query can read one; statements that write name the table as `main.meta`.
 */
export class Records {
  /** Tables in which a damaged record was met. */
  readonly damaged = new Set<RecordTable>();
  readonly #database: DatabaseSync;

  /** `isFact`: true if a name and a text of `meta` belong together. */
  constructor(database: DatabaseSync, isFact: (name: string, text: string) => boolean) {
    this.#database = database;
    for (const table of recordTables) {
      const names = namesOf(table);
      const checks: readonly Check[] = Object.values(columnsOf[table]);
      const isSound = (checksum: SQLOutputValue, values: readonly SQLOutputValue[]) =>
        checksum === BigInt(checksumOf(names, values)) &&
        checks.every((check, index) => check(values[index] ?? null)) &&
        (table !== 'meta' || isFact(String(values[0]), String(values[1])));
      database.function(soundness(table), { varargs: true, useBigIntArguments: true }, (checksum = null, ...values) => {
        if (isSound(checksum, values)) return 1;
        this.damaged.add(table);
        return 0;
      });
      database.exec(`CREATE TEMP VIEW ${table} AS SELECT ${names} FROM main.${table} WHERE ${condition(table)}`);
    }
  }

  /** `conflict`: what becomes of a record with the same key; with `IGNORE`, it stays. */
  writer(table: RecordTable, conflict: 'REPLACE' | 'IGNORE' = 'REPLACE'): RecordWriter {
    const names = namesOf(table);
    const statement = prepareQuery(
      this.#database,
      `INSERT OR ${conflict} INTO main.${table} (${names}, checksum) VALUES (${names.map(() => '?')}, ?)`,
    );
    return (...values) => Number(statement.run(...values, checksumOf(names, values)).changes);
  }

  /** Reads a whole table, so that each damaged record is met. */
  check(table: RecordTable): void {
    this.#database.prepare(`SELECT count(*) FROM ${table}`).get();
  }

  /** Number of damaged records. */
  count(table: RecordTable): number {
    const found = this.#database.prepare(`SELECT count(*) AS found FROM main.${table} WHERE NOT ${condition(table)}`);
    return Number(found.get()?.found);
  }

  /** Deletes the damaged records, and what makes no sense without them. */
  removeDamaged(table: RecordTable): void {
    this.#run(`DELETE FROM main.${table} WHERE NOT ${condition(table)}`);
    if (table === 'spans') this.#forgetSpans();
    // The next life can get the number of a deleted one.
    if (table === 'plan_lives') {
      this.#run('DELETE FROM main.plan_states WHERE life NOT IN (SELECT number FROM main.plan_lives)');
    }
  }

  /** The rows of missing spans count as fetched without their neighbors, because the next span can get the ID of a deleted one. */
  #forgetSpans(): void {
    const isMissing = 'NOT IN (SELECT id FROM main.spans)';
    while (this.#run(`DELETE FROM main.spans WHERE merged_into ${isMissing}`) > 0);
    for (const rows of ['orders', 'plans']) {
      // The checksum of a damaged row stays wrong.
      this.#run(`UPDATE ${rows} SET checksum = checksum - span, span = 0 WHERE span != 0 AND span ${isMissing}`);
    }
  }

  #run(sql: string): number {
    return Number(this.#database.prepare(sql).run().changes);
  }
}

function namesOf(table: RecordTable): string[] {
  return Object.keys(columnsOf[table]);
}

/** Name of the SQL function that checks the records of a table. */
function soundness(table: RecordTable): string {
  return `is_sound_${table}`;
}

/**
 * SQL condition for the sound records of a table. As a subquery, because SQLite evaluates those last: before, it could have replaced a
 * column by the value that another condition requires of the column.
 */
function condition(table: RecordTable): string {
  return `(SELECT ${soundness(table)}(checksum, ${namesOf(table)}))`;
}
