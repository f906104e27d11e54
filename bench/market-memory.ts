/**
 * Simulates eight hours of polling and alerts: 1,500 tickers every 3 s of which a twentieth changes, open plans that
 * come and go, and alerts that fire. Prints the used memory after 5 minutes and at the end in MiB. Needs `--expose-gc`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createMarketServices } from '../src/core/market-services.ts';
import { createExchangeClient } from '../src/exchange/index.ts';
import { VirtualTime } from '../src/exchange/testing/virtual-time.ts';
import type { AccountSummary } from '../src/shared/contract/accounts.ts';
import { settingsSchema } from '../src/shared/contract/settings.ts';
import { sampleTickers } from './lib/sampled-tickers.ts';

const minuteMs = 60_000;
const early = 5 * minuteMs;
const late = 8 * 60 * minuteMs;

const time = new VirtualTime();
const startedAt = Date.UTC(2026, 0, 5);
const now = () => startedAt + time.now();
const sampled = await sampleTickers(1500);
const directory = await mkdtemp(path.join(tmpdir(), 'orderglass-bench-'));

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
  readPositions: async () => null,
  planLives: () => ({ open: async () => ({ lives: [], watchedUntil: null }), save: async () => {} }),
  find: () => ({
    scope: 'one',
    archive: 'one',
    askMarket: (operation, signal) => operation(client, { signal }),
    askOrders: (operation, signal) => operation(client, { signal }),
  }),
  settings: () => settingsSchema.parse({}),
  log: count,
  fileErrors: { unusable: count, notSaved: count },
  events: {
    liveChanged: count,
    recovered: count,
    activityAdded: count,
    activitiesChanged: count,
    alertsChanged: count,
    notificationDue: () => {},
  },
});
const account: AccountSummary = {
  id: 'one',
  name: 'one',
  kind: 'live',
  baseUrl: '',
  signingVariant: 'bytewise',
  requestsPerWindow: 100,
  credentials: null,
};
market.accountsChanged([account]);
alerts.accountsChanged([account.id]);
await alerts.opened();
await alerts.saveAlert({ account: 'one', condition: { kind: 'plan-left' }, paused: false });
await alerts.saveAlert({ account: 'one', condition: { kind: 'plan-near', percent: '1' }, paused: false });

async function runUntil(end: number): Promise<void> {
  while (time.now() < end) {
    const watched = (['futures-tickers', 'open-plans'] as const).map((list) => ({ account: 'one', list }));
    market.watch({ page: 'page', watched });
    // Short steps, because responses need turns of the real event loop.
    for (let step = 0; step < 8; step++) {
      await time.advance(1000);
      for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

function heldMiB(): number {
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 2 ** 20;
}

await runUntil(early);
const afterMinutes = heldMiB();
const eventsEarly = events;
await runUntil(late);
const afterHours = heldMiB();
if (events < eventsEarly * 50) throw new Error(`Only ${events} events came.`);
market.close();
await alerts.close();
await rm(directory, { recursive: true, force: true });
console.log(JSON.stringify({ early: afterMinutes, late: afterHours }));
