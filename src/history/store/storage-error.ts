import path from 'node:path';
import type { ArchiveProblem } from '../../shared/contract/history.ts';
import { OrderglassError } from '../../shared/values/errors.ts';

/** `damaged`: the file is not what was written; it has to be quarantined. */
export type StorageErrorKind = Exclude<ArchiveProblem['kind'], 'quarantined'> | 'damaged';

/** The database cannot be read or written. Its content is unchanged. The message names no folder, because it reaches the log and other programs. */
export class StorageError extends OrderglassError {
  readonly kind: StorageErrorKind;
  readonly file: string;

  constructor(kind: StorageErrorKind, file: string, message: string, cause?: unknown) {
    super('storage-failed', `history ${path.basename(file)}: ${message}`, { cause });
    this.kind = kind;
    this.file = file;
  }
}

/** The database can be read, but this program cannot have written its content. */
export class UnexpectedContent extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnexpectedContent';
  }
}

/** By SQLite's primary result code (sqlite.org/rescode.html). */
const kindOfResult: ReadonlyMap<number, StorageErrorKind> = new Map([
  [3, 'read-only'],
  [5, 'locked'],
  [6, 'locked'],
  [8, 'read-only'],
  [11, 'damaged'],
  [13, 'disk-full'],
  // SQLite cannot create the log beside an existing file.
  [14, 'read-only'],
  [26, 'damaged'],
]);

/** SQLite's message for a damaged schema format in the header of the file. Its result code is that of any error (1). */
const badFormat = 'unsupported file format';

const kindOfSystemCode: ReadonlyMap<string, StorageErrorKind> = new Map([
  ['ENOSPC', 'disk-full'],
  ['EDQUOT', 'disk-full'],
  ['EACCES', 'read-only'],
  ['EPERM', 'read-only'],
  ['EROFS', 'read-only'],
]);

/** True if a value of a unique index occurs twice (sqlite.org/rescode.html#constraint_unique). */
export function isConflict(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 2067;
}

/** Wraps errors of SQLite and the file system; returns any other error unchanged, because it is a defect of the program. */
export function asStorageError(error: unknown, file: string): unknown {
  if (error instanceof StorageError || !(error instanceof Error)) return error;
  if (error instanceof UnexpectedContent) return new StorageError('damaged', file, error.message, error);
  if ('errcode' in error && typeof error.errcode === 'number') {
    const kind = error.message === badFormat ? 'damaged' : (kindOfResult.get(error.errcode & 0xff) ?? 'other');
    return new StorageError(kind, file, `${error.message} (SQLite ${error.errcode})`, error);
  }
  // A whole number that is larger than any that was written.
  if ('code' in error && error.code === 'ERR_OUT_OF_RANGE')
    return new StorageError('damaged', file, error.message, error);
  if ('code' in error && typeof error.code === 'string' && 'syscall' in error) {
    const message = `${error.code} in ${error.syscall}`;
    return new StorageError(kindOfSystemCode.get(error.code) ?? 'other', file, message, error);
  }
  return error;
}
