import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { History, historyWorkerSource, type OpenPlanLives, type PlanLifeBatch } from '../../history/index.ts';
import type { OpenPlan } from '../../shared/contract/orders.ts';
import type { PlanLife } from '../../shared/contract/plans.ts';
import { FakeMarket, futuresTicker, openPlan, startOfTime } from '../market/testing/fake-market.ts';
import { PlanLifeRecorder } from './plan-life-recorder.ts';

const second = 1000;

let folder: string;
let market: FakeMarket;
let history: History;
let recorder: PlanLifeRecorder;
let awaited: Set<string>;
/** Number of saves. */
let saves: number;
let isFailing: boolean;
let saved: (batch: PlanLifeBatch) => void;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'orderglass-lives-'));
  market = new FakeMarket();
  awaited = new Set();
  saves = 0;
  isFailing = false;
  saved = () => {};
  await start();
});

afterEach(async () => {
  await recorder.close();
  await history.close();
  await rm(folder, { recursive: true, force: true });
});

/** Starts the recorder on the file, with a first list, which is compared once the stored lives have been read. */
async function start(...rows: OpenPlan[]): Promise<void> {
  history = new History({
    file: path.join(folder, 'archive.sqlite'),
    discardExisting: false,
    worker: historyWorkerSource,
    newVersion: () => 1,
    fetchPage: async () => ({ entries: [], fetchedAt: 0 }),
    fetchOpenPlans: async () => ({ entries: [], fetchedAt: 0 }),
    isSaturated: () => false,
    onStatus: () => {},
    onSyncFailed: () => {},
    onNotes: () => {},
    onUnexpected: () => {},
  });
  let opened = Promise.resolve();
  recorder = new PlanLifeRecorder({
    now: market.now,
    monotonicNow: market.time.now,
    schedule: market.time.schedule,
    store: {
      open: (_archive) => {
        const opening = history.call('openPlanLives', null);
        opened = opening.then(() => {});
        return opening;
      },
      save: async (_archive, batch) => {
        saves++;
        if (isFailing) throw new Error('full');
        await history.call('savePlanLives', batch);
        saved(batch);
      },
    },
  });
  await plans(...rows);
  await opened;
  await market.time.advance(0);
}

/** Closes the program for some seconds. */
async function restartAfter(seconds: number, ...rows: OpenPlan[]): Promise<void> {
  await recorder.close();
  await history.close();
  await market.time.advance(seconds * second);
  await start(...rows);
}

async function plans(...rows: OpenPlan[]): Promise<void> {
  const list = { rows: new Map(rows.map((row) => [row.key, row])), unreadable: [], archive: 'archive' };
  recorder.take({ ...list, fetchedAt: market.now() }, (key) => awaited.has(key));
  await market.time.advance(0);
}

function price(last: string): void {
  recorder.price({ rows: new Map([['BTC-USDT', futuresTicker('BTC-USDT', last)]]), fetchedAt: market.now() });
}

async function life(id: string): Promise<PlanLife> {
  await recorder.save();
  const found = await history.ask('readPlanLife', { account: 'one', key: `isolated:${id}` }, 0);
  if (found === null) throw new Error('the plan order was never seen');
  return found;
}

const at = (seconds: number): number => startOfTime + seconds * second;
const one = openPlan('1', { triggerPrice: '100', stopLoss: null });

describe('the life of a plan order', () => {
  test('begins when it is first seen, and has every change with the polls around it', async () => {
    await plans(one);
    await market.time.advance(5 * second);
    await plans(one);
    await market.time.advance(5 * second);
    await plans({ ...one, stopLoss: '90', quantity: '2' });
    const { states, end, gaps, droppedStates } = await life('1');
    expect(states).toMatchObject([
      { at: at(0), after: null, plan: { key: 'isolated:1', stopLoss: null, quantity: '1' } },
      { at: at(10), after: at(5), plan: { stopLoss: '90', quantity: '2' } },
    ]);
    expect(states[0]?.plan).not.toHaveProperty('raw');
    expect({ end, gaps, droppedStates }).toEqual({ end: null, gaps: 0, droppedStates: 0 });
  });

  test('ends when the plan order is missing and no longer awaited', async () => {
    await plans(one);
    await market.time.advance(5 * second);
    awaited.add(one.key);
    await plans();
    expect((await life('1')).end).toBeNull();
    await market.time.advance(5 * second);
    awaited.clear();
    await plans();
    expect((await life('1')).end).toEqual({ lastSeenAt: at(0), missedAt: at(10) });
  });

  test('does not end before it was last seen if the clock is set back', async () => {
    await market.time.advance(60 * second);
    await plans(one);
    recorder.take({ rows: new Map(), unreadable: [], archive: 'archive', fetchedAt: at(30) }, () => false);
    expect((await life('1')).end).toEqual({ lastSeenAt: at(30), missedAt: at(30) });
  });

  test('continues if the plan order is back', async () => {
    await plans(one);
    await market.time.advance(5 * second);
    await plans();
    await market.time.advance(5 * second);
    await plans(one);
    const { states, end } = await life('1');
    expect(end).toBeNull();
    expect(states).toMatchObject([{ at: at(0) }, { at: at(10), after: at(0) }]);
  });

  test('survives a restart: a change meanwhile lies between the polls before and after, and the gap is counted', async () => {
    await plans(one);
    await market.time.advance(60 * second);
    await plans(one);
    await restartAfter(3600, { ...one, triggerPrice: '101' });
    const { states, gaps, longestGap } = await life('1');
    expect(states).toMatchObject([{ plan: { triggerPrice: '100' } }, { at: at(3660), after: at(60) }]);
    expect({ gaps, longestGap }).toEqual({ gaps: 1, longestGap: { from: at(60), to: at(3660) } });
  });

  test('ends within the gap if the plan order left while the program was closed', async () => {
    await plans(one);
    await market.time.advance(60 * second);
    await plans(one);
    await restartAfter(3600);
    expect((await life('1')).end).toEqual({ lastSeenAt: at(60), missedAt: at(3660) });
  });

  test('has no outcome before the plan history contains it', async () => {
    await plans(one);
    expect((await life('1')).outcome).toBeNull();
  });
});

describe('the nearest approach', () => {
  test('is the first of equal distances, and belongs to its trigger price', async () => {
    await plans(one);
    price('95');
    await market.time.advance(second);
    price('98.0');
    await market.time.advance(second);
    price('97');
    price('98');
    const nearest = { last: '98.0', at: at(1) };
    expect((await life('1')).states).toMatchObject([{ nearest }]);
    await plans({ ...one, quantity: '3' });
    await market.time.advance(second);
    await plans({ ...one, quantity: '3', triggerPrice: '110' });
    price('98.5');
    expect((await life('1')).states.map((state) => state.nearest)).toEqual([
      nearest,
      nearest,
      { last: '98.5', at: at(3) },
    ]);
  });

  test('of a trigger that was reached is the first price at it or past it', async () => {
    await plans(one);
    price('100.5');
    await market.time.advance(second);
    price('103');
    expect((await life('1')).states).toMatchObject([{ nearest: { last: '100.5', at: at(0) } }]);
  });

  test('is measured to both sides if the direction is unknown', async () => {
    await plans({ ...one, triggerDirection: 'unknown:9' });
    price('95');
    price('105');
    await market.time.advance(second);
    price('103');
    expect((await life('1')).states).toMatchObject([{ nearest: { last: '103', at: at(1) } }]);
  });

  test('is continued after a restart', async () => {
    await plans(one);
    price('98');
    await restartAfter(1, one);
    price('97');
    expect((await life('1')).states).toMatchObject([{ nearest: { last: '98' } }]);
    price('99');
    expect((await life('1')).states).toMatchObject([{ nearest: { last: '99' } }]);
  });
});

test('a plan order that does not change is not saved again but with the end of the watch', async () => {
  await plans(one);
  await market.time.advance(2 * second);
  await expect.poll(() => saves).toBe(1);
  for (let polls = 0; polls < 100; polls++) {
    await plans(one);
    price(`9${polls % 5}`);
    await market.time.advance(5 * second);
  }
  expect(saves).toBe(1);
  await market.time.advance(600 * second);
  await expect.poll(() => saves).toBe(2);
});

test('after a failure of the store the difference to what is stored is recorded later', async () => {
  await plans(one);
  await recorder.save();
  isFailing = true;
  await market.time.advance(second);
  await plans({ ...one, quantity: '2' });
  await recorder.save();
  isFailing = false;
  await plans({ ...one, quantity: '2' });
  await market.time.advance(600 * second);
  await plans({ ...one, quantity: '2' });
  await expect
    .poll(async () => {
      await plans({ ...one, quantity: '2' });
      return (await life('1')).states.length;
    })
    .toBe(2);
});

test('what follows a failed save is not saved either: the plan order that left did not live on', async () => {
  await plans(one, openPlan('2'));
  await recorder.save();
  isFailing = true;
  const list = { rows: new Map([[one.key, one]]), unreadable: [], archive: 'archive' };
  recorder.take({ ...list, fetchedAt: at(5) }, () => false);
  const failed = recorder.save().then(() => {
    isFailing = false;
  });
  recorder.take({ ...list, fetchedAt: at(10) }, () => false);
  await Promise.all([failed, recorder.save()]);
  await market.time.advance(600 * second);
  await expect
    .poll(async () => {
      await plans(one);
      return (await life('2')).end;
    })
    .toEqual({ lastSeenAt: at(0), missedAt: at(600) });
});

test('what is seen after a gap is saved with the watch that has seen it', async () => {
  const batches: PlanLifeBatch[] = [];
  saved = (batch) => batches.push(batch);
  await plans(one);
  await recorder.save();
  await market.time.advance(5 * second);
  await plans(one);
  await market.time.advance(200 * second);
  await plans(one, openPlan('2'));
  await recorder.save();
  expect(batches.map(({ events, watch }) => [events.length, watch])).toEqual([
    [1, { from: at(0), to: at(0) }],
    [0, { from: at(0), to: at(5) }],
    [1, { from: at(205), to: at(205) }],
  ]);
});

test('a plan order is first seen once although the account returns to its key while the lives are read', async () => {
  const opened: ((lives: OpenPlanLives) => void)[] = [];
  const seen: string[] = [];
  const { now, time } = market;
  const changing = new PlanLifeRecorder({
    now,
    monotonicNow: time.now,
    schedule: time.schedule,
    store: {
      open: () => new Promise((resolve) => opened.push(resolve)),
      save: async (archive, { events }) => seen.push(...events.map(({ kind }) => `${archive} ${kind}`)),
    },
  });
  for (const archive of ['first', 'second', 'first']) {
    changing.take({ rows: new Map([[one.key, one]]), unreadable: [], archive, fetchedAt: at(0) }, () => false);
    await time.advance(0);
  }
  for (const open of opened) open({ lives: [], watchedUntil: null });
  await time.advance(0);
  await changing.close();
  expect(seen).toEqual(['first seen']);
});
