import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type DemoExchange, startDemoExchange } from '../demo-exchange/index.ts';
import type { HistoryState } from '../shared/contract/history.ts';
import { historyLists } from '../shared/orders/history.ts';
import { sum, trimmed } from '../shared/values/decimal.ts';
import { openPage, type PageClient, program, withoutKeychain } from './testing/page-client.ts';
import { runInProcess } from './testing/run-in-process.ts';

// Processes start slowly beside busy processors.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const commands = { 'order-history': 'orders', 'plan-history': 'plans', trades: 'trades' } as const;
const tools = { 'order-history': 'list_orders', 'plan-history': 'list_plan_orders', trades: 'list_trades' } as const;
type List = keyof typeof commands;

interface Question {
  readonly list: List;
  readonly filter: Readonly<Record<string, unknown>>;
  /** The same as a condition of SQL. */
  readonly where: string;
  readonly from?: string;
  readonly to?: string;
}

/** Days that are covered by the part of the history that is stored, and days long before it. */
const lately = { from: day(-5), to: day(-2) };
const longAgo = { from: '2001-01-01', to: '2001-12-31' };
const within = ({ from, to }: { from: string; to: string }) => `createdAt >= '${from}' AND createdAt < '${to}T24'`;

const questions: Readonly<Record<string, Question>> = {
  'all orders': { list: 'order-history', filter: {}, where: '1' },
  'filled sells': {
    list: 'order-history',
    filter: { sides: ['sell'], statuses: ['filled'] },
    where: "side = 'sell' AND status = 'filled'",
  },
  'orders of one symbol': {
    list: 'order-history',
    filter: { symbols: ['BTC-USDT'] },
    where: "symbol = 'BTC-USDT'",
  },
  losses: { list: 'order-history', filter: { pnlSigns: ['loss'] }, where: "pnl LIKE '-%'" },
  'closing orders in cross margin': {
    list: 'order-history',
    filter: { actions: ['close'], marginModes: ['cross'] },
    where: "action = 'close' AND marginMode = 'cross'",
  },
  'canceled orders': { list: 'order-history', filter: { statuses: ['canceled'] }, where: "status = 'canceled'" },
  'orders of four days': { list: 'order-history', filter: {}, where: within(lately), ...lately },
  'orders of days before the stored ones': { list: 'order-history', filter: {}, where: within(longAgo), ...longAgo },
  'all plan orders': { list: 'plan-history', filter: {}, where: '1' },
  'plan orders to sell': { list: 'plan-history', filter: { sides: ['sell'] }, where: "side = 'sell'" },
  'closed trades': {
    list: 'trades',
    filter: { states: ['closed'], incomplete: 'none' },
    where: "state = 'closed' AND incomplete IS NULL",
  },
  'winning longs': {
    list: 'trades',
    filter: { sides: ['long'], pnlSigns: ['profit'] },
    where: "side = 'long' AND CAST(pnl AS REAL) > 0",
  },
};

/** Number of rows, and their exact PnL. */
type Figures = readonly [rows: number, pnl: string];
const figuresOf = (pnls: readonly (string | null)[]): Figures => [
  pnls.length,
  trimmed(pnls.reduce<string>((total, pnl) => sum(total, pnl ?? '0'), '0')),
];

let folder: string;
let data: string;
let exchange: DemoExchange;
let page: PageClient;
let account: string;
let assistant: Client;
let snapshot: DatabaseSync;
/** The rows of a workbook of each list as tables, with the texts of their cells. */
const sheets = new DatabaseSync(':memory:');
const aboutSheets: Partial<Record<List, string>> = {};

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'orderglass-figures-'));
  data = path.join(folder, 'data');
  exchange = await startDemoExchange({
    orders: 20_000,
    plans: 400,
    ordersPerMinute: 0,
    requestsPerWindow: 10_000,
    timeScale: 0,
  });
  page = await openPage(data, withoutKeychain());
  const { baseUrl, token, secretKey } = exchange;
  const saved = await page.call('saveAccount', {
    ...{ name: 'Main', baseUrl, signingVariant: 'bytewise', requestsPerWindow: 100, keptIn: 'session' },
    credentials: { token, secretKey },
  });
  account = saved.id;
  // The orders are downloaded in part.
  for (const list of historyLists) await page.call('syncHistory', { account, list, action: 'refresh' });
  await vi.waitUntil(async () => (await rowsOf('order-history')) >= 1500, { timeout: 60_000, interval: 50 });
  await vi.waitUntil(async () => (await stateOf('plan-history')).modes.every(({ complete }) => complete), {
    timeout: 60_000,
    interval: 50,
  });
  for (const list of historyLists) await page.call('syncHistory', { account, list, action: 'pause' });
  await vi.waitUntil(async () => (await stateOf('order-history')).phase === 'paused', { timeout: 60_000 });

  const args = [program, 'mcp', '--data-dir', data];
  assistant = new Client({ name: 'test', version: '1' });
  await assistant.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'inherit' }));
  await run('snapshot', '--out', path.join(folder, 'snapshot.sqlite'));
  snapshot = new DatabaseSync(path.join(folder, 'snapshot.sqlite'), { readOnly: true });
  for (const list of Object.keys(commands) as List[]) await readSheet(list);
});
afterAll(async () => {
  await assistant?.close();
  await page?.close();
  await exchange?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function stateOf(list: 'order-history' | 'plan-history'): Promise<HistoryState> {
  return page.call('readHistoryState', { account, list });
}

async function rowsOf(list: 'order-history' | 'plan-history'): Promise<number> {
  return (await stateOf(list)).modes.reduce((total, { rows }) => total + rows, 0);
}

async function run(command: string, ...args: string[]) {
  return runInProcess([command, '--account', 'Main', '--zone', 'UTC', '--data-dir', data, ...args], folder);
}

async function readSheet(list: List): Promise<void> {
  const file = path.join(folder, `${list}.xlsx`);
  await run(commands[list], '--format', 'xlsx', '-o', file);
  const parts = unzipSync(readFileSync(file));
  const rows = cellsOf(strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array()));
  aboutSheets[list] = strFromU8(parts['xl/worksheets/sheet2.xml'] ?? new Uint8Array());
  const names = rows[0] ?? [];
  sheets.exec(`CREATE TABLE ${commands[list]} (${names.map((name) => `"${name}" TEXT`).join(', ')})`);
  const put = sheets.prepare(`INSERT INTO ${commands[list]} VALUES (${names.map(() => '?').join(', ')})`);
  for (const row of rows.slice(1)) put.run(...names.map((_, place) => row[place] ?? null));
}

/** Texts, numbers as they are written, and dates (style 3) as ISO times. */
function cellsOf(sheet: string): string[][] {
  return [...sheet.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row = '']) => {
    const cells: string[] = [];
    for (const [, column = '', style, text, value] of row.matchAll(
      /<c r="([A-Z]+)\d+"(?: s="(\d)")?[^>]*>(?:<is><t[^>]*>(.*?)<\/t><\/is>|<v>(.*?)<\/v>)<\/c>/gs,
    )) {
      const place = [...column].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0) - 1;
      const date = () => new Date(Date.UTC(1899, 11, 30) + Math.round(Number(value) * 86_400_000)).toISOString();
      cells[place] = text ?? (style === '3' ? date() : (value ?? ''));
    }
    return cells;
  });
}

/** The figures of a question, by each door. */
const doors: Readonly<Record<string, (question: Question) => Promise<Figures>>> = {
  async screen({ list, filter, from, to }) {
    const days = from === undefined ? {} : { created: { from, to } };
    const query = { account, filter: { ...filter, ...days }, zone: 'UTC' };
    if (list === 'trades') {
      const { trades, quotes } = await page.call('summarizeTrades', { account, filter, zone: 'UTC' });
      return [
        trades,
        figuresOf(quotes.flatMap(({ closed, open, incomplete }) => [closed.sum, open.sum, incomplete.sum]))[1],
      ];
    }
    const { rows, pnl } = await page.call('summarizeHistory', { ...query, list });
    return [rows, figuresOf(pnl.map((each) => each.sum))[1]];
  },
  async terminal({ list, filter, from, to }) {
    const days = from === undefined || to === undefined ? [] : ['--from', from, '--to', to];
    const { stdout } = await run(commands[list], '--format', 'json', '--filter', JSON.stringify(filter), ...days);
    return figuresOf((JSON.parse(stdout) as { pnl: string | null }[]).map(({ pnl = null }) => pnl));
  },
  async assistant({ list, filter, from, to }) {
    const question = { account: 'Main', filter, zone: 'UTC', ...(from && { from, to }) };
    const pnls: (string | null)[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const arguments_ = cursor === undefined ? question : { ...question, cursor };
      const { structuredContent } = await assistant.callTool({ name: tools[list], arguments: arguments_ });
      const part = structuredContent as { rows: { pnl?: string | null }[]; nextCursor: string | null };
      pnls.push(...part.rows.map(({ pnl = null }) => pnl));
      cursor = part.nextCursor;
    }
    return figuresOf(pnls);
  },
  async SQL({ list, where }) {
    return selected(snapshot, list === 'plan-history' ? 'v1_plan_orders' : `v1_${commands[list]}`, where);
  },
  async XLSX({ list, where }) {
    return selected(sheets, commands[list], where);
  },
};

function selected(database: DatabaseSync, table: string, where: string): Figures {
  const pnl = /plan/.test(table) ? 'NULL AS pnl' : 'pnl';
  const rows = database.prepare(`SELECT ${pnl} FROM ${table} WHERE ${where}`).all() as { pnl: string | null }[];
  return figuresOf(rows.map((row) => row.pnl));
}

function day(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

it.each(Object.entries(questions))('%s: the same figures by every door', async (name, question) => {
  const found: Record<string, Figures> = {};
  for (const [door, ask] of Object.entries(doors)) found[door] = await ask(question);
  const [first] = Object.values(found);
  expect(found).toEqual(Object.fromEntries(Object.keys(doors).map((door) => [door, first])));
  expect([name, (first?.[0] ?? 0) > 0]).toEqual([name, question.from !== longAgo.from]);
});

it('every door says that the days before the stored ones are not covered', async () => {
  const { modes } = await stateOf('order-history');
  expect(modes.some(({ complete }) => !complete)).toBe(true);
  const days = ['--from', longAgo.from, '--to', longAgo.to];
  expect((await run('orders', ...days)).stderr).toContain('orders may be missing');
  expect(await run('orders', '--require-complete', ...days)).toMatchObject({ status: 3, stdout: '' });
  const { structuredContent } = await assistant.callTool({
    name: 'list_orders',
    arguments: { account: 'Main', ...longAgo },
  });
  expect(structuredContent).toMatchObject({ total: 0, isComplete: false });
  const stored = snapshot.prepare("SELECT complete FROM v1_coverage WHERE list = 'order-history'").all();
  expect(stored.map(({ complete }) => complete)).toContain('false');
  expect(aboutSheets['order-history']).toContain('older rows may be missing');
});
