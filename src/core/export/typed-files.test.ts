import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { crc32, zstdDecompressSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, expect, test } from 'vitest';
import { ColumnTexts, type RowChunk, RowsByColumns, WordTexts } from '../../history/index.ts';
import type { Order } from '../../shared/contract/orders.ts';
import { parseCsv } from '../../shared/testing/parse-csv.ts';
import type { HistoryRow } from './fields.ts';
import { rowFile } from './row-file.ts';
import { rowColumns, textsOf } from './row-texts.ts';
import { exportQuery, order } from './testing/sample-rows.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'orderglass-typed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const note = 'a\nb "c" <d> & _x0041_ \u0001 账 =1+1';
const rows: HistoryRow[] = [
  order({ id: '7012345678901234567', pnl: '-51.512', price: '0.00000490', averagePrice: null }),
  order({ id: '00012345', pnl: '12345678.123456789012345678', createdAt: Date.UTC(2025, 6, 1, 0, 0, 0, 123) }),
  { ...order({ id: '1E5', pnl: '999999999999999', price: '1.5' }), note },
];
const zone = 'Europe/Berlin';
const form = { ...exportQuery({ columns: null, zone }), list: 'order-history' as const };

type Chunk = RowChunk<HistoryRow>;

async function write(
  format: 'csv' | 'jsonl' | 'xlsx' | 'parquet',
  {
    chunks: given = [rows],
    ...changed
  }: { chunks?: readonly Chunk[]; decimalSign?: 'comma'; separator?: 'semicolon' } = {},
): Promise<string> {
  const query = { ...form, ...changed, format };
  const file = rowFile(query, rowColumns(query), async () => ({ list: 'order-history', zone }));
  async function* chunks() {
    yield* given;
  }
  const total = given.reduce((sum, { length }) => sum + length, 0);
  const parts: Uint8Array[] = [];
  for await (const part of file({ total, chunks: chunks() })) {
    parts.push(typeof part === 'string' ? Buffer.from(part) : part);
  }
  const target = path.join(folder, `rows.${format}`);
  await writeFile(target, Buffer.concat(parts));
  return target;
}

/** Rows as JSON Lines has them. */
function expected() {
  const { of } = textsOf({ ...form, format: 'jsonl' }, rowColumns(form));
  return rows.map((row) => JSON.parse(String(of([row]))) as Record<string, string | null>);
}

async function readParquet(path: string): Promise<Record<string, unknown>[]> {
  const file = await readFile(path);
  return parquetReadObjects({
    file: file.buffer.slice(file.byteOffset, file.byteOffset + file.length),
    compressors: { ZSTD: (input) => zstdDecompressSync(input) },
  });
}

test('a Parquet file has every text, and the nearest double beside each decimal', async () => {
  const read = await readParquet(await write('parquet'));
  expect(read).toMatchObject(expected().map(({ createdAt: _, ...texts }) => texts));
  expect(read.map(({ createdAt, pnl_double }) => [createdAt, pnl_double])).toEqual(
    rows.map((row) => [new Date(row.createdAt ?? 0), 'pnl' in row ? Number(row.pnl) : null]),
  );
});

test('rows by columns give the same files, also with others in one part of a file', async () => {
  const hostile = ['', 'a"b', '<&>', '_x0041_', 'ID', '=1', '账', 'BTC-USDT', '\u0001', 'x'.repeat(40_000)];
  const all = hostile.map((symbol, place) =>
    order({
      id: String(place),
      symbol,
      action: place % 2 === 0 ? null : 'open',
      price: place % 3 === 0 ? null : '-1.5',
    }),
  );
  const words = [null, ...hostile, 'open'];
  const byColumns = (some: readonly Order[]): Chunk => {
    const shared = (texts: readonly (string | null)[]) =>
      new WordTexts({ words: JSON.stringify(words), codes: Uint8Array.from(texts, (text) => words.indexOf(text)) });
    const texts = {
      key: ColumnTexts.of(some.map(({ key }) => key)),
      symbol: shared(some.map(({ symbol }) => symbol)),
      action: shared(some.map(({ action }) => action)),
      price: ColumnTexts.of(some.map(({ price }) => price)),
    };
    const times = Float64Array.from(some, ({ createdAt }) => createdAt);
    return new RowsByColumns<HistoryRow>({ texts, times, facts: [...some] }, {});
  };
  const [first, last] = [all.slice(0, 7), all.slice(7)];
  const sheetOf = async (file: string) =>
    String(Buffer.from(unzipSync(await readFile(file))['xl/worksheets/sheet1.xml'] ?? []));
  for (const chunks of [[byColumns(all)], [byColumns(first), last], [first, byColumns(last)]]) {
    for (const how of [{}, { decimalSign: 'comma', separator: 'semicolon' }] as const) {
      const text = await readFile(await write('csv', { ...how, chunks }), 'utf8');
      expect(text).toBe(await readFile(await write('csv', { ...how, chunks: [all] }), 'utf8'));
    }
    const lines = await readFile(await write('jsonl', { chunks }), 'utf8');
    expect(lines).toBe(await readFile(await write('jsonl', { chunks: [all] }), 'utf8'));
    expect(await sheetOf(await write('xlsx', { chunks }))).toBe(await sheetOf(await write('xlsx', { chunks: [all] })));
    const read = await readParquet(await write('parquet', { chunks }));
    expect(read).toEqual(await readParquet(await write('parquet', { chunks: [all] })));
  }
});

test('the facts name the SHA-256 of the same rows as JSON Lines', async () => {
  const lines = await readFile(await write('jsonl'));
  const file = await readFile(await write('parquet'));
  expect(file.toString('latin1')).toContain(createHash('sha256').update(lines).digest('hex'));
});

test('an XLSX file has the checksum of each of its parts', async () => {
  const file = await readFile(await write('xlsx'));
  const parts = Object.entries(unzipSync(file));
  const central = Buffer.from('PK\x01\x02');
  const checksums: [string, number][] = [];
  for (let at = file.indexOf(central); at !== -1; at = file.indexOf(central, at + 46)) {
    const name = file.subarray(at + 46, at + 46 + file.readUInt16LE(at + 28)).toString();
    checksums.push([name, file.readUInt32LE(at + 16)]);
  }
  expect(parts.length).toBeGreaterThan(5);
  expect(checksums).toEqual(parts.map(([name, content]) => [name, crc32(content)]));
});

/** True if a program is installed. The run says what is missing. */
function isInstalled(program: string, ...args: string[]): boolean {
  const { status } = spawnSync(program, args, { stdio: 'ignore' });
  // biome-ignore lint/suspicious/noConsole: a skipped test does not say why.
  if (status !== 0) console.log(`not installed, so not tested: ${[program, ...args].join(' ')}`);
  return status === 0;
}

/** Reads the first sheet with a program that converts it to CSV. */
function cellsOf(csv: string): Record<string, string | undefined>[] {
  const [names = [], ...records] = parseCsv(csv.replaceAll('\r\n', '\n').replaceAll('\n', '\r\n'));
  return records.map((record) => Object.fromEntries(names.map((name, place) => [name, record[place]])));
}

/** Debian's packages are for its own Python. */
const pythonWith = (modules: string): string | undefined =>
  ['python3', '/usr/bin/python3'].find((each) => isInstalled(each, '-c', `import ${modules}`));
const pandas = pythonWith('pandas, openpyxl');
const pandasWithParquet = pythonWith('pandas, pyarrow');
const runPython = (program = '', script: string, ...args: string[]): string =>
  execFileSync(program, ['-c', script, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

/** The clock of the zone that a date cell shows. */
const clocks = ['2025-03-02 13:05:09.000', '2025-07-01 02:00:00.123', '2025-03-02 13:05:09.000'];

test.skipIf(!isInstalled('soffice', '--version'))(
  'LibreOffice shows IDs and long figures as they are, calculates with the others, and shows times of the zone',
  { timeout: 120_000 },
  async () => {
    const profile = `-env:UserInstallation=file://${folder}/profile`;
    const asText = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1';
    const file = await write('xlsx');
    execFileSync('soffice', [profile, '--headless', '--convert-to', asText, '--outdir', folder, file]);
    const cells = cellsOf(await readFile(path.join(folder, 'rows-Rows.csv'), 'utf8'));
    expect(cells.map(({ id, createdAt, pnl }) => [id, createdAt, pnl])).toEqual(
      expected().map(({ id, pnl }, place) => [id, clocks[place], pnl]),
    );
    expect(cells.map(({ price }) => price)).toEqual(['0.0000049', '0.0001', '1.5']);
    expect(await readFile(path.join(folder, 'rows-About.csv'), 'utf8')).toContain('figuresAsText,1 ');

    // In German, the figures of a file with decimal commas are numbers.
    const comma = await write('csv', { separator: 'semicolon', decimalSign: 'comma' });
    const german = '--infilter=CSV:59,34,76,1,,1031,false,false';
    execFileSync('soffice', [profile, '--headless', german, '--convert-to', 'fods', '--outdir', folder, comma]);
    const sheet = await readFile(path.join(folder, 'rows.fods'), 'utf8');
    expect(sheet).toContain('office:value="-51.512"');
  },
);

test.skipIf(!isInstalled('ssconvert', '--version'))('Gnumeric reads the same cells', async () => {
  const target = path.join(folder, 'gnumeric.csv');
  execFileSync('ssconvert', [await write('xlsx'), target], { stdio: 'ignore' });
  const cells = cellsOf(await readFile(target, 'utf8'));
  expect(cells.map(({ id, pnl }) => [id, pnl])).toEqual(expected().map(({ id, pnl }) => [id, pnl]));
});

test.skipIf(!pandas)('pandas reads what the dialog says', async () => {
  const script = `
import pandas, sys
kinds = pandas.read_excel(sys.argv[1]).dtypes
texts = pandas.read_excel(sys.argv[1], dtype=str)
print(kinds['id'], kinds['createdAt'], ','.join(texts['id']), ','.join(texts['pnl']))
print(pandas.read_csv(sys.argv[2], sep=";", decimal=",")['pnl'][0])`;
  const workbook = await write('xlsx');
  const csv = await write('csv', { separator: 'semicolon', decimalSign: 'comma' });
  const ids = expected().map(({ id }) => id);
  const pnl = expected().map((row) => row.pnl);
  expect(runPython(pandas, script, workbook, csv).trimEnd().split('\n')).toEqual([
    `float64 datetime64[ns] ${ids.join(',')} ${pnl.join(',')}`,
    '-51.512',
  ]);
});

test.skipIf(!pandasWithParquet)('pandas reads Parquet without rounding', async () => {
  const script = `import pandas, sys; d = pandas.read_parquet(sys.argv[1]); print(','.join(d['pnl']), d['pnl_double'].dtype)`;
  expect(runPython(pandasWithParquet, script, await write('parquet')).trim()).toBe(
    `${expected()
      .map(({ pnl }) => pnl)
      .join(',')} float64`,
  );
});

test.skipIf(!isInstalled('Rscript', '-e', 'library(readxl)'))('R reads IDs and long figures as text', async () => {
  const script = 'd <- readxl::read_excel(commandArgs(TRUE)[1]); cat(d$id, d$pnl, class(d$createdAt)[1])';
  const printed = execFileSync('Rscript', ['-e', script, await write('xlsx')], { encoding: 'utf8' });
  const ids = expected().map(({ id }) => id);
  expect(printed).toMatch(new RegExp(`^${ids.join(' ')} .*12345678\\.123456789012345678 .*POSIXct$`));
});
