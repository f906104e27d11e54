import { OrderglassError } from '../../../shared/errors.ts';
import type { ArchiveProblem } from '../../../shared/history.ts';

/** `damaged`: the file is no longer what was written; `ArchiveFile.setAside` makes room for a new one. */
export type ArchiveErrorKind = Exclude<ArchiveProblem['kind'], 'set-aside'> | 'damaged';

/** The archive's file cannot be read or written. What was written before is as it was. */
export class ArchiveError extends OrderglassError {
  readonly kind: ArchiveErrorKind;
  readonly file: string;

  constructor(kind: ArchiveErrorKind, file: string, message: string, cause?: unknown) {
    super('storage-failed', `archive ${file}: ${message}`, { cause });
    this.kind = kind;
    this.file = file;
  }
}

/** The file can be read, but not have been written so. */
export class UnexpectedContent extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnexpectedContent';
  }
}

/** By SQLite's primary result codes (sqlite.org/rescode.html). */
const kindOfResult: ReadonlyMap<number, ArchiveErrorKind> = new Map([
  [3, 'read-only'],
  [5, 'locked'],
  [6, 'locked'],
  [8, 'read-only'],
  [11, 'damaged'],
  [13, 'disk-full'],
  // The log beside a file that is there cannot be made.
  [14, 'read-only'],
  [26, 'damaged'],
]);

/** SQLITE_CONSTRAINT_UNIQUE */
const uniqueViolation = 2067;

const kindOfSystemCode: ReadonlyMap<string, ArchiveErrorKind> = new Map([
  ['ENOSPC', 'disk-full'],
  ['EDQUOT', 'disk-full'],
  ['EACCES', 'read-only'],
  ['EPERM', 'read-only'],
  ['EROFS', 'read-only'],
]);

/** Whether a row was written a second time. */
export function isRepeatedId(error: unknown): boolean {
  const cause = error instanceof ArchiveError ? error.cause : null;
  return cause instanceof Error && 'errcode' in cause && cause.errcode === uniqueViolation;
}

/** What SQLite or the file system threw, as an `ArchiveError`; an error of the program itself as it is. */
export function asArchiveError(error: unknown, file: string): unknown {
  if (error instanceof ArchiveError || !(error instanceof Error)) return error;
  if (error instanceof UnexpectedContent) return new ArchiveError('damaged', file, error.message, error);
  if ('errcode' in error && typeof error.errcode === 'number') {
    const kind = kindOfResult.get(error.errcode & 0xff) ?? 'other';
    return new ArchiveError(kind, file, `${error.message} (SQLite ${error.errcode})`, error);
  }
  if ('code' in error && typeof error.code === 'string' && 'syscall' in error) {
    return new ArchiveError(kindOfSystemCode.get(error.code) ?? 'other', file, error.message, error);
  }
  return error;
}
