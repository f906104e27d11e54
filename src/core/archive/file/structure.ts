import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { ArchiveError } from './archive-error.ts';
import { migrate, readNumber } from './schema.ts';
import { prepareQuery } from './statements.ts';

/** Throws `ArchiveError` (`damaged`) for a file that is shorter than it says. Its log must have been written back before. */
export function checkLength(database: DatabaseSync, file: string): void {
  const bytes = readNumber(database, 'page_count') * readNumber(database, 'page_size');
  if (statSync(file).size < bytes) throw new ArchiveError('damaged', file, 'has been cut off');
}

/** Throws `ArchiveError` (`damaged`) for a file that lacks a table or an index. */
export function checkSchema(database: DatabaseSync, file: string, steps: readonly string[]): void {
  const found = new Map(readSchema(database).map(({ name, sql }) => [name, sql]));
  for (const { name, sql } of expectedSchema(steps)) {
    if (found.get(name) !== sql) throw new ArchiveError('damaged', file, `lacks ${name}`);
  }
}

function readSchema(database: DatabaseSync) {
  return prepareQuery(database, 'SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL')
    .all()
    .map(([name, sql]) => ({ name: String(name), sql: String(sql) }));
}

function expectedSchema(steps: readonly string[]) {
  const empty = new DatabaseSync(':memory:');
  try {
    migrate(empty, ':memory:', steps);
    return readSchema(empty);
  } finally {
    empty.close();
  }
}

/** Reads all of it. */
export function isWhole(database: DatabaseSync): boolean {
  return prepareQuery(database, 'PRAGMA quick_check(1)').first()?.[0] === 'ok';
}
