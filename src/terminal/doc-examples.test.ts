import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { zstdDecompressSync } from 'node:zlib';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { currentFolder } from '../core/reader/testing/current-folder.ts';
import type { Recording } from '../core/testing/recorded-folders.ts';
import { withoutKeychain } from './testing/page-client.ts';

const program = path.resolve(import.meta.dirname, '../../out/browser-host/cli.js');
const pageOf = (file: string) => readFileSync(path.resolve(import.meta.dirname, '../..', file), 'utf8');
const page = pageOf('docs/archive.md');
/** The examples of the page, in their order. */
const examples = [...page.matchAll(/```(sh|python|sql)\n(.*?)```/gs)].map(
  ([, language = '', code = '']) => [language, code] as const,
);
/** The lines for a terminal in the README, and in sentences of the page. */
const lines = [
  ...pageOf('README.md').matchAll(/^ {4}(npx orderglass .*)$/gm),
  ...page.matchAll(/`(orderglass [^`]* -o [^`]*)`/g),
].map(([, line = '']) => line);
let folder: string;
let recording: Recording;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'orderglass-doc-examples-'));
  recording = await currentFolder(folder);
  const command = path.join(folder, 'orderglass');
  const call = `"${process.execPath}" "${program}" "$@" --data-dir "${folder}/data"`;
  writeFileSync(command, `#!/bin/sh\nINIT_CWD="${folder}" exec ${call}\n`, { mode: 0o700 });
  writeFileSync(path.join(folder, 'npx'), '#!/bin/sh\nexec "$@"\n', { mode: 0o700 });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.for(examples)('the example of %s runs as it is written: %s', ([language, code], { skip }) => {
  const interpreter = { sh: 'sh', python: 'python3', sql: 'duckdb' }[language] ?? language;
  const used = code.startsWith('sqlite3') ? 'sqlite3' : interpreter;
  if (spawnSync(used, ['--version']).error) skip(`${used} is not installed`);
  const { status, stdout, stderr } = spawnSync(interpreter, ['-c', code], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
  });
  expect([status, status === 0 ? '' : stderr]).toEqual([0, '']);
  if (used === 'sqlite3') expect(stdout).toMatch(/^symbol\|orders\|pnl\n(\S+-USDT\|\d+\|-?[\d.]+\n){5}$/);
  if (language === 'python') expect(stdout).toMatch(new RegExp(`^\\(${recording.orders.rows}, '-?\\d+(\\.\\d+)?'\\)`));
});

it('a snapshot is one checked file with the rows of the archive, for its owner alone', () => {
  const file = path.join(folder, 'history.sqlite');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder).filter((name) => name.startsWith('history.'))).toEqual(['history.sqlite']);
  const snapshot = new DatabaseSync(file, { readOnly: true });
  const [archive = ''] = readdirSync(path.join(folder, 'data/archives')).filter((name) => name.endsWith('.sqlite'));
  const stored = new DatabaseSync(path.join(folder, 'data/archives', archive), { readOnly: true });
  const sorted = (database: DatabaseSync, query: string) => database.prepare(query).all();
  expect(sorted(snapshot, 'SELECT id, pnl, quantity, raw FROM v1_orders ORDER BY id, marginMode')).toEqual(
    sorted(stored, 'SELECT id, pnl, quantity, raw FROM orders ORDER BY id, margin_mode'),
  );
  const accounts = "SELECT account, count(*) AS rows FROM v1_coverage WHERE typeof(gaps) = 'integer' GROUP BY account";
  expect(sorted(snapshot, accounts).map((row) => row.rows)).toEqual([4, 4, 4]);
  const unread = "SELECT DISTINCT account FROM v1_coverage WHERE rows = 0 AND complete = 'false' ORDER BY account";
  expect(sorted(snapshot, unread).map((row) => row.account)).toContain('Another');
  expect(
    sorted(snapshot, "SELECT count(*) AS rows FROM v1_orders WHERE createdAt NOT LIKE '20__-__-__T__:__:__.___+00:00'"),
  ).toEqual([{ rows: 0 }]);
  for (const table of ['v1_plan_orders', 'v1_trades', 'v1_positions', 'v1_notes', 'v1_meta'])
    sorted(snapshot, `SELECT * FROM ${table}`);
  snapshot.close();
  stored.close();
});

it.each(['v1_orders', 'v1_plan_orders', 'v1_trades', 'v1_positions', 'v1_notes', 'v1_coverage'])(
  'a Parquet file has the rows of %s',
  async (table) => {
    const file = path.join(folder, 'history', `${table}.parquet`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const bytes = readFileSync(file);
    const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
    const read = await parquetReadObjects({
      file: buffer,
      compressors: { ZSTD: (input) => zstdDecompressSync(input) },
    });
    const snapshot = new DatabaseSync(path.join(folder, 'history.sqlite'), { readOnly: true });
    const rows = snapshot.prepare(`SELECT * FROM ${table}`).all();
    snapshot.close();
    const textOf = (value: unknown) =>
      value instanceof Date ? value.toISOString().replace('Z', '+00:00') : value === null ? null : String(value);
    const texts = rows.map((row) => Object.entries(row).map(([name, value]) => [name, textOf(value)]));
    expect(rows.length > 0 || table === 'v1_positions').toBe(true);
    expect(read.map((row) => Object.keys(rows[0] ?? {}).map((name) => [name, textOf(row[name])]))).toEqual(texts);
  },
);

// Last, because the sync creates the archives of the other accounts.
it.for(lines)('the line runs as it is written: %s', (line, { skip }) => {
  const reader = line.split('| ')[1]?.split(' ')[0];
  if (reader !== undefined && spawnSync(reader, ['--version']).error) skip(`${reader} is not installed`);
  const run = (script: string) =>
    spawnSync('bash', ['-o', 'pipefail', '-c', script], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...withoutKeychain(), HOME: folder, PATH: `${folder}:${process.env.PATH}` },
    });
  if (line.includes('export.csv')) run('orderglass orders --account Main --format csv -o export.csv');
  const { status, stdout, stderr } = run(line);
  // The archive of the test lacks orders, and no keychain has its keys.
  const expected = line.includes('--require-complete') ? 3 : line.includes('sync') ? 4 : 0;
  expect([status, status === expected ? '' : stderr]).toEqual([expected, '']);
  if (line.includes('trades')) expect(stdout).toMatch(/^openedAt /);
  if (line.includes('reconcile')) expect(stderr).toContain(' 0 differ');
  const [file] = /[\w.]+$/.exec(line) ?? [''];
  if (/ -o |>/.test(line)) expect(statSync(path.join(folder, file)).size).toBeGreaterThan(100);
});

it('such lines are found', () => expect(lines.length).toBeGreaterThan(7));
