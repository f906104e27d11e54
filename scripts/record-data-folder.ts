// Records a small data folder for src/core/testing/folders, as the program of a checkout writes it:
// npx node scripts/record-data-folder.ts CHECKOUT NAME
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import { FileKeychain } from '../src/core/testing/file-keychain.ts';
import { folderContent } from '../src/core/testing/folder-content.ts';
import type { ChannelName, InputOf, OutputOf } from '../src/shared/contract/index.ts';

const [checkout = '', name = ''] = process.argv.slice(2);
if (checkout === '' || !/^[\w-]{1,40}$/.test(name)) throw new Error('Arguments: CHECKOUT NAME');
const { createCore } = await load<typeof import('../src/core/index.ts')>('core/index.ts');
const { lockDataFolder } = await load<typeof import('../src/core/files/data-folder.ts')>('core/files/data-folder.ts');
const { saveWindowBounds } = await load<typeof import('../src/main/window-bounds.ts')>('main/window-bounds.ts');
const { startDemoExchange } = await load<typeof import('../src/demo-exchange/index.ts')>('demo-exchange/index.ts');

/** The demo exchange's own address has another port in each recording. */
const baseUrl = 'https://exchange.example';
const profile = { baseUrl, signingVariant: 'bytewise', requestsPerWindow: 1000 } as const;
const orders = 'order-history';
const plans = 'plan-history';
const historyPath = '/v1/futures/orders/history';
const folder = await mkdtemp(path.join(tmpdir(), 'orderglass-record-'));
const data = path.join(folder, 'data');
const exchange = await startDemoExchange({
  orders: 1999,
  plans: 300,
  openPlans: 12,
  ordersPerMinute: 0,
  timeScale: 0,
  requestsPerWindow: 100_000,
});
const unreadableOrder = exchange.addOrder({ symbol: 'BTC-USDT' });
const changedOrder = exchange.addOrder({
  symbol: 'BTC-USDT',
  fields: { status: 3, amount: '29', deal_amount: '29', price_avg: '82000.5' },
});
/** False: the exchange returns the changed order as pending. */
let isChanged = false;

const keychain = new FileKeychain(path.join(folder, 'keychain.json'));
const unlock = lockDataFolder(data);
const core = await createCore({
  dataDirectory: data,
  about: { version: '0.1.0', host: 'browser', platform: 'linux' },
  startDemoExchange: async () => ({ ...exchange, close: async () => {} }),
  openKeychain: () => keychain,
  fetch: requestFromExchange,
});
try {
  await changeSettings();
  const account = await addAccounts();
  await readHistory(account);
  await writeNotes(account);
  await fireAlerts(account);
  const recordedAt = Date.now();
  const day = new Date(recordedAt).toISOString().slice(0, 10);
  const commit = execFileSync('git', ['-C', checkout, 'rev-parse', '--short=7', 'HEAD'], { encoding: 'utf8' }).trim();
  const content = { commit, recordedAt, day, account, ...(await folderContent(ask, account)) };
  await core.close();
  saveWindowBounds(path.join(data, 'window.json'), { x: 10, y: 20, width: 1200, height: 800, maximized: false });
  unlock();
  await keep(content);
} finally {
  await core.close();
  unlock();
  await exchange.close();
  await rm(folder, { recursive: true, force: true });
}

async function changeSettings(): Promise<void> {
  await ask('changeSettings', {
    theme: 'light',
    priceColors: 'red-up',
    language: 'zh',
    screen: 'trades',
    timeZone: 'Asia/Shanghai',
    tables: {
      [orders]: { columnOrder: ['pnl', 'symbol'], columnVisibility: { kind: false }, columnSizing: { pnl: 99 } },
    },
    filters: { [orders]: { symbols: ['BTC-USDT'], pnl: { from: '-10.5' } } },
    views: [
      {
        list: orders,
        name: 'Losses',
        filter: { pnlSigns: ['loss'], tags: ['#late'] },
        sort: [{ id: 'pnl', desc: false }],
      },
      { list: 'trades', name: 'Longs 多头', filter: { sides: ['long'] }, sort: [] },
    ],
    tickers: {
      futures: { view: 'map', quote: 'USDT', shown: { watchlist: 'Majors' }, favorites: ['BTC-USDT', 'ETH-USDT'] },
      spot: { view: 'table', quote: null, shown: 'favorites', favorites: ['SUI-USDT'] },
    },
    watchlists: [{ name: 'Majors', market: 'futures', symbols: ['BTC-USDT', 'ETH-USDT', 'SOL-USDT'] }],
    watch: { market: 'futures', shown: { watchlist: 'Majors' } },
    refreshEvery: '10',
    quietHours: { from: '22:00', to: '07:30' },
    notify: {
      'plan-near': true,
      'plan-left': true,
      'plan-orphaned': true,
      'position-unstopped': true,
      'price-move': true,
      'stop-near': true,
      'losing-streak': true,
      'trades-today': true,
      pnl: false,
      price: false,
      change: true,
      stale: true,
      'account-silent': true,
    },
  });
}

/**
 * Adds an account of the exchange, one that the exchange does not know, and one for this session only. Removes another, whose entry the
 * keychain does not show.
 */
async function addAccounts(): Promise<string> {
  const { token, secretKey } = exchange;
  const { id } = await ask('saveAccount', {
    ...profile,
    name: 'Main',
    credentials: { token, secretKey },
    keptIn: 'keychain',
  });
  const other = { token: 'another-token-0123', secretKey: 'another-secret-key' };
  await ask('saveAccount', { ...profile, name: 'Another', credentials: other, keptIn: 'keychain' });
  const third = { token: 'a-third-token-4567', secretKey: 'a-third-secret-key' };
  await ask('saveAccount', { ...profile, name: 'Session', credentials: third, keptIn: 'session' });
  const fourth = { token: 'a-fourth-token-8901', secretKey: 'a-fourth-secret-key' };
  const removed = await ask('saveAccount', { ...profile, name: 'Removed', credentials: fourth, keptIn: 'keychain' });
  keychain.hidesEntries = true;
  await ask('removeAccount', { id: removed.id });
  await until(async () => (await ask('readLeftEntries', {})).length === 1);
  keychain.hidesEntries = false;
  await ask('changeSettings', { account: id, feeRates: { [id]: { maker: '0.02', taker: '-0.05' } } });
  return id;
}

async function readHistory(account: string): Promise<void> {
  for (const list of [orders, plans] as const) {
    await ask('syncHistory', { account, list, action: 'refresh' });
    await until(async () => {
      const { phase, modes } = await ask('readHistoryState', { account, list });
      return phase === 'idle' && modes.every(({ complete }) => complete);
    });
  }
  isChanged = true;
  await ask('syncHistory', { account, list: orders, action: 'refresh' });
  const query = { account, filter: { ids: [changedOrder] }, sort: [], zone: 'UTC', from: 0, count: 1 };
  await until(async () => (await ask('readOrderHistory', query)).rows[0]?.status === 'filled');
}

async function writeNotes(account: string): Promise<void> {
  const page = { account, filter: {}, sort: [], zone: 'UTC', from: 0, count: 500 };
  const rows = (await ask('readOrderHistory', page)).rows;
  const pastPlans = (await ask('readPlanHistory', page)).rows;
  const trades = (await ask('readTrades', page)).rows;
  for (const [index, { key }] of rows.entries()) {
    await ask('saveNote', { account, kind: 'order', key, text: `Note ${index} #late “引号” 😀`, before: '' });
  }
  for (const { key } of pastPlans.slice(0, 5)) {
    await ask('saveNote', { account, kind: 'plan', key, text: 'two\nlines #plan', before: '' });
  }
  for (const { key } of trades.slice(0, 5)) {
    await ask('saveNote', { account, kind: 'trade', key, text: '=1+1 #trade', before: '' });
  }
}

/** Saves an alert of each kind, and lets a price alert fire and a plan order leave. */
async function fireAlerts(account: string): Promise<void> {
  const symbol = 'SUI-USDT';
  const open = { account, list: 'open-plans' } as const;
  const tickers = { account, list: 'futures-tickers' } as const;
  exchange.setPrice(symbol, '1.5');
  exchange.addPlan({ symbol, triggerPrice: '1.4' });
  const conditions: InputOf<'saveAlert'>['condition'][] = [
    { kind: 'price', market: 'futures', symbol, level: '1.35', direction: 'falls-to' },
    { kind: 'change', market: 'futures', symbol, percent: '40' },
    { kind: 'plan-near', percent: '0.01' },
    { kind: 'plan-left', symbol },
    { kind: 'plan-orphaned' },
    { kind: 'position-unstopped', minutes: 30, symbol },
    { kind: 'pnl', of: 'position', direction: 'loss', amount: '2', unit: 'percent', quote: 'USDT' },
    { kind: 'pnl', of: 'stops', direction: 'loss', amount: '100.5', unit: 'amount', quote: 'USDT' },
    { kind: 'pnl', of: 'account', direction: 'loss', amount: '3', unit: 'percent', quote: 'USDT' },
    { kind: 'pnl', of: 'entry', direction: 'gain', amount: '1.5', unit: 'percent', quote: 'USDT' },
    { kind: 'losing-streak', trades: 4 },
    { kind: 'trades-today', trades: 10 },
    { kind: 'stale', minutes: 60 },
    { kind: 'account-silent' },
  ];
  for (const condition of conditions) {
    await ask('saveAlert', { account, condition, paused: condition.kind === 'change' });
  }
  await ask('saveAlert', { account: 'demo', condition: { kind: 'stale', minutes: 5 }, paused: true });
  const once = { quietMinutes: null, endsAt: 4_000_000_000_000 };
  await ask('saveAlert', { account: 'demo', condition: { kind: 'account-silent' }, paused: true, ...once });
  await ask('refreshLive', open);
  await ask('refreshLive', tickers);
  exchange.setPrice(symbol, '1.3');
  exchange.advance(12_000);
  await ask('refreshLive', tickers);
  await until(async () => {
    await ask('refreshLive', open);
    const events = (await ask('readActivity', { account })).map(({ event }) => event);
    return (
      events.some((event) => event.kind === 'alert' && event.condition.kind === 'price') &&
      events.some((event) => event.kind === 'plan-left' && event.outcome !== null)
    );
  });
  const [latest] = await ask('readActivity', { account });
  if (latest) await ask('markActivityRead', { account, ids: [latest.id] });
}

async function requestFromExchange(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(String(input).replace(baseUrl, exchange.baseUrl), init);
  if (!String(input).includes(historyPath)) return response;
  const reply = (await response.json()) as { result: Record<string, unknown>[] };
  for (const row of reply.result) {
    if (row.order_id === unreadableOrder) row.ctime = 'no time';
    if (row.order_id === changedOrder && !isChanged) Object.assign(row, { status: 1, deal_amount: '0' });
  }
  return Response.json(reply, { headers: { date: response.headers.get('date') ?? '' } });
}

async function ask<Name extends ChannelName>(channel: Name, input: InputOf<Name>): Promise<OutputOf<Name>> {
  const result = await core.call(channel, input);
  if (!result.ok) throw new Error(`${channel} failed: ${JSON.stringify(result.error)}`);
  return result.data as OutputOf<Name>;
}

async function until(check: () => Promise<boolean>): Promise<void> {
  while (!(await check())) await delay(20);
}

/** Files of more than a few kilobytes are compressed; `openFolder` of the tests knows their ending. */
async function keep(content: object): Promise<void> {
  const target = path.resolve(import.meta.dirname, '../src/core/testing/folders', name);
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const bytes = await readFile(file);
    const kept = path.join(target, path.relative(folder, file));
    await mkdir(path.dirname(kept), { recursive: true });
    if (bytes.length > 8192) await writeFile(`${kept}.br`, brotliCompressSync(bytes));
    else await writeFile(kept, bytes);
  }
  await writeFile(path.join(target, 'content.json'), `${JSON.stringify(content, null, 2)}\n`);
}

function load<Module>(file: string): Promise<Module> {
  return import(path.resolve(checkout, 'src', file)) as Promise<Module>;
}
