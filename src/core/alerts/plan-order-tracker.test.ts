import { beforeEach, describe, expect, test } from 'vitest';
import { VirtualTime } from '../../exchange/testing/virtual-time.ts';
import type { OpenPlan, PlanOrder, UnreadableRow } from '../../shared/contract/orders.ts';
import type { PlanOutcome } from '../../shared/contract/plans.ts';
import { fail, openPlan, startOfTime } from '../market/testing/fake-market.ts';
import type { PlanRef } from './monitor-state.ts';
import { PlanOrderTracker, type TrackedPlans } from './plan-order-tracker.ts';

/** A reported plan. Times are seconds since the start of the test. */
interface Report {
  readonly plan: string;
  readonly at: number;
  readonly lastSeenAt: number;
  outcome: PlanOutcome | null;
  backAt: number | null;
}

let time: VirtualTime;
let reports: Report[];
let lookups: { readonly at: number; readonly plans: string[] }[];
/** Statuses in the plan history, by ID. */
let history: Map<string, PlanOrder['status']>;
let failure: ReturnType<typeof fail> | null;
let stored: TrackedPlans;

beforeEach(() => {
  time = new VirtualTime();
  reports = [];
  lookups = [];
  history = new Map();
  failure = null;
  stored = { plans: null, closing: [] };
});

const now = () => startOfTime + time.now();
const seconds = (at: number) => Math.round((at - startOfTime) / 1000);

function start() {
  const tracker: PlanOrderTracker = new PlanOrderTracker({
    now,
    monotonicNow: time.now,
    schedule: time.schedule,
    stored,
    async lookUpPlans(plans, archive) {
      expect(archive).toBe('archive');
      lookups.push({ at: time.now() / 1000, plans: plans.map(({ id }) => id) });
      if (failure !== null) throw failure;
      return new Map(plans.flatMap((plan) => rowOf(plan)));
    },
    onLeft(plan, lastSeenAt, outcome) {
      reports.push({ plan: plan.id, at: seconds(now()), lastSeenAt: seconds(lastSeenAt), outcome, backAt: null });
      return String(reports.length - 1);
    },
    onOutcome(activity, outcome) {
      const report = reports[Number(activity)] ?? expect.fail('the plan was not reported');
      report.outcome = outcome;
    },
    onAppeared(plan, at) {
      const last = reports.findLast((one) => one.plan === plan.id);
      if (last !== undefined) last.backAt = seconds(at);
    },
    onChange: () => {
      stored = JSON.parse(JSON.stringify(tracker.stored));
    },
  });
  const take = (rows: readonly OpenPlan[], unreadable: readonly UnreadableRow[] = [], archive = 'archive') =>
    tracker.take({ archive, rows: new Map(rows.map((row) => [row.key, row])), unreadable, fetchedAt: now() });
  return {
    tracker,
    take,
    /** Fetches the same list every 5 s for a number of seconds. */
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
  test('is reported immediately with the outcome of the history', async () => {
    const { stays } = start();
    await stays([a, b], 10);
    history.set('a', 'fully-executed');
    await stays([b], 5);
    expect(reports).toEqual([{ plan: 'a', at: 10, lastSeenAt: 5, outcome: executed, backAt: null }]);
    await stays([b], 50);
    expect(lookups).toEqual([{ at: 10, plans: ['a'] }]);
  });

  test('is not reported again if the history corrects its outcome; the report is updated', async () => {
    const { stays, tracker } = start();
    await stays([a, b], 10);
    history.set('a', 'fully-executed');
    await stays([b], 30);
    history.set('a', 'failed');
    await stays([b], 300);
    expect(reports).toEqual([
      { plan: 'a', at: 10, lastSeenAt: 5, outcome: { ...executed, status: 'failed' }, backAt: null },
    ]);
    expect(lookups.map(({ at }) => at)).toEqual([10, 70, 130]);
    expect(tracker.stored.closing).toEqual([]);
  });

  test('is reported without an outcome once a second list lacks it and the history does not have it', async () => {
    const { stays } = start();
    await stays([a, b], 10);
    await stays([b], 60);
    expect(reports).toEqual([{ plan: 'a', at: 20, lastSeenAt: 5, outcome: null, backAt: null }]);
    history.set('a', 'failed');
    await stays([b], 60);
    expect(reports).toMatchObject([{ plan: 'a', outcome: { status: 'failed' } }]);
    expect(reports).toHaveLength(1);
  });

  test('is looked up at growing intervals, for ten minutes at most', async () => {
    const { stays, tracker } = start();
    await stays([a, b], 5);
    await stays([b], 1200);
    expect(lookups.map(({ at }) => at - 5)).toEqual([0, 2, 6, 14, 29, 59, 119, 179, 239, 299, 359, 419, 479, 539, 599]);
    expect(reports).toMatchObject([{ plan: 'a', outcome: null }]);
    expect(tracker.stored.closing).toEqual([]);
    expect(time.timers).toBe(0);
  });

  test('is reported when its order is placed, or after a while in that status', async () => {
    const { stays } = start();
    await stays([a, b], 5);
    history.set('a', 'placing-order');
    history.set('b', 'placing-order');
    await stays([], 5);
    expect(reports).toEqual([]);
    history.set('a', 'fully-executed');
    await stays([], 2);
    expect(reports).toMatchObject([{ plan: 'a', at: 11, outcome: executed }]);
    await stays([], 10);
    expect(reports).toMatchObject([{ plan: 'a' }, { plan: 'b', outcome: { status: 'placing-order' } }]);
    history.set('b', 'partially-executed');
    await stays([], 60);
    expect(reports[1]?.outcome?.status).toBe('partially-executed');
    history.set('b', 'fully-executed');
    await stays([], 60);
    expect(reports[1]?.outcome).toEqual(executed);
    expect(reports).toHaveLength(2);
  });

  test('is reported also if the list is not polled any more', async () => {
    const { take, stays } = start();
    await stays([a, b], 5);
    take([b]);
    await time.advance(600_000);
    expect(reports).toEqual([{ plan: 'a', at: 34, lastSeenAt: 0, outcome: null, backAt: null }]);
  });

  test('is looked up together with others', async () => {
    const { stays } = start();
    await stays([a, b, c], 5);
    history.set('a', 'canceled');
    history.set('c', 'unknown:9');
    await stays([], 20);
    expect(reports).toMatchObject([
      { plan: 'a', outcome: { status: 'canceled' } },
      { plan: 'c', outcome: { status: 'unknown:9' } },
      { plan: 'b', outcome: null },
    ]);
    expect(lookups[0]?.plans).toEqual(['a', 'b', 'c']);
  });

  test('is looked up again after a failed lookup, with the next list', async () => {
    const { stays } = start();
    await stays([a, b], 5);
    failure = fail('offline');
    await stays([b], 4);
    expect(lookups).toHaveLength(1);
    failure = null;
    history.set('a', 'fully-executed');
    await time.advance(60_000);
    expect(reports).toEqual([]);
    await stays([b], 5);
    expect(reports).toMatchObject([{ plan: 'a', outcome: executed }]);
  });
});

describe('a plan that returns', () => {
  test('is not reported if a single list lacked it', async () => {
    const { stays, tracker } = start();
    await stays([a, b, c], 10);
    await stays([], 5);
    await stays([a, b, c], 60);
    expect(reports).toEqual([]);
    expect(tracker.stored.closing).toEqual([]);
    expect(time.timers).toBe(0);
  });

  test('is marked in its report, and may leave again', async () => {
    const { stays } = start();
    await stays([a, b], 5);
    await stays([b], 15);
    expect(reports).toMatchObject([{ plan: 'a', outcome: null, backAt: null }]);
    await stays([a, b], 10);
    expect(reports).toMatchObject([{ plan: 'a', outcome: null, backAt: 20 }]);
    history.set('a', 'canceled');
    await stays([b], 5);
    expect(reports).toMatchObject([
      { plan: 'a', outcome: null, backAt: 20 },
      { plan: 'a', outcome: { status: 'canceled' }, lastSeenAt: 25, backAt: null },
    ]);
  });

  test('is marked in its report also if the history has an outcome', async () => {
    const { stays } = start();
    await stays([a, b], 5);
    history.set('a', 'canceled');
    await stays([b], 5);
    await stays([a, b], 5);
    expect(reports).toMatchObject([{ plan: 'a', outcome: { status: 'canceled' }, backAt: 10 }]);
  });
});

describe('unreadable rows', () => {
  test('with an ID count as the plan with that ID', async () => {
    const { stays } = start();
    await stays([a, b, openPlan('123456789012345678901')], 5);
    const unreadable = [
      { raw: '{"order_id":"a","ctime":"?"}', reason: 'ctime: not a time' },
      { raw: '{"ctime":"?", "order_id" : 123456789012345678901}', reason: 'ctime: not a time' },
    ];
    await stays([b], 60, unreadable);
    expect(reports).toEqual([]);
    history.set('a', 'canceled');
    await stays([b], 5);
    expect(reports).toMatchObject([{ plan: 'a', outcome: { status: 'canceled' }, lastSeenAt: 60 }]);
  });

  test('without an ID may be any missing plan, unless the history has an outcome', async () => {
    const { stays } = start();
    await stays([a, b, c], 5);
    history.set('b', 'failed');
    await stays([c], 700, [{ raw: '{"order_id":null}', reason: 'order_id: missing' }]);
    expect(reports).toMatchObject([{ plan: 'b', outcome: { status: 'failed' } }]);
  });

  test('that were already in the list before are none of the plans that go missing', async () => {
    const { stays } = start();
    const strange = [{ raw: '7', reason: 'not an object' }];
    await stays([a, b], 10, strange);
    await stays([b], 20, strange);
    expect(reports).toMatchObject([{ plan: 'a', outcome: null }]);
  });

  test('no longer protect a missing plan once they are gone', async () => {
    const { stays } = start();
    await stays([a, b], 5);
    await stays([b], 30, [{ raw: 'x', reason: 'not an object' }]);
    expect(reports).toEqual([]);
    await stays([b], 10);
    expect(reports).toMatchObject([{ plan: 'a', outcome: null }]);
  });
});

describe('a restart', () => {
  test('reports plans that left while the program did not run', async () => {
    const before = start();
    await before.stays([a, b, c], 10);
    before.tracker.close();
    await time.advance(3_600_000);
    history.set('a', 'fully-executed');
    const after = start();
    await after.stays([b, c], 5);
    expect(reports).toEqual([{ plan: 'a', at: 3610, lastSeenAt: 5, outcome: executed, backAt: null }]);
  });

  test('continues lookups and reports no plan twice', async () => {
    const before = start();
    await before.stays([a, b], 5);
    await before.stays([b], 15);
    expect(reports).toHaveLength(1);
    before.tracker.close();
    history.set('a', 'canceled');
    const after = start();
    await after.stays([b], 60);
    expect(reports).toMatchObject([{ plan: 'a', outcome: { status: 'canceled' } }]);
    expect(reports).toHaveLength(1);
  });

  test('reports plans that were missing and not reported yet', async () => {
    const before = start();
    await before.stays([a, b], 5);
    before.take([b]);
    before.tracker.close();
    expect(reports).toEqual([]);
    const after = start();
    await after.stays([b], 15);
    expect(reports).toMatchObject([{ plan: 'a', lastSeenAt: 0, outcome: null }]);
  });
});

test('lists of different keys are not compared', async () => {
  const { take, stays, tracker } = start();
  await stays([a, b], 5);
  await stays([b], 15);
  take([c], [], 'another');
  expect(tracker.stored).toMatchObject({ plans: { archive: 'another', plans: [{ id: 'c' }] }, closing: [] });
  const lookupsBefore = lookups.length;
  await time.advance(600_000);
  expect(reports).toMatchObject([{ plan: 'a', outcome: null }]);
  expect(lookups).toHaveLength(lookupsBefore);
});

test('closing ends the lookups', async () => {
  const { stays, tracker } = start();
  await stays([a, b], 5);
  await stays([b], 5);
  tracker.close();
  const lookupsBefore = lookups.length;
  await time.advance(600_000);
  expect(lookups).toHaveLength(lookupsBefore);
  expect(time.timers).toBe(0);
});
