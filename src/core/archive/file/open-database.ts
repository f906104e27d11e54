import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { ArchiveError, asArchiveError } from './archive-error.ts';
import { applicationId, migrate, migrations, readNumber, refuseNewer } from './schema.ts';
import { companions, exists, setAsideDatabase } from './set-aside-database.ts';
import { checkLength, checkSchema } from './structure.ts';

export interface DatabaseOptions {
  readonly path: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Called with every connection before it is used: for limits in tests. */
  readonly onConnect?: ((database: DatabaseSync) => void) | undefined;
  readonly migrations?: readonly string[] | undefined;
}

/** How a database was opened. */
export interface OpenedDatabase<Opened> {
  readonly opened: Opened;
  /** The name that a damaged one has now; `null`: it was in order. */
  readonly setAside: string | null;
  /** What keeps it from being written; `null`: nothing. */
  readonly readOnly: ArchiveError | null;
}

/** Milliseconds to wait for another process that ends just now. */
const lockTimeout = 250;
const ownerOnly = 0o600;
const ownerAny = 0o700;
const forOthers = 0o077;

/**
 * Opens the database of an archive, begins it where there is none, and sets a damaged one aside. One that may not be written is opened
 * for reading, as far as that goes. `read` reads what is to be known of it first, which may show that it is damaged, too. Throws
 * `ArchiveError`.
 */
export function openDatabase<Opened>(
  options: DatabaseOptions,
  read: (database: DatabaseSync) => Opened,
): OpenedDatabase<Opened> {
  try {
    return { ...openForWriting(options, read), readOnly: null };
  } catch (error) {
    if (!(error instanceof ArchiveError) || error.kind !== 'read-only' || hasLog(options.path)) throw error;
    const opened = openForReading(options, read);
    if (opened === null) throw error;
    return { opened, setAside: null, readOnly: error };
  }
}

/** Whether a database could be opened for writing as far as rights go. */
export function mayBeWritten(file: string): boolean {
  try {
    for (const place of [path.dirname(file), file]) accessSync(place, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** What is in the log of a program that was killed cannot be read without writing. */
function hasLog(file: string): boolean {
  return (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/** Writes nothing, beside the file neither. `null`: there is nothing that can be read so. */
function openForReading<Opened>(
  { path: file, onConnect, migrations: steps = migrations }: DatabaseOptions,
  read: (database: DatabaseSync) => Opened,
): Opened | null {
  const address = pathToFileURL(file);
  // Nobody else writes it: the data folder is this process's alone.
  address.searchParams.set('immutable', '1');
  let database: DatabaseSync | null = null;
  try {
    database = new DatabaseSync(address, { readOnly: true });
    const isCurrent = readNumber(database, 'user_version') === steps.length;
    if (!isCurrent || readNumber(database, 'application_id') !== applicationId) throw new Error('of another kind');
    checkLength(database, file);
    checkSchema(database, file, steps);
    onConnect?.(database);
    return read(database);
  } catch {
    database?.close();
    return null;
  }
}

function openForWriting<Opened>(
  options: DatabaseOptions,
  read: (database: DatabaseSync) => Opened,
): { opened: Opened; setAside: string | null } {
  const { path: file, now } = options;
  try {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    accessSync(path.dirname(file), constants.W_OK);
    let setAside: string | null = null;
    if (exists(file)) {
      removeDraft(file);
      try {
        return { opened: connect(options, read), setAside };
      } catch (error) {
        if (!isDamage(error, file)) throw error;
      }
    }
    if (['', ...companions].some((companion) => exists(file + companion))) {
      setAside = setAsideDatabase(file, new Date(now()));
    }
    begin(options);
    return { opened: connect(options, read), setAside };
  } catch (error) {
    throw asArchiveError(error, file);
  }
}

function isDamage(error: unknown, file: string): boolean {
  const known = asArchiveError(error, file);
  return known instanceof ArchiveError && known.kind === 'damaged';
}

function connect<Opened>(
  { path: file, onConnect, migrations: steps = migrations }: DatabaseOptions,
  read: (database: DatabaseSync) => Opened,
): Opened {
  const status = statSync(file);
  if (!status.isFile()) throw new ArchiveError('damaged', file, 'is no file');
  // A database that was begun is never empty, see `begin`; SQLite would take it for a new one and drop its log.
  if (status.size === 0) throw new ArchiveError('damaged', file, 'is empty');
  accessSync(file, constants.R_OK | constants.W_OK);
  if ((status.mode & forOthers) !== 0) chmodSync(file, status.mode & ownerAny);
  const database = new DatabaseSync(file, { timeout: lockTimeout });
  try {
    // From the first look at the file on, no other process gets at it until it is closed, also where this one is killed.
    database.exec('PRAGMA locking_mode = EXCLUSIVE');
    if (readNumber(database, 'application_id') !== applicationId) {
      throw new ArchiveError('damaged', file, 'is not an archive of this program');
    }
    refuseNewer(readNumber(database, 'user_version'), file, steps);
    // A power cut may lose the last pages taken, in the order of their coming: a page's rows and what it says of the list are
    // written in one transaction, so that the archive is then as it was some seconds before, and claims no more.
    database.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL;
      PRAGMA journal_size_limit = 67108864;
      PRAGMA cache_size = -65536;
      PRAGMA temp_store = MEMORY;
      PRAGMA cell_size_check = ON;
      PRAGMA trusted_schema = OFF`);
    if (writeLogBack(database, file)) checkLength(database, file);
    onConnect?.(database);
    migrate(database, file, steps);
    checkSchema(database, file, steps);
    return read(database);
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Answers false where the disk is full: what is there can be read nonetheless. */
function writeLogBack(database: DatabaseSync, file: string): boolean {
  try {
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    return true;
  } catch (error) {
    const known = asArchiveError(error, file);
    if (known instanceof ArchiveError && known.kind === 'disk-full') return false;
    throw error;
  }
}

/**
 * Makes a new database under its final name at once, so that an empty or incomplete file under that name is always a damaged
 * one, never one that was just begun when the program was killed.
 */
function begin({ path: file, onConnect, migrations: steps = migrations }: DatabaseOptions): void {
  const draft = draftOf(file);
  const build = () => {
    writeFileSync(draft, '', { flag: 'a', mode: ownerOnly });
    const database = new DatabaseSync(draft, { timeout: lockTimeout });
    try {
      onConnect?.(database);
      // Four times the usual: a row takes about 400 bytes, and fewer, larger pages take less time to write to the log and to the file.
      database.exec('PRAGMA page_size = 16384; PRAGMA locking_mode = EXCLUSIVE');
      migrate(database, file, steps);
    } finally {
      database.close();
    }
  };
  try {
    build();
  } catch (error) {
    if (!isDamage(error, file)) throw error;
    removeDraft(file);
    build();
  }
  giveName(draft, file);
  removeDraft(file);
  syncFolder(path.dirname(file));
}

function draftOf(file: string): string {
  return `${file}.new`;
}

export function removeDraft(file: string): void {
  for (const companion of ['', ...companions]) rmSync(draftOf(file) + companion, { force: true });
}

/** Unlike a rename, it cannot replace what another process has begun meanwhile. */
function giveName(draft: string, file: string): void {
  try {
    linkSync(draft, file);
  } catch {
    if (exists(file)) return;
    // Not every file system has a second name for a file.
    renameSync(draft, file);
  }
}

/** Only then does the new name outlast a power cut. Some systems have no such thing for folders, and do without. */
function syncFolder(folder: string): void {
  try {
    const handle = openSync(folder, 'r');
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch {
    return;
  }
}
