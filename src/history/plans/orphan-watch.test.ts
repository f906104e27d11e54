import { beforeEach, expect, test } from 'vitest';
import type { SeenPlan } from '../../shared/contract/plans.ts';
import type { Orphan } from '../../shared/risk/orphan.ts';
import { untold } from '../../shared/values/told.ts';
import { type OrphanMark, OrphanWatch } from './orphan-watch.ts';
import { seenPlan } from './testing/seen-plan.ts';

const plan = seenPlan('1', { side: 'sell', quantity: '5' });
/** `null`: the newest orders have not been read yet. */
let orphan: Orphan | null;
let fails: boolean;
let times: number[];
let marks: (readonly OrphanMark[])[];
let watch: OrphanWatch;

beforeEach(() => {
  orphan = null;
  fails = false;
  times = [];
  marks = [];
  watch = new OrphanWatch({
    async readPositions(plans, since) {
      times.push(since);
      if (fails) throw new Error('busy');
      const found = orphan;
      return found === null ? null : plans.map(({ key }) => ({ key, wasOpen: true, orphan: found }));
    },
    onMarks: (found) => marks.push(found),
  });
});

async function take(fetchedAt: number, plans: readonly SeenPlan[], isNeeded = true): Promise<void> {
  watch.take({ plans, fetchedAt }, isNeeded);
  await new Promise((resolve) => setImmediate(resolve));
}

test('a plan is marked with the reason, or as one of which the history does not tell', async () => {
  const { key, symbol } = plan;
  for (const found of [false, 'none-open', 'larger', untold('unknown-positions')] as const) {
    orphan = found;
    await take(1, [plan]);
    expect(marks.at(-1)).toEqual([{ key, symbol, orphan: found }]);
  }
});

test('a list waits until orders have been read after it, and only its plans that are still open are marked', async () => {
  const [other, later] = [seenPlan('2'), seenPlan('3')];
  await take(1, [plan, other]);
  await take(2, [plan, later]);
  fails = true;
  await take(3, [plan, later]);
  expect([times, marks]).toEqual([[1, 1, 1], []]);
  fails = false;
  orphan = false;
  await take(4, [plan, later]);
  expect(marks.map((found) => found.map(({ key }) => key))).toEqual([[plan.key]]);
  await take(5, [plan, later]);
  expect(times.at(-1)).toBe(5);
});

test('a plan is not marked by the quantity that it had before the orders were read', async () => {
  await take(1, [plan]);
  orphan = 'larger';
  await take(2, [{ ...plan, quantity: '4' }]);
  expect(marks).toEqual([[]]);
});

test('nothing is read while no alert needs it', async () => {
  orphan = 'none-open';
  await take(1, [plan], false);
  orphan = null;
  await take(2, [plan]);
  await take(3, [plan], false);
  orphan = 'none-open';
  await take(4, [plan]);
  expect([times, marks.length]).toEqual([[2, 4], 1]);
});
