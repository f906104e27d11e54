import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite';

/** A prepared statement whose rows are lists of values: the cheapest form that the runtime has. */
export interface Query {
  first(...parameters: SQLInputValue[]): readonly SQLOutputValue[] | undefined;
  all(...parameters: SQLInputValue[]): readonly (readonly SQLOutputValue[])[];
}

export function prepareQuery(database: DatabaseSync, sql: string): Query {
  const statement = database.prepare(sql, { returnArrays: true });
  return {
    first: (...parameters) => asList(statement.get(...parameters)),
    // The declared type is that of the other form of answer.
    all: (...parameters) => statement.all(...parameters) as unknown as SQLOutputValue[][],
  };
}

function asList(row: unknown): readonly SQLOutputValue[] | undefined {
  return Array.isArray(row) ? row : undefined;
}
