import { beforeEach, describe, expect, test } from 'vitest';
import { VirtualTime } from '../../exchange/testing/virtual-time.ts';
import type { PlanLife, SeenPlan } from '../../shared/contract/plans.ts';
import type { HistoryStore } from '../store/history-store.ts';
import type { PlanLifeBatch } from '../store/plan-life-table.ts';
import { storeFolder } from '../store/testing/store-folder.ts';
import { PlanLives } from './plan-lives.ts';
import { seenPlan, startOfTime } from './testing/seen-plan.ts';

const second = 1000;
const folder = storeFolder();

let time: VirtualTime;
let store: HistoryStore;
let lives: PlanLives;
let awaited: Set<string>;
/** Batches that were saved. */
let saved: PlanLifeBatch[];
let isFailing: boolean;

beforeEach(() => {
  time = new VirtualTime();
  awaited = new Set();
  saved = [];
  isFailing = false;
  start();
});

const now = () => startOfTime + time.now();

/** Starts on the file. */
function start(): void {
  store = folder.reopen();
  lives = new PlanLives({
    monotonicNow: time.now,
    schedule: time.schedule,
    store: {
      open: () => store.read(({ lives }) => lives.open()),
      save(batch) {
        if (isFailing) throw new Error('full');
        store.savePlanLives(batch);
        saved.push(batch);
      },
    },
  });
}

/** Closes the program for some seconds. */
async function restartAfter(seconds: number, ...rows: SeenPlan[]): Promise<void> {
  lives.save();
  await time.advance(seconds * second);
  start();
  plans(...rows);
}

function plans(...rows: SeenPlan[]): void {
  list(now(), ...rows);
}

function list(fetchedAt: number, ...rows: SeenPlan[]): void {
  lives.begin(fetchedAt);
  for (const row of rows) lives.see(row, fetchedAt);
  lives.end(fetchedAt, (key) => awaited.has(key) || rows.some((row) => row.key === key));
}

function price(last: string): void {
  lives.price(new Map([['BTC-USDT', last]]), now());
}

function life(id: string): PlanLife {
  lives.save();
  return store.planLife(`isolated:${id}`) ?? expect.fail('the plan order was never seen');
}

const at = (seconds: number): number => startOfTime + seconds * second;
const one = seenPlan('1', { triggerPrice: '100', stopLoss: null });

describe('the life of a plan order', () => {
  test('begins when it is first seen, and has every change with the polls around it', async () => {
    plans(one);
    await time.advance(5 * second);
    plans(one);
    await time.advance(5 * second);
    plans({ ...one, stopLoss: '90', quantity: '2' });
    const { states, end, gaps, droppedStates } = life('1');
    expect(states).toMatchObject([
      { at: at(0), after: null, plan: { key: 'isolated:1', stopLoss: null, quantity: '1' } },
      { at: at(10), after: at(5), plan: { stopLoss: '90', quantity: '2' } },
    ]);
    expect(states[0]?.plan).not.toHaveProperty('raw');
    expect({ end, gaps, droppedStates }).toEqual({ end: null, gaps: 0, droppedStates: 0 });
  });

  test('ends when the plan order is missing and no longer awaited', async () => {
    plans(one);
    await time.advance(5 * second);
    awaited.add(one.key);
    plans();
    expect(life('1').end).toBeNull();
    await time.advance(5 * second);
    awaited.clear();
    plans();
    expect(life('1').end).toEqual({ lastSeenAt: at(0), missedAt: at(10) });
  });

  test('does not end before it was last seen if the clock is set back', async () => {
    await time.advance(60 * second);
    plans(one);
    list(at(30));
    expect(life('1').end).toEqual({ lastSeenAt: at(30), missedAt: at(30) });
  });

  test('continues if the plan order is back', async () => {
    plans(one);
    await time.advance(5 * second);
    plans();
    await time.advance(5 * second);
    plans(one);
    const { states, end } = life('1');
    expect(end).toBeNull();
    expect(states).toMatchObject([{ at: at(0) }, { at: at(10), after: at(0) }]);
  });

  test('survives a restart: a change meanwhile lies between the polls before and after, and the gap is counted', async () => {
    plans(one);
    await time.advance(60 * second);
    plans(one);
    await restartAfter(3600, { ...one, triggerPrice: '101' });
    const { states, gaps, longestGap } = life('1');
    expect(states).toMatchObject([{ plan: { triggerPrice: '100' } }, { at: at(3660), after: at(60) }]);
    expect({ gaps, longestGap }).toEqual({ gaps: 1, longestGap: { from: at(60), to: at(3660) } });
  });

  test('ends within the gap if the plan order left while the program was closed', async () => {
    plans(one);
    await time.advance(60 * second);
    plans(one);
    await restartAfter(3600);
    expect(life('1').end).toEqual({ lastSeenAt: at(60), missedAt: at(3660) });
  });

  test('does not end by a list that comes after a later one', async () => {
    await time.advance(60 * second);
    plans(one);
    list(now() - 5 * second);
    expect(life('1').end).toBeNull();
    expect(lives.missing('isolated')).toEqual([]);
  });

  test('does not end by a list of the other margin mode', async () => {
    plans(one);
    await time.advance(5 * second);
    lives.begin(now());
    lives.end(now(), () => false, 'cross');
    expect(life('1').end).toBeNull();
    expect(lives.missing('isolated')).toEqual([]);
  });

  test('is missing from the first list without the plan order until it ends or is back', async () => {
    plans(one);
    awaited.add(one.key);
    plans();
    expect([lives.missing('isolated'), lives.missing('cross')]).toEqual([[one], []]);
    plans(one);
    expect(lives.missing('isolated')).toEqual([]);
    awaited.clear();
    plans();
    expect(lives.missing('isolated')).toEqual([]);
    lives.save();
    expect(store.read(({ lives }) => lives.closed('isolated'))).toMatchObject([
      { id: '1', closedAt: now(), misses: 0 },
    ]);
  });

  test('has no outcome before the plan history contains it', async () => {
    plans(one);
    expect(life('1').outcome).toBeNull();
  });
});

describe('the nearest approach', () => {
  test('is the first of equal distances, and belongs to its trigger price', async () => {
    plans(one);
    price('95');
    await time.advance(second);
    price('98.0');
    await time.advance(second);
    price('97');
    price('98');
    const nearest = { last: '98.0', at: at(1) };
    expect(life('1').states).toMatchObject([{ nearest }]);
    plans({ ...one, quantity: '3' });
    await time.advance(second);
    plans({ ...one, quantity: '3', triggerPrice: '110' });
    price('98.5');
    expect(life('1').states.map((state) => state.nearest)).toEqual([nearest, nearest, { last: '98.5', at: at(3) }]);
  });

  test('of a trigger that was reached is the first price at it or past it', async () => {
    plans(one);
    price('100.5');
    await time.advance(second);
    price('103');
    expect(life('1').states).toMatchObject([{ nearest: { last: '100.5', at: at(0) } }]);
  });

  test('is measured to both sides if the direction is unknown', async () => {
    plans({ ...one, triggerDirection: 'unknown:9' });
    price('95');
    price('105');
    await time.advance(second);
    price('103');
    expect(life('1').states).toMatchObject([{ nearest: { last: '103', at: at(1) } }]);
  });

  test('is continued after a restart', async () => {
    plans(one);
    price('98');
    await restartAfter(1, one);
    price('97');
    expect(life('1').states).toMatchObject([{ nearest: { last: '98' } }]);
    price('99');
    expect(life('1').states).toMatchObject([{ nearest: { last: '99' } }]);
  });
});

test('a plan order that does not change is not saved again but with the end of the watch', async () => {
  plans(one);
  await time.advance(2 * second);
  expect(saved).toHaveLength(1);
  for (let polls = 0; polls < 100; polls++) {
    plans(one);
    price(`9${polls % 5}`);
    await time.advance(5 * second);
  }
  expect(saved).toHaveLength(1);
  await time.advance(600 * second);
  expect(saved).toHaveLength(2);
});

test('after a failure of the store the difference to what is stored is recorded later', async () => {
  plans(one);
  lives.save();
  isFailing = true;
  await time.advance(second);
  plans({ ...one, quantity: '2' });
  lives.save();
  isFailing = false;
  plans({ ...one, quantity: '2' });
  expect(life('1').states).toHaveLength(1);
  await time.advance(600 * second);
  plans({ ...one, quantity: '2' });
  expect(life('1').states).toHaveLength(2);
});

test('what follows a failed save is not saved either: the plan order that left did not live on', async () => {
  plans(one, seenPlan('2'));
  lives.save();
  isFailing = true;
  await time.advance(5 * second);
  plans(one);
  lives.save();
  isFailing = false;
  await time.advance(5 * second);
  plans(one);
  await time.advance(600 * second);
  plans(one);
  expect(life('2').end).toEqual({ lastSeenAt: at(0), missedAt: at(610) });
});

test('what is seen after a gap is saved with the watch that has seen it', async () => {
  plans(one);
  lives.save();
  await time.advance(5 * second);
  plans(one);
  await time.advance(200 * second);
  plans(one, seenPlan('2'));
  lives.save();
  expect(saved.map(({ events, watch }) => [events.length, watch])).toEqual([
    [1, { from: at(0), to: at(0) }],
    [0, { from: at(0), to: at(5) }],
    [1, { from: at(205), to: at(205) }],
  ]);
});
