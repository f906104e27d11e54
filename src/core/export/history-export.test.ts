import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type DemoExchange, startDemoExchange } from '../../demo-exchange/index.ts';
import { resultRowsText } from '../../demo-exchange/testing/result-rows-text.ts';
import { paths, TestClient } from '../../demo-exchange/testing/test-client.ts';
import type { HostEvent, InputOf, OutputOf } from '../../shared/contract/index.ts';
import { pnlAfter } from '../../shared/orders/fees.ts';
import type { HistoryList } from '../../shared/orders/history.ts';
import { parseCsv } from '../../shared/testing/parse-csv.ts';
import { type Core, createCore } from '../index.ts';
import { keptThreads } from '../testing/kept-threads.ts';

/** From an exchange through its history database to a file, which is read again and compared with the pages of the exchange. */

const about = { version: '0.0.0', host: 'browser', platform: 'linux' } as const;

let folder: string;
let exchange: DemoExchange;
let core: Core;
let target: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'orderglass-export-'));
  target = path.join(folder, 'exported');
  exchange = await startDemoExchange({
    orders: 1200,
    plans: 400,
    ordersPerMinute: 0,
    timeScale: 0,
    requestsPerWindow: 100_000,
  });
  core = await createCore({
    dataDirectory: path.join(folder, 'data'),
    historyWorker: keptThreads,
    about,
    startDemoExchange: async () => exchange,
    exportTargets: { choose: async () => ({ path: target, handOver: () => ({ kind: 'file', path: target }) }) },
  });
});

afterEach(() => rm(target, { force: true }));
afterAll(async () => {
  await core.close();
  await exchange.close();
  await rm(folder, { recursive: true, force: true });
});

async function isComplete(list: HistoryList): Promise<void> {
  await expect
    .poll(
      async () => {
        const answer = await core.call('readHistoryState', { account: 'demo', list });
        const state = answer.ok ? (answer.data as OutputOf<'readHistoryState'>) : null;
        return state?.modes.map(({ complete }) => complete);
      },
      { timeout: 25_000 },
    )
    .toEqual([true, true]);
}

const everything = {
  account: 'demo',
  filter: {},
  sort: [],
  zone: 'America/New_York',
  id: 'an export',
  format: 'csv' as const,
  columns: null,
  separator: 'comma' as const,
  decimalSign: 'point' as const,
  byteOrderMark: false,
  name: 'everything',
};

async function exported(changed: Partial<InputOf<'exportHistory'>>): Promise<string> {
  return exportedBy('exportHistory', { ...everything, list: 'order-history', ...changed });
}

async function exportedBy(
  channel: 'exportHistory' | 'exportTrades' | 'exportStatement',
  input: unknown,
): Promise<string> {
  const answer = await core.call(channel, input);
  if (!answer.ok) throw new Error(JSON.stringify(answer.error));
  const text = await readFile(target, 'utf8');
  const outcome = answer.data as OutputOf<'exportHistory'>;
  expect(outcome).toMatchObject({ bytes: Buffer.byteLength(text), place: { kind: 'file', path: target } });
  return text;
}

/** The response texts of the exchange, read by a client that shares no code with the program's. */
async function receivedRows(operation: string): Promise<string[]> {
  const client = new TestClient(exchange);
  const found: string[] = [];
  for (const mode of [1, 2]) {
    for (let from: string | null = null; ; ) {
      const query = { limit: 100, is_full: mode, direct: 'prev', ...(from === null ? {} : { from }) };
      const { text } = await client.signed(operation, query);
      const rows = resultRowsText(text).map((row) => row.text);
      if (rows.length === 0) break;
      found.push(...rows);
      from = JSON.parse(rows.at(-1) ?? '').order_id;
    }
  }
  return found;
}

test.each([
  ['order-history', paths.orders, 1200],
  ['plan-history', paths.planHistory, 400],
] as const)('%s: everything, in both formats, is what the exchange has', async (list, operation, least) => {
  await isComplete(list);
  const received = (await receivedRows(operation)).sort();
  expect(received.length).toBeGreaterThanOrEqual(least);

  const lines = (await exported({ list, format: 'jsonl' })).split('\n').slice(0, -1);
  const rows = lines.map((line) => JSON.parse(line) as Record<string, string | null>);
  expect(rows.map(({ raw }) => raw).sort()).toEqual(received);

  const [head = [], ...records] = parseCsv(await exported({ list, format: 'csv' }));
  const fromCsv = records.map((record) => Object.fromEntries(record.map((value, place) => [head[place], value])));
  // The same fields in the same order: missing values are empty, and nothing had to be escaped.
  expect(fromCsv).toEqual(
    rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value ?? '']))),
  );

  for (const row of rows) {
    const wire = JSON.parse(row.raw ?? '');
    expect([row.id, row.symbol, row.type]).toEqual([wire.order_id, wire.symbol, wire.type]);
    expect(Date.parse(row.createdAt ?? '')).toBe(wire.ctime * 1000);
    expect(row.createdAt).toMatch(/T\d\d:\d\d:\d\d\.000-0[45]:00$/);
    if (list === 'order-history') expect(row.pnl ?? '').toBe(wire.profit);
  }
});

test('a filtered, sorted list has the rows and the order of the screen', async () => {
  await isComplete('order-history');
  const shown = {
    account: 'demo',
    filter: { pnlSigns: ['loss' as const] },
    sort: [{ field: 'pnl' as const, direction: 'ascending' as const }],
    zone: 'America/New_York',
  };
  const answer = await core.call('readOrderHistory', { ...shown, from: 0, count: 1000 });
  if (!answer.ok) throw new Error(answer.error.code);
  const window = answer.data as OutputOf<'readOrderHistory'>;
  expect(window.total).toBeGreaterThan(20);
  const columns: InputOf<'exportHistory'>['columns'] = [
    { field: 'pnl', heading: 'PnL' },
    { field: 'id', heading: 'Id' },
  ];
  expect(parseCsv(await exported({ ...shown, columns }))).toEqual([
    ['PnL', 'Id'],
    ...window.rows.map(({ pnl, id }) => [pnl, id]),
  ]);
});

test('progress is published, and a canceled call leaves no file', async () => {
  await isComplete('order-history');
  const progress: Extract<HostEvent, { name: 'exportProgress' }>['data'][] = [];
  const controller = new AbortController();
  core.subscribe((event) => {
    if (event.name !== 'exportProgress') return;
    progress.push(event.data);
    controller.abort();
  });
  const answer = await core.call(
    'exportHistory',
    {
      account: 'demo',
      list: 'order-history',
      filter: {},
      sort: [],
      zone: 'UTC',
      id: 'mine',
      format: 'csv',
      columns: null,
      separator: 'comma',
      decimalSign: 'point',
      byteOrderMark: false,
      name: 'x',
    },
    { signal: controller.signal },
  );
  expect(answer).toMatchObject({ ok: false, error: { code: 'canceled' } });
  expect(progress).toEqual([{ id: 'mine', rows: 0, total: 1200 }]);
  expect(await readdir(folder)).toEqual(['data']);
});

test('trades: every trade in the requested order, as on the screen', async () => {
  await isComplete('order-history');
  const sort = [{ field: 'pnl', direction: 'descending' }];
  const lines = (await exportedBy('exportTrades', { ...everything, sort, format: 'jsonl' })).split('\n').slice(0, -1);
  const window = await core.call('readTrades', {
    account: 'demo',
    filter: {},
    sort,
    zone: 'UTC',
    from: 0,
    count: 1000,
  });
  const { rows, total } = (window.ok ? window.data : null) as OutputOf<'readTrades'>;
  expect(total).toBeGreaterThan(100);
  const named = (trades: readonly { key?: unknown; pnl?: unknown }[]) => trades.map(({ key, pnl }) => [key, pnl]);
  expect(named(lines.map((line) => JSON.parse(line)))).toEqual(named(rows));
});

test('trades and orders: the cost method, and an estimate after fees of the rates, which is that of the page', async () => {
  await isComplete('order-history');
  const rates = { maker: '0.02', taker: '0.05' };
  const recordsOf = async (channel: 'exportTrades' | 'exportHistory', query: object) => {
    const text = await exportedBy(channel, { ...everything, columns: null, rates, format: 'jsonl', ...query });
    const lines = text.split('\n').slice(0, -1);
    return lines.map((line) => JSON.parse(line) as Record<string, string | null>);
  };
  const shared = { account: 'demo', filter: {}, zone: 'UTC', rates };
  const window = await core.call('readTrades', { ...shared, sort: [], from: 0, count: 1000 });
  const answer = await core.call('readStatement', {
    account: 'demo',
    from: '2000-01-01',
    to: '2100-12-31',
    zone: 'UTC',
  });
  const { rows } = (window.ok ? window.data : null) as OutputOf<'readTrades'>;
  const { costMethod } = (answer.ok ? answer.data : null) as OutputOf<'readStatement'>;
  const endsOf = ({ pnl, fees }: (typeof rows)[number]) =>
    pnl !== null && fees?.unpriced === 0 ? pnlAfter(pnl, fees) : [null];
  const trades = await recordsOf('exportTrades', {});
  expect(trades.map(({ estimatedPnlAfterFeesLowest }) => estimatedPnlAfterFeesLowest)).toEqual(
    rows.map((row) => endsOf(row)[0]),
  );
  expect(trades.map(({ estimatedPnlAfterFeesHighest }) => estimatedPnlAfterFeesHighest)).toEqual(
    rows.map((row) => endsOf(row).at(-1)),
  );
  const orders = await recordsOf('exportHistory', { list: 'order-history' });
  for (const records of [trades, orders]) {
    expect(records.filter((record) => record.estimatedPnlAfterFeesLowest !== null).length).toBeGreaterThan(100);
    expect(new Set(records.map((record) => record.costMethod))).toEqual(new Set([costMethod ?? 'unknown']));
  }
});

test('a statement: the same records in both formats, with the figures and the hash of the page', async () => {
  await isComplete('order-history');
  const span = { account: 'demo', from: '2000-01-01', to: '2100-12-31', zone: 'America/New_York' };
  const answer = await core.call('readStatement', span);
  const statement = (answer.ok ? answer.data : null) as OutputOf<'readStatement'>;
  expect(statement).toMatchObject({ orders: 1200, earlierOrders: 0, opening: [] });

  const { columns: _columns, sort: _sort, filter: _filter, ...file } = everything;
  const lines = (await exportedBy('exportStatement', { ...file, ...span, format: 'jsonl' })).split('\n').slice(0, -1);
  const records = lines.map((line) => JSON.parse(line) as Record<string, string | null>);
  expect(records[0]).toMatchObject({
    record: 'statement',
    from: '2000-01-01T00:00:00.000-05:00',
    to: '2101-01-01T00:00:00.000-05:00',
    orders: '1200',
    basis: 'creation',
    costMethod: statement.costMethod ?? 'unknown',
    sha256: statement.hash,
  });
  const numberOf = (kind: string) => records.filter(({ record }) => record === kind).length;
  expect([numberOf('coverage'), numberOf('symbol'), numberOf('closing')]).toEqual([
    2,
    statement.symbols.length,
    statement.closing.length,
  ]);
  const [total] = statement.totals;
  expect(records.find(({ record }) => record === 'total')).toMatchObject({
    quote: total?.quote,
    net: total?.net,
    trades: String(total?.trades),
  });

  const [head = [], ...rows] = parseCsv(await exportedBy('exportStatement', { ...file, ...span, format: 'csv' }));
  expect(rows.map((row) => Object.fromEntries(row.map((value, place) => [head[place], value])))).toEqual(
    records.map((record) => Object.fromEntries(Object.entries(record).map(([name, value]) => [name, value ?? '']))),
  );
});

test('a statement whose last day is before its first is rejected', async () => {
  const answer = await core.call('readStatement', {
    account: 'demo',
    from: '2025-02-01',
    to: '2025-01-31',
    zone: 'UTC',
  });
  expect(answer).toMatchObject({ ok: false, error: { code: 'invalid-input' } });
});
