import { createHash } from 'node:crypto';
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
  raw TEXT NOT NULL
, checksum INTEGER`;

/** by_time is the default order, newest first; 'isolated' comes after 'cross' in the alphabet. */
function rowIndexes(table: string, unfinished: string): string {
  return `
CREATE UNIQUE INDEX ${table}_by_id ON ${table} (id);
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

/** Tables and indexes of version 4, with the texts that a file of that version has. */
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
  raw TEXT NOT NULL
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
  raw TEXT
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
  read_since INTEGER
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
  PRIMARY KEY (margin_mode, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE notes (
  name TEXT PRIMARY KEY,
  text TEXT NOT NULL
) STRICT, WITHOUT ROWID;

/* The user's notes: see Note in shared/notes.ts. They do not depend on the rows. */
CREATE TABLE row_notes (
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  text TEXT NOT NULL,
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
  dropped INTEGER NOT NULL
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
  PRIMARY KEY (life, at)
) STRICT, WITHOUT ROWID;

/* Times in which the open plan orders were polled without a long break. */
CREATE TABLE plan_watches (
  from_at INTEGER PRIMARY KEY,
  to_at INTEGER NOT NULL
) STRICT;
`;

/** Columns of the rows of version 4, in the order of their checksum. */
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

/** Checksums of the records: see records.ts. `notes` had single values, not the notes of the user. */
const checksumsOfRecords = `
ALTER TABLE notes RENAME TO meta;

ALTER TABLE meta ADD COLUMN checksum INTEGER;
ALTER TABLE row_notes ADD COLUMN checksum INTEGER;
ALTER TABLE spans ADD COLUMN checksum INTEGER;
ALTER TABLE margin_modes ADD COLUMN checksum INTEGER;
ALTER TABLE watched_plans ADD COLUMN checksum INTEGER;
ALTER TABLE unreadable ADD COLUMN checksum INTEGER;
ALTER TABLE changes ADD COLUMN checksum INTEGER;
ALTER TABLE plan_lives ADD COLUMN checksum INTEGER;
ALTER TABLE plan_states ADD COLUMN checksum INTEGER;
ALTER TABLE plan_watches ADD COLUMN checksum INTEGER;

UPDATE meta SET checksum = checksum_of('name', name, 'text', text);
UPDATE row_notes SET checksum = checksum_of('kind', kind, 'id', id, 'text', text);
UPDATE spans SET checksum = checksum_of('id', id, 'list', list, 'margin_mode', margin_mode, 'merged_into', merged_into,
  'newest_id', newest_id, 'newest_at', newest_at, 'oldest_id', oldest_id, 'oldest_at', oldest_at, 'is_ended', is_ended,
  'read_since', read_since);
UPDATE margin_modes SET checksum = checksum_of('list', list, 'margin_mode', margin_mode, 'row_count', row_count,
  'newest_at', newest_at, 'oldest_at', oldest_at, 'checked_at', checked_at, 'empty_at', empty_at, 'top_span', top_span);
UPDATE watched_plans SET checksum = checksum_of('margin_mode', margin_mode, 'id', id, 'created_at', created_at,
  'closed_at', closed_at, 'misses', misses);
UPDATE unreadable SET checksum = checksum_of('number', number, 'list', list, 'margin_mode', margin_mode, 'id', id,
  'content', content, 'seen_at', seen_at, 'reason', reason, 'raw', raw);
UPDATE changes SET checksum = checksum_of('number', number, 'list', list, 'id', id, 'at', at, 'margin_mode', margin_mode,
  'raw', raw);
UPDATE plan_lives SET checksum = checksum_of('number', number, 'key', key, 'first_seen_at', first_seen_at,
  'last_seen_at', last_seen_at, 'missed_at', missed_at, 'dropped', dropped);
UPDATE plan_states SET checksum = checksum_of('life', life, 'at', at, 'after', after, 'plan', plan,
  'nearest_last', nearest_last, 'nearest_at', nearest_at);
UPDATE plan_watches SET checksum = checksum_of('from_at', from_at, 'to_at', to_at);
`;

/** The table of derived trades, whose columns `TradeRows` creates. */
const derivedTrades = `
CREATE TABLE trades (first_order INTEGER PRIMARY KEY) STRICT;
`;

/** What orders had executed when they were read: see `ExecutionTable`. */
const executionStates = `
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

/** Two different rows of a list can have one ID, one in each margin mode (docs/service.md 10.3). */
const idsOfModes = `
DROP INDEX orders_by_id;
CREATE UNIQUE INDEX orders_by_id ON orders (id, margin_mode);
DROP INDEX plans_by_id;
CREATE UNIQUE INDEX plans_by_id ON plans (id, margin_mode);
`;

/** The last price at the creation of a plan order, if a price was fetched soon enough after it; otherwise NULL. */
const createdLast = addColumn('plan_lives', 'created_last');

/** Version of a file with the first step only. No earlier version was released. */
export const firstVersion = 4;

/**
 * Each step brings a file from one version to the next, the first from an empty file. Steps are never edited, because files exist that
 * were written with them. No two versions have the same tables and indexes, because `findVersion` recognizes a file by them. Steps can
 * call the functions of checksums.ts.
 */
export const schemaSteps: readonly string[] = [
  firstSchema,
  checksumsOfRecords,
  derivedTrades,
  executionStates,
  idsOfModes,
  createdLast,
];

/** Hash of the tables and indexes after each step. A file is recognized by it without the steps, which take several milliseconds. */
export const schemaHashes: readonly string[] = [
  '9fee6dad25ce4bf6',
  '8e54b4155e83645e',
  '334f99beb66aeb78',
  '4affd90d5175e973',
  'f5ff3fc2c5f5a1ec',
  'cd0cedf3d1aaf7b9',
];

/**
 * Returns statements for a step that add a column of text, which is empty in the stored rows. `ALTER TABLE` would check every row of a
 * strict table, which takes 5 s for 1,000,000 rows, and would fail at a damaged one.
 */
export function addColumn(table: keyof typeof firstColumns | 'plan_lives', column: string): string {
  return `
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = substr(sql, 1, length(sql) - length(') STRICT')) || ', ${column} TEXT) STRICT'
WHERE type = 'table' AND name = '${table}';
PRAGMA writable_schema = RESET;
`;
}

export function versionAfter(steps: readonly string[]): number {
  return firstVersion - 1 + steps.length;
}

/**
 * Returns the version of a file: the one whose tables and indexes the file has, otherwise the one that its header says, if nothing of that
 * version but the trades is missing. Bits of the header may have been flipped, and another program may have added a table. 0: a file without tables.
 * Throws `StorageError` for any other file: `newer-version` and `older-version` if the header says so, `damaged`, or `unknown-schema`.
 */
export function findVersion(database: DatabaseSync, file: string, steps: readonly string[] = schemaSteps): number {
  const found = readSchema(database);
  if (found.size === 0) return 0;
  const hashed = schemaHashes.slice(0, steps.length).indexOf(hashOf(found));
  if (hashed >= 0) return firstVersion + hashed;
  const known = schemasOf(steps);
  const exact = known.findLastIndex((schema) => schema.size === found.size && isPart(schema, found));
  if (exact >= 0) return firstVersion + exact;
  const version = readPragma(database, 'user_version');
  const isOurs = readPragma(database, 'application_id') === applicationId;
  const stated = known[version - firstVersion];
  if (isOurs && stated !== undefined && isPart(withoutTrades(stated), found)) return version;
  const says = `has version ${version}; this program knows ${firstVersion} to ${versionAfter(steps)}`;
  if (isOurs && version > versionAfter(steps)) throw new StorageError('newer-version', file, says);
  if (isOurs && version > 0 && version < firstVersion) throw new StorageError('older-version', file, says);
  if (!isSound(database, 'integrity_check'))
    throw new StorageError('damaged', file, 'has other tables, and is damaged');
  throw new StorageError('unknown-schema', file, `has other tables than version ${version}`);
}

/** Brings a file from a version to the current one. A failure undoes everything when the database is closed. */
export function migrate(database: DatabaseSync, version: number, steps: readonly string[] = schemaSteps): void {
  const current = versionAfter(steps);
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

/** Texts of tables and indexes by their names. */
type Schema = ReadonlyMap<string, string>;

export function hashOf(schema: Schema): string {
  const texts = [...schema].map((entry) => JSON.stringify(entry)).sort();
  return createHash('sha256').update(texts.join()).digest('hex').slice(0, 16);
}

/** Returns the schema of each version. */
export function schemasOf(steps: readonly string[]): Schema[] {
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
  return new Map(found.map(([name, sql]) => [String(name), String(sql)]));
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
