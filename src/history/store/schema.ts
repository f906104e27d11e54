import { DatabaseSync } from 'node:sqlite';
import { defineChecksums } from './checksums.ts';
import { prepareQuery } from './query.ts';
import { StorageError, UnexpectedContent } from './storage-error.ts';

/** Marks the file as one of ours: "OGar". */
const applicationId = 0x4f_47_61_72;

const commonColumns = `
  /* In the order of arrival, from 1, without gaps. */
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  /* Margin mode of the query that returned the row last. */
  margin_mode TEXT NOT NULL,
  /* Milliseconds since 1970, UTC. */
  created_at INTEGER NOT NULL,
  /* Order among rows of one margin mode and one created_at: the higher, the newer. */
  tie INTEGER NOT NULL,
  /* The span that the row was fetched in, see spans; 0 for a row that was fetched without its neighbors. */
  span INTEGER NOT NULL,
  symbol TEXT NOT NULL,
  type TEXT NOT NULL,
  side TEXT,
  kind TEXT NOT NULL,
  price TEXT,
  leverage TEXT,
  quantity TEXT,
  status TEXT NOT NULL,
  filled_quantity TEXT`;

/** The last columns. `checksum`: see checksums.ts; NULL for a row that is known to be damaged. */
const lastColumns = `
  /* The row's JSON text as received. */
  raw TEXT NOT NULL,
  checksum INTEGER`;

/**
 * Two different rows of a list can have one ID, one in each margin mode (docs/service.md 10.3). by_time is the default order, newest first;
 * 'isolated' comes after 'cross' in the alphabet.
 */
function rowIndexes(table: string, unfinished: string): string {
  return `
CREATE UNIQUE INDEX ${table}_by_id ON ${table} (id, margin_mode);
CREATE INDEX ${table}_by_time ON ${table} (created_at DESC, margin_mode DESC, tie DESC);
CREATE INDEX ${table}_unfinished ON ${table} (margin_mode, created_at DESC) WHERE ${rowsToReread(unfinished)};`;
}

/**
 * SQL conditions for rows that the service may still change (docs/service.md 3.1, 3.2); a status that this program does not know may
 * be one of them. The texts are part of the schema.
 */
export const unfinishedOrders =
  "status = 'pending' OR status = 'partially-filled' OR status = 'canceling' OR status LIKE 'unknown:%'";
export const unfinishedPlans =
  "status = 'pending' OR status = 'placing-order' OR status = 'partially-executed' OR status LIKE 'unknown:%'";

/** SQL condition for rows to request again: unfinished ones, and damaged ones. The text is part of the schema. */
export function rowsToReread(unfinished: string): string {
  return `checksum IS NULL OR ${unfinished}`;
}

/** Tables and indexes of format 1. The small tables have checksums of their records: see records.ts. */
const firstSchema = `
CREATE TABLE orders (${commonColumns},
  action TEXT,
  average_price TEXT,
  pnl TEXT,${lastColumns}) STRICT;
${rowIndexes('orders', unfinishedOrders)}

CREATE TABLE plans (${commonColumns},
  trigger_direction TEXT NOT NULL,
  trigger_price TEXT,
  take_profit TEXT,
  stop_loss TEXT,${lastColumns}) STRICT;
${rowIndexes('plans', unfinishedPlans)}

/* Entries that could not be read, as received: the latest text of an entry with an ID, each text once of entries without. */
CREATE TABLE unreadable (
  number INTEGER PRIMARY KEY,
  list TEXT NOT NULL,
  margin_mode TEXT NOT NULL,
  id TEXT,
  /* SHA-256 of the canonical text. */
  content TEXT NOT NULL,
  seen_at INTEGER NOT NULL,
  reason TEXT NOT NULL,
  raw TEXT NOT NULL,
  checksum INTEGER
) STRICT;
CREATE UNIQUE INDEX unreadable_by_id ON unreadable (list, id) WHERE id IS NOT NULL;
CREATE UNIQUE INDEX unreadable_by_content ON unreadable (list, margin_mode, content) WHERE id IS NULL;

/* Earlier content of entries that changed, and rows that were found late. */
CREATE TABLE changes (
  number INTEGER PRIMARY KEY,
  list TEXT NOT NULL,
  id TEXT NOT NULL,
  /* When the change was seen. */
  at INTEGER NOT NULL,
  margin_mode TEXT NOT NULL,
  /* NULL: the row was missing from a part of the list that had been read before. */
  raw TEXT,
  checksum INTEGER
) STRICT;
CREATE INDEX changes_by_id ON changes (list, id);

/* Contiguous parts of a list of one margin mode. A span that was merged into another one keeps only id, list, margin_mode, merged_into. */
CREATE TABLE spans (
  id INTEGER PRIMARY KEY,
  list TEXT NOT NULL,
  margin_mode TEXT NOT NULL,
  merged_into INTEGER,
  /* Entries at the two ends, readable or not, and the creation of the newest and the oldest readable row. */
  newest_id TEXT,
  newest_at INTEGER,
  oldest_id TEXT,
  oldest_at INTEGER,
  /* 1: the service has no older row. */
  is_ended INTEGER,
  /* Every row of the span was read at this time or later. */
  read_since INTEGER,
  checksum INTEGER
) STRICT;

CREATE TABLE margin_modes (
  list TEXT NOT NULL,
  margin_mode TEXT NOT NULL,
  row_count INTEGER NOT NULL,
  newest_at INTEGER,
  oldest_at INTEGER,
  /* When the newest page was last read. */
  checked_at INTEGER,
  /* When the whole list was last seen to be empty. */
  empty_at INTEGER,
  /* The span that begins with the newest row; NULL: none. */
  top_span INTEGER,
  checksum INTEGER,
  PRIMARY KEY (list, margin_mode)
) STRICT, WITHOUT ROWID;

/* Plan orders that were open when they were last seen, and closed ones that are not in the history yet. */
CREATE TABLE watched_plans (
  margin_mode TEXT NOT NULL,
  id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  /* When the plan was first missing from the open ones; NULL while it is open. */
  closed_at INTEGER,
  /* Lookups in the history that did not find it. */
  misses INTEGER NOT NULL,
  checksum INTEGER,
  PRIMARY KEY (margin_mode, id)
) STRICT, WITHOUT ROWID;

/* Single values: see meta-table.ts. */
CREATE TABLE meta (
  name TEXT PRIMARY KEY,
  text TEXT NOT NULL,
  checksum INTEGER
) STRICT, WITHOUT ROWID;

/* The user's notes. */
CREATE TABLE row_notes (
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  text TEXT NOT NULL,
  checksum INTEGER,
  PRIMARY KEY (kind, id)
) STRICT, WITHOUT ROWID;

/* The lives of open plan orders, as far as this computer has seen them. */
CREATE TABLE plan_lives (
  /* In the order of first appearance. */
  number INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  first_seen_at INTEGER NOT NULL,
  /* The last poll with the plan order and the first report without it; NULL while it is open. */
  last_seen_at INTEGER,
  missed_at INTEGER,
  /* States that are no longer kept. */
  dropped INTEGER NOT NULL,
  checksum INTEGER,
  /* The last price at the creation of the plan order, if a price was fetched soon enough after it. */
  created_last TEXT
) STRICT;

CREATE TABLE plan_states (
  life INTEGER NOT NULL,
  /* The first poll with this state, and the last one before it; NULL in the first state. */
  at INTEGER NOT NULL,
  after INTEGER,
  /* The fields of the plan order as JSON. */
  plan TEXT NOT NULL,
  /* The last price that came nearest to the trigger price. */
  nearest_last TEXT,
  nearest_at INTEGER,
  checksum INTEGER,
  PRIMARY KEY (life, at)
) STRICT, WITHOUT ROWID;

/* Times in which the open plan orders were polled without a long break. */
CREATE TABLE plan_watches (
  from_at INTEGER PRIMARY KEY,
  to_at INTEGER NOT NULL,
  checksum INTEGER
) STRICT;

/* The derived trades. TradeRows creates the columns and the index, which follow the fields of trades. */
CREATE TABLE trades (first_order INTEGER PRIMARY KEY) STRICT;

/* A record for each executed quantity of an order with which the order was read. Times are the exchange's. */
CREATE TABLE execution_states (
  /* orders.number */
  order_number INTEGER NOT NULL,
  /* Without zeros at its end. */
  quantity TEXT NOT NULL,
  average_price TEXT,
  pnl TEXT,
  /* The first reading with this quantity was not later, and the last one not earlier. */
  first_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  checksum INTEGER,
  PRIMARY KEY (order_number, quantity)
) STRICT, WITHOUT ROWID;
`;

/**
 * Notes have a file of their own: see `NoteTable`, which has taken those of the table before. Their texts are overwritten, because the user
 * may remove a note.
 */
const notesAway = `
PRAGMA secure_delete = ON;
DROP TABLE row_notes;
DELETE FROM meta WHERE name IN ('notes-number', 'notes-taken-from', 'notes-sought-in');
PRAGMA secure_delete = OFF;
`;

const life =
  "'number', number, 'key', key, 'first_seen_at', first_seen_at, 'last_seen_at', last_seen_at, 'missed_at', missed_at, 'dropped', dropped, 'created_last', created_last";
const watched =
  "'margin_mode', margin_mode, 'id', id, 'created_at', created_at, 'closed_at', closed_at, 'misses', misses";

/**
 * The lookups of plan orders that have ended are counted in their lives. If a plan order has none, or one of the two records is damaged, the
 * whole plan history is read again.
 */
const lookupsInLives = `
${addColumn('plan_lives', 'lookups', 'INTEGER')}
UPDATE plan_lives SET lookups = misses, checksum = checksum_of(${life}, 'lookups', misses) FROM watched_plans AS watched
WHERE key = margin_mode || ':' || id AND missed_at IS NOT NULL
  AND plan_lives.checksum = checksum_of(${life}) AND watched.checksum = checksum_of(${watched});
DELETE FROM meta WHERE name IN ('closed plans, isolated: checked to', 'closed plans, cross: checked to')
  AND (SELECT count(*) FROM watched_plans) > (SELECT count(*) FROM plan_lives WHERE lookups IS NOT NULL);
DROP TABLE watched_plans;
`;

/** Columns of the rows of format 1, in the order of their checksum. */
export const firstColumns = {
  orders: [
    ...['symbol', 'type', 'side', 'kind', 'action', 'status', 'price', 'average_price', 'quantity', 'filled_quantity'],
    ...['pnl', 'leverage'],
  ],
  plans: [
    ...['symbol', 'type', 'side', 'kind', 'status', 'trigger_direction', 'trigger_price', 'price', 'quantity'],
    ...['filled_quantity', 'take_profit', 'stop_loss', 'leverage'],
  ],
} as const;

/** Versions of a database. `steps[0]` creates the tables in an empty file; each further step brings a file from one version to the next. */
export interface DatabaseFormat {
  /** Version of a file with the first step only. */
  readonly firstVersion: number;
  readonly steps: readonly string[];
}

/**
 * The format of archives. Steps are never edited, because files exist that were written with them. No two versions have the same tables and
 * indexes, because `findVersion` recognizes a file by them. Steps can call the functions of checksums.ts.
 *
 * Format 1 has the number 9. Files of the development versions before it, which were never released, are left as they are.
 */
export const archiveFormat: DatabaseFormat = { firstVersion: 9, steps: [firstSchema, notesAway, lookupsInLives] };

/**
 * Returns statements for a step that add a column, which is empty in the stored rows. `ALTER TABLE` would check every row of a
 * strict table, which takes 5 s for 1,000,000 rows, and would fail at a damaged one.
 */
export function addColumn(
  table: keyof typeof firstColumns | 'plan_lives',
  column: string,
  type: 'TEXT' | 'INTEGER' = 'TEXT',
): string {
  return `
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = substr(sql, 1, length(sql) - length(') STRICT')) || ', ${column} ${type}) STRICT'
WHERE type = 'table' AND name = '${table}';
PRAGMA writable_schema = RESET;
`;
}

/** Returns the current version. */
export function currentVersion({ firstVersion, steps }: DatabaseFormat): number {
  return firstVersion - 1 + steps.length;
}

/**
 * Returns the version of a file: the one whose tables and indexes the file has, otherwise the one that its header says, if nothing of that
 * version but the trades is missing. Bits of the header may have been flipped, and another program may have added a table. 0: a file without tables.
 * Throws `StorageError` for any other file: `newer-version` and `older-version` if the header says so, `damaged`, or `unknown-schema`.
 */
export function findVersion(database: DatabaseSync, file: string, format: DatabaseFormat): number {
  const { firstVersion, steps } = format;
  const found = readSchema(database);
  if (found.size === 0) return 0;
  const known = schemasOf(steps);
  const exact = known.findLastIndex((schema) => schema.size === found.size && isPart(schema, found));
  if (exact >= 0) return firstVersion + exact;
  const version = readPragma(database, 'user_version');
  const isOurs = readPragma(database, 'application_id') === applicationId;
  const stated = known[version - firstVersion];
  if (isOurs && stated !== undefined && isPart(withoutTrades(stated), found)) return version;
  const says = `has version ${version}; this program knows ${firstVersion} to ${currentVersion(format)}`;
  if (isOurs && version > currentVersion(format)) throw new StorageError('newer-version', file, says);
  if (isOurs && version > 0 && version < firstVersion) throw new StorageError('older-version', file, says);
  if (!isSound(database, 'integrity_check'))
    throw new StorageError('damaged', file, 'has other tables, and is damaged');
  throw new StorageError('unknown-schema', file, `has other tables than version ${version}`);
}

/** Brings a file from a version to the current one. A failure undoes everything when the database is closed. */
export function migrate(database: DatabaseSync, version: number, format: DatabaseFormat): void {
  const { firstVersion, steps } = format;
  const current = currentVersion(format);
  const isWritten =
    readPragma(database, 'user_version') === current && readPragma(database, 'application_id') === applicationId;
  if (version === current && isWritten) return;
  database.exec('BEGIN IMMEDIATE');
  // `addColumn` writes the text of a table. SQLite requires a new number then (sqlite.org/lang_altertable.html#otheralter), so that a
  // connection of another program reads the text again.
  database.enableDefensive(false);
  for (const step of steps.slice(Math.max(0, version - firstVersion + 1))) database.exec(step);
  database.exec(`PRAGMA schema_version = ${readPragma(database, 'schema_version') + 1}`);
  database.enableDefensive(true);
  database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${current}; COMMIT`);
}

/** Definitions of tables and indexes, by their names. */
type Schema = ReadonlyMap<string, string>;

/** Returns the schema of each version. */
function schemasOf(steps: readonly string[]): Schema[] {
  const database = new DatabaseSync(':memory:', { defensive: false });
  try {
    defineChecksums(database);
    return steps.map((step) => {
      database.exec(step);
      return readSchema(database);
    });
  } finally {
    database.close();
  }
}

/**
 * Without SQLite's own tables, such as statistics that another program has collected, and without the columns and indexes of trades, which
 * follow the fields of trades.
 */
function readSchema(database: DatabaseSync): Schema {
  const found = prepareQuery(
    database,
    `SELECT name, iif(name = 'trades', '', sql) FROM sqlite_schema
     WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE 'trades\\_%' ESCAPE '\\'`,
  ).all();
  return new Map(found.map(([name, sql]) => [String(name), withoutLayout(String(sql))]));
}

/** Files have the same tables in several layouts, because a step that adds a column appends it. */
function withoutLayout(sql: string): string {
  return sql
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/["\s]+/g, ' ')
    .replaceAll(/ ?([(),]) ?/g, '$1');
}

/** The table of trades is created again if it is missing. */
function withoutTrades(schema: Schema): Schema {
  return new Map([...schema].filter(([name]) => name !== 'trades'));
}

function isPart(part: Schema, whole: Schema): boolean {
  return [...part].every(([name, sql]) => whole.get(name) === sql);
}

/** False if SQLite's check (sqlite.org/pragma.html) finds an error. `quick_check` leaves out the entries of the indexes. */
export function isSound(database: DatabaseSync, check: 'integrity_check' | 'quick_check'): boolean {
  return prepareQuery(database, `PRAGMA ${check}(1)`).first()?.[0] === 'ok';
}

/** Value of a numeric pragma. */
export function readPragma(database: DatabaseSync, pragma: string): number {
  const value = Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0];
  if (typeof value !== 'number') throw new UnexpectedContent(`PRAGMA ${pragma} returned no number`);
  return value;
}
