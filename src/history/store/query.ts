import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite';
import { UnexpectedContent } from './storage-error.ts';

/** A prepared statement whose rows are arrays of values: the cheapest form that the runtime has. */
export interface Query {
  first(...parameters: SQLInputValue[]): readonly SQLOutputValue[] | undefined;
  all(...parameters: SQLInputValue[]): readonly (readonly SQLOutputValue[])[];
}

export function prepareQuery(database: DatabaseSync, sql: string): Query {
  const statement = database.prepare(sql, { returnArrays: true });
  return {
    // The declared types are those of the form that returns objects.
    first: (...parameters) => statement.get(...parameters) as unknown as SQLOutputValue[] | undefined,
    all: (...parameters) => statement.all(...parameters) as unknown as SQLOutputValue[][],
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
