import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type FaultyExchange,
  type FaultyExchangeOptions,
  startFaultyExchange,
} from '../../demo-exchange/faults/index.ts';
import { History, historyWorkerSource, type PlanUpdate, WorkerThreads } from '../../history/index.ts';
import type { AccountSummary } from '../../shared/contract/accounts.ts';
import type { Activity, AlertCondition } from '../../shared/contract/alerts.ts';
import type { AnyLiveChange, LiveSnapshot } from '../../shared/contract/market.ts';
import { settingsSchema } from '../../shared/contract/settings.ts';
import { applyLiveChange } from '../../shared/market/live-rows.ts';
import type { LiveList } from '../../shared/market/market.ts';
import { OrderglassError } from '../../shared/values/errors.ts';
import { systemClock } from '../clock.ts';
import type { LiveAccount } from '../market/live-readers.ts';
import type { MarketPoller, PollIntervals } from '../market/market-poller.ts';
import { createMarketServices, type MarketServicesOptions } from '../market/market-services.ts';
import { accountOf } from '../market/testing/exchange-account.ts';
import { FakeMarket, futuresTicker } from '../market/testing/fake-market.ts';
import { FileErrors } from '../testing/file-errors.ts';

const futuresPath = '/v1/futures/24kline_list';
const plansPath = '/v1/futures/plan/current';
const closing: (() => unknown)[] = [];
let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'orderglass-alerts-'));
});

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await rm(directory, { recursive: true, force: true });
});

async function startExchange(options: FaultyExchangeOptions = {}): Promise<FaultyExchange> {
  const exchange = await startFaultyExchange({
    orders: 0,
    plans: 50,
    openPlans: 0,
    ordersPerMinute: 0,
    timeScale: 0,
    requestsPerWindow: 1_000_000,
    ...options,
  });
  closing.push(exchange.close);
  return exchange;
}

function summaryOf(id: string): AccountSummary {
  const connection = { baseUrl: '', signingVariant: 'bytewise', requestsPerWindow: 100_000 } as const;
  return { id, name: id, kind: 'live', ...connection, credentials: null };
}

function everyMs(visible: number, background: number): PollIntervals {
  return { visible, background };
}

/** A history that follows the open plans of an account. */
function openHistory(account: LiveAccount, onPlans: (update: PlanUpdate) => void): History {
  return new History({
    file: path.join(directory, 'archive.sqlite'),
    notes: path.join(directory, 'notes.sqlite'),
    discardExisting: false,
    threads: new WorkerThreads(historyWorkerSource),
    newVersion: () => 1,
    fetchPage: async (_list, { from, ...query }, priority, signal) => {
      const page = from === null ? query : { ...query, from };
      const list = await account.askOrders(
        (client, options) => client.readPlanHistory(page, options),
        signal,
        priority,
      );
      // Only plan orders are looked up.
      return list as never;
    },
    fetchOpenPlans: () => Promise.reject(new Error('no list is synced')),
    isSaturated: () => false,
    onStatus: () => {},
    onNotes: () => {},
    onPlans,
    onSyncFailed: () => {},
    onUnexpected: (error) => expect.fail(String(error)),
  });
}

/** The poller and the alerts with test settings. Collects what they publish. */
function connect(
  options: Pick<MarketServicesOptions, 'now' | 'monotonicNow' | 'schedule' | 'find' | 'readers'>,
  intervals: PollIntervals,
) {
  const changes: AnyLiveChange[] = [];
  const activities: Activity[] = [];
  const histories = new Map<string, History>();
  const historyOf = (id: string) => {
    const history =
      histories.get(id) ?? openHistory(options.find(id), (update) => services.alerts.plansFollowed(id, update));
    histories.set(id, history);
    return history;
  };
  const notifications: Activity[][] = [];
  const services = createMarketServices({
    ...options,
    directory,
    random: () => 0,
    settings: () => settingsSchema.parse({ timeZone: 'UTC' }),
    intervals: () => intervals,
    log: () => {},
    fileErrors: new FileErrors(),
    followPlans: async (account, _archive, followed) => (await historyOf(account)).call('followPlans', followed),
    readPositions: () => Promise.reject(new Error('no alert needs positions')),
    readRules: () => Promise.resolve([]),
    events: {
      liveChanged: (change) => changes.push(change),
      recovered: () => {},
      plansPolled: () => {},
      activityAdded: (activity) => activities.push(activity),
      activitiesChanged: () => {},
      alertsChanged: () => {},
      notificationDue: (due) => notifications.push(due),
    },
  });
  const setAccounts = (summaries: readonly AccountSummary[]) => {
    services.alerts.accountsChanged(summaries.map(({ id }) => id));
    services.market.accountsChanged(summaries);
  };
  const close = async () => {
    services.market.close();
    await services.alerts.close();
    for (const history of histories.values()) await history.close();
  };
  closing.push(close);
  return { ...services, changes, activities, notifications, setAccounts, close };
}

/** A program with the account "one" of a demo exchange, polled every 30 ms. */
async function start(exchange: FaultyExchange, now = Date.now) {
  const accounts = new Map<string, LiveAccount & { close(): void }>([['one', accountOf(exchange)]]);
  const find = (id: string) => {
    const account = accounts.get(id);
    if (account === undefined) throw new OrderglassError('unknown-account', 'none');
    return account;
  };
  const program = connect({ ...systemClock(now), find }, everyMs(30, 60));
  closing.push(() => {
    for (const account of accounts.values()) account.close();
  });
  program.setAccounts([summaryOf('one')]);
  await program.alerts.opened();
  const alert = (condition: AlertCondition) =>
    program.alerts.saveAlert({ account: 'one', condition, paused: false, quietMinutes: 0 });
  return { ...program, accounts, alert };
}

const until = (check: () => unknown) => vi.waitFor(check, { timeout: 25_000, interval: 5 });
const price = (level: string): AlertCondition => ({
  kind: 'price',
  market: 'futures',
  symbol: 'BTC-USDT',
  level,
  direction: 'rises-to',
});

/** Polls a list now. */
async function read(market: MarketPoller, list: LiveList): Promise<void> {
  await market.refresh({ account: 'one', list });
}

describe('an alert', () => {
  test('fires while no page shows its list', async () => {
    const exchange = await startExchange();
    exchange.setPrice('BTC-USDT', '80000');
    const { alert, activities, market } = await start(exchange);
    await alert(price('81000'));
    await read(market, 'futures-tickers');
    for (const round of [1, 2, 3]) {
      exchange.setPrice('BTC-USDT', '81000');
      await until(() => expect(activities).toHaveLength(round));
      exchange.setPrice('BTC-USDT', '80000');
      await read(market, 'futures-tickers');
      await read(market, 'futures-tickers');
    }
  });

  test('is evaluated from the start of the program and fires for a crossing while it did not run', async () => {
    const exchange = await startExchange();
    exchange.setPrice('BTC-USDT', '80000');
    const before = await start(exchange);
    const { id } = await before.alert(price('81000'));
    await read(before.market, 'futures-tickers');
    await before.close();
    exchange.setPrice('BTC-USDT', '82000');
    const after = await start(exchange);
    await until(() => expect(after.activities).toMatchObject([{ event: { alert: id, value: '82000.0' } }]));
    expect(await after.alerts.listAlerts({})).toMatchObject([{ id, lastFiredAt: expect.any(Number) }]);
    expect(await after.alerts.readActivity({ account: 'one' })).toHaveLength(1);
    expect(await after.alerts.markActivityRead({ account: 'one' })).toEqual({ unread: 0 });
    await after.close();
    const last = await start(exchange);
    const polls = exchange.traffic.count(futuresPath);
    await until(() => expect(exchange.traffic.count(futuresPath)).toBeGreaterThan(polls + 2));
    expect(last.activities).toEqual([]);
    expect(await last.alerts.readActivity({})).toMatchObject([{ read: true, event: { alert: id } }]);
    expect(await last.alerts.removeAlert({ account: 'one', id })).toEqual([]);
  });

  test('reports a plan that comes near its trigger, and then its outcome', async () => {
    const exchange = await startExchange();
    exchange.setPrice('BTC-USDT', '80000');
    const plan = exchange.addPlan({ symbol: 'BTC-USDT', marginMode: 2, triggerPrice: '84000' });
    const { alert, activities, market } = await start(exchange);
    await alert({ kind: 'plan-near', percent: '1' });
    await alert({ kind: 'plan-left' });
    for (const list of ['open-plans', 'futures-tickers'] as const) await read(market, list);
    exchange.setPrice('BTC-USDT', '83500');
    await until(() => expect(activities).toHaveLength(1));
    expect(activities).toMatchObject([
      { event: { plan: `cross:${plan}`, symbol: 'BTC-USDT', value: '0.60' }, notify: true },
    ]);
    exchange.setPrice('BTC-USDT', '84000');
    exchange.advance(12_000);
    await until(() => expect(activities).toHaveLength(2));
    const outcome = { status: 'fully-executed' };
    expect(activities[1]).toMatchObject({ event: { kind: 'plan-left', plan: `cross:${plan}`, outcome }, notify: true });
  });
});

test('an alert for a silent account fires for a failure that only the user can end, one for old data not yet', async () => {
  const exchange = await startExchange();
  const { alert, activities, market } = await start(exchange);
  await alert({ kind: 'account-silent' });
  await alert({ kind: 'stale', minutes: 3 });
  await read(market, 'open-plans');
  exchange.faults.set({ rules: [{ fault: 'redirect' }] });
  await until(() => expect(activities).toHaveLength(1));
  expect(activities).toMatchObject([{ event: { condition: { kind: 'account-silent' }, failure: 'redirect-refused' } }]);
});

describe('the time from a price in the service to the event', () => {
  test.each([
    [0, 3000],
    [400, 3000],
    [400, 15_000],
  ])('is at most the interval, a second and two requests: latency %i ms, interval %i ms', async (latency, interval) => {
    const service = new FakeMarket();
    service.latency = () => latency;
    const { now, find, readers } = service;
    const { alerts, activities, notifications, setAccounts } = connect(
      { now, monotonicNow: service.time.now, schedule: service.time.schedule, find, readers },
      everyMs(interval, interval),
    );
    setAccounts([summaryOf('one')]);
    await alerts.saveAlert({ account: 'one', condition: price('100'), paused: false, quietMinutes: 0 });
    for (const moment of [0, 1, 399, 400, 1500, interval - 1]) {
      service.rows['futures-tickers'] = [futuresTicker('BTC-USDT', '90')];
      await service.time.advance(10 * interval + moment);
      activities.length = 0;
      notifications.length = 0;
      const setAt = service.now();
      service.rows['futures-tickers'] = [futuresTicker('BTC-USDT', '100')];
      await service.time.advance(2 * interval);
      expect(activities).toHaveLength(1);
      expect((activities[0]?.at ?? Number.POSITIVE_INFINITY) - setAt).toBeLessThanOrEqual(
        interval + 1000 + 2 * latency,
      );
      expect(notifications).toEqual([activities]);
    }
  });
});

test('an account that is silent reports nothing, also if its lists are read', async () => {
  const exchange = await startExchange();
  const { alerts, market, alert, activities } = await start(exchange);
  exchange.setPrice('BTC-USDT', '60000.0');
  await alert(price('61000'));
  await read(market, 'futures-tickers');
  alerts.accountsChanged(['one'], new Set(['one']));
  exchange.setPrice('BTC-USDT', '61001.0');
  // An alert fires at the second reading beyond its level.
  for (let reading = 0; reading < 3; reading++) await read(market, 'futures-tickers');
  expect([activities, await alerts.readActivity({})]).toEqual([[], []]);
  alerts.accountsChanged(['one']);
  await until(() => expect(activities).toHaveLength(1));
});

test('plans that left while the program did not run are reported after the next poll', async () => {
  const exchange = await startExchange();
  exchange.setPrice('SUI-USDT', '1.5');
  const plan = exchange.addPlan({ symbol: 'SUI-USDT', triggerPrice: '1.4', outcome: 'failed' });
  exchange.addPlan({ symbol: 'SUI-USDT', triggerPrice: '0.4' });
  const before = await start(exchange);
  await read(before.market, 'open-plans');
  await before.close();
  exchange.setPrice('SUI-USDT', '1.3');
  exchange.advance(12_000);
  const after = await start(exchange);
  expect(after.activities).toEqual([]);
  await read(after.market, 'open-plans');
  const outcome = { status: 'failed', filledQuantity: '0' };
  await until(() =>
    expect(after.activities).toMatchObject([{ event: { plan: `isolated:${plan}`, outcome }, notify: false }]),
  );
});

test('polling recovers from a service that fails for a while, and no plan is reported as gone meanwhile', async () => {
  const exchange = await startExchange({ openPlans: 30 });
  const { market, activities, changes, alert } = await start(exchange);
  await alert({ kind: 'plan-left' });
  const watched = [{ account: 'one', list: 'open-plans' } as const];
  market.watch({ page: 'page', watched });
  await until(() => expect(changes.length).toBeGreaterThan(0));
  exchange.faults.set({ rules: [{ fault: 'connection-reset' }] });
  await until(() => expect(changes.at(-1)).toMatchObject({ failure: { code: 'offline' }, put: [], removed: [] }));
  const held = market.read({ account: 'one', list: 'open-plans' });
  expect(held.rows).toHaveLength(30);
  exchange.faults.set(null);
  await until(() => expect(changes.at(-1)).toMatchObject({ failure: null, put: [], removed: [] }));
  exchange.faults.set({ rules: [{ fault: 'empty-body', paths: [plansPath] }] });
  await until(() => expect(changes.at(-1)).toMatchObject({ failure: { code: 'bad-answer' } }));
  exchange.faults.set(null);
  await until(() => expect(changes.at(-1)).toMatchObject({ failure: null }));
  expect(activities).toEqual([]);
});

test('changes that a page applies result in the list of the service, with duplicates and unreadable rows', async () => {
  const exchange = await startExchange({ timeScale: 1 });
  const { market, changes } = await start(exchange);
  const question = { account: 'one', list: 'futures-tickers' } as const;
  let held = market.read(question);
  let applied = 0;
  const follow = () => {
    for (const change of changes.splice(0)) {
      if (change.list !== 'futures-tickers' || held.list !== 'futures-tickers') continue;
      const after: LiveSnapshot<'futures-tickers'> | null = applyLiveChange(held, change);
      held = after ?? expect.fail('the change does not apply');
      applied++;
    }
  };
  for (const fault of [null, 'page-duplicates', 'rows-wrong-types', null] as const) {
    exchange.faults.set(fault === null ? null : { rules: [{ fault, paths: [futuresPath] }] });
    const asked = applied;
    await until(() => {
      market.watch({ page: 'page', watched: [question] });
      exchange.advance(2000);
      follow();
      expect(applied).toBeGreaterThan(asked + 3);
    });
    expect(held).toEqual(market.read(question));
    expect(held.unreadable.length > 0).toBe(fault !== null);
  }
  expect(held.rows.length).toBe(250);
});

test('the alerts, activities and lists of a removed account are deleted', async () => {
  const exchange = await startExchange({ openPlans: 5 });
  const { market, alerts, setAccounts, accounts, alert, close } = await start(exchange);
  await alert({ kind: 'plan-left' });
  await read(market, 'open-plans');
  expect(await readdir(path.join(directory, 'alerts'))).toEqual(['one.json']);
  accounts.get('one')?.close();
  accounts.delete('one');
  setAccounts([]);
  await expect(alerts.listAlerts({ account: 'one' })).rejects.toMatchObject({ code: 'unknown-account' });
  expect(() => market.read({ account: 'one', list: 'open-plans' })).toThrow(OrderglassError);
  expect(await alerts.listAlerts({})).toEqual([]);
  await close();
  expect(await readdir(path.join(directory, 'alerts'))).toEqual([]);
});

test('every account has its own alerts', async () => {
  const exchange = await startExchange();
  let time = Date.now();
  const { alerts, setAccounts, accounts, alert } = await start(exchange, () => time++);
  accounts.set('../two', accountOf(exchange));
  setAccounts([summaryOf('one'), summaryOf('../two')]);
  const one = await alert({ kind: 'stale', minutes: 1 });
  const two = await alerts.saveAlert({
    account: '../two',
    condition: { kind: 'stale', minutes: 2 },
    paused: false,
    quietMinutes: 0,
  });
  const three = await alert({ kind: 'stale', minutes: 3 });
  expect(await alerts.listAlerts({})).toEqual([one, two, three]);
  expect(await alerts.listAlerts({ account: '../two' })).toEqual([two]);
  await expect(alerts.removeAlert({ account: 'one', id: two.id })).rejects.toMatchObject({ code: 'invalid-input' });
  expect((await readdir(path.join(directory, 'alerts'))).length).toBe(2);
  expect((await readdir(directory)).filter((name) => !name.startsWith('archive'))).toEqual(['alerts']);
});

test('closing ends all requests', async () => {
  const exchange = await startExchange({ openPlans: 5 });
  const { market, alert, close } = await start(exchange);
  await alert({ kind: 'account-silent' });
  market.watch({ page: 'page', watched: [{ account: 'one', list: 'spot-tickers' }] });
  await read(market, 'open-plans');
  await close();
  const asked = exchange.traffic.total;
  // Each request takes a while, in which polls would be counted, too.
  for (let count = 0; count < 50; count++)
    await fetch(`${exchange.baseUrl}${futuresPath}`).then((answer) => answer.text());
  expect(exchange.traffic.total).toBe(asked + 50);
});
