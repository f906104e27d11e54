import type { DatabaseSync } from 'node:sqlite';
import { StorageError, UnexpectedContent } from './storage-error.ts';

/** Marks the file as one of ours: "OGar". */
export const applicationId = 0x4f_47_61_72;

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

/** by_time is the default order, newest first; 'isolated' comes after 'cross' in the alphabet. */
function rowIndexes(table: string, unfinished: string): string {
  return `
CREATE UNIQUE INDEX ${table}_by_id ON ${table} (id);
CREATE INDEX ${table}_by_time ON ${table} (created_at DESC, margin_mode DESC, tie DESC);
CREATE INDEX ${table}_unfinished ON ${table} (margin_mode, created_at DESC) WHERE ${unfinished};`;
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

/** checksum: see row-checksum.ts. NULL: the row is known to be damaged. */
function addChecksum(table: string, unfinished: string): string {
  return `
ALTER TABLE ${table} ADD COLUMN checksum INTEGER;
DROP INDEX ${table}_unfinished;
CREATE INDEX ${table}_unfinished ON ${table} (margin_mode, created_at DESC) WHERE ${rowsToReread(unfinished)};`;
}

/** The lives of open plan orders, as far as this computer has seen them. */
const planLives = `
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

/** Each step brings a file from one version to the next, the first from an empty file. Released steps are never edited. */
export const migrations: readonly string[] = [
  `
CREATE TABLE orders (${commonColumns},
  action TEXT,
  average_price TEXT,
  pnl TEXT,
  /* The row's JSON text as received. */
  raw TEXT NOT NULL
) STRICT;
${rowIndexes('orders', unfinishedOrders)}

CREATE TABLE plans (${commonColumns},
  trigger_direction TEXT NOT NULL,
  trigger_price TEXT,
  take_profit TEXT,
  stop_loss TEXT,
  /* The row's JSON text as received. */
  raw TEXT NOT NULL
) STRICT;
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
`,
  addChecksum('orders', unfinishedOrders) + addChecksum('plans', unfinishedPlans),
  `
/* The user's notes: see Note in shared/notes.ts. They do not depend on the rows. */
CREATE TABLE row_notes (
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (kind, id)
) STRICT, WITHOUT ROWID;
`,
  planLives,
];

/**
 * Brings a file to the current version. A failure undoes everything when the database is closed. Throws `StorageError`
 * (`newer-version`) for a file of a later version of the program, which stays unchanged.
 */
export function migrate(database: DatabaseSync, file: string, steps: readonly string[] = migrations): void {
  const version = readPragma(database, 'user_version');
  rejectNewerVersion(version, file, steps);
  if (version === steps.length) return;
  database.exec('BEGIN IMMEDIATE');
  for (const step of steps.slice(version)) database.exec(step);
  database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${steps.length}; COMMIT`);
}

export function rejectNewerVersion(version: number, file: string, steps: readonly string[] = migrations): void {
  if (version <= steps.length) return;
  throw new StorageError('newer-version', file, `has version ${version}; this program knows ${steps.length}`);
}

/** Value of a numeric pragma. */
export function readPragma(database: DatabaseSync, pragma: string): number {
  const value = Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0];
  if (typeof value !== 'number') throw new UnexpectedContent(`PRAGMA ${pragma} returned no number`);
  return value;
}
