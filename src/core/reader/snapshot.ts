import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { rowsIn } from '../../history/index.ts';
import { OrderglassError } from '../../shared/values/errors.ts';
import { parquetFile } from '../export/parquet-file.ts';
import { type FileColumn, isoTimes } from '../export/row-texts.ts';
import { removeLeftovers, replaceableFile, temporaryName, writeFileInParts } from '../export/write-file.ts';
import type { Answer, Request } from './command.ts';
import { commandOf } from './prepare.ts';

/** Tables of a snapshot, by the command that has their rows. Other tables, or other columns, get another number in their names. */
const tables: readonly (readonly [string, string])[] = [
  ['v1_orders', 'orders'],
  ['v1_plan_orders', 'plans'],
  ['v1_trades', 'trades'],
  ['v1_positions', 'positions'],
  ['v1_notes', 'notes'],
  ['v1_coverage', 'coverage'],
];

/** `sqlite`: a file. `parquet`: a folder with a file for each table. */
export const snapshotFormats = ['sqlite', 'parquet'] as const;
export type SnapshotFormat = (typeof snapshotFormats)[number];

/** A row of an account, whose name is a column of each table. */
interface AccountRow {
  readonly account: string;
  readonly row: never;
}

interface Table {
  readonly columns: readonly FileColumn<AccountRow>[];
  readonly chunks: AsyncIterable<readonly AccountRow[]>;
}

/**
 * Writes everything that is stored of some accounts for other programs (docs/archive.md). The file or the folder gets its name when it is
 * complete and checked, and is readable by its owner alone. A folder is never replaced.
 */
export async function writeSnapshot(
  request: Request,
  out: string,
  { format, version }: { format: SnapshotFormat; version: string },
): Promise<void> {
  const target = format === 'parquet' ? out : await replaceableFile(out);
  const parent = path.dirname(target);
  await removeLeftovers(parent);
  // A killed program leaves the folder, which the user sees.
  const draft = format === 'parquet' ? `${target}.incomplete` : path.join(parent, temporaryName());
  const meta = { made_at: isoTimes('UTC')(Date.now()), program: `Orderglass ${version}` };
  if (format === 'parquet') makeFolders(target, draft);
  try {
    if (format === 'parquet') await writeFolder(request, draft, meta);
    else await writeDatabase(request, draft, meta);
    renameSync(draft, target);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function makeFolders(target: string, draft: string): void {
  const existing = [target, draft].find((folder) => existsSync(folder));
  if (existing !== undefined)
    throw new OrderglassError('invalid-input', `${existing} exists. Remove it, or name another folder.`);
  mkdirSync(draft, { mode: 0o700 });
}

async function writeFolder(request: Request, folder: string, meta: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, command] of tables) {
    const { columns, chunks } = await readTable(command, request);
    const parts = parquetFile(columns, chunks, () => meta);
    await writeFileInParts(path.join(folder, `${name}.parquet`), parts, new AbortController().signal);
  }
}

async function writeDatabase(request: Request, file: string, meta: Readonly<Record<string, string>>): Promise<void> {
  writeFileSync(file, '', { flag: 'wx', mode: 0o600 });
  const database = new DatabaseSync(file);
  try {
    database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN');
    for (const [name, command] of tables) await fill(database, name, await readTable(command, request));
    database.exec('CREATE TABLE v1_meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT');
    const putMeta = database.prepare('INSERT INTO v1_meta VALUES (?, ?)');
    for (const [name, value] of Object.entries(meta)) putMeta.run(name, value);
    database.exec('COMMIT');
    const { integrity_check: verdict } = database.prepare('PRAGMA integrity_check').get() ?? {};
    if (verdict !== 'ok') throw new OrderglassError('storage-failed', `the snapshot is damaged: ${verdict}`);
  } finally {
    database.close();
  }
  const written = openSync(file, 'r+');
  fsyncSync(written);
  closeSync(written);
}

async function fill(database: DatabaseSync, name: string, { columns, chunks }: Table): Promise<void> {
  const isoTime = isoTimes('UTC');
  const types = columns.map((column) => `"${column.name}" ${column.kind === 'integer' ? 'INTEGER' : 'TEXT'}`);
  database.exec(`CREATE TABLE ${name} (${types.join(', ')}) STRICT`);
  const put = database.prepare(`INSERT INTO ${name} VALUES (${columns.map(() => '?').join(', ')})`);
  for await (const chunk of chunks) {
    for (const row of chunk) {
      const values = columns.map(({ kind, textOf }) => {
        const text = textOf(row, isoTime);
        return text !== null && kind === 'integer' ? Number(text) : text;
      });
      put.run(...values);
    }
  }
}

/** Reads the rows of a command of all accounts, one account after the other. */
async function readTable(command: string, request: Request): Promise<Table> {
  const { read, fields } = commandOf(command);
  const answers = async function* () {
    for (const account of request.accounts)
      yield { account: account.name, ...(await read({ ...request, accounts: [account] })) };
  };
  const rest = answers();
  const first = (await rest.next()).value as Answer & { account: string };
  async function* chunks() {
    for (
      let each: typeof first | undefined = first;
      each;
      each = (await rest.next()).value as typeof first | undefined
    ) {
      const { account, rows } = each;
      for await (const chunk of rows.chunks) yield rowsIn(chunk).map((row) => ({ account, row }));
    }
  }
  const named = fields.flatMap((name) => first.columns.filter((column) => column.name === name));
  return {
    columns: [
      { name: 'account', heading: 'account', kind: 'text', textOf: ({ account }) => account },
      ...named.map(
        ({ name, heading, kind, textOf }): FileColumn<AccountRow> => ({
          name,
          heading,
          kind,
          textOf: ({ row }, isoTime) => textOf(row, isoTime),
        }),
      ),
    ],
    chunks: chunks(),
  };
}
