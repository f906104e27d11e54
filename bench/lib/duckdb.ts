import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const version = '1.5.6-r.1';

export interface Connection {
  run(sql: string): Promise<unknown>;
  runAndReadAll(sql: string): Promise<{ getRows(): unknown[][] }>;
}

/** Opens a database of DuckDB in memory, with 2 threads. Needs the registry: it is installed into the folder, because the program does not depend on it. */
export async function openDuckDb(folder: string): Promise<Connection> {
  execFileSync('npm', ['install', '--prefix', folder, '--no-save', `@duckdb/node-api@${version}`], { stdio: 'ignore' });
  const entry = createRequire(path.join(folder, 'entry.js')).resolve('@duckdb/node-api');
  const { DuckDBInstance } = (await import(pathToFileURL(entry).href)) as {
    DuckDBInstance: {
      create(place: string, options: Record<string, string>): Promise<{ connect(): Promise<Connection> }>;
    };
  };
  return (await DuckDBInstance.create(':memory:', { threads: '2' })).connect();
}
