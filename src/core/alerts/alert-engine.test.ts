import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Alert, AlertCondition, AlertFired } from '../../shared/contract/alerts.ts';
import type { FuturesTicker } from '../../shared/contract/market.ts';
import type { OpenPlan } from '../../shared/contract/orders.ts';
import { type LiveList, maxAlerts } from '../../shared/market/market.ts';
import { planRef } from '../../shared/plans/plan-ref.ts';
import type { AnyLatestRows } from '../market/live-list.ts';
import { fail, futuresTicker, openPlan, spotTicker, startOfTime } from '../market/testing/fake-market.ts';
import { AlertEngine, type Evaluation } from './alert-engine.ts';

const maxAgeMs = 15_000;
const rises: AlertCondition = {
  kind: 'price',
  market: 'futures',
  symbol: 'BTC-USDT',
  level: '100',
  direction: 'rises-to',
};
const near: AlertCondition = { kind: 'plan-near', percent: '1' };

let time: number;
/** The wall clock if it was set; `null` if it agrees with `time`. */
let wallTime: number | null;
let engine: AlertEngine;
let fired: AlertFired[];

beforeEach(() => {
  time = startOfTime;
  wallTime = null;
  fired = [];
  engine = new AlertEngine({
    account: 'one',
    alerts: [],
    now: () => wallTime ?? time,
    monotonicNow: () => time,
    maxAgeMs: () => maxAgeMs,
  });
});

/** As after a restart: only what is stored remains. */
function restart(): void {
  const alerts = JSON.parse(JSON.stringify(engine.stored));
  engine = new AlertEngine({
    account: 'one',
    alerts,
    now: () => wallTime ?? time,
    monotonicNow: () => time,
    maxAgeMs: () => maxAgeMs,
  });
}

function record(evaluation: Evaluation): void {
  fired.push(...evaluation.fired);
}

/** Hands over a poll that is `age` ms old, and the same again after 3 s, which confirms it. */
function fetched(list: LiveList, rows: readonly (FuturesTicker | OpenPlan)[], age = 0): void {
  polled(list, rows, age);
  time += 3000;
  polled(list, rows, age);
  time += 3000;
}

/** Hands over a poll that is `age` ms old. */
function polled(list: LiveList, rows: readonly (FuturesTicker | OpenPlan)[], age = 0): void {
  const byKey = new Map(rows.map((row) => ['key' in row ? row.key : row.symbol, row]));
  const poll = {
    account: 'one',
    list,
    rows: byKey,
    unreadable: [],
    fetchedAt: time - age,
    archive: 'archive',
    run: '',
  };
  record(engine.fetched(poll as AnyLatestRows));
}

const price = (last: string) => fetched('futures-tickers', [futuresTicker('BTC-USDT', last)]);
const plans = (...rows: OpenPlan[]) => fetched('open-plans', rows);
const save = (condition: AlertCondition, change: Partial<Parameters<AlertEngine['save']>[0]> = {}): Alert =>
  engine.save({ condition, paused: false, quietMinutes: 0, ...change });
const values = () => fired.map(({ value }) => value);

describe('an alert', () => {
  test('fires with its findings and stores the time', () => {
    const alert = save(rises);
    expect(alert).toMatchObject({
      account: 'one',
      condition: rises,
      paused: false,
      createdAt: time,
      lastFiredAt: null,
    });
    price('99');
    price('100.5');
    expect(fired).toEqual([
      {
        kind: 'alert',
        alert: alert.id,
        condition: rises,
        symbol: 'BTC-USDT',
        value: '100.5',
        plan: null,
        list: null,
        failure: null,
      },
    ]);
    expect(engine.alerts).toEqual([{ ...alert, lastFiredAt: startOfTime + 9000, isArmed: false }]);
  });

  test('starts from the rows that are known when it is created', () => {
    price('99');
    save(rises);
    price('101');
    expect(values()).toEqual(['101']);
  });

  test('does not fire for a price that is already beyond its level when it is created', () => {
    price('101');
    save(rises);
    price('102');
    expect(values()).toEqual([]);
  });

  test('does not fire again for the same crossing after a restart', () => {
    save(rises);
    price('99');
    price('100');
    restart();
    price('101');
    price('99.95');
    price('100');
    expect(values()).toEqual(['100']);
    price('99');
    restart();
    price('100');
    expect(values()).toEqual(['100', '100']);
  });

  test('fires for a crossing between two runs of the program', () => {
    save(rises);
    price('99');
    restart();
    time += 3_600_000;
    price('120');
    expect(values()).toEqual(['120']);
  });

  test('ignores rows that are too old, and continues from its state with live ones', () => {
    save(rises);
    price('99');
    fetched('futures-tickers', [futuresTicker('BTC-USDT', '101')], maxAgeMs + 1);
    expect(values()).toEqual([]);
    fetched('futures-tickers', [futuresTicker('BTC-USDT', '102')], maxAgeMs);
    expect(values()).toEqual(['102']);
  });

  test('applies to its market and its symbol only', () => {
    save(rises);
    save({ ...rises, market: 'spot' });
    price('99');
    fetched('spot-tickers', [spotTicker('BTC-USDT', '99')]);
    fetched('spot-tickers', [spotTicker('BTC-USDT', '101')]);
    fetched('futures-tickers', [futuresTicker('ETH-USDT', '101')]);
    expect(values()).toEqual(['101']);
    expect(fired[0]).toMatchObject({ condition: { market: 'spot' } });
  });

  test('that is paused does not fire, needs no list, and starts from scratch when it is resumed', () => {
    const { id } = save(rises);
    price('99');
    save(rises, { id, paused: true });
    expect(engine.needs).toEqual(new Set());
    price('101');
    price('99');
    save(rises, { id });
    expect(engine.needs).toEqual(new Set(['futures-tickers']));
    price('99.5');
    expect(values()).toEqual([]);
    price('100');
    expect(values()).toEqual(['100']);
    save(rises, { id, paused: true });
    save(rises, { id });
    price('101');
    expect(values()).toEqual(['100']);
  });

  test('keeps its state when it is saved unchanged and starts from scratch when it is changed', () => {
    const { id, createdAt } = save(rises);
    price('99');
    expect(save({ ...rises }, { id })).toMatchObject({ id, createdAt });
    price('105');
    expect(values()).toEqual(['105']);
    save({ ...rises, level: '104' }, { id });
    price('106');
    expect(values()).toEqual(['105']);
    expect(engine.alerts).toHaveLength(1);
  });

  test('does not fire after its removal', () => {
    const { id } = save(rises);
    price('99');
    engine.remove(id);
    expect(engine.alerts).toEqual([]);
    price('101');
    expect(values()).toEqual([]);
    const invalid = expect.objectContaining({ code: 'invalid-input' });
    expect(() => engine.remove(id)).toThrow(invalid);
    expect(() => save(rises, { id })).toThrow(invalid);
  });

  test('is rejected beyond the largest number of alerts', () => {
    for (let count = 0; count < maxAlerts; count++) save({ kind: 'stale', minutes: 1 });
    expect(() => save({ kind: 'stale', minutes: 1 })).toThrow(expect.objectContaining({ code: 'invalid-input' }));
    expect(engine.alerts).toHaveLength(maxAlerts);
  });

  test('reports the change over 24 hours', () => {
    save({ kind: 'change', market: 'futures', symbol: 'BTC-USDT', percent: '5' });
    fetched('futures-tickers', [futuresTicker('BTC-USDT', '100', '100')]);
    fetched('futures-tickers', [futuresTicker('BTC-USDT', '94.9', null)]);
    fetched('futures-tickers', [futuresTicker('BTC-USDT', '94.9', '0')]);
    fetched('futures-tickers', [futuresTicker('BTC-USDT', '94.9', '100')]);
    expect(values()).toEqual(['-5.10']);
  });

  test('does not compare with rows of another key', () => {
    price('101');
    engine.reset();
    save(rises);
    price('99');
    price('101');
    expect(values()).toEqual(['101']);
  });

  test('whose state does not change needs no save', () => {
    save(rises);
    const poll = (last: string) =>
      engine.fetched({
        account: 'one',
        list: 'futures-tickers',
        rows: new Map([['BTC-USDT', futuresTicker('BTC-USDT', last)]]),
        unreadable: [],
        fetchedAt: time,
        archive: 'archive',
        run: '',
      });
    const nothing = { fired: [], repeated: [] };
    expect(poll('99')).toEqual({ ...nothing, hasChanged: true, isListChanged: false });
    expect(poll('98')).toEqual({ ...nothing, hasChanged: false, isListChanged: false });
    expect(poll('100')).toEqual({ ...nothing, hasChanged: false, isListChanged: false });
    expect(poll('100.1')).toMatchObject({ fired: [{ value: '100.1' }], hasChanged: true, isListChanged: true });
    expect(poll('101')).toEqual({ ...nothing, hasChanged: false, isListChanged: false });
    expect(poll('99.9')).toEqual({ ...nothing, hasChanged: false, isListChanged: false });
    expect(poll('99.9')).toEqual({ ...nothing, hasChanged: true, isListChanged: true });
  });

  test('is armed until it fires, and again after the value was away by the margin', () => {
    const armed = () => engine.alerts.map(({ isArmed }) => isArmed);
    expect(save(rises).isArmed).toBe(true);
    price('99');
    expect(armed()).toEqual([true]);
    price('100');
    price('99.95');
    expect(armed()).toEqual([false]);
    restart();
    expect(armed()).toEqual([false]);
    price('99.9');
    expect(armed()).toEqual([true]);
  });

  test('is not armed while the price is beyond its level since it was created', () => {
    price('101');
    expect(save(rises).isArmed).toBe(false);
    expect(save({ ...rises, direction: 'falls-to' }).isArmed).toBe(true);
    expect(save(near).isArmed).toBe(true);
  });
});

describe('a crossing', () => {
  const one = (ticker: FuturesTicker) => {
    polled('futures-tickers', [ticker]);
    time += 3000;
  };
  const btc = (last: string | null, more: Partial<FuturesTicker> = {}) =>
    one({ ...futuresTicker('BTC-USDT', last), ...more });
  const change: AlertCondition = { kind: 'change', market: 'futures', symbol: 'BTC-USDT', percent: '10' };

  test('that the next poll takes back fires nothing, and one that it confirms fires with the later price', () => {
    save(rises);
    save({ ...rises, level: '90', direction: 'falls-to' });
    save(change);
    plans(openPlan('a', { triggerPrice: '120' }));
    save({ ...near, percent: '5' });
    for (const last of ['99', '121', '99', '80', '98', '115', '97']) {
      btc(last, { open: '99' });
      expect(engine.awaited.size > 0).toBe(Number(last) < 90 || Number(last) > 100);
    }
    expect(fired).toEqual([]);
    btc('101', { open: '99' });
    btc('102', { open: '99' });
    expect(values()).toEqual(['102']);
    expect(engine.awaited).toEqual(new Set());
  });

  test('waits through polls without a price, and through lists without the symbol', () => {
    save(rises);
    btc('99');
    btc('105');
    btc(null);
    one(futuresTicker('ETH-USDT', '7'));
    expect(fired).toEqual([]);
    btc('106');
    expect(values()).toEqual(['106']);
  });

  test('of an alert whose condition changes meanwhile starts from scratch', () => {
    const { id } = save(rises);
    btc('99');
    btc('105');
    save({ ...rises, level: '104' }, { id });
    btc('106');
    expect(fired).toEqual([]);
  });

  test('in a snapshot that is older than one before it is no news', () => {
    save(rises, { quietMinutes: 5 });
    save({ ...rises, direction: 'falls-to', level: '95' });
    save(change);
    btc('99', { open: '99', tradeId: '700' });
    for (const turn of [1, 2, 3, 4, 5]) {
      btc('111', { open: '99', tradeId: `${7000 + turn}` });
      btc('90', { open: '99', tradeId: '998' });
    }
    // The price rose by more than ten percent, once.
    expect(fired).toMatchObject([{ value: '111' }, { value: '12.12' }]);
  });

  test('is judged again after a minute of lower trade numbers, because the exchange may have begun to count again', () => {
    save(rises);
    btc('99', { tradeId: '9007199254740993' });
    for (let poll = 0; poll < 20; poll++) btc('105', { tradeId: `${poll}` });
    expect(fired).toEqual([]);
    btc('105', { tradeId: '21' });
    btc('105', { tradeId: '22' });
    expect(values()).toEqual(['105']);
  });

  test('of a plan waits while its symbol has an older snapshot only', () => {
    save(near);
    plans(openPlan('a'));
    btc('90', { tradeId: '10' });
    btc('99.5', { tradeId: '12' });
    btc('90', { tradeId: '11' });
    expect(fired).toEqual([]);
    btc('99.6', { tradeId: '13' });
    plans(openPlan('a'));
    expect(fired).toMatchObject([{ plan: 'isolated:a', value: '0.40' }]);
  });
});

test('no alert fires on polls that the next poll takes back, whatever they show', () => {
  const calm = fc.integer({ min: 95, max: 105 }).map(String);
  const odd = fc.oneof(fc.integer({ min: 1, max: 1000 }).map(String), fc.constant(null));
  fc.assert(
    fc.property(fc.array(fc.tuple(calm, odd), { minLength: 1, maxLength: 20 }), (polls) => {
      fired = [];
      restart();
      for (const { alert } of engine.stored) engine.remove(alert.id);
      save({ ...rises, level: '110', direction: 'crosses' });
      save({ ...rises, level: '90', direction: 'crosses' });
      save({ kind: 'change', market: 'futures', symbol: 'BTC-USDT', percent: '8' });
      save(near);
      for (const [usual, wrong] of polls) {
        for (const last of [usual, wrong]) {
          polled('open-plans', [openPlan('up', { triggerPrice: '112' }), openPlan('down', { triggerPrice: '88' })]);
          polled('futures-tickers', [futuresTicker('BTC-USDT', last, '100')]);
          time += 3000;
        }
      }
      expect(fired).toEqual([]);
    }),
    { numRuns: 60 },
  );
});

describe('an alert that has fired', () => {
  const cross = () => {
    price('99');
    price('101');
  };

  test('is quiet for its minutes, and counts what would have fired', () => {
    const repeated: AlertFired[] = [];
    const fetch = engine.fetched.bind(engine);
    engine.fetched = (rows) => {
      const evaluation = fetch(rows);
      repeated.push(...evaluation.repeated);
      return evaluation;
    };
    const { id } = save(rises, { quietMinutes: 5 });
    for (let turn = 0; turn < 5; turn++) cross();
    expect(values()).toEqual(['101']);
    expect(repeated).toHaveLength(4);
    expect(repeated[0]).toMatchObject({ alert: id, symbol: 'BTC-USDT', value: '101' });
    restart();
    cross();
    expect(values()).toEqual(['101']);
    time += 300_000;
    cross();
    expect(values()).toEqual(['101', '101']);
  });

  test('is quiet for one plan order or symbol only', () => {
    save(near, { quietMinutes: 60 });
    const both = [openPlan('a'), openPlan('b', { triggerPrice: '200' })];
    for (const last of ['90', '100', '90', '199', '90']) {
      plans(...both);
      price(last);
      plans(...both);
    }
    expect(fired.map(({ plan }) => plan)).toEqual(['isolated:a', 'isolated:b']);
  });

  test('once is paused from then on', () => {
    const { id } = save(rises, { quietMinutes: null });
    cross();
    cross();
    expect(values()).toEqual(['101']);
    expect(engine.alerts).toMatchObject([{ id, paused: true, quietMinutes: null }]);
    expect(engine.needs).toEqual(new Set());
    engine.save({ id, condition: rises, paused: false });
    cross();
    expect(values()).toEqual(['101', '101']);
    const left = save({ kind: 'plan-left' }, { quietMinutes: null });
    expect(engine.planLeft(planRef(openPlan('a')))).toBe(true);
    expect(engine.planLeft(planRef(openPlan('b')))).toBe(false);
    expect(engine.alerts.find((alert) => alert.id === left.id)).toMatchObject({ paused: true });
  });

  test('is quiet about a plan that leaves again within its minutes', () => {
    save({ kind: 'plan-left' }, { quietMinutes: 5 });
    const leaves = (id: string) => engine.planLeft(planRef(openPlan(id)));
    expect([leaves('a'), leaves('a'), leaves('b')]).toEqual([true, false, true]);
    time += 300_000;
    expect(leaves('a')).toBe(true);
    // The clock was set back.
    wallTime = time - 86_400_000;
    expect(leaves('a')).toBe(true);
  });
});

test('an alert ends at its time, is paused then, and has no end after it is resumed', () => {
  const { id } = save(rises, { endsAt: time + 10_000 });
  price('99');
  time += 10_000;
  price('101');
  expect(fired).toEqual([]);
  const tick = () => engine.ticked({ hasSlept: false, polled: new Set() });
  expect(tick()).toMatchObject({ hasChanged: true, isListChanged: true });
  expect(tick()).toMatchObject({ hasChanged: false, isListChanged: false });
  expect(engine.alerts).toMatchObject([{ id, paused: true, endsAt: expect.any(Number) }]);
  expect(() => save(rises, { id, endsAt: time - 1 })).toThrow(expect.objectContaining({ code: 'invalid-input' }));
  expect(engine.save({ id, condition: rises, paused: false })).toMatchObject({ paused: false, endsAt: null });
});

describe('an alert for plans near their trigger', () => {
  test('fires with the plan and its distance, whichever list brings it near', () => {
    save(near);
    expect(engine.needs).toEqual(new Set(['open-plans', 'futures-tickers']));
    plans(openPlan('a'), openPlan('b', { triggerPrice: '110' }));
    price('90');
    price('99.5');
    plans(openPlan('a'), openPlan('b', { triggerPrice: '110' }));
    expect(fired).toMatchObject([{ plan: 'isolated:a', symbol: 'BTC-USDT', value: '0.50' }]);
    plans(openPlan('a'), openPlan('b', { triggerPrice: '100.3', raw: 'moved' }));
    price('99.5');
    expect(fired[1]).toMatchObject({ plan: 'isolated:b', value: '0.80' });
  });

  test('is not moved by what one poll of the plans shows', () => {
    save(near);
    plans(openPlan('a'));
    price('90');
    polled('open-plans', [openPlan('a', { triggerPrice: '90.1' })]);
    price('90');
    plans(openPlan('a'));
    price('90');
    expect(fired).toEqual([]);
    polled('open-plans', [openPlan('a', { triggerPrice: '90.1' })]);
    expect(engine.awaited).toEqual(new Set(['open-plans', 'futures-tickers']));
    price('90');
    plans(openPlan('a', { triggerPrice: '90.1' }));
    expect(fired).toHaveLength(1);
    // Not away again, either.
    polled('open-plans', [openPlan('a')]);
    price('90');
    plans(openPlan('a', { triggerPrice: '90.1' }));
    price('90');
    expect(fired).toHaveLength(1);
  });

  test('needs live rows of both lists', () => {
    save(near);
    plans(openPlan('a'));
    price('90');
    time += 20_000;
    price('99.5');
    expect(fired).toEqual([]);
    plans(openPlan('a'));
    price('99.5');
    expect(fired).toHaveLength(1);
  });

  test('ignores a plan whose symbol has no ticker', () => {
    save(near);
    plans(openPlan('a', { symbol: 'GONE-USDT' }));
    price('100');
    price('99.9');
    expect(fired).toEqual([]);
  });

  test('does not fire again after a restart', () => {
    save(near);
    plans(openPlan('a'));
    price('90');
    price('99.5');
    plans(openPlan('a'));
    restart();
    plans(openPlan('a'));
    price('99.6');
    expect(fired).toHaveLength(1);
  });
});

describe('an alert for plans that leave', () => {
  test('is marked as fired if it covers the plan and is not paused', () => {
    const all = save({ kind: 'plan-left' });
    save({ kind: 'plan-left', symbol: 'ETH-USDT' });
    save({ kind: 'plan-left' }, { paused: true });
    time += 1000;
    expect(engine.planLeft(planRef(openPlan('a')))).toBe(true);
    expect(engine.alerts.map(({ lastFiredAt }) => lastFiredAt)).toEqual([time, null, null]);
    engine.remove(all.id);
    expect(engine.planLeft(planRef(openPlan('a')))).toBe(false);
  });
});

describe('an alert for stale data', () => {
  let polled: Set<LiveList>;

  beforeEach(() => {
    polled = new Set(['futures-tickers']);
  });

  /** Lets time pass with one tick per second. */
  function pass(seconds: number): void {
    for (let second = 0; second < seconds; second++) {
      time += 1000;
      record(engine.ticked({ hasSlept: false, polled }));
    }
  }

  test('fires once after its minutes without a response, until there is one again', () => {
    save({ kind: 'stale', minutes: 2 });
    price('1');
    pass(119);
    expect(fired).toEqual([]);
    pass(2);
    expect(fired).toMatchObject([{ kind: 'alert', list: 'futures-tickers', symbol: null, value: null }]);
    pass(600);
    restart();
    pass(600);
    expect(fired).toHaveLength(1);
    price('2');
    pass(200);
    expect(fired).toHaveLength(2);
  });

  test('fires although a cache responds, if its rows are that old', () => {
    save({ kind: 'stale', minutes: 2 });
    pass(117);
    fetched('futures-tickers', [futuresTicker('BTC-USDT', '1')], 121_000);
    pass(2);
    expect(fired).toHaveLength(1);
  });

  test.each([-1, 1])('counts the minutes although the clock is set by %i day', (days) => {
    save({ kind: 'stale', minutes: 2 });
    price('1');
    pass(10);
    wallTime = time + days * 86_400_000;
    pass(107);
    expect(fired).toEqual([]);
    pass(5);
    expect(fired).toHaveLength(1);
  });

  test('counts only time in which the list is polled', () => {
    save({ kind: 'stale', minutes: 1 });
    price('1');
    polled.clear();
    pass(600);
    polled.add('futures-tickers');
    pass(59);
    expect(fired).toEqual([]);
    pass(2);
    expect(fired).toHaveLength(1);
  });

  test('does not count the time that the machine slept', () => {
    save({ kind: 'stale', minutes: 1 });
    price('1');
    pass(10);
    time += 3_600_000;
    record(engine.ticked({ hasSlept: true, polled }));
    pass(55);
    expect(fired).toEqual([]);
    pass(6);
    expect(fired).toHaveLength(1);
  });
});

describe('an alert for a silent account', () => {
  const failed = (code: Parameters<typeof fail>[0], list: LiveList = 'open-plans') =>
    record(engine.failed(list, fail(code).toFailure()));

  test('fires once for a failure that only the user can end, until a poll succeeds', () => {
    save({ kind: 'account-silent' });
    expect(engine.needs).toEqual(new Set(['open-plans']));
    failed('offline');
    failed('bad-answer');
    expect(fired).toEqual([]);
    failed('key-expired');
    failed('key-expired');
    price('1');
    restart();
    failed('not-authenticated');
    expect(fired).toMatchObject([{ kind: 'alert', list: 'open-plans', failure: 'key-expired' }]);
    plans();
    failed('no-permission');
    expect(fired).toHaveLength(2);
  });

  test('does not fire for a page of another service that one poll gets', () => {
    save({ kind: 'account-silent' });
    failed('not-this-service');
    plans();
    failed('not-this-service');
    expect(fired).toEqual([]);
    failed('not-this-service');
    expect(fired).toMatchObject([{ failure: 'not-this-service' }]);
  });

  test('fires after a minute of any failures, without the time that the machine slept', () => {
    const polled: ReadonlySet<LiveList> = new Set(['open-plans', 'spot-tickers']);
    const tick = (hasSlept = false) => record(engine.ticked({ hasSlept, polled }));
    const failFor = (milliseconds: number) => {
      failed('timeout');
      failed('service-error', 'spot-tickers');
      time += milliseconds;
      tick();
    };
    save({ kind: 'account-silent' });
    failFor(50_000);
    plans();
    failFor(59_000);
    time += 600_000;
    tick(true);
    failFor(59_000);
    expect(fired).toEqual([]);
    failFor(1000);
    failFor(100_000);
    expect(fired).toMatchObject([{ list: 'open-plans', failure: 'timeout' }]);
    plans();
    failFor(60_000);
    expect(fired).toHaveLength(2);
  });

  test('does not add up the failures of two keys', () => {
    const tick = () => record(engine.ticked({ hasSlept: false, polled: new Set<LiveList>(['open-plans']) }));
    save({ kind: 'account-silent' });
    failed('timeout');
    time += 50_000;
    engine.reset();
    failed('timeout');
    time += 50_000;
    tick();
    expect(fired).toEqual([]);
    time += 10_000;
    tick();
    expect(fired).toMatchObject([{ list: 'open-plans', failure: 'timeout' }]);
  });
});
