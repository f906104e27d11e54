import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type MarginMode, marginModes, type PlanStatus, planStatuses } from '../../shared/values/domain.ts';
import { compareStates } from '../rows.ts';
import { FakeExchange } from '../testing/fake-exchange.ts';
import { SyncHarness } from '../testing/sync-harness.ts';

const mode = fc.constantFrom<MarginMode>(...marginModes);
const place = fc.nat({ max: 500 });

/** Changes of the exchange’s lists after they were downloaded. */
const event = fc.oneof(
  fc.record({ kind: fc.constant('insert' as const), mode, place, count: fc.integer({ min: 1, max: 120 }) }),
  fc.record({ kind: fc.constant('drop' as const), mode, place, count: fc.integer({ min: 1, max: 150 }) }),
  fc.record({ kind: fc.constant('move' as const), mode, place }),
  fc.record({ kind: fc.constant('reorder' as const), mode, place }),
  fc.record({
    kind: fc.constant('correct' as const),
    mode,
    place,
    status: fc.constantFrom<PlanStatus>(...planStatuses),
  }),
  fc.record({ kind: fc.constant('grow' as const), mode, count: fc.integer({ min: 1, max: 150 }) }),
);

const scenario = fc.record({
  rows: fc.record({ isolated: fc.nat({ max: 400 }), cross: fc.nat({ max: 400 }) }),
  gaps: fc.array(fc.constantFrom(0, 0, 1000, 60_000), { maxLength: 7 }).map((gaps) => [...gaps, 1000]),
  pageSize: fc.integer({ min: 5, max: 100 }),
  events: fc.array(event, { minLength: 1, maxLength: 12 }),
  /** Each page with a number divisible by this repeats the last row of the page before. */
  repeatsEvery: fc.integer({ min: 2, max: 9 }),
  isKilled: fc.boolean(),
});

function run(
  exchange: FakeExchange,
  { kind, mode: of, ...what }: typeof event extends fc.Arbitrary<infer V> ? V : never,
) {
  const count = 'count' in what ? what.count : 1;
  const at = 'place' in what ? what.place % Math.max(1, exchange.modes[of].length) : 0;
  if (kind === 'insert') for (let row = 0; row < count; row++) exchange.insertLate(of, at);
  else if (kind === 'drop') exchange.purge(of, at, count);
  else if (kind === 'move') exchange.moveMode(of, at);
  else if (kind === 'reorder') exchange.swap(of, at);
  else if (kind === 'correct') correct(exchange, of, at, 'status' in what ? what.status : 'canceled');
  else for (let row = 0; row < count; row++) exchange.add(of);
}

/** Not from a final state to one that is not, which is not taken over. */
function correct(exchange: FakeExchange, of: MarginMode, at: number, status: PlanStatus): void {
  const entry = exchange.modes[of][at];
  if (entry === undefined || !('row' in entry)) return;
  if (compareStates(entry.row, { ...entry.row, status }) <= 0) exchange.change(of, at, status);
}

test('after one verification, every row of the exchange is stored as the exchange has it, in its order', async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async ({ rows, gaps, pageSize, events, repeatsEvery, isKilled }) => {
      const exchange = new FakeExchange();
      exchange.pageSizes = [pageSize];
      for (const of of marginModes) {
        for (let row = 0; row < rows[of]; row++) exchange.add(of, gaps[row % gaps.length]);
      }
      const harness = new SyncHarness(exchange);
      try {
        harness.start();
        harness.sync.refresh('user');
        expect(await harness.settle()).toBe(true);
        expect(harness.isComplete).toBe(true);
        for (const each of events) run(exchange, each);
        exchange.misbehaves = ({ marginMode, from }, honest) => {
          const repeated = exchange.modes[marginMode].find(({ id }) => id === from);
          return repeated && exchange.requests.length % repeatsEvery === 0 ? [repeated, ...honest] : null;
        };
        if (isKilled) {
          harness.kill();
          harness.start();
        }
        harness.now += 3_600_000;
        harness.sync.refresh('program');
        expect(await harness.settle()).toBe(true);
        harness.sync.verify();
        expect(await harness.settle()).toBe(true);

        expect(harness.sync.state).toMatchObject({ phase: 'idle', failure: null });
        const stored = harness.rows();
        const truth = new Map(exchange.all.map((row) => [row.key, row.raw]));
        expect([...truth].filter(([key, raw]) => stored.get(key)?.raw !== raw)).toEqual([]);
        for (const of of marginModes) {
          const ids = exchange.modes[of].map(({ id }) => id);
          const known = new Set(ids);
          const shown = [...stored.values()].filter(({ marginMode, id }) => marginMode === of && known.has(id));
          expect(shown.map(({ id }) => id)).toEqual(ids);
        }
        // Each row is counted once, also after it moved to the other mode.
        expect(stored.size).toBe(new Set([...stored.values()].map(({ id }) => id)).size);
      } finally {
        harness.remove();
      }
    }),
    { numRuns: Number(process.env.PROPERTY_RUNS ?? 8) },
  );
}, 3_000_000);
