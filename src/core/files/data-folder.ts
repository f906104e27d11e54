import {
  chmodSync,
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  watch,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import envPaths from 'env-paths';

/** SQLITE_BUSY, see sqlite.org/rescode.html. */
const busy = 5;

/** Programs that start at the same time block one another for a moment; one of them gets the lock within this time. */
const lockTimeoutMs = 500;

/** Milliseconds between two checks of the lock, on systems that do not report at once that its file was removed. */
const checkMs = 10_000;

/** Every data folder contains this file, and every folder that contains it is a data folder. */
export const lockFileName = 'data-folder.lock';

/** Subfolder of Chromium's files. */
export const chromiumFolderName = 'chromium-profile';
/** Tells that Orderglass has created the subfolder, and may remove it as a whole. */
const chromiumMarker = 'orderglass.txt';

/** Default data folder of both hosts. */
export function defaultDataFolder(): string {
  return envPaths('orderglass', { suffix: '' }).data;
}

/** The data folder cannot be used, for example because another program uses it. The message is for the user. */
export class DataFolderError extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'DataFolderError';
  }
}

/**
 * Locks a data folder for this process; creates it if it is missing. Returns a function that unlocks it. The lock is an exclusive SQLite
 * transaction on an empty file, which the operating system ends when the process ends in any way. If the file is removed or replaced, the
 * new one is locked, too. `onLost`: another program was faster, and nothing may be written from now on. Throws `DataFolderError`.
 */
export function lockDataFolder(folder: string, onLost: () => void = () => {}): () => void {
  const file = path.join(folder, lockFileName);
  let lock = openLock();
  const stopWatching = watchLock(folder, check);
  const timer = setInterval(check, checkMs).unref();

  function openLock(): HeldLock {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      return takeLock(file);
    } catch (error) {
      throw explained(error, folder, file);
    }
  }

  function check(): void {
    if (identityOf(file) === lock.identity) return;
    try {
      const next = takeLock(file);
      lock.database.close();
      lock = next;
    } catch (error) {
      if (!isBusy(error)) return;
      unlock();
      onLost();
    }
  }

  function unlock(): void {
    clearInterval(timer);
    stopWatching();
    if (lock.database.isOpen) lock.database.close();
  }
  return unlock;
}

interface HeldLock {
  readonly database: DatabaseSync;
  /** Of the file that is locked. */
  readonly identity: string | null;
}

/** Locks a file; creates it if it is missing. Throws the error of the system or of SQLite. */
function takeLock(file: string): HeldLock {
  keepFromOthers(file);
  const database = new DatabaseSync(file, { timeout: lockTimeoutMs });
  try {
    database.exec('BEGIN EXCLUSIVE');
    return { database, identity: identityOf(file) };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Creates the file, or changes its mode, so that only its owner can open it: whoever can read it could lock it for ever. */
function keepFromOthers(file: string): void {
  const found = lstatSync(file, { throwIfNoEntry: false });
  // An existing file is not opened here: closing it would end the locks that this process has on it.
  if (found === undefined) closeSync(openSync(file, 'a', 0o600));
  else if (found.isFile() && (found.mode & 0o077) !== 0) {
    try {
      chmodSync(file, 0o600);
    } catch {
      // The file belongs to another user.
      return;
    }
  }
}

/** `null` if there is no such file. */
function identityOf(file: string): string | null {
  const found = lstatSync(file, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? null : `${found.dev} ${found.ino}`;
}

/** Calls `check` when the lock file may have been replaced. Returns a function that ends this. */
function watchLock(folder: string, check: () => void): () => void {
  try {
    const watcher = watch(folder, { persistent: false }, (_, name) => {
      if (name === lockFileName) check();
    });
    watcher.on('error', () => {});
    return () => watcher.close();
  } catch {
    return () => {};
  }
}

/**
 * Returns the subfolder for Chromium's files; creates it if it is missing. Chromium has names such as "Cache" and "Preferences", which the
 * user may have used in the data folder. Throws `DataFolderError`.
 */
export function openChromiumFolder(folder: string): string {
  const subfolder = path.join(folder, chromiumFolderName);
  const marker = path.join(subfolder, chromiumMarker);
  try {
    mkdirSync(subfolder, { recursive: true, mode: 0o700 });
    // A folder that others have filled gets no marker, and so is never removed.
    if (readdirSync(subfolder).length === 0) writeFileSync(marker, 'Orderglass keeps the files of Chromium here.\n');
    return subfolder;
  } catch (error) {
    throw explained(error, folder, subfolder);
  }
}

/** True if the data folder has a subfolder that Orderglass has created for Chromium's files. */
export function hasChromiumFolder(folder: string): boolean {
  const subfolder = path.join(folder, chromiumFolderName);
  return existsSync(path.join(subfolder, chromiumMarker)) && lstatSync(subfolder).isDirectory();
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === busy;
}

function explained(error: unknown, folder: string, file: string): DataFolderError {
  if (isBusy(error)) {
    return new DataFolderError(
      `Orderglass is already running with this data folder: ${folder}\n` +
        'Quit it first, or start with another folder: --data-dir DIR.',
      error,
    );
  }
  const reason = error instanceof Error ? error.message : String(error);
  return new DataFolderError(
    `Orderglass cannot write to its data folder: ${folder}\n` +
      `Check that the folder and ${path.basename(file)} in it can be written, or start with another folder: --data-dir DIR. (${reason})`,
    error,
  );
}
