import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { zstdDecompressSync } from 'node:zlib';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { rowsIn } from '../../history/index.ts';
import { parseCsv } from '../../shared/testing/parse-csv.ts';
import { rowFile } from '../export/row-file.ts';
import { downloadChangedOrders } from '../testing/changed-orders.ts';
import { keptThreads } from '../testing/kept-threads.ts';
import { commandOf, prepare } from './prepare.ts';
import { openReader, type Reader } from './reader.ts';
import { writeSnapshot } from './snapshot.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const executed = { status: 3, price_avg: '100', deal_amount: '3', contract_type: 'close' };
/** What the exchange sends instead of some fields of its newest orders. */
const odd: readonly Readonly<Record<string, unknown>>[] = [
  { ...executed, type: 'liquidation', profit: '-5', symbol: 'ONE-USDT' },
  { ...executed, type: 'sell-limit', profit: '1', symbol: '=TWO-USDT', deal_amount: null },
  { ...executed, type: 'sell-limit', profit: '2', symbol: 'THREEUSD_PERP' },
  { ...executed, type: 'sell-limit', profit: '4.000000000000000000000000000001', symbol: 'FOUR-USDC' },
  { ...executed, type: 'sell-limit', profit: null, symbol: 'FIVE-EUR' },
  { ...executed, type: 'sell-limit', profit: '0', symbol: 'SIX-USDT', deal_amount: '0' },
  // Of these, nothing is unknown that the files have.
  { status: 6, price_avg: '0', deal_amount: null, profit: null, symbol: 'SEVEN-USDT' },
  { ...executed, contract_type: 'open', type: 'buy-limit', profit: null, symbol: 'EIGHT-USDT' },
];
let folder: string;
let reader: Reader;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'orderglass-odd-'));
  await downloadChangedOrders({ folder, orders: 60, newest: odd, accounts: ['Main', 'Again'], unread: ['Unread'] });
  reader = await openReader({ directory: folder, worker: keptThreads });
});
afterAll(async () => {
  await reader?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Returns the rows of a command as texts, what must be known of them, and the states that they depend on. */
async function read(command: string, ...accounts: string[]) {
  const asked = { zone: 'UTC', ...(accounts.length > 0 && { accounts }) };
  const { request, states, sameOrders } = await prepare(reader, command, asked);
  const { columns, rows, about } = await commandOf(command).read(request);
  const texts: Record<string, string | null>[] = [];
  for await (const chunk of rows.chunks) {
    for (const row of rowsIn(chunk))
      texts.push(Object.fromEntries(columns.map(({ name, textOf }) => [name, textOf(row, String)])));
  }
  return { rows: texts, about: about?.() ?? [], states, sameOrders };
}

/** Returns the bytes of the file of a command. */
async function fileOf(command: string, format: 'csv' | 'parquet'): Promise<Buffer> {
  const { request } = await prepare(reader, command, { zone: 'UTC', accounts: ['Main'] });
  const { columns, rows } = await commandOf(command).read(request);
  const parts: Uint8Array[] = [];
  for await (const part of rowFile({ ...request.form, format }, columns, async () => ({}))(rows))
    parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}

/** Cells as texts, without the form in which a file has an empty text, a time, or a formula. */
function plain(row: Readonly<Record<string, unknown>>) {
  return Object.entries(row).flatMap(([name, value]) => {
    if (value === null || value === undefined || value === '' || /_double$|^account$/.test(name)) return [];
    const text = value instanceof Date ? value.toISOString() : String(value).replace(/^'(?==)/, '');
    return [[name, /^\d{4}-\d\d-\d\dT/.test(text) ? String(Date.parse(text)) : text]];
  });
}

it.each([
  ['orders', 'v1_orders'],
  ['trades', 'v1_trades'],
  ['positions', 'v1_positions'],
])('%s have the same cells in every kind of file, and none where nothing is known', async (command, table) => {
  const expected = (await read(command, 'Main')).rows.map(plain);
  const [names = [], ...records] = parseCsv(String(await fileOf(command, 'csv')));
  expect(records.map((cells) => plain(Object.fromEntries(names.map((name, place) => [name, cells[place]]))))).toEqual(
    expected,
  );

  const { buffer, byteOffset, length } = await fileOf(command, 'parquet');
  const compressors = { ZSTD: (input: Uint8Array) => zstdDecompressSync(input) };
  const file = buffer.slice(byteOffset, byteOffset + length) as ArrayBuffer;
  expect((await parquetReadObjects({ file, compressors })).map(plain)).toEqual(expected);

  const out = path.join(folder, `${command}.sqlite`);
  const { request } = await prepare(reader, 'snapshot', { accounts: ['Main'] });
  await writeSnapshot(request, out, { format: 'sqlite', version: '0' });
  const snapshot = new DatabaseSync(out, { readOnly: true });
  expect(snapshot.prepare(`SELECT * FROM ${table}`).all().map(plain)).toEqual(expected);
  snapshot.close();
});

it('a journal leaves out what it cannot tell, and says so', async () => {
  const { rows, about } = await read('journal', 'Main');
  expect(rows.filter(({ Side, Quantity }) => Side === null || Quantity === null)).toEqual([]);
  expect(rows.map((row) => row.Symbol)).toEqual(expect.not.arrayContaining(['ONE-USDT', '=TWO-USDT']));
  expect(about).toEqual(
    expect.arrayContaining([
      '1 orders are left out: their side is not known.',
      '2 orders are left out: their executed quantity is not known.',
    ]),
  );
});

it('a tax file leaves out a PnL that is not known, or whose currency is not, and says so', async () => {
  const { rows, about } = await read('tax', 'Main');
  expect(rows.filter(({ Currency }) => !Currency)).toEqual([]);
  expect(about.slice(2).toSorted()).toEqual([
    '1 orders are left out: their currency is not known.',
    '2 orders are left out: their PnL is not known.',
  ]);
});

it('a trade, and a sum of trades, of which the exchange sent no PnL has none', async () => {
  const unsent = expect.objectContaining({ symbol: 'FIVE-EUR', pnl: null, incomplete: 'more-closed no-pnl' });
  expect((await read('trades', 'Main')).rows).toContainEqual(unsent);
  const sum = { group: 'incomplete', quote: 'EUR', count: '1', pnl: null };
  expect((await read('results', 'Main')).rows).toContainEqual(expect.objectContaining(sum));
});

it('results are of every quote currency, and count the trades that are in no group', async () => {
  const { rows } = await read('results', 'Main');
  const incomplete = rows.filter(({ group }) => group === 'incomplete');
  expect(incomplete).toContainEqual(
    expect.objectContaining({ quote: 'USDC', count: '1', pnl: '4.000000000000000000000000000001' }),
  );
  expect(incomplete).toContainEqual(expect.objectContaining({ quote: 'THREEUSD_PERP?', count: '1', pnl: '2' }));
});

it('a group of results is named after what its trades have in common, and no bin after its number', async () => {
  const { rows } = await read('results', 'Main');
  const namesOf = (wanted: string) =>
    rows.flatMap(({ group, name, quote }) => (group === wanted && quote === 'USDT' ? name : []));
  expect(namesOf('leverage')).toEqual([
    'up to 2',
    '2 to 5',
    '5 to 10',
    '10 to 20',
    '20 to 50',
    '50 to 100',
    'above 100',
  ]);
  expect(namesOf('durationMs')).toEqual(expect.arrayContaining(['up to 60000', '60000 to 300000', 'above 2592000000']));
  expect(namesOf('result')).toContain('0');
  expect(namesOf('side')).toEqual(['long', 'short']);
  const ofBoth = (await read('results')).rows.filter(({ group, quote }) => group === 'account' && quote === 'USDT');
  expect(ofBoth.map(({ name }) => name).toSorted()).toEqual(['Again', 'Main']);
});

it('an account of which nothing is stored is said to lack all orders', async () => {
  const { states } = await read('orders');
  const { id } = reader.accounts.find(({ name }) => name === 'Unread') ?? {};
  const unread = states.find(({ account }) => account === id);
  expect(unread).toMatchObject({ rows: 0, modes: [{ complete: false }, { complete: false }], checkedAt: null });
  const { rows } = await read('coverage');
  expect(rows.filter(({ account, complete }) => account === 'Unread' && complete === 'false')).toHaveLength(4);
  await expect(read('orders', 'Unread')).rejects.toMatchObject({ code: 'storage-failed' });
});

it('open plan orders that were never read are not said to be none', async () => {
  const { rows, about } = await read('open-plans');
  expect(rows).toEqual([]);
  expect(about).toEqual(
    ['Main', 'Again', 'Unread'].map((name) => `${name}: open plan orders are not known, because they were never read.`),
  );
});

it('two accounts with the same orders are named, because sums of both count them twice', async () => {
  expect((await read('trades')).sameOrders).toEqual([['Main', 'Again']]);
  expect((await read('trades', 'Main', 'Unread')).sameOrders).toEqual([]);
});
