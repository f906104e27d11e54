import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Page } from '../../shared/domain.ts';
import { fail, type Result, succeed } from '../../shared/result.ts';
import { PagedRows, type PageQuestion } from './paged-rows.ts';

interface Sample {
  key: string;
  createdAt: number;
  raw: string;
}

const pageSize = 3;

/**
 * The exchange's list, and reads of it that are answered when the test says so: with what the list was when it was asked, or
 * with what it is when the answer comes.
 */
class FakeList {
  rows: Sample[] = [];
  readonly open: { answer: (broken: boolean) => void }[] = [];
  #count = 0;
  #clock = 0;
  readonly #answersEarly: boolean;

  constructor(size: number, answersEarly: boolean) {
    this.#answersEarly = answersEarly;
    this.grow(size);
  }

  grow(count: number): void {
    for (let i = 0; i < count; i++) {
      this.#count += 1;
      this.rows.unshift({ key: `key ${this.#count}`, createdAt: this.#count, raw: 'pending' });
    }
  }

  change(seed: number): void {
    const position = seed % Math.max(1, this.rows.length);
    const row = this.rows[position];
    if (row) this.rows[position] = { ...row, raw: `changed ${++this.#clock}` };
  }

  leave(seed: number): void {
    this.rows.splice(seed % Math.max(1, this.rows.length), 1);
  }

  readonly read = (question: PageQuestion): Promise<Result<Page<Sample>>> => {
    // Never two reads at once.
    expect(this.open).toEqual([]);
    const early = this.#answersEarly ? this.#page(question) : null;
    return new Promise((resolve) => {
      this.open.push({
        answer: (broken) => resolve(broken ? fail('timeout', 'No answer.') : succeed(early ?? this.#page(question))),
      });
    });
  };

  /** Cursors are times, each of one row, so they hold when their row has left. */
  #page({ cursor }: PageQuestion): Page<Sample> {
    const from = cursor === undefined ? Number.POSITIVE_INFINITY : Number(cursor);
    const rows = this.rows.filter((row) => row.createdAt < from).slice(0, pageSize);
    const last = rows.at(-1);
    return {
      rows,
      unreadable: [],
      older: last ? String(last.createdAt) : null,
      newer: 'unused',
      fetchedAt: ++this.#clock,
    };
  }
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

async function answerAll(fake: FakeList): Promise<void> {
  await settled();
  for (let pending = fake.open.shift(); pending; pending = fake.open.shift()) {
    pending.answer(false);
    await settled();
  }
}

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('answer' as const), broken: fc.boolean() }) },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('answer' as const), broken: fc.constant(false) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('grow' as const), count: fc.integer({ min: 1, max: 8 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('change' as const), seed: fc.nat() }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('loadOlder' as const, 'replaceAll' as const, 'loadAll' as const, 'stopLoadingAll' as const),
    }),
  },
);
const leavingStep = fc.oneof(
  { weight: 8, arbitrary: step },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('leave' as const), seed: fc.nat() }) },
);
type Step = typeof leavingStep extends fc.Arbitrary<infer Value> ? Value : never;

async function perform(next: Step, fake: FakeList, list: PagedRows<Sample>): Promise<void> {
  switch (next.do) {
    case 'answer': {
      fake.open.shift()?.answer(next.broken);
      break;
    }
    case 'grow':
      fake.grow(next.count);
      break;
    case 'change':
      fake.change(next.seed);
      break;
    case 'leave':
      fake.leave(next.seed);
      break;
    default:
      void list[next.do]();
  }
  await settled();
}

const timesOf = (rows: readonly Sample[]) => rows.map((row) => row.createdAt);

test('a list that only grows is held without gap or repeat at any moment, and exactly in the end', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(10),
      fc.boolean(),
      fc.array(step, { maxLength: 40, size: 'max' }),
      async (size, answersEarly, steps) => {
        const fake = new FakeList(size, answersEarly);
        const list = new PagedRows<Sample>(fake.read);
        for (const next of steps) {
          await perform(next, fake, list);
          const times = timesOf(list.getState().rows);
          const [newest = 0] = times;
          expect(times).toEqual(times.map((_, position) => newest - position));
        }
        await answerAll(fake);
        void list.loadAll();
        await answerAll(fake);
        const held = list.getState().rows.length;
        const { addedAtTop } = list.getState();
        const grown = fake.rows.length - held;
        void list.replaceAll();
        await answerAll(fake);
        if (held > 0) expect(list.getState().addedAtTop - addedAtTop).toBe(grown);
        void list.loadAll();
        await answerAll(fake);
        const state = list.getState();
        expect(timesOf(state.rows)).toEqual(timesOf(fake.rows));
        expect(state.rows.slice(0, pageSize)).toEqual(fake.rows.slice(0, pageSize));
        expect(state).toMatchObject({ older: 'complete', again: 'idle', failure: null, loadingAll: false });
      },
    ),
    { numRuns: 300 },
  );
});

test('a list whose rows also leave is held in order at any moment, and exactly once it was replaced', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(10),
      fc.boolean(),
      fc.array(leavingStep, { maxLength: 40, size: 'max' }),
      async (size, answersEarly, steps) => {
        const fake = new FakeList(size, answersEarly);
        const list = new PagedRows<Sample>(fake.read);
        for (const next of steps) {
          await perform(next, fake, list);
          const times = timesOf(list.getState().rows);
          expect(times).toEqual([...new Set(times)].sort((a, b) => b - a));
        }
        await answerAll(fake);
        void list.replaceAll();
        await answerAll(fake);
        const { rows } = list.getState();
        expect(rows).toEqual(fake.rows.slice(0, rows.length));
        void list.loadAll();
        await answerAll(fake);
        const state = list.getState();
        expect(state.rows).toEqual(fake.rows);
        expect(state).toMatchObject({ older: 'complete', again: 'idle', failure: null, loadingAll: false });
      },
    ),
    { numRuns: 300 },
  );
});
