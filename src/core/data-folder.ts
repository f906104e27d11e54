import { existsSync, lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import envPaths from 'env-paths';

/** SQLITE_BUSY, see sqlite.org/rescode.html. */
const busy = 5;

/** Programs that start at the same time block one another for a moment; one of them gets the lock within this time. */
const lockTimeoutMs = 500;

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
 * transaction on an empty file, which the operating system ends when the process ends in any way. Throws `DataFolderError`.
 */
export function lockDataFolder(folder: string): () => void {
  const file = path.join(folder, lockFileName);
  let lock: DatabaseSync | null = null;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    lock = new DatabaseSync(file, { timeout: lockTimeoutMs });
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock?.close();
    throw explained(error, folder, file);
  }
  const held = lock;
  return () => {
    if (held.isOpen) held.close();
  };
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
  const isFolder = lstatSync(subfolder, { throwIfNoEntry: false })?.isDirectory() ?? false;
  return isFolder && existsSync(path.join(subfolder, chromiumMarker));
}

function explained(error: unknown, folder: string, file: string): DataFolderError {
  if (error instanceof Error && 'errcode' in error && error.errcode === busy) {
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
