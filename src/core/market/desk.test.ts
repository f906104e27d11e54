import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FuturesTicker, OpenPlan, PlanOrder } from '../../shared/domain.ts';
import {
  type Activity,
  type Alert,
  type AlertCondition,
  type LiveList,
  maxActivities,
  maxAlerts,
} from '../../shared/market.ts';
import { accountAlertsSchema, activitySchema } from '../../shared/market-schemas.ts';
import { Desk, type DeskSettings } from './desk.ts';
import { emptyDesk, readDesk, writeDesk } from './monitor-state.ts';
import { StateFile } from './state-file.ts';
import { FakeMarket, fail, futuresTicker, openPlan, spotTicker, startOfTime } from './testing/fake-market.ts';

let folder: string;
let market: FakeMarket;
let activities: Activity[];
let alertsTold: Alert[][];
let changes: number;
let settings: DeskSettings;
let needed: Set<LiveList>;
let fetched: Partial<
  Record<LiveList, { readonly rows: Map<string, FuturesTicker | OpenPlan>; readonly fetchedAt: number }>
>;
let history: Map<string, PlanOrder>;
let desk: Desk;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'orderglass-desk-'));
  market = new FakeMarket();
  activities = [];
  alertsTold = [];
  changes = 0;
  needed = new Set();
  fetched = {};
  history = new Map();
  settings = {
    quietHours: null,
    zone: 'UTC',
    notify: { 'plan-near': true, 'plan-left': true, price: true, change: true, stale: true, 'account-silent': true },
    staleAfterMs: 15_000,
  };
  desk = await open();
});

afterEach(async () => {
  await desk.close();
  await rm(folder, { recursive: true, force: true });
});

const file = () => path.join(folder, 'one.json');

async function open(): Promise<Desk> {
  return new Desk({
    account: 'one',
    now: market.now,
    monotonicNow: market.time.now,
    schedule: market.time.schedule,
    file: await StateFile.open({
      file: file(),
      now: market.now,
      trouble: { wasSetAside: () => {}, notSaved: () => {} },
      empty: emptyDesk,
      read: readDesk,
      write: writeDesk,
    }),
    settings: () => settings,
    // The rows are those of the list that they were put under.
    latest: (list) => {
      const latest = fetched[list];
      return latest === undefined ? null : ({ ...latest, unreadable: [] } as never);
    },
    isNeeded: (list) => needed.has(list),
    findPlans: async () => history,
    onActivity: (activity) => activities.push(activitySchema.parse(activity)),
    onActivitiesChanged: () => changes++,
    onAlerts: (alerts) => alertsTold.push(accountAlertsSchema.parse({ account: 'one', alerts }).alerts),
  });
}

async function restart(): Promise<void> {
  await desk.close();
  desk = await open();
}

/** A list is read: of tickers by symbol, of plans by key. */
async function read(list: LiveList, rows: (FuturesTicker | OpenPlan)[], age = 0): Promise<void> {
  const byKey = new Map(rows.map((row) => ['key' in row ? row.key : row.symbol, row]));
  fetched[list] = { rows: byKey, fetchedAt: market.now() - age };
  const plans =
    list === 'open-plans' ? { archive: 'archive', rows: byKey as Map<string, OpenPlan>, unreadable: [] } : null;
  desk.taken(list, plans === null ? null : { ...plans, fetchedAt: market.now() });
  await market.time.advance(3000);
}

const price = (last: string) => read('futures-tickers', [futuresTicker('BTC-USDT', last)]);
const plans = (...rows: OpenPlan[]) => read('open-plans', rows);

function save(condition: AlertCondition, change: { id?: string; paused?: boolean } = {}): Promise<Alert> {
  return desk.saveAlert({ condition, paused: false, ...change });
}

const rises: AlertCondition = {
  kind: 'price',
  market: 'futures',
  symbol: 'BTC-USDT',
  level: '100',
  direction: 'rises-to',
};
const values = () => activities.map(({ event }) => (event.kind === 'alert' ? event.value : event.kind));

describe('an alert', () => {
  test('tells when it fires, and remembers that', async () => {
    const alert = await save(rises);
    expect(alert).toMatchObject({
      account: 'one',
      condition: rises,
      paused: false,
      createdAt: startOfTime,
      lastFiredAt: null,
    });
    await price('99');
    await price('100.5');
    expect(activities).toMatchObject([
      {
        account: 'one',
        at: startOfTime + 3000,
        event: {
          kind: 'alert',
          alert: alert.id,
          condition: rises,
          symbol: 'BTC-USDT',
          value: '100.5',
          plan: null,
          list: null,
        },
        read: false,
        notify: true,
      },
    ]);
    expect(desk.alerts).toMatchObject([{ id: alert.id, lastFiredAt: startOfTime + 3000 }]);
    expect(alertsTold.at(-1)).toEqual(desk.alerts);
    expect(desk.activities).toEqual(activities);
  });

  test('begins with what is on the screen', async () => {
    await price('99');
    await save(rises);
    await price('101');
    expect(values()).toEqual(['101']);
  });

  test('does not tell what was so when it was made', async () => {
    await price('101');
    await save(rises);
    await price('102');
    expect(values()).toEqual([]);
  });

  test('does not tell the same crossing again after a restart', async () => {
    await save(rises);
    await price('99');
    await price('100');
    await restart();
    await price('101');
    await price('99.95');
    await price('100');
    expect(values()).toEqual(['100']);
    await price('99');
    await restart();
    await price('100');
    expect(values()).toEqual(['100', '100']);
  });

  test('tells what was crossed while the program did not run', async () => {
    await save(rises);
    await price('99');
    await restart();
    await market.time.advance(3_600_000);
    await price('120');
    expect(values()).toEqual(['120']);
  });

  test('says nothing of figures that are not live, and goes on from before when they are again', async () => {
    await save(rises);
    await price('99');
    await read('futures-tickers', [futuresTicker('BTC-USDT', '101')], 15_001);
    expect(values()).toEqual([]);
    await read('futures-tickers', [futuresTicker('BTC-USDT', '102')], 15_000);
    expect(values()).toEqual(['102']);
  });

  test('is for its market and its symbol', async () => {
    await save(rises);
    await save({ ...rises, market: 'spot' });
    await price('99');
    await read('spot-tickers', [spotTicker('BTC-USDT', '99')]);
    await read('spot-tickers', [spotTicker('BTC-USDT', '101')]);
    await read('futures-tickers', [futuresTicker('ETH-USDT', '101')]);
    expect(values()).toEqual(['101']);
    expect(activities[0]?.event).toMatchObject({ condition: { market: 'spot' } });
  });

  test('that is paused says nothing, and begins anew when it goes on', async () => {
    const { id } = await save(rises);
    await price('99');
    await save(rises, { id, paused: true });
    expect(desk.needs).toEqual(new Set());
    await price('101');
    await price('99');
    await save(rises, { id });
    expect(desk.needs).toEqual(new Set(['futures-tickers']));
    await price('99.5');
    expect(values()).toEqual([]);
    await price('100');
    expect(values()).toEqual(['100']);
    await save(rises, { id, paused: true });
    await save(rises, { id });
    await price('101');
    expect(values()).toEqual(['100']);
  });

  test('that is changed begins anew, one that is saved as it was goes on', async () => {
    const { id, createdAt } = await save(rises);
    await price('99');
    await market.time.advance(1000);
    expect(await save({ ...rises }, { id })).toMatchObject({ id, createdAt });
    await price('105');
    expect(values()).toEqual(['105']);
    await save({ ...rises, level: '104' }, { id });
    await price('106');
    expect(values()).toEqual(['105']);
    expect(desk.alerts).toHaveLength(1);
  });

  test('that is removed is gone', async () => {
    const { id } = await save(rises);
    await price('99');
    expect(await desk.removeAlert(id)).toEqual([]);
    await price('101');
    expect(values()).toEqual([]);
    await expect(desk.removeAlert(id)).rejects.toMatchObject({ code: 'invalid-input' });
    await expect(save(rises, { id })).rejects.toMatchObject({ code: 'invalid-input' });
    await restart();
    expect(desk.alerts).toEqual([]);
  });

  test('of which there are too many is refused', async () => {
    for (let count = 0; count < maxAlerts; count++) void save({ kind: 'stale', minutes: 1 });
    await expect(save({ kind: 'stale', minutes: 1 })).rejects.toMatchObject({ code: 'invalid-input' });
    expect(desk.alerts).toHaveLength(maxAlerts);
  });

  test('for the change over 24 hours tells it', async () => {
    await save({ kind: 'change', market: 'futures', symbol: 'BTC-USDT', percent: '5' });
    await read('futures-tickers', [futuresTicker('BTC-USDT', '100', '100')]);
    await read('futures-tickers', [futuresTicker('BTC-USDT', '94.9', null)]);
    await read('futures-tickers', [futuresTicker('BTC-USDT', '94.9', '0')]);
    await read('futures-tickers', [futuresTicker('BTC-USDT', '94.9', '100')]);
    expect(values()).toEqual(['-5.10']);
  });

  test('holds for the session where it cannot be written', async () => {
    await rm(folder, { recursive: true });
    await writeFile(folder, 'in the way');
    await expect(save(rises)).rejects.toMatchObject({ code: 'storage-failed' });
    await price('99');
    await price('100');
    expect(values()).toEqual(['100']);
  });
});

describe('an alert for plans near their trigger', () => {
  const near: AlertCondition = { kind: 'plan-near', percent: '1' };

  test('tells which plan and how near, whichever of the lists brings it', async () => {
    await save(near);
    expect(desk.needs).toEqual(new Set(['open-plans', 'futures-tickers']));
    await plans(openPlan('a'), openPlan('b', { triggerPrice: '110' }));
    await price('90');
    await price('99.5');
    expect(activities).toMatchObject([{ event: { plan: 'isolated:a', symbol: 'BTC-USDT', value: '0.50' } }]);
    await plans(openPlan('a'), openPlan('b', { triggerPrice: '100.3', raw: 'moved' }));
    expect(activities[1]).toMatchObject({ event: { plan: 'isolated:b', value: '0.80' } });
  });

  test('needs both lists to be live', async () => {
    await save(near);
    await plans(openPlan('a'));
    await price('90');
    await market.time.advance(20_000);
    await price('99.5');
    expect(activities).toEqual([]);
    await plans(openPlan('a'));
    expect(activities).toHaveLength(1);
  });

  test('says nothing of a plan whose symbol has no ticker', async () => {
    await save(near);
    await plans(openPlan('a', { symbol: 'GONE-USDT' }));
    await price('100');
    await price('99.9');
    expect(activities).toEqual([]);
  });

  test('does not tell again after a restart', async () => {
    await save(near);
    await plans(openPlan('a'));
    await price('90');
    await price('99.5');
    await restart();
    await plans(openPlan('a'));
    await price('99.6');
    expect(activities).toHaveLength(1);
  });
});

describe('plans that leave', () => {
  test('are an activity, and are to be told where an alert wants it', async () => {
    const alert = await save({ kind: 'plan-left', symbol: 'ETH-USDT' });
    const eth = openPlan('e', { symbol: 'ETH-USDT' });
    await plans(openPlan('a'), eth);
    const { triggerStatus: _, ...row } = eth;
    history.set(eth.key, { ...row, status: 'fully-executed', filledQuantity: '1' });
    await plans();
    await plans();
    await plans();
    await plans();
    expect(activities).toMatchObject([
      {
        event: {
          kind: 'plan-left',
          plan: 'isolated:e',
          outcome: { status: 'fully-executed', filledQuantity: '1' },
          backAt: null,
        },
        notify: true,
      },
      { event: { kind: 'plan-left', plan: 'isolated:a', outcome: null }, notify: false },
    ]);
    expect(desk.alerts).toMatchObject([{ id: alert.id, lastFiredAt: activities[0]?.at }]);
  });

  test('and come back are said to, in the activity that is known', async () => {
    await plans(openPlan('a'));
    for (let count = 0; count < 4; count++) await plans();
    expect(changes).toBe(0);
    await plans(openPlan('a'));
    expect(changes).toBe(1);
    expect(desk.activities).toMatchObject([{ id: activities[0]?.id, event: { backAt: market.now() - 3000 } }]);
    expect(activities).toHaveLength(1);
  });

  test('while the program did not run are told at the next look', async () => {
    await plans(openPlan('a'), openPlan('b'));
    await restart();
    await market.time.advance(3_600_000);
    await plans(openPlan('b'));
    for (let count = 0; count < 4; count++) await plans(openPlan('b'));
    expect(activities).toMatchObject([{ event: { plan: 'isolated:a', lastSeenAt: startOfTime } }]);
  });
});

describe('data that is stale', () => {
  /** Time passes, in the beats of the pulse. */
  async function pass(seconds: number): Promise<void> {
    for (let second = 0; second < seconds; second++) {
      await market.time.advance(1000);
      desk.beat(false);
    }
  }

  test('is told after so many minutes without an answer, once until there is one', async () => {
    await save({ kind: 'stale', minutes: 2 });
    needed.add('futures-tickers');
    await price('1');
    await pass(119);
    expect(activities).toEqual([]);
    await pass(2);
    expect(activities).toMatchObject([
      { event: { kind: 'alert', list: 'futures-tickers', symbol: null, value: null } },
    ]);
    await pass(600);
    await restart();
    await pass(600);
    expect(activities).toHaveLength(1);
    await price('2');
    await pass(200);
    expect(activities).toHaveLength(2);
  });

  test('is not told of what nobody looks at, and from when somebody does', async () => {
    await save({ kind: 'stale', minutes: 1 });
    await price('1');
    await pass(600);
    needed.add('futures-tickers');
    await pass(59);
    expect(activities).toEqual([]);
    await pass(2);
    expect(activities).toHaveLength(1);
  });

  test('is not told of the time that the machine slept', async () => {
    await save({ kind: 'stale', minutes: 1 });
    needed.add('futures-tickers');
    await price('1');
    await pass(10);
    market.slept = 3_600_000;
    desk.beat(true);
    await pass(55);
    expect(activities).toEqual([]);
    await pass(6);
    expect(activities).toHaveLength(1);
  });
});

describe('an account that is silent', () => {
  test('is told once, with what its requests fail with, until they succeed', async () => {
    await save({ kind: 'account-silent' });
    expect(desk.needs).toEqual(new Set(['open-plans']));
    desk.failed('open-plans', fail('offline').toFailure());
    desk.failed('open-plans', fail('bad-answer').toFailure());
    expect(activities).toEqual([]);
    desk.failed('open-plans', fail('key-expired').toFailure());
    desk.failed('open-plans', fail('key-expired').toFailure());
    await price('1');
    await restart();
    desk.failed('open-plans', fail('not-authenticated').toFailure());
    expect(activities).toMatchObject([{ event: { kind: 'alert', list: 'open-plans', failure: 'key-expired' } }]);
    await plans();
    desk.failed('open-plans', fail('no-permission').toFailure());
    expect(activities).toHaveLength(2);
  });

  test('is told when it has failed for a minute, whatever with, and not for the time that the machine slept', async () => {
    needed.add('open-plans').add('spot-tickers');
    await save({ kind: 'account-silent' });
    const failFor = async (milliseconds: number) => {
      desk.failed('open-plans', fail('timeout').toFailure());
      desk.failed('spot-tickers', fail('service-error').toFailure());
      await market.time.advance(milliseconds);
      desk.beat(false);
    };
    await failFor(50_000);
    await plans();
    await failFor(59_000);
    market.slept += 600_000;
    desk.beat(true);
    await failFor(59_000);
    expect(activities).toEqual([]);
    await failFor(1000);
    await failFor(100_000);
    expect(activities).toMatchObject([{ event: { kind: 'alert', list: 'open-plans', failure: 'timeout' } }]);
    await plans();
    await failFor(60_000);
    expect(activities).toHaveLength(2);
  });
});

describe('what is told outside of the page', () => {
  test('is nothing in quiet hours, and nothing of a kind that is not to be', async () => {
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
    expect(desk.alerts).toMatchObject([{ id, lastFiredAt: activities[2]?.at }]);
  });
});

describe('activities', () => {
  test('are kept over restarts, the latest first, and read ones stay read', async () => {
    await save({ ...rises, direction: 'crosses' });
    await price('99');
    for (const last of ['101', '99', '101']) await price(last);
    const ids = desk.activities.map(({ id }) => id);
    expect(desk.unread).toBe(3);
    desk.markRead(ids.slice(0, 1));
    desk.markRead(['none']);
    expect(desk.unread).toBe(2);
    expect(changes).toBe(2);
    await restart();
    expect(desk.activities.map(({ id, read: isRead }) => [id, isRead])).toEqual([
      [ids[0], true],
      [ids[1], false],
      [ids[2], false],
    ]);
    desk.markRead(undefined);
    expect(desk.unread).toBe(0);
  });

  test('are kept up to a number', async () => {
    await save({ ...rises, direction: 'crosses' });
    await price('90');
    for (let count = 0; count < maxActivities + 5; count++) await price(count % 2 === 0 ? '110' : '90');
    expect(desk.activities).toHaveLength(maxActivities);
    await restart();
    expect(desk.activities).toHaveLength(maxActivities);
    expect(desk.activities.map(({ id }) => id)).toEqual(
      activities
        .slice(5)
        .map(({ id }) => id)
        .reverse(),
    );
  });
});

test('what fires is on the disk at once, with the state that keeps it from being told again', async () => {
  const { id } = await save(rises);
  await price('99');
  fetched['futures-tickers'] = {
    rows: new Map([['BTC-USDT', futuresTicker('BTC-USDT', '100')]]),
    fetchedAt: market.now(),
  };
  desk.taken('futures-tickers', null);
  await market.time.advance(0);
  await expect
    .poll(async () => readDesk(await readFile(file(), 'utf8')).content)
    .toMatchObject({
      alerts: [{ alert: { id }, state: { side: 'crossed-up' } }],
      activities: [{ event: { alert: id } }],
    });
});

test('a file of which a part is damaged costs that part only', async () => {
  await save(rises);
  const kept = await save({ kind: 'stale', minutes: 5 });
  await plans(openPlan('a'));
  await desk.close();
  const stored = JSON.parse(await readFile(file(), 'utf8'));
  stored.alerts[0].alert.condition.level = '-1';
  stored.plans = 'x';
  await writeFile(file(), JSON.stringify(stored));
  desk = await open();
  expect(desk.alerts).toEqual([kept]);
  await plans();
  expect(activities).toEqual([]);
});

test('nothing is written for an account of which nothing is kept', async () => {
  await desk.close();
  await expect(readFile(file())).rejects.toMatchObject({ code: 'ENOENT' });
});

test('an account that is removed leaves nothing behind', async () => {
  await save(rises);
  await plans(openPlan('a'));
  await desk.remove();
  await market.time.advance(120_000);
  await expect(readFile(file())).rejects.toMatchObject({ code: 'ENOENT' });
  expect(market.time.timers).toBe(0);
});
