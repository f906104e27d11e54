import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { OrderglassError } from '../../shared/values/errors.ts';
import { type FileColumn, isoTimes } from '../export/row-texts.ts';
import type { Request } from './command.ts';
import { commands } from './commands.ts';

/** Tables of a snapshot, by the command that has their rows. Other tables, or other columns, get another number in their names. */
const tables: readonly (readonly [string, string])[] = [
  ['v1_orders', 'orders'],
  ['v1_plan_orders', 'plans'],
  ['v1_trades', 'trades'],
  ['v1_positions', 'positions'],
  ['v1_notes', 'notes'],
  ['v1_coverage', 'coverage'],
];

/**
 * Writes everything that is stored of some accounts into one SQLite file for other programs (docs/archive.md): plain tables whose decimals, IDs
 * and times are texts. The file is complete and checked when it gets its name, needs no file beside it, and is readable by its owner alone.
 */
export async function writeSnapshot(request: Request, target: string, version: string): Promise<void> {
  const draft = `${target}.${randomUUID()}.tmp`;
  try {
    writeFileSync(draft, '', { flag: 'wx', mode: 0o600 });
    const database = new DatabaseSync(draft);
    try {
      database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN');
      for (const [table, command] of tables) await fill(database, table, command, request);
      database.exec('CREATE TABLE v1_meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT');
      const putMeta = database.prepare('INSERT INTO v1_meta VALUES (?, ?)');
      putMeta.run('made_at', isoTimes('UTC')(Date.now()));
      putMeta.run('program', `Orderglass ${version}`);
      database.exec('COMMIT');
      const { integrity_check: verdict } = database.prepare('PRAGMA integrity_check').get() ?? {};
      if (verdict !== 'ok') throw new OrderglassError('storage-failed', `the snapshot is damaged: ${verdict}`);
    } finally {
      database.close();
    }
    const file = openSync(draft, 'r+');
    fsyncSync(file);
    closeSync(file);
    renameSync(draft, target);
  } finally {
    rmSync(draft, { force: true });
  }
}

async function fill(database: DatabaseSync, table: string, command: string, request: Request): Promise<void> {
  const isoTime = isoTimes('UTC');
  const fields = commands[command]?.fields ?? [];
  const names = ['account', ...fields];
  const integers = new Set<string>();
  let put: ReturnType<DatabaseSync['prepare']> | null = null;
  const create = (columns: readonly FileColumn<never>[]) => {
    for (const { name, kind } of columns) if (kind === 'integer') integers.add(name);
    const types = names.map((name) => `"${name}" ${integers.has(name) ? 'INTEGER' : 'TEXT'}`);
    database.exec(`CREATE TABLE ${table} (${types.join(', ')}) STRICT`);
    return database.prepare(`INSERT INTO ${table} VALUES (${names.map(() => '?').join(', ')})`);
  };
  for (const account of request.accounts) {
    const answer = await commands[command]?.read({ ...request, accounts: [account] });
    if (answer === undefined) return;
    put ??= create(answer.columns);
    for await (const chunk of answer.rows.chunks) {
      for (const row of chunk) {
        const texts = Object.fromEntries(answer.columns.map(({ name, textOf }) => [name, textOf(row, isoTime)]));
        const values = fields.map((name) => {
          const text = texts[name] ?? null;
          return text !== null && integers.has(name) ? Number(text) : text;
        });
        put.run(account.name, ...values);
      }
    }
  }
}
