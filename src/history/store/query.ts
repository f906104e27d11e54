import type {
  DatabaseSync,
  SQLInputValue,
  SQLOutputValue,
  StatementResultingChanges,
  StatementSync,
} from 'node:sqlite';
import { UnexpectedContent } from './storage-error.ts';

/** A statement whose rows are arrays of values: the cheapest form that the runtime has. */
export interface Query {
  first(...parameters: SQLInputValue[]): readonly SQLOutputValue[] | undefined;
  all(...parameters: SQLInputValue[]): readonly (readonly SQLOutputValue[])[];
  run(...parameters: SQLInputValue[]): StatementResultingChanges;
}

/**
 * Returns a statement that is prepared by its first use. An archive has some 130 statements and uses 40 to open. All of them would be a third of
 * the memory of an archive without rows.
 */
export function prepareQuery(database: DatabaseSync, sql: string): Query {
  let prepared: StatementSync | undefined;
  const statement = () => {
    prepared ??= database.prepare(sql, { returnArrays: true });
    return prepared;
  };
  return {
    // The declared types are those of the form that returns objects.
    first: (...parameters) => statement().get(...parameters) as unknown as SQLOutputValue[] | undefined,
    all: (...parameters) => statement().all(...parameters) as unknown as SQLOutputValue[][],
    run: (...parameters) => statement().run(...parameters),
  };
}

/** Throws `UnexpectedContent` for anything but text. */
export function text(value: SQLOutputValue | undefined): string {
  if (typeof value === 'string') return value;
  throw new UnexpectedContent(`text expected, not ${typeof value}`);
}

export function textOrNull(value: SQLOutputValue | undefined): string | null {
  return value === null ? null : text(value);
}

/** Throws `UnexpectedContent` for anything but a number. */
export function integer(value: SQLOutputValue | undefined): number {
  if (typeof value === 'number') return value;
  throw new UnexpectedContent(`number expected, not ${typeof value}`);
}

export function integerOrNull(value: SQLOutputValue | undefined): number | null {
  return value === null ? null : integer(value);
}
