import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FollowedPlans, OrphanMark, PlanEvent, PlanUpdate } from '../../history/index.ts';
import type { Activity, Alert, AlertCondition } from '../../shared/contract/alerts.ts';
import { activitySchema } from '../../shared/contract/alerts.ts';
import { events } from '../../shared/contract/index.ts';
import type { SymbolRules } from '../../shared/contract/market.ts';
import type { OpenPlan } from '../../shared/contract/orders.ts';
import type { PlanOutcome } from '../../shared/contract/plans.ts';
import { settingsSchema } from '../../shared/contract/settings.ts';
import type { PlanRef, TrackedPlans } from '../../shared/contract/tracked-plans.ts';
import { type LiveList, presenceTimeoutMs } from '../../shared/market/market.ts';
import { planRef } from '../../shared/plans/plan-ref.ts';
import { longPosition, riskOf } from '../../shared/testing/positions.ts';
import { untold } from '../../shared/values/told.ts';
import { FakeMarket, futuresTicker, openPlan, startOfTime } from '../market/testing/fake-market.ts';
import { AccountMonitor, type AlertSettings } from './account-monitor.ts';
import { readMonitorState } from './monitor-state.ts';

let folder: string;
let market: FakeMarket;
let activities: Activity[];
let published: { readonly alerts: Alert[]; readonly needs: LiveList[] }[];
let changes: number;
let settings: AlertSettings;
/** What was handed to the history. */
let followed: FollowedPlans[];
let follow: () => Promise<void>;
/** False until the follower of the plans has got what was stored of its last update. */
let knowsPlans: boolean;
let monitor: AccountMonitor;

let readings: number;
let rules: SymbolRules[];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'orderglass-monitor-'));
  market = new FakeMarket();
  activities = [];
  published = [];
  changes = 0;
  readings = 0;
  rules = [];
  followed = [];
  follow = async () => {};
  knowsPlans = false;
  settings = { ...settingsSchema.parse({}), timeZone: 'UTC' };
  monitor = await open();
});

afterEach(async () => {
  await monitor.close();
  await rm(folder, { recursive: true, force: true });
});

const file = () => path.join(folder, 'one.json');

function open(): Promise<AccountMonitor> {
  return AccountMonitor.open({
    account: 'one',
    now: market.now,
    monotonicNow: market.time.now,
    schedule: market.time.schedule,
    file: file(),
    fileErrors: { unusable: () => {}, notSaved: () => {} },
    settings: () => settings,
    async followPlans(archive, plans) {
      expect(archive).toBe('archive');
      followed.push(plans);
      if (plans.kind === 'list') knowsPlans ||= plans.tracked !== null;
      if (!knowsPlans) return false;
      await follow();
      return true;
    },
    readPositions: () => {
      readings++;
      return Promise.resolve(riskOf([longPosition]));
    },
    readRules: () => Promise.resolve(rules),
    onActivity: (activity) => activities.push(activitySchema.parse(activity)),
    onAwaited: () => {},
    onActivitiesChanged: () => changes++,
    onAlerts: (alerts, needs) =>
      published.push({ alerts: events.alertsChanged.parse({ account: 'one', alerts }).alerts, needs: [...needs] }),
  });
}

async function restart(): Promise<void> {
  await monitor.close();
  monitor = await open();
}

/** Hands over a poll; time passes afterwards. */
async function plans(...rows: OpenPlan[]): Promise<void> {
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const fetchedAt = market.now();
  monitor.fetched({
    account: 'one',
    list: 'open-plans',
    rows: byKey,
    unreadable: [],
    fetchedAt,
    archive: 'archive',
    run: 'run',
  });
  await market.time.advance(3000);
}

/** Hands over two polls, of which the second confirms the first; time passes afterwards. */
async function price(last: string, passes = 3000): Promise<void> {
  poll(last);
  poll(last);
  await market.time.advance(passes);
}

function poll(last: string): void {
  const rows = new Map([['BTC-USDT', futuresTicker('BTC-USDT', last)]]);
  const fetchedAt = market.now();
  monitor.fetched({
    account: 'one',
    list: 'futures-tickers',
    rows,
    unreadable: [],
    fetchedAt,
    archive: 'archive',
    run: 'run',
  });
}

function save(condition: AlertCondition): Promise<Alert> {
  return monitor.saveAlert({ condition, paused: false, quietMinutes: 0 });
}

const rises: AlertCondition = {
  kind: 'price',
  market: 'futures',
  symbol: 'BTC-USDT',
  level: '100',
  direction: 'rises-to',
};
const values = () => activities.map(({ event }) => (event.kind === 'alert' ? event.value : event.kind));

describe('an alert that fires', () => {
  test('is recorded and published', async () => {
    const alert = await save(rises);
    expect(published).toEqual([{ alerts: [alert], needs: ['futures-tickers'] }]);
    await price('99');
    await price('100.5');
    expect(activities).toMatchObject([
      {
        account: 'one',
        at: startOfTime + 3000,
        event: { kind: 'alert', alert: alert.id, condition: rises, symbol: 'BTC-USDT', value: '100.5' },
        read: false,
        notify: true,
      },
    ]);
    expect(monitor.alerts).toMatchObject([{ id: alert.id, lastFiredAt: startOfTime + 3000 }]);
    expect(published.at(-1)?.alerts).toEqual(monitor.alerts);
    expect(monitor.activities).toEqual(activities);
  });

  test('is published again when it re-arms', async () => {
    await save(rises);
    await price('99');
    await price('100');
    await price('99.95');
    expect(published.at(-1)?.alerts).toMatchObject([{ isArmed: false }]);
    const before = published.length;
    await price('99.8');
    await price('99.7');
    expect(published.slice(before)).toMatchObject([{ alerts: [{ isArmed: true }] }]);
  });

  test('is saved immediately, together with the state that keeps it from firing again', async () => {
    const { id } = await save(rises);
    await price('99');
    await price('100', 0);
    await expect
      .poll(async () => readMonitorState(await readFile(file(), 'utf8')).content)
      .toMatchObject({
        alerts: [{ alert: { id }, state: { side: 'crossed-up' } }],
        activities: [{ event: { alert: id } }],
      });
  });

  test('is announced by the setting of its kind, and not in quiet hours', async () => {
    const { id } = await save(rises);
    await price('99');
    const clock = new Date(market.now()).toISOString().slice(11, 16);
    settings = { ...settings, quietHours: { from: clock, to: clock === '23:59' ? '00:00' : '23:59' } };
    await price('100');
    settings = { ...settings, quietHours: null, notify: { ...settings.notify, price: false } };
    await price('99');
    await price('100');
    settings = { ...settings, notify: { ...settings.notify, price: true } };
    await price('99');
    await price('100');
    expect(activities.map(({ notify }) => notify)).toEqual([false, false, true]);
    expect(monitor.alerts).toMatchObject([{ id, lastFiredAt: activities[2]?.at }]);
  });

  test('on a position reads the positions with the plan orders, at most every ten seconds, and follows quiet hours', async () => {
    await plans();
    expect(readings).toBe(0);
    await save({ kind: 'pnl', of: 'position', direction: 'loss', amount: '5', unit: 'percent', quote: 'USDT' });
    for (let poll = 0; poll < 5; poll++) await plans();
    expect(readings).toBe(2);
    await price('100');
    settings = { ...settings, notify: { ...settings.notify, pnl: false } };
    await price('95');
    settings = { ...settings, notify: { ...settings.notify, pnl: true } };
    await price('99');
    await price('94');
    expect(activities.map(({ event, notify }) => [event.kind === 'alert' && event.value, notify])).toEqual([
      ['-5.00', false],
      ['-6.00', true],
    ]);
  });

  test('says in its activity how often it would have fired again, also after a restart', async () => {
    await monitor.saveAlert({ condition: rises, paused: false });
    await save({ ...rises, level: '1000' });
    for (const last of ['99', '101', '99', '102', '99']) await price(last);
    await restart();
    await price('103');
    expect(values()).toEqual(['101']);
    expect(monitor.activities).toMatchObject([{ event: { value: '101', repeats: 2 } }]);
    expect(changes).toBe(2);
    await restart();
    expect(monitor.activities).toMatchObject([{ event: { repeats: 2 } }]);
  });

  test('does not fire after the monitor is closed', async () => {
    await save(rises);
    await price('99');
    await monitor.close();
    await price('100');
    expect(activities).toEqual([]);
  });
});

describe('a symbol that leaves its list', () => {
  const list = (...symbols: string[]): void =>
    monitor.fetched({
      account: 'one',
      list: 'futures-tickers',
      rows: new Map(symbols.map((symbol) => [symbol, futuresTicker(symbol, '1')])),
      unreadable: [],
      fetchedAt: market.now(),
      archive: 'archive',
      run: 'run',
    });
  const others = ['A-USDT', 'B-USDT', 'C-USDT', 'D-USDT', 'E-USDT'];
  const unlisted = () => activities.flatMap(({ event }) => (event.kind === 'unlisted' ? event.symbol : []));
  const gone = async () => {
    list(...others);
    list(...others);
    list(...others);
    await market.time.advance(3000);
  };

  test('is reported once if an alert, an open plan or a position has it', async () => {
    await save({ ...rises, symbol: 'ALERT-USDT' });
    await plans(openPlan('p', { symbol: 'PLAN-USDT' }));
    // The history tells of a position of BTC-USDT.
    list('ALERT-USDT', 'PLAN-USDT', 'BTC-USDT', 'NOBODY-USDT', ...others);
    list(...others);
    expect(unlisted()).toEqual([]);
    await gone();
    expect(unlisted()).toEqual(['ALERT-USDT', 'PLAN-USDT', 'BTC-USDT']);
    expect(activities[0]).toMatchObject({ event: { market: 'futures' }, notify: true });
    await restart();
    await gone();
    expect(unlisted()).toHaveLength(3);
  });

  test('is reported if it left while the program did not run, and not for another key', async () => {
    await save({ ...rises, symbol: 'ALERT-USDT' });
    await save({ ...rises, symbol: 'SPOT-USDT', market: 'spot' });
    list('ALERT-USDT', 'SPOT-USDT', ...others);
    await restart();
    await gone();
    expect(unlisted()).toEqual(['ALERT-USDT']);
    list('ALERT-USDT', ...others);
    monitor.reset();
    await gone();
    expect(unlisted()).toEqual(['ALERT-USDT']);
  });
});

describe('a watched symbol', () => {
  const others = ['A-USDT', 'B-USDT', 'C-USDT', 'D-USDT'];
  const list = (...symbols: string[]): void =>
    monitor.fetched({
      account: 'one',
      list: 'futures-tickers',
      rows: new Map(symbols.map((symbol) => [symbol, futuresTicker(symbol, '1')])),
      unreadable: [],
      fetchedAt: market.now(),
      archive: 'archive',
      run: 'run',
    });
  const ruleOf = (symbol: string, minQuantity: string): SymbolRules => ({
    ...{
      symbol,
      quantityPrecision: 0,
      pricePrecision: 2,
      minQuantity,
      maxQuantity: null,
      minPrice: null,
      maxPrice: null,
    },
    raw: '',
  });
  const news = () => activities.map(({ event }) => event);

  beforeEach(async () => {
    const { tickers } = settings;
    settings = { ...settings, tickers: { ...tickers, futures: { ...tickers.futures, favorites: ['NEW-USDT'] } } };
  });

  test('that is listed is reported once, also if the program was restarted before, and one that leaves again, too', async () => {
    list(...others);
    await restart();
    list('NEW-USDT', ...others);
    expect(news()).toEqual([]);
    list('NEW-USDT', ...others);
    list('NEW-USDT', ...others);
    expect(news()).toEqual([{ kind: 'listed', symbol: 'NEW-USDT', market: 'futures' }]);
    list(...others);
    list(...others);
    await market.time.advance(3000);
    expect(news().at(-1)).toEqual({ kind: 'unlisted', symbol: 'NEW-USDT', market: 'futures' });
  });

  test('whose rules change is reported with both values, within an hour, also over a restart', async () => {
    rules = [ruleOf('NEW-USDT', '1'), ruleOf('A-USDT', '1')];
    list('NEW-USDT', ...others);
    await market.time.advance(3000);
    rules = [ruleOf('NEW-USDT', '5'), ruleOf('A-USDT', '5')];
    list('NEW-USDT', ...others);
    await market.time.advance(3000);
    expect(news()).toEqual([]);
    await restart();
    list('NEW-USDT', ...others);
    await market.time.advance(3000);
    const changes = [{ rule: 'minQuantity', from: '1', to: '5' }];
    expect(news()).toEqual([{ kind: 'rules-changed', symbol: 'NEW-USDT', changes }]);
    await market.time.advance(3_600_000);
    list('NEW-USDT', ...others);
    await market.time.advance(3000);
    expect(news()).toHaveLength(1);
  });
});

describe('plans that leave', () => {
  const [eth, btc] = [openPlan('e', { symbol: 'ETH-USDT' }), openPlan('a')].map(planRef);
  const outcome = { status: 'fully-executed', filledQuantity: '1' } as const;
  const left = (id: string, plan: PlanRef | undefined, out: PlanOutcome | null): PlanEvent => ({
    ...{ kind: 'left', id, plan: plan ?? expect.fail('no plan'), lastSeenAt: startOfTime, outcome: out },
  });
  const tracked = (fetchedAt: number): TrackedPlans => ({
    plans: { archive: 'archive', run: 'run', fetchedAt, unnamed: 0, plans: [] },
    closing: [],
  });
  const update = (...events: PlanEvent[]): PlanUpdate => ({
    ...{ events, tracked: tracked(market.now()), isContent: true, isPending: false },
  });

  test('are recorded, and announced if an alert covers them', async () => {
    const alert = await save({ kind: 'plan-left', symbol: 'ETH-USDT' });
    monitor.plansFollowed(update(left('1', eth, outcome), left('2', btc, null)));
    expect(activities).toMatchObject([
      {
        id: '1',
        event: {
          ...{ kind: 'plan-left', plan: 'isolated:e', outcome, backAt: null },
          triggerPrice: '100',
          side: 'buy',
        },
        notify: true,
      },
      { id: '2', event: { kind: 'plan-left', plan: 'isolated:a', outcome: null }, notify: false },
    ]);
    expect(monitor.alerts).toMatchObject([{ id: alert.id, lastFiredAt: activities[0]?.at }]);
  });

  test('and return, or end, are marked in the activity that reports them', async () => {
    monitor.plansFollowed(update(left('1', btc, null)));
    expect(changes).toBe(0);
    monitor.plansFollowed(update({ kind: 'appeared', plan: btc ?? expect.fail('no plan'), at: market.now() }));
    expect(changes).toBe(1);
    monitor.plansFollowed(update({ kind: 'ended-as', id: '1', outcome }));
    expect(monitor.activities).toMatchObject([{ id: '1', event: { backAt: market.now(), outcome } }]);
    expect(activities).toHaveLength(1);
  });

  test('are stored with the state that keeps them from being reported again, which the next run hands over', async () => {
    await plans(openPlan('a'));
    const list = { run: 'run', plans: [{ id: 'a' }] };
    expect(followed).toMatchObject([
      { kind: 'list', tracked: null, list },
      { kind: 'list', tracked: { plans: null }, list },
    ]);
    await plans(openPlan('a'));
    expect(followed.slice(2)).toMatchObject([{ tracked: null }]);
    monitor.plansFollowed(update(left('1', btc, null)));
    const state = tracked(market.now());
    await market.time.advance(0);
    await expect
      .poll(async () => readMonitorState(await readFile(file(), 'utf8')).content)
      .toMatchObject({ ...state, activities: [{ id: '1' }] });
    await restart();
    knowsPlans = false;
    await plans();
    expect(followed.at(-1)).toMatchObject({ kind: 'list', tracked: state });
  });

  test('are saved if they are reported while the monitor closes, and announced no more after it', async () => {
    follow = async () => monitor.plansFollowed(update(left('1', btc, null)));
    await plans();
    const reporting = Promise.withResolvers<void>();
    follow = () => reporting.promise;
    await plans();
    const closed = monitor.close();
    monitor.plansFollowed(update(left('2', eth, outcome)));
    reporting.resolve();
    await closed;
    const { content } = readMonitorState(await readFile(file(), 'utf8'));
    expect(content.activities.map(({ id }) => id)).toEqual(['1', '2']);
  });

  test('are followed with the last prices of their symbols, and with none if there are no plans', async () => {
    await price('99');
    expect(followed).toEqual([]);
    await plans(openPlan('a'));
    await price('98');
    expect(followed.at(-1)).toEqual({ kind: 'prices', last: new Map([['BTC-USDT', '98']]), at: market.now() - 3000 });
  });

  test('are reported later if the history cannot take the list', async () => {
    follow = () => Promise.reject(new Error('the worker has ended'));
    await plans(openPlan('a'));
    expect(activities).toEqual([]);
    const tries = followed.length;
    await plans(openPlan('a'));
    expect(followed.length).toBeGreaterThan(tries);
  });
});

describe('the file', () => {
  test('keeps alerts, activities and read marks over restarts, the latest activity first', async () => {
    const alert = await save({ ...rises, direction: 'crosses' });
    await price('99');
    for (const last of ['101', '99', '101']) await price(last);
    const ids = monitor.activities.map(({ id }) => id);
    expect(monitor.markRead(ids.slice(0, 1))).toBe(2);
    expect(changes).toBe(1);
    await restart();
    expect(monitor.activities.map(({ id, read }) => [id, read])).toEqual([
      [ids[0], true],
      [ids[1], false],
      [ids[2], false],
    ]);
    expect(monitor.alerts).toMatchObject([{ id: alert.id }]);
    expect(await monitor.removeAlert(alert.id)).toEqual([]);
    expect(published.at(-1)).toEqual({ alerts: [], needs: [] });
    await restart();
    expect(monitor.alerts).toEqual([]);
  });

  test('that cannot be written leaves the alerts effective for the session', async () => {
    await rm(folder, { recursive: true });
    await writeFile(folder, 'in the way');
    await expect(save(rises)).rejects.toMatchObject({ code: 'storage-failed' });
    await price('99');
    await price('100');
    expect(values()).toEqual(['100']);
  });

  test('of which a part is damaged loses that part only', async () => {
    await save(rises);
    const kept = await save({ kind: 'stale', minutes: 5 });
    await plans(openPlan('a'));
    await monitor.close();
    const stored = JSON.parse(await readFile(file(), 'utf8'));
    stored.alerts[0].alert.condition.level = '-1';
    stored.plans = 'x';
    await writeFile(file(), JSON.stringify(stored));
    monitor = await open();
    expect(monitor.alerts).toEqual([kept]);
    await plans();
    expect(activities).toEqual([]);
  });

  test('is not created without content', async () => {
    await monitor.close();
    await expect(readFile(file())).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('is deleted with the account', async () => {
    await save(rises);
    await plans(openPlan('a'));
    await monitor.remove();
    await market.time.advance(120_000);
    await expect(readFile(file())).rejects.toMatchObject({ code: 'ENOENT' });
    expect(market.time.timers).toBe(0);
  });
});

describe('the last presence of the account', () => {
  test('is unknown before the first one, and survives a restart', async () => {
    expect(monitor.reportPresence(true)).toEqual({ before: null, at: startOfTime });
    await market.time.advance(20_000);
    await restart();
    await market.time.advance(60_000);
    expect(monitor.reportPresence(true)).toEqual({ before: startOfTime + 20_000, at: startOfTime + 80_000 });
  });

  test('lasts as long as the page reports it, and ends when the account leaves the front', async () => {
    monitor.reportPresence(true);
    await market.time.advance(presenceTimeoutMs - 1);
    expect(monitor.reportPresence(true)).toEqual({ before: market.now(), at: market.now() });
    await market.time.advance(1000);
    monitor.reportPresence(false);
    await market.time.advance(1000);
    expect(monitor.reportPresence(true)).toEqual({ before: market.now() - 1000, at: market.now() });
  });

  test('is saved although the history does not take the plans', async () => {
    follow = () => new Promise(() => {});
    await plans(openPlan('1'));
    monitor.reportPresence(true);
    void monitor.close();
    const stored = async () => readMonitorState(await readFile(file(), 'utf8').catch(() => '{}')).content.lastPresentAt;
    await expect.poll(stored).toBe(market.now());
  });

  test('ends with the last report of a page that is gone, and while the machine sleeps', async () => {
    monitor.reportPresence(true);
    await market.time.advance(presenceTimeoutMs);
    expect(monitor.reportPresence(true).before).toBe(startOfTime);
    market.slept = 3_600_000;
    expect(monitor.reportPresence(true).before).toBe(startOfTime + presenceTimeoutMs);
  });
});

describe('an alert for orphans', () => {
  const { key, symbol } = openPlan('1');
  const remarks = () => activities.map(({ event }) => (event.kind === 'alert' ? [event.plan, event.remark] : null));
  const markOnce = async (orphan: OrphanMark['orphan']): Promise<void> => {
    await plans(openPlan('1'));
    const events: PlanEvent[] = [{ kind: 'orphans', marks: [{ key, symbol, orphan }] }];
    monitor.plansFollowed({ events, tracked: { plans: null, closing: [] }, isContent: false, isPending: false });
  };
  /** Two polls, because the second confirms the first. */
  const mark = async (...said: Parameters<typeof markOnce>): Promise<void> => {
    await markOnce(...said);
    await markOnce(...said);
  };

  test('asks for marks as long as it is not paused', async () => {
    await plans(openPlan('1'));
    expect(followed.at(-1)).toMatchObject({ marksOrphans: false });
    const { id } = await save({ kind: 'plan-orphaned' });
    await plans(openPlan('1'));
    expect(followed.at(-1)).toMatchObject({ marksOrphans: true });
    await monitor.saveAlert({ id, condition: { kind: 'plan-orphaned' }, paused: true });
    await plans(openPlan('1'));
    expect(followed.at(-1)).toMatchObject({ marksOrphans: false });
  });

  test('fires with its reason when the position is gone, once, and again after it was back', async () => {
    await save({ kind: 'plan-orphaned' });
    await mark(false);
    expect(remarks()).toEqual([]);
    await mark('none-open');
    await mark('none-open');
    await restart();
    await mark('none-open');
    expect(remarks()).toEqual([[key, 'none-open']]);
    await mark(false);
    await mark('larger');
    expect(remarks()).toEqual([
      [key, 'none-open'],
      [key, 'larger'],
    ]);
  });

  test('is not moved by what one poll shows', async () => {
    await save({ kind: 'plan-orphaned' });
    await mark(false);
    await markOnce('larger');
    await mark(false);
    expect(remarks()).toEqual([]);
    await mark('larger');
    await markOnce(false);
    await mark('larger');
    expect(remarks()).toEqual([[key, 'larger']]);
  });

  test('does not fire for plans that look orphaned already, nor for other plans than its own', async () => {
    await save({ kind: 'plan-orphaned' });
    await save({ kind: 'plan-orphaned', symbol: 'ETH-USDT' });
    await mark('none-open');
    await mark('none-open');
    expect(remarks()).toEqual([]);
  });

  test('says nothing while the history does not tell, and keeps what it knew', async () => {
    await save({ kind: 'plan-orphaned' });
    await mark(untold('unknown-positions'));
    await mark('none-open');
    expect(remarks()).toEqual([]);
    await mark(false);
    await mark(untold('unknown-positions'));
    expect(remarks()).toEqual([]);
    await mark('none-open');
    expect(remarks()).toEqual([[key, 'none-open']]);
  });

  test('does not fire after the monitor is closed', async () => {
    await save({ kind: 'plan-orphaned' });
    await mark(false);
    await monitor.close();
    await mark('none-open');
    expect(remarks()).toEqual([]);
  });
});
