import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import Big from 'big.js';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type FaultName,
  type FaultPlan,
  type FaultyExchange,
  type FaultyExchangeOptions,
  startFaultyExchange,
} from '../../demo-exchange/faults/index.ts';
import type { HostEvent } from '../../shared/contract/index.ts';
import { compareDecimals } from '../../shared/values/decimal.ts';
import type { LogEntry } from '../logging/log-events.ts';
import { silentLog } from '../logging/program-log.ts';
import {
  archivedOrders,
  archivedPlans,
  everyOrder,
  everyPlan,
  everything,
  orders,
  type Program,
  plans,
  programs,
} from './testing/program.ts';

const usual: FaultyExchangeOptions = {
  orders: 300,
  plans: 60,
  openPlans: 0,
  ordersPerMinute: 0,
  requestsPerWindow: 1_000_000,
  timeScale: 0,
};
const { place, exchange: startExchange, start } = programs(startFaultyExchange, usual);
const historyPath = '/v1/futures/orders/history';
const symbol = 'BTC-USDT';

const archives = async (): Promise<string[]> =>
  (await readdir(path.join(place.data, 'archives'))).filter((name) => name.endsWith('.sqlite')).sort();
const told = (events: readonly HostEvent[]) =>
  events.flatMap((event) => (event.name === 'historyChanged' ? [event.data] : []));
const asked = ({ traffic }: FaultyExchange) =>
  traffic
    .recent()
    .filter(({ path: name }) => name === historyPath)
    .map(({ query }) => new URLSearchParams(query));

describe('the archive of 1,000 orders', () => {
  const readers = programs(startFaultyExchange, usual, 'all tests');
  let exchange: FaultyExchange;
  let program: Program;
  let account: string;
  beforeAll(async () => {
    exchange = await readers.exchange({ orders: 1000 });
    program = await readers.start();
    account = await program.add(exchange);
    await program.complete(account);
  });

  test('requests the newest page of each mode before anything else', async () => {
    const first = asked(exchange).slice(0, 2);
    expect(first.map((query) => [query.get('is_full'), query.get('from'), query.get('limit')])).toEqual([
      ['1', null, '100'],
      ['2', null, '100'],
    ]);
    // 1,000 rows at 100 per request, and per mode a partial page, an empty one, and two that confirm the end.
    expect(asked(exchange).length).toBeLessThanOrEqual(18);
  });

  test('returns any window of any sort order, filter, and sum', async () => {
    const { rows, modes } = await program.complete(account);
    expect(rows).toBe(1000);
    const all = [...(await everyOrder(exchange)).values()];
    const pnl = all.map((order) => Number(order.pnl));
    const sorted = await program.ask('readOrderHistory', {
      account,
      ...everything,
      sort: [{ field: 'pnl', direction: 'descending' }],
      count: 3,
    });
    expect(sorted.rows.map((order) => Number(order.pnl))).toEqual(pnl.sort((a, b) => b - a).slice(0, 3));
    const cross = all.filter(({ marginMode }) => marginMode === 'cross');
    const filter = { marginModes: ['cross' as const] };
    const window = await program.ask('readOrderHistory', { account, ...everything, filter, count: 5 });
    expect(window.total).toBe(cross.length);
    expect(modes.find(({ marginMode }) => marginMode === 'cross')).toMatchObject({ rows: cross.length, gaps: [] });
    const [, second] = window.rows;
    const again = await program.ask('readOrderHistory', {
      account,
      ...everything,
      filter,
      from: 2,
      count: 2,
      anchor: second?.key,
    });
    expect(again).toMatchObject({ anchor: 1, total: cross.length, version: window.version });
    expect(again.rows).toEqual(window.rows.slice(2, 4));
    const summary = await program.ask('summarizeHistory', { account, list: orders, filter, zone: 'UTC' });
    expect(summary).toMatchObject({ rows: cross.length, version: window.version });
    const rates = { maker: '0.02', taker: '0.05' };
    const after = await program.ask('summarizeHistory', { account, list: orders, filter, zone: 'UTC', rates });
    const { fees, ...beforeFees } = after.pnl[0] ?? expect.fail('no sum');
    expect(beforeFees).toEqual(summary.pnl[0]);
    expect(compareDecimals(fees?.lowest ?? '', '0')).toBe(1);
    expect(compareDecimals(fees?.highest ?? '', fees?.lowest ?? '')).toBe(1);
    const choices = await program.ask('readHistoryChoices', { account, list: orders });
    expect(choices.symbols.reduce((sum, { rows: some }) => sum + some, 0)).toBe(1000);
    const results = await program.ask('readResults', { account, filter, zone: 'UTC' });
    expect(results.quotes).toEqual(['USDT']);
    expect(await program.ask('readUnreadableRows', { account, list: orders })).toEqual([]);
  });

  test('returns the trades and positions that the orders form', async () => {
    const all = [...(await everyOrder(exchange)).values()];
    const summary = await program.ask('summarizeTrades', { account, filter: {}, zone: 'UTC' });
    const sums = summary.quotes.flatMap(({ closed, open, incomplete }) => [closed.sum, open.sum, incomplete.sum]);
    const total = (values: readonly (string | null)[]) => values.reduce((sum, one) => sum.plus(one ?? 0), new Big(0));
    expect(total(sums).eq(total(all.map(({ pnl }) => pnl)))).toBe(true);
    const window = await program.ask('readTrades', { account, ...everything, count: 1000 });
    expect(window).toMatchObject({ total: summary.trades, version: summary.version });
    expect(window.rows.reduce((sum, trade) => sum + trade.orders, 0)).toBe(
      all.filter(({ filledQuantity }) => Number(filledQuantity) > 0).length,
    );
    const open = window.rows.filter(({ state }) => state === 'open');
    const { positions, contracts } = await program.ask('readPositionRisk', { account });
    expect(positions.map(({ trade }) => trade).sort()).toEqual(open.map(({ key }) => key).sort());
    const [longest] = window.rows.toSorted((a, b) => b.orders - a.orders);
    const key = longest?.key ?? '';
    const { trade, orders: parts } = await program.ask('readTradeOrders', { account, key, from: 0, count: 100 });
    expect(trade).toEqual(longest);
    expect(parts).toHaveLength(longest?.orders ?? 0);
    expect(contracts.length).toBeGreaterThan(0);
    for (const { agreeing, trades } of contracts) expect(agreeing).toBeLessThanOrEqual(trades);
    const last = parts.at(-1)?.order.key;
    const anchored = await program.ask('readTrades', { account, ...everything, count: 0, anchor: last });
    expect(anchored.anchor).toBe(window.rows.findIndex((row) => row.key === key));
  });
});

describe('the archive of an exchange, over HTTP', () => {
  test('has every order of both modes once, also orders that came during the reading', async () => {
    const exchange = await startExchange({ orders: 1500 });
    let added = 0;
    const program = await start({
      fetch(input, init) {
        if (added < 12) exchange.addOrder({ symbol, marginMode: ++added % 2 === 0 ? 1 : 2 });
        return fetch(input, init);
      },
    });
    const account = await program.add(exchange);
    await program.complete(account);
    await program.ask('syncHistory', { account, list: orders, action: 'refresh' });
    await program.complete(account);
    const [known, all] = [await archivedOrders(program, account), await everyOrder(exchange)];
    expect(added).toBe(12);
    expect(known.size).toBe(1512);
    expect([...known.keys()].sort()).toEqual([...all.keys()].sort());
    for (const [key, order] of all) expect(known.get(key)?.raw).toBe(order.raw);
  });

  test('brings new rows, and rows that were not final until they are', async () => {
    // The newest orders of this seed include two that wait.
    const exchange = await startExchange({ orders: 400, seed: 6 });
    const program = await start();
    const account = await program.add(exchange);
    await program.complete(account);
    const pending = () =>
      program.ask('readOrderHistory', { account, ...everything, filter: { statuses: ['pending'] } });
    const before = await pending();
    expect(before.total).toBeGreaterThan(0);
    const [order] = before.rows;

    exchange.advance(30 * 86_400_000);
    const id = exchange.addOrder({ symbol });
    await program.ask('syncHistory', { account, list: orders, action: 'refresh' });
    await program.complete(account);
    const [newest] = (await program.ask('readOrderHistory', { account, ...everything })).rows;
    expect(newest?.id).toBe(id);
    const final = await everyOrder(exchange);
    const known = await archivedOrders(program, account);
    for (const [key, { status }] of final) expect(known.get(key)?.status).toBe(status);
    const changes = await program.ask('readRowChanges', { account, list: orders, key: order?.key ?? '' });
    expect(changes.map(({ raw }) => raw)).toEqual([order?.raw]);
  });

  test('has closed plans in the places of their creation times', async () => {
    const exchange = await startExchange({ plans: 500, openPlans: 200 });
    const first = await start();
    const account = await first.add(exchange);
    const { rows } = await first.complete(account, plans);
    const before = await everyPlan(exchange);
    expect(rows).toBe(before.size);

    // Some open plans are triggered while the program runs, some while it does not.
    const late = Array.from({ length: 6 }, (_, place) =>
      exchange.addPlan({ symbol, triggerPrice: String(200_000 + place), marginMode: place % 2 === 0 ? 1 : 2 }),
    );
    await first.ask('syncHistory', { account, list: plans, action: 'refresh' });
    await first.complete(account, plans);
    const newer = exchange.addPlan({ symbol, triggerPrice: '300000' });
    exchange.setPrice(symbol, '200002.0');
    exchange.advance(5000);
    await first.ask('syncHistory', { account, list: plans, action: 'refresh' });
    await first.complete(account, plans);
    expect(await comparePlans(first, account, exchange)).toBeGreaterThanOrEqual(before.size + 3);
    await first.core.close();

    exchange.setPrice(symbol, '300000.0');
    exchange.advance(5000);
    const second = await start();
    const { baseUrl, token, secretKey } = exchange;
    const edit = { id: account, name: 'Main', baseUrl, signingVariant: 'bytewise', requestsPerWindow: 1000 } as const;
    await second.ask('saveAccount', { ...edit, credentials: { token, secretKey }, keptIn: 'session' });
    await second.ask('syncHistory', { account, list: plans, action: 'refresh' });
    await second.complete(account, plans);
    await comparePlans(second, account, exchange);
    const known = new Set([...(await archivedPlans(second, account)).values()].map(({ id }) => id));
    expect([...late, newer].filter((id) => !known.has(id))).toEqual([]);
  });

  async function comparePlans(program: Program, account: string, exchange: FaultyExchange): Promise<number> {
    const [known, all] = [await archivedPlans(program, account), await everyPlan(exchange)];
    expect([...known.keys()].sort()).toEqual([...all.keys()].sort());
    const cross = (rows: typeof all) => [...rows.values()].filter(({ marginMode }) => marginMode === 'cross');
    expect(cross(known).map(({ id }) => id)).toEqual(cross(all).map(({ id }) => id));
    return known.size;
  }

  test('reports its state at most four times a second, and once at the end', async () => {
    const exchange = await startExchange({ orders: 1500, latencyMs: 80 });
    const program = await start();
    const account = await program.add(exchange);
    const begun = performance.now();
    const last = await program.complete(account);
    await expect.poll(() => told(program.events).at(-1)).toEqual({ ...last, rate: null });
    const seconds = (performance.now() - begun) / 1000;
    const ofList = told(program.events).filter(({ list }) => list === orders);
    expect(ofList.length).toBeLessThanOrEqual(Math.ceil(seconds * 4) + 1);
    expect(ofList.some(({ phase, fetched }) => phase === 'backfill' && fetched > 0)).toBe(true);
  });
});

describe('an exchange with wrong responses', () => {
  test('the same page for every request is reported, is not requested in a loop, and never counts as complete', async () => {
    const exchange = await startExchange({ orders: 400, faults: { rules: [{ fault: 'page-repeats' }] } });
    const program = await start();
    const account = await program.add(exchange);
    await expect.poll(async () => (await program.state(account)).phase).toBe('failed');
    const state = await program.state(account);
    expect(state).toMatchObject({ failure: { code: 'bad-answer' } });
    expect(state.modes.map(({ complete }) => complete)).toEqual([false, false]);
    expect(exchange.traffic.count(historyPath)).toBeLessThanOrEqual(12);

    exchange.faults.set(null);
    await program.ask('syncHistory', { account, list: orders, action: 'refresh' });
    await program.complete(account);
    expect((await archivedOrders(program, account)).size).toBe(400);
  });

  test.each<FaultName[]>([
    ['page-inclusive'],
    ['page-too-long'],
    ['page-duplicates'],
    ['rows-missing-fields'],
    ['rows-extra-fields', 'rows-long-figures', 'errno-as-text'],
  ])('%s: every order that can be read is there all the same', async (...faults) => {
    const exchange = await startExchange({ orders: 400, faults: { rules: faults.map((fault) => ({ fault })) } });
    const program = await start();
    const account = await program.add(exchange);
    await program.complete(account);
    const readable = [...(await everyOrder(exchange)).keys()];
    expect(readable.length).toBeGreaterThan(200);
    const known = await archivedOrders(program, account);
    expect(readable.filter((key) => !known.has(key))).toEqual([]);
    const { unreadable } = await program.state(account);
    exchange.faults.set(null);
    const all = await everyOrder(exchange);
    expect([...known.keys()].filter((key) => !all.has(key))).toEqual([]);
    expect(unreadable > 0).toBe(faults.includes('rows-missing-fields'));
    for (const fault of faults) expect(exchange.faults.count(fault)).toBeGreaterThan(0);
  });

  test('occasional failures lose no row', async () => {
    const exchange = await startExchange({
      orders: 500,
      faults: {
        rules: [
          { fault: 'busy-20507', requests: { every: 3 } },
          { fault: 'html-502', requests: { every: 7 } },
        ],
      },
    });
    const program = await start();
    const account = await program.add(exchange);
    await program.complete(account);
    expect((await archivedOrders(program, account)).size).toBe(500);
  });

  test('closed plans are read while waiting plans fail, and are not called complete', async () => {
    const exchange = await startExchange({ plans: 300, openPlans: 20 });
    exchange.faults.set({ rules: [{ fault: 'result-missing', paths: ['/v1/futures/plan/current'] }] });
    const program = await start();
    const account = await program.add(exchange);
    await expect.poll(async () => (await program.state(account, plans)).phase).toBe('failed');
    const { rows, failure, modes } = await program.state(account, plans);
    expect({ rows, code: failure?.code }).toEqual({ rows: 300, code: 'bad-answer' });
    expect(modes.map(({ complete }) => complete)).toEqual([false, false]);
    exchange.faults.set(null);
    await program.ask('syncHistory', { account, list: plans, action: 'refresh' });
    expect((await program.complete(account, plans)).rows).toBe(300);
  });

  test('keys without permission are reported, and are not retried automatically', async () => {
    const exchange = await startExchange({ orders: 100 });
    const written: LogEntry[] = [];
    const program = await start({ log: { ...silentLog(), write: (entry) => written.push(entry) } });
    const account = await program.add(exchange, { credentials: { token: 'another', secretKey: 'another' } });
    await expect.poll(async () => (await program.state(account)).failure?.code).toBe('not-authenticated');
    const { total } = exchange.traffic;
    for (let time = 0; time < 5; time++) await program.state(account);
    await program.ask('readOrderHistory', { account, ...everything });
    expect(exchange.traffic.total).toBe(total);
    expect(written.filter(({ event }) => event === 'history-failed')).toContainEqual(
      expect.objectContaining({
        account,
        list: orders,
        failure: expect.objectContaining({ code: 'not-authenticated' }),
      }),
    );
  });
});

describe('the user’s commands', () => {
  /** Never answers every eighth request, so that no command comes after the last page. */
  const held: FaultPlan = { rules: [{ fault: 'no-answer', paths: [historyPath], requests: { every: 8 } }] };

  test('a pause lasts across restarts until the user ends it', async () => {
    const exchange = await startExchange({ orders: 1500, faults: held });
    const first = await start();
    const account = await first.add(exchange);
    await expect.poll(async () => (await first.state(account)).rows).toBeGreaterThan(300);
    const paused = await first.ask('syncHistory', { account, list: orders, action: 'pause' });
    expect(paused.phase).toBe('paused');
    const { token, secretKey, baseUrl } = exchange;
    await first.core.close();
    exchange.faults.set(null);

    const second = await start();
    const { rows, phase } = await second.state(account);
    expect(phase).toBe('paused');
    expect(rows).toBeGreaterThan(300);
    expect(rows).toBeLessThan(1500);
    const { total } = exchange.traffic;
    await second.ask('saveAccount', {
      id: account,
      name: 'Main',
      baseUrl,
      signingVariant: 'bytewise',
      requestsPerWindow: 1000,
      credentials: { token, secretKey },
      keptIn: 'session',
    });
    await second.ask('readOrderHistory', { account, ...everything });
    expect((await second.state(account)).phase).toBe('paused');
    expect(exchange.traffic.total).toBe(total);
    await second.ask('syncHistory', { account, list: orders, action: 'resume' });
    await second.complete(account);
    expect((await archivedOrders(second, account)).size).toBe(1500);
  });

  test('after canceling the past is not read until the next refresh', async () => {
    const exchange = await startExchange({ orders: 1500, faults: held });
    const program = await start();
    const account = await program.add(exchange);
    await expect.poll(async () => (await program.state(account)).rows).toBeGreaterThan(300);
    const { phase } = await program.ask('syncHistory', { account, list: orders, action: 'cancel' });
    expect(phase).toBe('idle');
    const { rows } = await program.state(account);
    expect(rows).toBeLessThan(1500);
    exchange.faults.set(null);
    await program.ask('syncHistory', { account, list: orders, action: 'refresh' });
    await program.complete(account);
    expect((await program.state(account)).rows).toBe(1500);
  });

  test('after “hurry” the next pages precede background requests', async () => {
    const exchange = await startExchange({ orders: 3000 });
    const program = await start();
    const account = await program.add(exchange, { requestsPerWindow: 20 });
    await program.state(account);
    // The background has used its share for some seconds.
    await expect.poll(async () => (await program.ask('readConnection', { account })).queued).toBeGreaterThan(0);
    const before = exchange.traffic.total;
    await program.ask('syncHistory', { account, list: orders, action: 'prioritize' });
    await expect.poll(() => exchange.traffic.total).toBeGreaterThanOrEqual(before + 4);
  });
});

describe('the owner of an archive', () => {
  test('an account with the same token finds its archive, and another token gets another archive', async () => {
    const [exchange, other] = [await startExchange({ orders: 200 }), await startExchange({ orders: 300, seed: 2 })];
    const first = await start();
    const account = await first.add(exchange);
    await first.complete(account);
    await first.core.close();

    const second = await start();
    // The account has no credentials, and no request is sent.
    const offline = await second.ask('readOrderHistory', { account, ...everything });
    expect(offline.total).toBe(200);
    const { baseUrl } = exchange;
    const edit = { id: account, name: 'Main', signingVariant: 'bytewise', requestsPerWindow: 1000 } as const;
    const own = { baseUrl, credentials: { token: exchange.token, secretKey: exchange.secretKey } };
    await second.ask('saveAccount', { ...edit, ...own, keptIn: 'session' });
    // Requests that failed without credentials are retried.
    expect((await second.complete(account)).rows).toBe(200);
    const theirs = { baseUrl: other.baseUrl, credentials: { token: other.token, secretKey: other.secretKey } };
    await second.ask('saveAccount', { ...edit, ...theirs, keptIn: 'session' });
    const another = await second.complete(account);
    expect(another.rows).toBe(300);
    const all = await everyOrder(other);
    expect([...(await archivedOrders(second, account)).keys()].every((key) => all.has(key))).toBe(true);
    expect(await archives()).toHaveLength(2);
    await second.ask('saveAccount', { ...edit, ...own, name: 'Renamed', keptIn: 'session' });
    expect((await second.ask('readOrderHistory', { account, ...everything })).total).toBe(200);
  });

  test('removing an account keeps its archive, or deletes it on request', async () => {
    const exchange = await startExchange({ orders: 200 });
    const program = await start();
    const account = await program.add(exchange);
    await program.complete(account);
    await program.ask('removeAccount', { id: account });
    expect(await archives()).toHaveLength(1);
    exchange.faults.set({ rules: [{ fault: 'server-error' }] });
    const again = await program.add(exchange);
    expect((await program.ask('readOrderHistory', { account: again, ...everything })).total).toBe(200);
    await program.ask('saveNote', { account: again, kind: 'order', key: 'cross:1', text: 'x', before: '' });
    await program.ask('removeAccount', { id: again, withArchive: true });
    expect(await readdir(path.join(place.data, 'archives'))).toEqual([]);
  });

  test('removing an account on request deletes the archives of its earlier keys too, and no others', async () => {
    const [exchange, other] = [await startExchange({ orders: 200 }), await startExchange({ orders: 300, seed: 2 })];
    const first = await start();
    const account = await first.add(exchange);
    await first.complete(account);
    const { baseUrl, token, secretKey } = other;
    const edit = { id: account, name: 'Main', signingVariant: 'bytewise', requestsPerWindow: 1000 } as const;
    await first.ask('saveAccount', { ...edit, baseUrl, credentials: { token, secretKey }, keptIn: 'session' });
    await first.complete(account);
    const another = await first.add(other, { name: 'Second' });
    await first.complete(another);
    expect(await archives()).toHaveLength(3);
    await first.core.close();

    const second = await start();
    await second.ask('removeAccount', { id: account, withArchive: true });
    expect(await archives()).toHaveLength(1);
    expect((await second.ask('readOrderHistory', { account: another, ...everything })).total).toBe(300);
  });

  test('the demo account starts with an empty archive if its exchange is new at each start', async () => {
    const exchange = await startExchange({ orders: 200 });
    const demo = { startDemoExchange: async () => ({ ...exchange, close: async () => {} }) };
    const first = await start(demo);
    await first.complete('demo');
    await first.core.close();
    const second = await start(demo);
    expect((await second.ask('readOrderHistory', { account: 'demo', ...everything })).total).toBe(0);
    await second.core.close();
    const lasting = { ...demo, lastingDemoExchange: exchange.baseUrl };
    const third = await start(lasting);
    await third.complete('demo');
    await third.core.close();
    const fourth = await start(lasting);
    expect((await fourth.ask('readOrderHistory', { account: 'demo', ...everything })).total).toBe(200);
  });
});

describe('an unusable file', () => {
  test('locked by another program is reported, and works once that program has ended', async () => {
    const exchange = await startExchange({ orders: 200 });
    const first = await start();
    const account = await first.add(exchange);
    await first.complete(account);
    await first.core.close();
    const [name = ''] = (await readdir(path.join(place.data, 'archives'))).filter((each) => each.endsWith('.sqlite'));
    const viewer = new DatabaseSync(path.join(place.data, 'archives', name));
    viewer.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    const second = await start();
    const state = await second.state(account);
    expect(state).toMatchObject({ phase: 'failed', failure: { code: 'storage-failed' }, problem: { kind: 'locked' } });
    expect((await second.fail('readOrderHistory', { account, ...everything })).code).toBe('storage-failed');
    viewer.close();
    await second.ask('syncHistory', { account, list: orders, action: 'refresh' });
    expect(await second.state(account)).toMatchObject({ rows: 200, problem: null });
    expect((await second.ask('readOrderHistory', { account, ...everything })).total).toBe(200);
  });

  test('that is damaged is moved aside with a message, and its rows are read again', async () => {
    const exchange = await startExchange({ orders: 200 });
    const first = await start({ lastingDemoExchange: exchange.baseUrl, startDemoExchange: async () => exchange });
    await first.complete('demo');
    await first.core.close();
    const [file = ''] = await archives();
    await writeFile(path.join(place.data, 'archives', file), 'not what was written');

    const again = await startExchange({ orders: 200 });
    const second = await start({ lastingDemoExchange: exchange.baseUrl, startDemoExchange: async () => again });
    await second.complete('demo');
    const { problem, rows } = await second.state('demo');
    expect(problem).toMatchObject({ kind: 'quarantined', file: expect.stringContaining('damaged') });
    expect(rows).toBe(200);
    expect((await archives()).some((name) => name === problem?.file)).toBe(true);
  });

  test('whose damage shows later is moved aside too, and its rows disappear from the screen', async () => {
    const exchange = await startExchange({ orders: 2500 });
    const demo = { startDemoExchange: async () => ({ ...exchange, close: async () => {} }) };
    const lasting = { ...demo, lastingDemoExchange: exchange.baseUrl };
    const first = await start(lasting);
    await expect.poll(async () => (await first.state('demo')).rows).toBeGreaterThan(1500);
    await first.core.close();
    const [file = ''] = await archives();
    const bytes = await readFile(path.join(place.data, 'archives', file));
    bytes.fill(0x55, Math.floor(bytes.length * 0.4), Math.floor(bytes.length * 0.6));
    await writeFile(path.join(place.data, 'archives', file), bytes);

    exchange.faults.set({ rules: [{ fault: 'throttled-429' }] });
    const second = await start(lasting);
    expect((await second.state('demo')).rows).toBeGreaterThan(1500);
    const question = { account: 'demo', list: orders, filter: {}, zone: 'UTC' } as const;
    expect((await second.fail('summarizeHistory', question)).code).toBe('storage-failed');
    await expect.poll(async () => (await second.state('demo')).problem?.kind).toBe('quarantined');
    expect(await second.ask('summarizeHistory', question)).toMatchObject({ rows: 0 });
    expect(await second.state('demo')).toMatchObject({ rows: 0 });
    const lastTold = () => told(second.events).findLast(({ list }) => list === orders);
    await expect.poll(lastTold).toMatchObject({ rows: 0, problem: { kind: 'quarantined' } });
  });

  test('that cannot be created: nothing is requested, and creating it is retried', async () => {
    const exchange = await startExchange({ orders: 200 });
    const program = await start();
    const account = await program.add(exchange);
    await writeFile(path.join(place.data, 'archives'), 'a file in the place of the folder');
    const state = await program.state(account);
    expect(state).toMatchObject({ phase: 'failed', failure: { code: 'storage-failed' }, problem: { kind: 'other' } });
    expect(exchange.traffic.total).toBe(0);
    await rm(path.join(place.data, 'archives'));
    await mkdir(path.join(place.data, 'archives'));
    await program.ask('syncHistory', { account, list: orders, action: 'refresh' });
    expect(await program.complete(account)).toMatchObject({ rows: 200, problem: null });
  });
});
