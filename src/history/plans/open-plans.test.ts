import { beforeEach, describe, expect, test } from 'vitest';
import { VirtualTime } from '../../exchange/testing/virtual-time.ts';
import type { PlanOrder, UnreadableRow } from '../../shared/contract/orders.ts';
import type { PlanOutcome, SeenPlan } from '../../shared/contract/plans.ts';
import type { PlanRef, TrackedPlans } from '../../shared/contract/tracked-plans.ts';
import { blankRow } from '../../shared/testing/blank-row.ts';
import { OrderglassError } from '../../shared/values/errors.ts';
import { OpenPlans } from './open-plans.ts';
import { seenPlan, startOfTime } from './testing/seen-plan.ts';

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
/** Indexes of the reports by the IDs of their events. */
let ids: Map<string, number>;
let lookups: { readonly at: number; readonly plans: string[] }[];
/** Statuses in the plan history, by ID. */
let history: Map<string, PlanOrder['status']>;
let failure: OrderglassError | null;
let stored: TrackedPlans;

beforeEach(() => {
  time = new VirtualTime();
  reports = [];
  ids = new Map();
  lookups = [];
  history = new Map();
  failure = null;
  stored = { plans: null, closing: [] };
});

const now = () => startOfTime + time.now();
const seconds = (at: number) => Math.round((at - startOfTime) / 1000);

function start() {
  let isPending = false;
  const open: OpenPlans = new OpenPlans({
    now,
    monotonicNow: time.now,
    schedule: time.schedule,
    lives: {
      open() {
        throw new Error('the archive cannot be opened');
      },
      save: () => expect.fail('nothing can be saved'),
    },
    async lookUp(plans) {
      lookups.push({ at: time.now() / 1000, plans: plans.map(({ id }) => id) });
      if (failure !== null) throw failure;
      return new Map(plans.flatMap((plan) => rowOf(plan)));
    },
    readPositions: () => expect.fail('no alert needs the positions'),
    onUpdate(update) {
      for (const event of update.events) {
        if (event.kind === 'left') {
          const { plan, lastSeenAt, outcome } = event;
          ids.set(event.id, reports.length);
          reports.push({ plan: plan.id, at: seconds(now()), lastSeenAt: seconds(lastSeenAt), outcome, backAt: null });
        } else if (event.kind === 'ended-as') {
          const report = reports[ids.get(event.id) ?? -1] ?? expect.fail('the plan was not reported');
          report.outcome = event.outcome;
        } else if (event.kind === 'appeared') {
          const last = reports.findLast((one) => one.plan === event.plan.id);
          if (last !== undefined) last.backAt = seconds(event.at);
        }
      }
      stored = JSON.parse(JSON.stringify(update.tracked));
      ({ isPending } = update);
    },
  });
  const take = (plans: readonly SeenPlan[], unreadable: readonly UnreadableRow[] = [], archive = 'archive', run = '') =>
    open.take({ archive, run, plans, unreadable, fetchedAt: now() }, stored, false);
  return {
    open,
    take,
    isPending: () => isPending,
    /** Fetches the same list every 5 s for a number of seconds. */
    async stays(rows: readonly SeenPlan[], forSeconds: number, unreadable: readonly UnreadableRow[] = []) {
      for (let passed = 0; passed < forSeconds; passed += 5) {
        take(rows, unreadable);
        await time.advance(Math.min(5, forSeconds - passed) * 1000);
      }
    },
  };
}

function rowOf({ id, key }: PlanRef): [string, PlanOrder][] {
  const status = history.get(id);
  return status === undefined ? [] : [[key, { ...blankRow('plan-history'), key, id, status, filledQuantity: '1' }]];
}

const [a, b, c] = [seenPlan('a'), seenPlan('b'), seenPlan('c')];
const executed = { status: 'fully-executed', filledQuantity: '1' };

test('the sync is told if the open plans cannot be recorded', () => {
  const { open } = start();
  expect(() => open.missing('isolated', [a], now())).toThrow('cannot be stored');
});

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
    const { stays } = start();
    await stays([a, b], 10);
    history.set('a', 'fully-executed');
    await stays([b], 30);
    history.set('a', 'failed');
    await stays([b], 300);
    expect(reports).toEqual([
      { plan: 'a', at: 10, lastSeenAt: 5, outcome: { ...executed, status: 'failed' }, backAt: null },
    ]);
    expect(lookups.map(({ at }) => at)).toEqual([10, 70, 130]);
    expect(stored.closing).toEqual([]);
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
    const { stays } = start();
    await stays([a, b], 5);
    await stays([b], 1200);
    expect(lookups.map(({ at }) => at - 5)).toEqual([0, 2, 6, 14, 29, 59, 119, 179, 239, 299, 359, 419, 479, 539, 599]);
    expect(reports).toMatchObject([{ plan: 'a', outcome: null }]);
    expect(stored.closing).toEqual([]);
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
    failure = new OrderglassError('offline', 'injected');
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
    const { stays } = start();
    await stays([a, b, c], 10);
    await stays([], 5);
    await stays([a, b, c], 60);
    expect(reports).toEqual([]);
    expect(stored.closing).toEqual([]);
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
    await stays([a, b, seenPlan('123456789012345678901')], 5);
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
    before.open.close();
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
    before.open.close();
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
    before.open.close();
    expect(reports).toEqual([]);
    const after = start();
    await after.stays([b], 15);
    expect(reports).toMatchObject([{ plan: 'a', lastSeenAt: 0, outcome: null }]);
  });
});

test('what is pending keeps the worker that looks it up', async () => {
  const { stays, isPending } = start();
  await stays([a, b], 5);
  expect(isPending()).toBe(false);
  await stays([b], 5);
  expect(isPending()).toBe(true);
  failure = new OrderglassError('offline', 'injected');
  await time.advance(60_000);
  expect(isPending()).toBe(false);
  failure = null;
  await stays([b], 1200);
  expect(isPending()).toBe(false);
});

test('lists of two runs of a demo exchange are not compared', async () => {
  const { take, stays } = start();
  await stays([a, b], 5);
  take([c], [], 'archive', 'another run');
  await time.advance(600_000);
  expect([reports, lookups]).toEqual([[], []]);
  expect(stored).toMatchObject({ plans: { run: 'another run', plans: [{ id: 'c' }] }, closing: [] });
});

test('lists of different keys are not compared', async () => {
  const { take, stays } = start();
  await stays([a, b], 5);
  await stays([b], 15);
  take([c], [], 'another');
  expect(stored).toMatchObject({ plans: { archive: 'another', plans: [{ id: 'c' }] }, closing: [] });
  const lookupsBefore = lookups.length;
  await time.advance(600_000);
  expect(reports).toMatchObject([{ plan: 'a', outcome: null }]);
  expect(lookups).toHaveLength(lookupsBefore);
});

test('closing ends the lookups', async () => {
  const { stays, open } = start();
  await stays([a, b], 5);
  await stays([b], 5);
  open.close();
  const lookupsBefore = lookups.length;
  await time.advance(600_000);
  expect(lookups).toHaveLength(lookupsBefore);
  expect(time.timers).toBe(0);
});
