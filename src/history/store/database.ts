import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { defineChecksums } from './checksums.ts';
import { removeColumns } from './columns-file.ts';
import {
  archiveFormat,
  currentVersion,
  type DatabaseFormat,
  findVersion,
  isSound,
  migrate,
  readPragma,
} from './schema.ts';
import { asStorageError, isConflict, StorageError, UnexpectedContent } from './storage-error.ts';

export interface DatabaseOptions {
  readonly path: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Called with every connection before its first use: for limits in tests. */
  readonly onConnect?: ((database: DatabaseSync) => void) | undefined;
  /** Default: `archiveFormat`. */
  readonly format?: DatabaseFormat | undefined;
  /** True to read the file as it is at this moment, while another process may be writing it. Nothing is written or created. Default: false. */
  readonly isReader?: boolean | undefined;
  /** Bytes of the log above which nothing is written while a reader keeps it from being written back. Default: 256 MiB. */
  readonly maxLogBytes?: number | undefined;
}

export interface OpenedDatabase<Opened> {
  readonly opened: Opened;
  /** Name of the backup if the existing file was damaged and quarantined; `null` otherwise. */
  readonly backupName: string | null;
  /** Why the database cannot be written; `null` if it can. */
  readonly readOnly: StorageError | null;
}

/** Milliseconds to wait for another process that is about to end. */
const lockTimeoutMs = 250;
const ownerOnly = 0o600;
const ownerAny = 0o700;
const forOthers = 0o077;
/** SQLite's access to files without locks. */
const withoutLocks = process.platform === 'win32' ? 'win32-none' : 'unix-none';
/** Files that SQLite keeps beside a database, by the suffix of their names. */
const sidecars = ['-wal', '-shm', '-journal'];

/**
 * Opens a database, creates it if the file is missing, and quarantines a damaged file. A file without write permission is opened for
 * reading if that is possible. `read` reads the content that the caller needs first, which can reveal damage, too. Throws `StorageError`;
 * a file of another version, or with other tables, stays unchanged (`findVersion`).
 */
export function openDatabase<Opened>(
  options: DatabaseOptions,
  read: (database: DatabaseSync) => Opened,
): OpenedDatabase<Opened> {
  if (options.isReader === true) return openMoment(options, read);
  try {
    return { ...openForWriting(options, read), readOnly: null };
  } catch (error) {
    if (!(error instanceof StorageError) || error.kind !== 'read-only') throw error;
    const opened = openForReading(options, read);
    if (opened === null) throw error;
    return { opened, backupName: null, readOnly: error };
  }
}

/** True if file permissions allow the database to be opened for writing. */
export function isWritable(file: string): boolean {
  try {
    for (const place of [path.dirname(file), file]) accessSync(place, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Renames a damaged database so that the user can still examine it, and returns its new name. Throws `StorageError`. */
export function quarantineDatabase(file: string, time: Date): string {
  try {
    const { dir, name, ext } = path.parse(file);
    const stamp = time.toISOString().replaceAll(':', '-');
    for (let attempt = 1; ; attempt++) {
      const suffix = attempt === 1 ? '' : `-${attempt}`;
      const backup = path.join(dir, `${name}.damaged-${stamp}${suffix}${ext}`);
      if (['', ...sidecars].some((sidecar) => exists(backup + sidecar))) continue;
      // Sidecars first: SQLite would apply a log that stays behind to the new file.
      for (const sidecar of [...sidecars, '']) {
        if (exists(file + sidecar)) renameSync(file + sidecar, backup + sidecar);
      }
      return path.basename(backup);
    }
  } catch (error) {
    throw asStorageError(error, file);
  }
}

/** Returns the paths of the files to which `quarantineDatabase` has renamed a database, the latest last. */
export function backupsOf(file: string): string[] {
  const { dir, name, ext } = path.parse(file);
  const names = readdirSync(dir).filter((each) => each.startsWith(`${name}.damaged-`) && each.endsWith(ext));
  return names.sort().map((each) => path.join(dir, each));
}

/** Deletes a database that no program has open, with its sidecars. Quarantined files stay. Throws `StorageError`. */
export function removeDatabase(file: string): void {
  try {
    removeDraft(file);
    removeColumns(file);
    // The sidecars first: without its database, a sidecar would be quarantined at the next start.
    for (const sidecar of [...sidecars, '']) rmSync(file + sidecar, { force: true });
  } catch (error) {
    throw asStorageError(error, file);
  }
}

/**
 * Rebuilds the indexes of an open database if SQLite's check of the whole file, which takes a second or two for 1,000,000 rows, says that one
 * does not match its rows.
 */
export class IndexRepair {
  readonly #database: DatabaseSync;
  #isDone = false;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** Must be called after a transaction was undone, and a repair may have been part of it. */
  forget(): void {
    this.#isDone = false;
  }

  /** Does so once, however many rows are repaired. Throws `UnexpectedContent` if two rows have one ID: the damaged ID of a row can be that of another one. */
  run(): void {
    if (this.#isDone) return;
    if (!isSound(this.#database, 'integrity_check')) this.#rebuild();
    this.#isDone = true;
  }

  /** False if the file is damaged. `isWritable`: if false, an index that does not match its rows is damage, too. */
  check(isWritable: boolean): boolean {
    if (isSound(this.#database, 'integrity_check')) this.#isDone = true;
    else if (!isWritable || !isSound(this.#database, 'quick_check')) return false;
    else {
      this.#rebuild();
      this.#isDone = isSound(this.#database, 'integrity_check');
    }
    return this.#isDone;
  }

  #rebuild(): void {
    try {
      this.#database.exec('REINDEX');
    } catch (error) {
      throw isConflict(error) ? new UnexpectedContent('a damaged row has the ID of another row') : error;
    }
  }
}

function hasLog(file: string): boolean {
  return (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/** Opens a database for reading alone. Writes nothing, not even a sidecar, and reads the log of a killed program, too. Throws for an empty file. */
export function openAlone(file: string): DatabaseSync {
  // SQLite would take the file for a new database and delete its log.
  if (statSync(file).size === 0) throw new StorageError('damaged', file, 'is empty');
  const address = pathToFileURL(file);
  // No other process writes the file: the data folder belongs to this one. So it needs no locks, which SQLite could only take with leave
  // to write. An immutable file would be read without its log, and a file without a log would be given one.
  if (hasLog(file)) address.searchParams.set('vfs', withoutLocks);
  else address.searchParams.set('immutable', '1');
  const database = new DatabaseSync(address, { readOnly: true });
  // Keeps the index of the log in memory.
  database.exec('PRAGMA locking_mode = EXCLUSIVE');
  return database;
}

/** Reads a file as it is at this moment, until the database is closed. A missing one has no rows and no coverage. Throws `StorageError`. */
function openMoment<Opened>(
  { path: file, onConnect, format = archiveFormat }: DatabaseOptions,
  read: (database: DatabaseSync) => Opened,
): OpenedDatabase<Opened> {
  let database: DatabaseSync | null = null;
  try {
    const status = statSync(file, { throwIfNoEntry: false });
    // SQLite would take an empty file for a new database.
    if (status?.size === 0) throw new StorageError('damaged', file, 'is empty');
    database = status
      ? new DatabaseSync(file, { readOnly: true, timeout: lockTimeoutMs })
      : new DatabaseSync(':memory:');
    defineChecksums(database);
    if (status === undefined) migrate(database, 0, format);
    // All reads of one transaction are of one moment.
    database.exec('BEGIN');
    if (findVersion(database, file, format) !== currentVersion(format))
      throw new StorageError('older-version', file, 'has to be brought up to date by the program');
    onConnect?.(database);
    const readOnly = new StorageError('read-only', file, 'is open for reading');
    return { opened: read(database), backupName: null, readOnly };
  } catch (error) {
    database?.close();
    throw asStorageError(error, file);
  }
}

/** `null` if the file is not a readable database of this version. */
function openForReading<Opened>(
  { path: file, onConnect, format = archiveFormat }: DatabaseOptions,
  read: (database: DatabaseSync) => Opened,
): Opened | null {
  let database: DatabaseSync | null = null;
  try {
    database = openAlone(file);
    defineChecksums(database);
    if (findVersion(database, file, format) !== currentVersion(format)) throw new Error('has to be brought up to date');
    // The last pages may be in the log only.
    if (!hasLog(file)) checkLength(database, file);
    onConnect?.(database);
    return read(database);
  } catch (error) {
    database?.close();
    if (error instanceof StorageError && error.kind !== 'damaged') throw error;
    return null;
  }
}

function openForWriting<Opened>(
  options: DatabaseOptions,
  read: (database: DatabaseSync) => Opened,
): { opened: Opened; backupName: string | null } {
  const { path: file, now } = options;
  try {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    accessSync(path.dirname(file), constants.W_OK);
    let backupName: string | null = null;
    if (exists(file)) {
      removeDraft(file);
      try {
        return { opened: connect(options, read), backupName };
      } catch (error) {
        if (!isDamage(error, file)) throw error;
      }
    }
    if (['', ...sidecars].some((sidecar) => exists(file + sidecar))) {
      backupName = quarantineDatabase(file, new Date(now()));
    }
    create(options);
    return { opened: connect(options, read), backupName };
  } catch (error) {
    throw asStorageError(error, file);
  }
}

function isDamage(error: unknown, file: string): boolean {
  const known = asStorageError(error, file);
  return known instanceof StorageError && known.kind === 'damaged';
}

function connect<Opened>(
  { path: file, onConnect, format = archiveFormat }: DatabaseOptions,
  read: (database: DatabaseSync) => Opened,
): Opened {
  const status = statSync(file);
  if (!status.isFile()) throw new StorageError('damaged', file, 'is not a file');
  // SQLite would take an empty file for a new database and drop its log.
  if (status.size === 0) throw new StorageError('damaged', file, 'is empty');
  accessSync(file, constants.R_OK | constants.W_OK);
  if ((status.mode & forOthers) !== 0) chmodSync(file, status.mode & ownerAny);
  const { database, version } = openShared(file, format);
  try {
    database.exec(`
      PRAGMA synchronous = NORMAL;
      PRAGMA journal_size_limit = 67108864;
      PRAGMA cache_size = -8192;
      PRAGMA temp_store = MEMORY;
      PRAGMA cell_size_check = ON;
      PRAGMA trusted_schema = OFF`);
    // While a reader holds an earlier state, the last pages are in the log only.
    if (writeLogBack(database, file)) checkLength(database, file);
    onConnect?.(database);
    bringUpToDate(database, file, version, format);
    return read(database);
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Opens a database so that other processes can read it meanwhile. Only one process writes: the one that has locked the data folder. On a file
 * system without memory that processes share, no other process can open the database, which SQLite then keeps from them.
 */
function openShared(file: string, format: DatabaseFormat): { database: DatabaseSync; version: number } {
  try {
    return openAs('NORMAL', file, format);
  } catch (error) {
    const known = asStorageError(error, file);
    if (!(known instanceof StorageError) || (known.kind !== 'read-only' && known.kind !== 'other')) throw error;
    return openAs('EXCLUSIVE', file, format);
  }
}

function openAs(locking: 'NORMAL' | 'EXCLUSIVE', file: string, format: DatabaseFormat) {
  const database = new DatabaseSync(file, { timeout: lockTimeoutMs });
  try {
    database.exec(`PRAGMA locking_mode = ${locking}`);
    defineChecksums(database);
    const version = findVersion(database, file, format);
    // `create` never leaves such a file.
    if (version === 0) throw new StorageError('damaged', file, 'has no tables');
    // A power cut can lose the last pages. Rows and coverage are written in one transaction, so the file is then
    // in the state of some seconds earlier and claims no more than it holds.
    const mode = database.prepare('PRAGMA journal_mode = WAL').get()?.journal_mode;
    if (mode !== 'wal') throw new StorageError('other', file, `has no log, but the journal mode ${mode}`);
    return { database, version };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Throws `StorageError` (`damaged`) if a step fails because of a damaged file. */
function bringUpToDate(database: DatabaseSync, file: string, version: number, format: DatabaseFormat): void {
  try {
    migrate(database, version, format);
  } catch (error) {
    const known = asStorageError(error, file);
    if (!(known instanceof StorageError) || known.kind !== 'other') throw error;
    if (database.isTransaction) database.exec('ROLLBACK');
    if (!isSound(database, 'integrity_check')) throw new StorageError('damaged', file, 'is damaged', error);
    throw error;
  }
}

/** False if the disk is full, or a reader holds an earlier state; the database can be read nevertheless. */
function writeLogBack(database: DatabaseSync, file: string): boolean {
  try {
    // Reports a reader without an error.
    return database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0;
  } catch (error) {
    const known = asStorageError(error, file);
    if (known instanceof StorageError && known.kind === 'disk-full') return false;
    throw error;
  }
}

/**
 * Must be called before a write. Throws `StorageError` (`locked`) while a reader holds a state so early that the log has become larger than
 * `maxBytes`: SQLite writes no part of it back before that reader ends.
 */
export function limitLog(database: DatabaseSync, file: string, maxBytes: number): void {
  if ((statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) <= maxBytes) return;
  if (writeLogBack(database, file)) return;
  throw new StorageError('locked', file, 'is held by a program that reads it');
}

/** Throws `StorageError` (`damaged`) for a file that is shorter than its header says. */
function checkLength(database: DatabaseSync, file: string): void {
  const bytes = readPragma(database, 'page_count') * readPragma(database, 'page_size');
  if (statSync(file).size < bytes) throw new StorageError('damaged', file, 'has been cut off');
}

/**
 * Builds a new database under a draft name and then gives it its final name. An empty or incomplete file under the final name is
 * therefore always damage, never a creation that was interrupted.
 */
function create({ path: file, onConnect, format = archiveFormat }: DatabaseOptions): void {
  const draft = draftOf(file);
  const build = () => {
    writeFileSync(draft, '', { flag: 'a', mode: ownerOnly });
    const database = new DatabaseSync(draft, { timeout: lockTimeoutMs });
    try {
      onConnect?.(database);
      // Four times the default: rows take about 400 bytes, and fewer, larger pages are written faster.
      database.exec('PRAGMA page_size = 16384; PRAGMA locking_mode = EXCLUSIVE');
      defineChecksums(database);
      migrate(database, findVersion(database, file, format), format);
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

function removeDraft(file: string): void {
  for (const sidecar of ['', ...sidecars]) rmSync(draftOf(file) + sidecar, { force: true });
}

/** Unlike a rename, a link cannot replace a file that another process has created meanwhile. */
function giveName(draft: string, file: string): void {
  try {
    linkSync(draft, file);
  } catch {
    if (exists(file)) return;
    // Some file systems have no hard links.
    renameSync(draft, file);
  }
}

/** Makes the new name survive a power cut. Some systems cannot sync folders and do without. */
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

function exists(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
}
