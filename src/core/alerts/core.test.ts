import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type DemoExchange, startDemoExchange } from '../../demo-exchange/index.ts';
import type { EventName, EventOf, HostEvent } from '../../shared/contract/index.ts';
import { createCore, openProgramLog } from '../index.ts';
import { callersOf } from '../testing/callers.ts';
import { FileKeychain } from '../testing/file-keychain.ts';
import { keptThreads } from '../testing/kept-threads.ts';

const about = { version: '0.0.0', host: 'browser', platform: 'linux' } as const;
const plansPath = '/v1/futures/plan/current';
const closing: (() => unknown)[] = [];
let folder: string;
let dataDirectory: string;
let exchange: DemoExchange;
let keychain: FileKeychain;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'orderglass-alerts-core-'));
  dataDirectory = path.join(folder, 'data');
  keychain = new FileKeychain(path.join(folder, 'keychain.json'));
  exchange = await startDemoExchange({
    orders: 0,
    plans: 20,
    openPlans: 0,
    ordersPerMinute: 0,
    timeScale: 0,
    requestsPerWindow: 1_000_000,
  });
  closing.push(exchange.close);
});

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await rm(folder, { recursive: true, force: true });
});

async function start() {
  const { baseUrl, token, secretKey } = exchange;
  const log = openProgramLog({ dataDirectory });
  const core = await createCore({
    dataDirectory,
    historyWorker: keptThreads,
    about,
    // Outlasts the program and serves the live account, too.
    startDemoExchange: async () => ({ baseUrl, token, secretKey, close: async () => {} }),
    openKeychain: () => keychain,
    log,
  });
  const events: HostEvent[] = [];
  core.subscribe((event) => events.push(event));
  const close = async () => {
    await core.close();
    log.close();
  };
  closing.push(close);
  return {
    core,
    events,
    close,
    log,
    ...callersOf(core),
    /** The data of all events of a name so far. */
    dataOf: <Name extends EventName>(name: Name) =>
      events.filter((event) => event.name === name).map(({ data }) => data as EventOf<Name>),
  };
}

type Program = Awaited<ReturnType<typeof start>>;
/** `interval`: milliseconds between two checks. */
const until = (check: () => unknown, interval = 10) => vi.waitFor(check, { timeout: 25_000, interval });

function addAccount({ ask }: Pick<Program, 'ask'>) {
  const { baseUrl, token, secretKey } = exchange;
  const credentials = { token, secretKey };
  const profile = { name: 'Main', signingVariant: 'bytewise', requestsPerWindow: 1000, keptIn: 'keychain' } as const;
  return ask('saveAccount', { ...profile, baseUrl, credentials });
}

test('a watched list is polled, its alert fires and is published, and both are kept over a restart', async () => {
  exchange.setPrice('BTC-USDT', '80000');
  const program = await start();
  const { ask, dataOf } = program;
  await ask('changeSettings', { refreshEvery: '1' });
  const question = { account: 'demo', list: 'futures-tickers' } as const;
  expect(await ask('watchMarket', { page: 'page', watched: [question] })).toEqual({ holdsForMs: 20_000 });
  await until(() => expect(dataOf('liveChanged')).toMatchObject([{ ...question, base: 0, version: 1, failure: null }]));
  const { rows, version, fetchedAt } = await ask('readLive', question);
  expect(rows).toHaveLength(250);
  expect(dataOf('liveChanged')[0]).toMatchObject({ version, fetchedAt });
  const alert = await ask('saveAlert', {
    account: 'demo',
    condition: { kind: 'price', market: 'futures', symbol: 'BTC-USDT', level: '81000', direction: 'rises-to' },
    paused: false,
  });
  expect(dataOf('alertsChanged')).toEqual([{ account: 'demo', alerts: [alert] }]);
  exchange.setPrice('BTC-USDT', '81000.5');
  expect(await ask('refreshLive', question)).toMatchObject({ failure: null });
  expect(dataOf('liveChanged').at(-1)?.put).toMatchObject([{ symbol: 'BTC-USDT', last: '81000.5' }]);
  expect(dataOf('activityAdded')).toEqual([]);
  // The poll that confirms the crossing comes by itself.
  await until(() =>
    expect(dataOf('activityAdded')).toMatchObject([
      { account: 'demo', notify: true, event: { alert: alert.id, value: '81000.5' } },
    ]),
  );
  expect(await ask('markActivityRead', { account: 'demo' })).toEqual({ unread: 0 });
  expect(dataOf('activitiesChanged')).toEqual([{ account: 'demo' }]);
  await program.close();
  const second = await start();
  expect(await second.ask('readActivity', {})).toMatchObject([{ event: { alert: alert.id }, read: true }]);
  expect(await second.ask('listAlerts', { account: 'demo' })).toMatchObject([{ id: alert.id, paused: false }]);
});

test('alerts on the PnL of a position and on a missing stop use the orders of the history', async () => {
  exchange.setPrice('BTC-USDT', '80000');
  const opened = { type: 'buy-limit', contract_type: 'open', status: 2, amount: '10', deal_amount: '10', profit: '0' };
  exchange.addOrder({ symbol: 'BTC-USDT', fields: { ...opened, price: '80000', price_avg: '80000' } });
  const { ask, dataOf } = await start();
  const { id: account } = await addAccount({ ask });
  const list = 'order-history';
  await ask('syncHistory', { account, list, action: 'refresh' });
  await until(async () =>
    expect(await ask('readPositionRisk', { account })).toMatchObject({ positions: [{ quantity: '10' }] }),
  );
  const pnl = { kind: 'pnl', of: 'position', direction: 'loss', amount: '2', unit: 'percent', quote: 'USDT' } as const;
  await ask('saveAlert', { account, condition: pnl, paused: false });
  await ask('saveAlert', { account, condition: { kind: 'position-unstopped', minutes: 1 }, paused: false });
  const poll = async (): Promise<void> => {
    await ask('refreshLive', { account, list: 'open-plans' });
    await ask('refreshLive', { account, list: 'futures-tickers' });
  };
  // The positions are read in the background after the first list, for the prices after it.
  await until(async () => {
    await poll();
    expect(await readFile(path.join(dataDirectory, 'alerts', `${account}.json`), 'utf8')).toMatch(/"bare":\[\{/);
  }, 250);
  exchange.setPrice('BTC-USDT', '78000');
  await poll();
  await poll();
  expect(dataOf('activityAdded')).toMatchObject([
    { account, event: { condition: pnl, symbol: 'BTC-USDT', position: 'long', value: '-2.50' } },
  ]);
});

test('an alert for plan orders without a position fires with its reason once the position has closed', async () => {
  exchange.setPrice('ETH-USDT', '3000');
  const symbol = 'ETH-USDT';
  const filled = { status: 3, amount: '5', deal_amount: '5', price_avg: '3000' };
  exchange.addOrder({ symbol, fields: { ...filled, type: 'buy-limit', contract_type: 'open', profit: '0' } });
  exchange.advance(2000);
  const plan = exchange.addPlan({ symbol, triggerPrice: '3150', amount: '5', fields: { type: 'sell-limit' } });
  exchange.advance(2000);
  const { ask, dataOf } = await start();
  const { id: account } = await addAccount({ ask });
  await ask('saveAlert', { account, condition: { kind: 'plan-orphaned' }, paused: false });
  const read = async (): Promise<void> => {
    await ask('syncHistory', { account, list: 'order-history', action: 'refresh' });
    await ask('refreshLive', { account, list: 'open-plans' });
  };
  // A plan order that has no position at the first evaluation, or of which that cannot be told then, does not fire until it has had one.
  await until(async () => {
    await read();
    const stored = await readFile(path.join(dataDirectory, 'alerts', `${account}.json`), 'utf8');
    expect(stored).toMatch(/"hasBegun":true,"orphaned":\[\]/);
  });
  expect(dataOf('activityAdded')).toEqual([]);
  exchange.addOrder({ symbol, fields: { ...filled, type: 'sell-limit', contract_type: 'close', profit: '1' } });
  await until(async () => {
    await read();
    expect(dataOf('activityAdded')).toMatchObject([
      { account, event: { condition: { kind: 'plan-orphaned' }, plan: `isolated:${plan}`, remark: 'none-open' } },
    ]);
  });
});

test('a plan that left while the program did not run is reported for a live account, not for the demo account', async () => {
  exchange.setPrice('SUI-USDT', '1.5');
  const plan = exchange.addPlan({ symbol: 'SUI-USDT', triggerPrice: '1.4' });
  const first = await start();
  const { id } = await addAccount(first);
  for (const account of ['demo', id]) await first.ask('refreshLive', { account, list: 'open-plans' });
  await first.close();
  exchange.setPrice('SUI-USDT', '1.3');
  exchange.advance(12_000);
  const second = await start();
  for (const account of ['demo', id]) await second.ask('refreshLive', { account, list: 'open-plans' });
  await until(() =>
    expect(second.dataOf('activityAdded')).toMatchObject([
      { account: id, event: { kind: 'plan-left', plan: `isolated:${plan}`, outcome: { status: 'fully-executed' } } },
    ]),
  );
  expect(await second.ask('readActivity', { account: 'demo' })).toEqual([]);
});

test('a plan that left while the program did not run is reported although the archive was damaged meanwhile', async () => {
  exchange.setPrice('SUI-USDT', '1.5');
  const plan = exchange.addPlan({ symbol: 'SUI-USDT', triggerPrice: '1.4' });
  const first = await start();
  const { id } = await addAccount(first);
  await first.ask('refreshLive', { account: id, list: 'open-plans' });
  await first.close();
  exchange.setPrice('SUI-USDT', '1.3');
  exchange.advance(12_000);
  const archives = path.join(dataDirectory, 'archives');
  for (const file of await readdir(archives)) await writeFile(path.join(archives, file), 'x'.repeat(8192));
  const second = await start();
  await second.ask('refreshLive', { account: id, list: 'open-plans' });
  await until(() =>
    expect(second.dataOf('activityAdded')).toMatchObject([
      { account: id, event: { kind: 'plan-left', plan: `isolated:${plan}` } },
    ]),
  );
  expect((await readdir(archives)).some((name) => name.includes('.damaged-'))).toBe(true);
});

test('plan history that was fetched to look up a plan is stored also while history sync is paused', async () => {
  exchange.setPrice('SUI-USDT', '1.5');
  const plan = exchange.addPlan({ symbol: 'SUI-USDT', triggerPrice: '1.4' });
  const { ask, dataOf } = await start();
  const { id } = await addAccount({ ask });
  await ask('syncHistory', { account: id, list: 'plan-history', action: 'pause' });
  await ask('refreshLive', { account: id, list: 'open-plans' });
  exchange.setPrice('SUI-USDT', '1.3');
  exchange.advance(12_000);
  await ask('refreshLive', { account: id, list: 'open-plans' });
  await until(() => expect(dataOf('activityAdded')).toHaveLength(1));
  const filter = { text: plan };
  const query = { account: id, filter, sort: [], zone: 'UTC', from: 0, count: 10 };
  await until(async () =>
    expect(await ask('readPlanHistory', query)).toMatchObject({ total: 1, rows: [{ id: plan }] }),
  );
  expect(await ask('readHistoryState', { account: id, list: 'plan-history' })).toMatchObject({ phase: 'paused' });
});

test('a locked keychain is opened once for polling and again when the user refreshes', async () => {
  const first = await start();
  const { id } = await addAccount(first);
  await first.ask('changeSettings', { refreshEvery: '1' });
  await first.close();
  const program = await start();
  const question = { account: id, list: 'open-plans' } as const;
  keychain.failure = 'locked';
  keychain.calls.length = 0;
  await program.ask('watchMarket', { page: 'page', watched: [question, { account: id, list: 'spot-tickers' }] });
  await until(() =>
    expect(program.dataOf('liveChanged').filter(({ list }) => list === 'spot-tickers').length).toBeGreaterThan(2),
  );
  expect(keychain.calls).toHaveLength(1);
  expect(await program.ask('readLive', question)).toMatchObject({
    failure: { code: 'keychain-unavailable', keychain: 'locked' },
    version: 0,
  });
  expect(program.log.recentLines().join('\n')).toContain('live-list-failed');
  keychain.failure = null;
  expect(await program.ask('refreshLive', question)).toMatchObject({ failure: null, version: 1 });
  expect(exchange.traffic.count(plansPath)).toBeGreaterThan(0);
});

test('the alerts, activities and lists of a removed account are deleted', async () => {
  const program = await start();
  const { id } = await addAccount(program);
  await program.ask('saveAlert', { account: id, condition: { kind: 'account-silent' }, paused: false });
  await until(() => expect(exchange.traffic.count(plansPath)).toBeGreaterThan(0));
  await program.ask('removeAccount', { id });
  expect(await program.core.call('listAlerts', { account: id })).toMatchObject({
    ok: false,
    error: { code: 'unknown-account' },
  });
  expect(await program.ask('listAlerts', {})).toEqual([]);
  await program.close();
  expect(await readdir(path.join(dataDirectory, 'alerts'))).toEqual([]);
});

test('a damaged file of alerts is quarantined and reported to the user', async () => {
  const first = await start();
  await first.ask('saveAlert', { account: 'demo', condition: { kind: 'stale', minutes: 5 }, paused: false });
  await first.close();
  await writeFile(path.join(dataDirectory, 'alerts', 'demo.json'), '{"version":1,');
  const second = await start();
  expect(await second.ask('readFileNotices', {})).toEqual([
    { what: 'alerts', problem: 'damaged', backupName: expect.stringMatching(/^demo\.damaged-.*\.json$/) },
  ]);
  expect(await second.ask('listAlerts', {})).toEqual([]);
  expect(second.log.recentLines().join('\n')).toContain('file-unusable');
});
