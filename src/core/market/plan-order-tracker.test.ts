import { beforeEach, describe, expect, test } from 'vitest';
import { VirtualTime } from '../../exchange/testing/virtual-time.ts';
import type { OpenPlan, PlanOrder, UnreadableRow } from '../../shared/domain.ts';
import type { PlanOutcome } from '../../shared/market.ts';
import type { PlanRef } from './monitor-state.ts';
import { PlanOrderTracker, type WatchedPlans } from './plan-order-tracker.ts';
import { fail, openPlan, startOfTime } from './testing/fake-market.ts';

/** Times are seconds since the test began. */
interface Told {
  readonly plan: string;
  readonly at: number;
  readonly lastSeenAt: number;
  outcome: PlanOutcome | null;
  backAt: number | null;
}

let time: VirtualTime;
let told: Told[];
let lookups: { readonly at: number; readonly plans: string[] }[];
/** What the history has, by id. */
let history: Map<string, PlanOrder['status']>;
let failure: ReturnType<typeof fail> | null;
let kept: WatchedPlans;

beforeEach(() => {
  time = new VirtualTime();
  told = [];
  lookups = [];
  history = new Map();
  failure = null;
  kept = { plans: null, leaving: [] };
});

const now = () => startOfTime + time.now();
const seconds = (at: number) => Math.round((at - startOfTime) / 1000);

function start() {
  const watch: PlanOrderTracker = new PlanOrderTracker({
    now,
    monotonicNow: time.now,
    schedule: time.schedule,
    kept,
    async find(plans, archive) {
      expect(archive).toBe('archive');
      lookups.push({ at: time.now() / 1000, plans: plans.map(({ id }) => id) });
      if (failure !== null) throw failure;
      return new Map(plans.flatMap((plan) => rowOf(plan)));
    },
    onLeft(plan, lastSeenAt, outcome) {
      told.push({ plan: plan.id, at: seconds(now()), lastSeenAt: seconds(lastSeenAt), outcome, backAt: null });
      return String(told.length - 1);
    },
    onOutcome(activity, outcome) {
      const activityTold = told[Number(activity)] ?? expect.fail('it was not told');
      activityTold.outcome = outcome;
    },
    onCame(plan, at) {
      const last = told.findLast((one) => one.plan === plan.id);
      if (last !== undefined) last.backAt = seconds(at);
    },
    onChange: () => {
      kept = JSON.parse(JSON.stringify(watch.kept));
    },
  });
  const take = (rows: readonly OpenPlan[], unreadable: readonly UnreadableRow[] = [], archive = 'archive') =>
    watch.take({ archive, rows: new Map(rows.map((row) => [row.key, row])), unreadable, fetchedAt: now() });
  return {
    watch,
    take,
    /** The list stays as it is for so many seconds, and is read every five. */
    async stays(rows: readonly OpenPlan[], forSeconds: number, unreadable: readonly UnreadableRow[] = []) {
      for (let passed = 0; passed < forSeconds; passed += 5) {
        take(rows, unreadable);
        await time.advance(Math.min(5, forSeconds - passed) * 1000);
      }
    },
  };
}

function rowOf(plan: PlanRef): [string, PlanOrder][] {
  const status = history.get(plan.id);
  if (status === undefined) return [];
  const { triggerStatus: _, ...row } = openPlan(plan.id);
  return [[plan.key, { ...row, status, filledQuantity: '1' }]];
}

const [a, b, c] = [openPlan('a'), openPlan('b'), openPlan('c')];
const executed = { status: 'fully-executed', filledQuantity: '1' };

describe('a plan that leaves', () => {
  test('is told at once with what the history says', async () => {
    const { stays } = start();
    await stays([a, b], 10);
    history.set('a', 'fully-executed');
    await stays([b], 5);
    expect(told).toEqual([{ plan: 'a', at: 10, lastSeenAt: 5, outcome: executed, backAt: null }]);
    await stays([b], 50);
    expect(lookups).toEqual([{ at: 10, plans: ['a'] }]);
  });

  test('and of which the history changes its mind is not told again, but rightly', async () => {
    const { stays, watch } = start();
    await stays([a, b], 10);
    history.set('a', 'fully-executed');
    await stays([b], 30);
    history.set('a', 'failed');
    await stays([b], 300);
    expect(told).toEqual([
      { plan: 'a', at: 10, lastSeenAt: 5, outcome: { ...executed, status: 'failed' }, backAt: null },
    ]);
    expect(lookups.map(({ at }) => at)).toEqual([10, 70, 130]);
    expect(watch.kept.leaving).toEqual([]);
  });

  test('and of which the history says nothing is told without an outcome when a second list lacks it too', async () => {
    const { stays } = start();
    await stays([a, b], 10);
    await stays([b], 60);
    expect(told).toEqual([{ plan: 'a', at: 20, lastSeenAt: 5, outcome: null, backAt: null }]);
    history.set('a', 'failed');
    await stays([b], 60);
    expect(told).toMatchObject([{ plan: 'a', outcome: { status: 'failed' } }]);
    expect(told).toHaveLength(1);
  });

  test('is asked for less and less often, and not for ever', async () => {
    const { stays, watch } = start();
    await stays([a, b], 5);
    await stays([b], 1200);
    expect(lookups.map(({ at }) => at - 5)).toEqual([0, 2, 6, 14, 29, 59, 119, 179, 239, 299, 359, 419, 479, 539, 599]);
    expect(told).toMatchObject([{ plan: 'a', outcome: null }]);
    expect(watch.kept.leaving).toEqual([]);
    expect(time.timers).toBe(0);
  });

  test('and is still being placed is told when it is placed, or after a while with that', async () => {
    const { stays } = start();
    await stays([a, b], 5);
    history.set('a', 'placing-order');
    history.set('b', 'placing-order');
    await stays([], 5);
    expect(told).toEqual([]);
    history.set('a', 'fully-executed');
    await stays([], 2);
    expect(told).toMatchObject([{ plan: 'a', at: 11, outcome: executed }]);
    await stays([], 10);
    expect(told).toMatchObject([{ plan: 'a' }, { plan: 'b', outcome: { status: 'placing-order' } }]);
    history.set('b', 'partially-executed');
    await stays([], 60);
    expect(told[1]?.outcome?.status).toBe('partially-executed');
    history.set('b', 'fully-executed');
    await stays([], 60);
    expect(told[1]?.outcome).toEqual(executed);
    expect(told).toHaveLength(2);
  });

  test('is told though nobody looks any more', async () => {
    const { take, stays } = start();
    await stays([a, b], 5);
    take([b]);
    await time.advance(600_000);
    expect(told).toEqual([{ plan: 'a', at: 34, lastSeenAt: 0, outcome: null, backAt: null }]);
  });

  test('leaves with others at once', async () => {
    const { stays } = start();
    await stays([a, b, c], 5);
    history.set('a', 'canceled');
    history.set('c', 'unknown:9');
    await stays([], 20);
    expect(told).toMatchObject([
      { plan: 'a', outcome: { status: 'canceled' } },
      { plan: 'c', outcome: { status: 'unknown:9' } },
      { plan: 'b', outcome: null },
    ]);
    expect(lookups[0]?.plans).toEqual(['a', 'b', 'c']);
  });

  test('is looked for again when the history could not be read, once the list can', async () => {
    const { stays } = start();
    await stays([a, b], 5);
    failure = fail('offline');
    await stays([b], 4);
    expect(lookups).toHaveLength(1);
    failure = null;
    history.set('a', 'fully-executed');
    await time.advance(60_000);
    expect(told).toEqual([]);
    await stays([b], 5);
    expect(told).toMatchObject([{ plan: 'a', outcome: executed }]);
  });
});

describe('a service that changes its mind', () => {
  test('a plan that one list lacks has not left', async () => {
    const { stays, watch } = start();
    await stays([a, b, c], 10);
    await stays([], 5);
    await stays([a, b, c], 60);
    expect(told).toEqual([]);
    expect(watch.kept.leaving).toEqual([]);
    expect(time.timers).toBe(0);
  });

  test('a plan that was told and is back is said to be back, and may leave again', async () => {
    const { stays } = start();
    await stays([a, b], 5);
    await stays([b], 15);
    expect(told).toMatchObject([{ plan: 'a', outcome: null, backAt: null }]);
    await stays([a, b], 10);
    expect(told).toMatchObject([{ plan: 'a', outcome: null, backAt: 20 }]);
    history.set('a', 'canceled');
    await stays([b], 5);
    expect(told).toMatchObject([
      { plan: 'a', outcome: null, backAt: 20 },
      { plan: 'a', outcome: { status: 'canceled' }, lastSeenAt: 25, backAt: null },
    ]);
  });

  test('a plan that the history calls over and that is open again is said to be back', async () => {
    const { stays } = start();
    await stays([a, b], 5);
    history.set('a', 'canceled');
    await stays([b], 5);
    await stays([a, b], 5);
    expect(told).toMatchObject([{ plan: 'a', outcome: { status: 'canceled' }, backAt: 10 }]);
  });
});

describe('rows that cannot be read', () => {
  test('are the plans that they name', async () => {
    const { stays } = start();
    await stays([a, b, openPlan('123456789012345678901')], 5);
    const unreadable = [
      { raw: '{"order_id":"a","ctime":"?"}', reason: 'ctime: not a time' },
      { raw: '{"ctime":"?", "order_id" : 123456789012345678901}', reason: 'ctime: not a time' },
    ];
    await stays([b], 60, unreadable);
    expect(told).toEqual([]);
    history.set('a', 'canceled');
    await stays([b], 5);
    expect(told).toMatchObject([{ plan: 'a', outcome: { status: 'canceled' }, lastSeenAt: 60 }]);
  });

  test('and name no plan may be any that is missing, unless the history says otherwise', async () => {
    const { stays } = start();
    await stays([a, b, c], 5);
    history.set('b', 'failed');
    await stays([c], 700, [{ raw: '{"order_id":null}', reason: 'order_id: missing' }]);
    expect(told).toMatchObject([{ plan: 'b', outcome: { status: 'failed' } }]);
  });

  test('and were there before are none of those that go missing now', async () => {
    const { stays } = start();
    const strange = [{ raw: '7', reason: 'not an object' }];
    await stays([a, b], 10, strange);
    await stays([b], 20, strange);
    expect(told).toMatchObject([{ plan: 'a', outcome: null }]);
  });

  test('and are gone make what is missing gone as well', async () => {
    const { stays } = start();
    await stays([a, b], 5);
    await stays([b], 30, [{ raw: 'x', reason: 'not an object' }]);
    expect(told).toEqual([]);
    await stays([b], 10);
    expect(told).toMatchObject([{ plan: 'a', outcome: null }]);
  });
});

describe('a restart', () => {
  test('tells what left while the program did not run', async () => {
    const before = start();
    await before.stays([a, b, c], 10);
    before.watch.close();
    await time.advance(3_600_000);
    history.set('a', 'fully-executed');
    const after = start();
    await after.stays([b, c], 5);
    expect(told).toEqual([{ plan: 'a', at: 3610, lastSeenAt: 5, outcome: executed, backAt: null }]);
  });

  test('goes on looking for what had not been found, and tells nothing twice', async () => {
    const before = start();
    await before.stays([a, b], 5);
    await before.stays([b], 15);
    expect(told).toHaveLength(1);
    before.watch.close();
    history.set('a', 'canceled');
    const after = start();
    await after.stays([b], 60);
    expect(told).toMatchObject([{ plan: 'a', outcome: { status: 'canceled' } }]);
    expect(told).toHaveLength(1);
  });

  test('tells what was missing and not told yet', async () => {
    const before = start();
    await before.stays([a, b], 5);
    before.take([b]);
    before.watch.close();
    expect(told).toEqual([]);
    const after = start();
    await after.stays([b], 15);
    expect(told).toMatchObject([{ plan: 'a', lastSeenAt: 0, outcome: null }]);
  });
});

test('plans of another key are another list: nothing of the one has left in the other', async () => {
  const { take, stays, watch } = start();
  await stays([a, b], 5);
  await stays([b], 15);
  take([c], [], 'another');
  expect(watch.kept).toMatchObject({ plans: { archive: 'another', plans: [{ id: 'c' }] }, leaving: [] });
  const asked = lookups.length;
  await time.advance(600_000);
  expect(told).toMatchObject([{ plan: 'a', outcome: null }]);
  expect(lookups).toHaveLength(asked);
});

test('after closing nothing is looked up', async () => {
  const { stays, watch } = start();
  await stays([a, b], 5);
  await stays([b], 5);
  watch.close();
  const asked = lookups.length;
  await time.advance(600_000);
  expect(lookups).toHaveLength(asked);
  expect(time.timers).toBe(0);
});
