import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type DemoExchange, type DemoExchangeOptions, startDemoExchange } from '../demo-exchange/index.ts';
import type { HostEvent } from '../shared/contract/index.ts';
import { liveLists } from '../shared/market/market.ts';
import type { HistoryList } from '../shared/orders/history.ts';
import { type Core, type CoreOptions, createCore } from './index.ts';
import { type Callers, callersOf } from './testing/callers.ts';
import { keptThreads } from './testing/kept-threads.ts';

const about = { version: '0.0.0', host: 'browser', platform: 'linux' } as const;
const closing: (() => Promise<unknown>)[] = [];
let dataDirectory: string;

beforeEach(async () => {
  dataDirectory = await mkdtemp(path.join(tmpdir(), 'orderglass-core-'));
});

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await rm(dataDirectory, { recursive: true, force: true });
});

/** A core with the data folder of the test, closed after it. */
async function open(options: Omit<CoreOptions, 'dataDirectory' | 'about'>): Promise<Core> {
  const core = await createCore({ dataDirectory, about, historyWorker: keptThreads, ...options });
  closing.push(() => core.close());
  return core;
}

interface Program extends Callers {
  core: Core;
  demo: DemoExchange;
}

async function start(options: DemoExchangeOptions = {}, random = Math.random): Promise<Program> {
  const demo = await startDemoExchange({
    orders: 300,
    plans: 100,
    ordersPerMinute: 0,
    requestsPerWindow: 10_000,
    ...options,
  });
  closing.push(() => demo.close());
  const core = await open({ startDemoExchange: async () => demo, random });
  return {
    core,
    demo,
    ...callersOf(core),
  };
}

const demoWindow = { account: 'demo', filter: {}, sort: [], zone: 'UTC', from: 0, count: 1000 };
const demoPlans = { account: 'demo', list: 'open-plans' } as const;

/** Resolves when the local history of a list is complete for both margin modes. */
async function isComplete({ ask }: Program, list: HistoryList): Promise<void> {
  await expect
    .poll(async () => (await ask('readHistoryState', { account: 'demo', list })).modes.map(({ complete }) => complete))
    .toEqual([true, true]);
}

describe('the six lists of the demo exchange, over HTTP', () => {
  test('the order history has every order of both modes once, the newest first', async () => {
    const program = await start({ orders: 900 });
    await isComplete(program, 'order-history');
    const { rows: orders, total } = await program.ask('readOrderHistory', demoWindow);
    expect(orders).toHaveLength(900);
    expect(total).toBe(900);
    expect(new Set(orders.map((order) => order.key)).size).toBe(900);
    for (const [index, order] of orders.entries()) {
      expect(order.createdAt).toBeLessThanOrEqual(orders[index - 1]?.createdAt ?? Number.POSITIVE_INFINITY);
    }
    expect(new Set(orders.map(({ marginMode }) => marginMode))).toEqual(new Set(['isolated', 'cross']));
    // 900 rows at 100 per request, and per mode a partial page, an empty one, and two that confirm the end.
    expect(program.demo.traffic.count('/v1/futures/orders/history')).toBeLessThanOrEqual(17);
  });

  test('the plan history has every plan once', async () => {
    const program = await start({ plans: 700 });
    await isComplete(program, 'plan-history');
    const { rows: plans } = await program.ask('readPlanHistory', demoWindow);
    expect(new Set(plans.map((plan) => plan.key)).size).toBe(plans.length);
    expect(plans.length).toBeGreaterThanOrEqual(700);
    expect(plans.some((plan) => plan.triggerDirection === 'unknown:0')).toBe(true);
  });

  test('open plans, tickers and rules are complete', async () => {
    const { ask } = await start();
    for (const list of liveLists) {
      expect((await ask('refreshLive', { account: 'demo', list })).failure).toBeNull();
    }
    const plans = await ask('readLive', { account: 'demo', list: 'open-plans' });
    expect(plans.rows.length).toBeGreaterThan(10);
    expect(plans.rows.every((plan) => 'triggerPrice' in plan && plan.triggerPrice !== null)).toBe(true);
    const futures = await ask('readLive', { account: 'demo', list: 'futures-tickers' });
    const spot = await ask('readLive', { account: 'demo', list: 'spot-tickers' });
    const rules = await ask('readSymbolRules', { account: 'demo' });
    for (const { rows, unreadable } of [futures, spot, rules]) {
      expect(rows.length).toBeGreaterThan(200);
      expect(unreadable).toEqual([]);
    }
    const symbols = (rows: readonly { symbol: string }[]) => rows.map(({ symbol }) => symbol).sort();
    expect(symbols(rules.rows)).toEqual(symbols(futures.rows));
    expect(spot.rows.every((ticker) => 'bid' in ticker && ticker.bid !== null && ticker.ask !== null)).toBe(true);
  });

  test('neither the list of accounts nor a read of a live list polls; a page that watches the list does', async () => {
    const { demo, ask } = await start();
    await ask('changeSettings', { refreshEvery: '60' });
    const polls = (): number => demo.traffic.count('/v1/futures/plan/current');
    await ask('listAccounts', {});
    expect(await ask('readLive', demoPlans)).toMatchObject({ version: 0, rows: [] });
    // A poll that had started would send its request before this one ends.
    await ask('refreshLive', { account: 'demo', list: 'spot-tickers' });
    expect(polls()).toBe(0);
    await ask('watchMarket', { page: 'page', watched: [demoPlans] });
    await expect.poll(async () => (await ask('readLive', demoPlans)).version).toBeGreaterThan(0);
    expect(polls()).toBeGreaterThan(0);
  });

  test('a row is stored with every digit that was received', async () => {
    const program = await start();
    const symbol = (await program.ask('readSymbolRules', { account: 'demo' })).rows[0]?.symbol ?? '';
    const profit = '-0.000000000000000000000000000012345678901234567890';
    const id = program.demo.addOrder({ symbol, fields: { profit } });
    await isComplete(program, 'order-history');
    const [order] = (await program.ask('readOrderHistory', demoWindow)).rows;
    expect(order).toMatchObject({ id, pnl: profit });
    expect(JSON.parse(order?.raw ?? '')).toMatchObject({ order_id: id, profit });
  });
});

describe('failures', () => {
  test('an unknown account fails every call with an account', async () => {
    const { fail } = await start();
    for (const name of ['readOrderHistory', 'readPlanHistory'] as const) {
      expect((await fail(name, { ...demoWindow, account: 'other' })).code).toBe('unknown-account');
    }
    expect((await fail('readSymbolRules', { account: 'other' })).code).toBe('unknown-account');
    expect((await fail('refreshLive', { account: 'other', list: 'spot-tickers' })).code).toBe('unknown-account');
  });

  test('an exchange that stops is offline until it runs again', async () => {
    // Without random delays, retries follow immediately.
    const program = await start({}, () => 0);
    await program.ask('readSymbolRules', { account: 'demo' });
    await program.demo.close();
    expect((await program.fail('readSymbolRules', { account: 'demo' })).code).toBe('offline');
    expect((await program.ask('refreshLive', demoPlans)).failure?.code).toBe('offline');
    const again = await startDemoExchange({ port: program.demo.port, orders: 10 });
    closing.push(() => again.close());
    expect((await program.ask('readSymbolRules', { account: 'demo' })).rows.length).toBeGreaterThan(0);
  });

  test('a demo exchange that rejects the signature', async () => {
    const demo = await startDemoExchange({ orders: 10 });
    closing.push(() => demo.close());
    const handle = { ...demo, secretKey: 'another', close: () => demo.close() };
    const core = await open({ startDemoExchange: async () => handle });
    expect(await core.call('refreshLive', demoPlans)).toMatchObject({
      ok: true,
      data: { failure: { code: 'rejected-signature', service: { errno: 20506 } } },
    });
    expect(await core.call('readSymbolRules', { account: 'demo' })).toMatchObject({ ok: true });
  });

  test('a demo exchange that cannot start is an internal failure, and is started again by the next call', async () => {
    let starts = 0;
    const core = await open({
      startDemoExchange: () => Promise.reject(new Error(`start ${++starts}`)),
    });
    for (const expected of [1, 2]) {
      const result = await core.call('readSymbolRules', { account: 'demo' });
      expect(result).toMatchObject({ ok: false, error: { code: 'internal' } });
      expect(JSON.stringify(result)).not.toContain('start 1');
      expect(starts).toBe(expected);
    }
  });

  test('a canceled call fails with `canceled`', async () => {
    const { core, demo } = await start();
    expect(await core.call('readAbout', {}, { signal: AbortSignal.abort() })).toMatchObject({
      ok: false,
      error: { code: 'canceled' },
    });
    const leaving = new AbortController();
    const slow = await open({
      startDemoExchange: async () => demo,
      fetch: (input, init) => {
        leaving.abort();
        return fetch(input, init);
      },
    });
    expect(await slow.call('readSymbolRules', { account: 'demo' }, { signal: leaving.signal })).toMatchObject({
      ok: false,
      error: { code: 'canceled' },
    });
  });
});

describe('settings and events', () => {
  test('a change of the settings is published and kept', async () => {
    const { core, ask } = await start();
    const events: HostEvent[] = [];
    core.subscribe((event) => events.push(event));
    const changed = await ask('changeSettings', { theme: 'light' });
    expect(events).toEqual([{ name: 'settingsChanged', data: changed }]);
    const next = await open({
      startDemoExchange: () => Promise.reject(new Error('unused')),
    });
    expect(await next.call('readSettings', {})).toEqual({ ok: true, data: changed });
  });

  test('a start removes the temporary files of a killed program and nothing else', async () => {
    const names = ['.settings.json.4711.tmp', '.notes.tmp', 'settings.json.tmp'];
    for (const name of names) await writeFile(path.join(dataDirectory, name), 'part');
    await start();
    const left = await readdir(dataDirectory);
    expect(left.filter((name) => names.includes(name)).sort()).toEqual(names.slice(1));
  });

  test('about and accounts need no exchange', async () => {
    const core = await open({
      startDemoExchange: () => Promise.reject(new Error('unused')),
    });
    expect(await core.call('readAbout', {})).toEqual({ ok: true, data: about });
    expect(await core.call('listAccounts', {})).toMatchObject({ ok: true, data: [{ id: 'demo', kind: 'demo' }] });
  });
});

describe('closing', () => {
  test('cancels running calls, stops the demo exchange, and can be repeated', async () => {
    const demo = await startDemoExchange({ orders: 10, latencyMs: 60_000 });
    closing.push(() => demo.close());
    let started: () => void = () => {};
    const isStarted = new Promise<void>((resolve) => (started = resolve));
    const core = await open({
      startDemoExchange: async () => demo,
      fetch: (input, init) => {
        started();
        return fetch(input, init);
      },
    });
    const result = core.call('readSymbolRules', { account: 'demo' });
    await isStarted;
    await Promise.all([core.close(), core.close()]);
    expect(await result).toMatchObject({ ok: false, error: { code: 'canceled' } });
    await expect(fetch(demo.baseUrl)).rejects.toThrow('fetch failed');
    expect(await core.call('readAbout', {})).toMatchObject({ ok: false, error: { code: 'canceled' } });
  });
});
