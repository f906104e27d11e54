import type { DatabaseSync } from 'node:sqlite';
import { ArchiveError, UnexpectedContent } from './archive-error.ts';

/** Marks the file as one of ours: "OGar". */
export const applicationId = 0x4f_47_61_72;

const placeColumns = `
  /* As rows arrived, from 1, without gaps. */
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  margin_mode TEXT NOT NULL,
  /* Milliseconds since 1970, UTC. */
  created_at INTEGER NOT NULL,
  /* The service's order among rows of one margin mode and one created_at: the higher, the newer. */
  tie INTEGER NOT NULL,
  /* The run of neighbours that it was fetched in, and where in it: the higher, the newer. See spans. */
  span INTEGER,
  position INTEGER,
  symbol TEXT NOT NULL,
  type TEXT NOT NULL,
  side TEXT,
  kind TEXT NOT NULL,
  price TEXT,
  leverage TEXT,
  quantity TEXT,
  status TEXT NOT NULL,
  filled_quantity TEXT`;

/** In the default order, the newest first: 'isolated' is behind 'cross' in the alphabet. */
function rowIndexes(table: string, unfinished: string): string {
  return `
CREATE UNIQUE INDEX ${table}_by_id ON ${table} (id, margin_mode);
CREATE INDEX ${table}_by_time ON ${table} (created_at DESC, margin_mode DESC, tie DESC);
CREATE INDEX ${table}_by_place ON ${table} (span, position DESC) WHERE span IS NOT NULL;
CREATE INDEX ${table}_without_place ON ${table} (margin_mode, created_at) WHERE span IS NULL;
CREATE INDEX ${table}_unfinished ON ${table} (number) WHERE ${unfinished};`;
}

/** Rows that the service may still change (service-api.md 3.1, 3.2). Texts of an index: they are part of the schema. */
export const unfinishedOrders = `status = 'pending' OR status = 'partially-filled' OR status = 'canceling'`;
export const unfinishedPlans = `status = 'pending' OR status = 'placing-order' OR status = 'partially-executed'`;

/** How a file of each version becomes one of the next, the first from nothing. What has been released is never edited. */
export const migrations: readonly string[] = [
  `
CREATE TABLE orders (${placeColumns},
  action TEXT,
  average_price TEXT,
  pnl TEXT,
  /* The row's JSON text as it was received. */
  raw TEXT NOT NULL
) STRICT;
${rowIndexes('orders', unfinishedOrders)}

CREATE TABLE plans (${placeColumns},
  trigger_direction TEXT NOT NULL,
  trigger_price TEXT,
  take_profit TEXT,
  stop_loss TEXT,
  /* The row's JSON text as it was received. */
  raw TEXT NOT NULL
) STRICT;
${rowIndexes('plans', unfinishedPlans)}

/* Entries that could not be read, as they came: of those with an id what came last, of the others each text once. */
CREATE TABLE unreadable (
  number INTEGER PRIMARY KEY,
  list TEXT NOT NULL,
  margin_mode TEXT NOT NULL,
  id TEXT,
  /* SHA-256 of the text without what says nothing. */
  content TEXT NOT NULL,
  seen_at INTEGER NOT NULL,
  reason TEXT NOT NULL,
  /* NULL also where a row of the same id, readable before, has the place. */
  span INTEGER,
  position INTEGER,
  raw TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX unreadable_by_id ON unreadable (list, margin_mode, id) WHERE id IS NOT NULL;
CREATE UNIQUE INDEX unreadable_by_content ON unreadable (list, margin_mode, content) WHERE id IS NULL;
CREATE INDEX unreadable_by_place ON unreadable (span, position DESC) WHERE span IS NOT NULL;

/* What an entry was before it changed. */
CREATE TABLE changes (
  number INTEGER PRIMARY KEY,
  list TEXT NOT NULL,
  margin_mode TEXT NOT NULL,
  id TEXT NOT NULL,
  /* When the change was seen. */
  at INTEGER NOT NULL,
  raw TEXT NOT NULL
) STRICT;
CREATE INDEX changes_by_id ON changes (list, margin_mode, id);

/*
 * Unbroken runs of a list in the service's order. Where runs were joined, one is the root of the others: a position of
 * a run is its root's after adding shift. All from newest_id on is of roots.
 */
CREATE TABLE spans (
  id INTEGER PRIMARY KEY,
  list TEXT NOT NULL,
  margin_mode TEXT NOT NULL,
  root INTEGER NOT NULL,
  shift INTEGER NOT NULL,
  /* The highest and the lowest position of entries that have this very span. */
  top INTEGER NOT NULL,
  bottom INTEGER NOT NULL,
  newest_id TEXT,
  newest_position INTEGER,
  newest_at INTEGER,
  oldest_id TEXT,
  oldest_position INTEGER,
  oldest_at INTEGER,
  /* The service has answered an empty page behind the oldest. */
  old_end_reached INTEGER,
  /* When the newest was last seen to be the newest of all. */
  newest_checked_at INTEGER
) STRICT;

CREATE TABLE margin_modes (
  list TEXT NOT NULL,
  margin_mode TEXT NOT NULL,
  row_count INTEGER NOT NULL,
  newest_at INTEGER,
  oldest_at INTEGER,
  /* When the newest were last asked for and answered. */
  checked_at INTEGER,
  /* When the whole list was last seen to be empty. */
  empty_at INTEGER,
  PRIMARY KEY (list, margin_mode)
) STRICT, WITHOUT ROWID;

CREATE TABLE notes (
  name TEXT PRIMARY KEY,
  text TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`,
];

/**
 * Brings a file up to date, all of it or nothing: where it fails, closing the database undoes it. Throws `ArchiveError`: `newer-version` for a file from a later version of
 * the program, which is left alone.
 */
export function migrate(database: DatabaseSync, file: string, steps: readonly string[] = migrations): void {
  const version = readNumber(database, 'user_version');
  refuseNewer(version, file, steps);
  if (version === steps.length) return;
  database.exec('BEGIN IMMEDIATE');
  for (const step of steps.slice(version)) database.exec(step);
  database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${steps.length}; COMMIT`);
}

export function refuseNewer(version: number, file: string, steps: readonly string[] = migrations): void {
  if (version <= steps.length) return;
  throw new ArchiveError('newer-version', file, `is of version ${version}; this program knows ${steps.length}`);
}

/** A pragma's value. */
export function readNumber(database: DatabaseSync, pragma: string): number {
  const value = Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0];
  if (typeof value !== 'number') throw new UnexpectedContent(`PRAGMA ${pragma} answered no number`);
  return value;
}
