/**
 * Simulates a day of polling and alerts beside an archive of 100,000 orders: 1,500 tickers every 3 s of which a twentieth changes, open plans
 * that come and go, alerts that fire, a new order a minute, and a page that shows the newest orders and their sum. Prints the memory of the
 * main thread, of the history's worker, and of the process after each hour in MiB. Needs `--expose-gc`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createMarketServices } from '../src/core/market/market-services.ts';
import { createExchangeClient, type ListEntry } from '../src/exchange/index.ts';
import { VirtualTime } from '../src/exchange/testing/virtual-time.ts';
import { History, WorkerThreads } from '../src/history/index.ts';
import type { AccountSummary } from '../src/shared/contract/accounts.ts';
import type { Order } from '../src/shared/contract/orders.ts';
import { settingsSchema } from '../src/shared/contract/settings.ts';
import { fillHistory } from './lib/filled-archive.ts';
import { heldMiB, workerMiB } from './lib/held-memory.ts';
import { sampleTradeOrders } from './lib/sampled-orders.ts';
import { sampleTickers } from './lib/sampled-tickers.ts';

/** In MiB: objects and buffers of both threads, and the resident memory of the process. */
export interface HourOfMemory {
  readonly main: number;
  readonly worker: number;
  readonly process: number;
}

const minuteMs = 60_000;
const hours = 24;
const orders = 100_000;
const account = 'one';
const list = 'order-history';

const time = new VirtualTime();
const startedAt = Date.UTC(2026, 0, 5);
const now = () => startedAt + time.now();
const sampled = await sampleTickers(1500);
const directory = await mkdtemp(path.join(tmpdir(), 'orderglass-bench-'));

const archive = path.join(directory, 'history.sqlite');
fillHistory(archive, orders);
const history = new History({
  file: archive,
  notes: `${archive}.notes`,
  discardExisting: false,
  threads: new WorkerThreads(new URL('./lib/held-memory.ts', import.meta.url)),
  newVersion: () => 1,
  fetchPage: async () => ({ entries: [], fetchedAt: now() }),
  fetchOpenPlans: async () => ({ plans: [], fetchedAt: now() }),
  isSaturated: () => false,
  onStatus: () => {},
  onNotes: () => {},
  onPlans: (update) => alerts.plansFollowed('one', update),
  onSyncFailed: () => {},
  onUnexpected: (error) => {
    throw error;
  },
});

function planRow(number: number): string {
  const created = Math.floor((startedAt - number * 1000) / 1000);
  return `{"order_id":"P${number}","ctime":${created},"symbol":"0BTC-USDT","price":"0","lever_rate":10,"amount":"1","type":"buy-market","trigger_status":0,"trigger_sign":"1","trigger_price":"${70_000 + number}","stop_profit_price":"","stop_loss_price":""}`;
}

function answerTo(url: URL): string | Uint8Array<ArrayBuffer> {
  if (url.pathname.endsWith('24kline_list')) return sampled.next(0.05);
  const isOpenFirstPage = url.pathname.endsWith('current') && !url.searchParams.has('from');
  // Every 15 minutes a plan leaves the list and another one enters.
  const first = Math.floor(time.now() / (15 * minuteMs));
  const plans = Array.from({ length: 30 }, (_, place) => planRow(first + place));
  const rows = isOpenFirstPage && url.searchParams.get('is_full') === '1' ? plans.reverse() : [];
  return `{"errno":0,"errmsg":"success","result":[${rows.join(',')}]}`;
}

const client = createExchangeClient({
  baseUrl: 'http://127.0.0.1',
  credentials: { token: 'token', secretKey: 'secret' },
  signingVariant: 'bytewise',
  now,
  random: Math.random,
  fetch: async (input) => new Response(answerTo(new URL(String(input)))),
});
const settings = settingsSchema.parse({});
let events = 0;
const count = () => {
  events++;
};
const { market, alerts } = createMarketServices({
  now,
  monotonicNow: time.now,
  schedule: time.schedule,
  random: Math.random,
  directory,
  followPlans: (_account, _archive, followed) => history.call('followPlans', followed),
  readPositions: () => Promise.reject(new Error('no alert needs positions')),
  readRules: () => Promise.resolve([]),
  find: () => ({
    scope: 'one',
    archive: 'one',
    run: '',
    askMarket: (operation, signal) => operation(client, { signal }),
    askOrders: (operation, signal) => operation(client, { signal }),
  }),
  settings: () => settings,
  log: count,
  fileErrors: { unusable: count, notSaved: count },
  events: {
    liveChanged: count,
    recovered: count,
    plansPolled: () => {},
    activityAdded: count,
    activitiesChanged: count,
    alertsChanged: count,
    notificationDue: () => {},
  },
});
const summary: AccountSummary = {
  id: account,
  name: account,
  kind: 'live',
  baseUrl: '',
  signingVariant: 'bytewise',
  requestsPerWindow: 100,
  credentials: null,
};
market.accountsChanged([summary]);
alerts.accountsChanged([account]);
await alerts.opened();
await alerts.saveAlert({ account: 'one', condition: { kind: 'plan-left' }, paused: false });
await alerts.saveAlert({ account: 'one', condition: { kind: 'plan-near', percent: '1' }, paused: false });

const rows = { account, filter: {}, zone: 'UTC' };
const { number: _number, tie: _tie, ...sampleOrder } = sampleTradeOrders()(1);
let entries: ListEntry<Order>[] = [];

/** Saves a page with a new order, and requests what a page that shows the orders requests then. */
async function tradeOnce(): Promise<void> {
  const id = `N${time.now()}`;
  const raw = `{"order_id":"${id}"}`;
  const row = { ...sampleOrder, key: `isolated:${id}`, id, marginMode: 'isolated', createdAt: now(), raw } as const;
  entries = [{ id, row }, ...entries].slice(0, 100);
  const page = { list, marginMode: 'isolated', from: null, symbol: null, entries, fetchedAt: now() } as const;
  await history.call('savePage', { page });
  await history.ask('readHistoryState', { account, list }, now());
  await history.ask('readOrderHistory', { ...rows, sort: [], from: 0, count: 100 }, now());
  await history.ask('summarizeHistory', { ...rows, list }, now());
}

async function runUntil(end: number): Promise<void> {
  while (time.now() < end) {
    const watched = (['futures-tickers', 'open-plans'] as const).map((list) => ({ account, list }));
    market.watch({ page: 'page', watched });
    // Short steps, because responses need turns of the real event loop.
    for (let step = 0; step < 10; step++) {
      await time.advance(1000);
      for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setImmediate(resolve));
    }
    if (time.now() % minuteMs === 0) await tradeOnce();
  }
}

const measured: HourOfMemory[] = [];
for (let hour = 1; hour <= hours; hour++) {
  const before = events;
  await runUntil(hour * 60 * minuteMs);
  if (events - before < 1000) throw new Error(`Only ${events - before} events came in an hour.`);
  const [main, worker] = [heldMiB(), await workerMiB()];
  measured.push({ main, worker, process: process.memoryUsage.rss() / 2 ** 20 });
}
market.close();
await alerts.close();
await history.close();
await rm(directory, { recursive: true, force: true });
console.log(JSON.stringify(measured));
