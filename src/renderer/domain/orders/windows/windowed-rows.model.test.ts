import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fail } from '../../../../shared/values/result.ts';
import { FakeHistory, settle } from './testing/fake-history.ts';
import { clampRange } from './window-blocks.ts';
import { WindowedRows } from './windowed-rows.ts';

interface Row {
  key: string;
}

/** A change of the list, a scroll, a response, or a call. Positions are parts of the length of the list. */
type Step =
  | { kind: 'insert'; at: number; count: number }
  | { kind: 'remove'; at: number; count: number }
  | { kind: 'move'; from: number; to: number }
  | { kind: 'scroll'; at: number; height: number }
  | { kind: 'answer'; which: number; fails: boolean }
  | { kind: 'accept-version' | 'show-other' | 'retry' };

const part = fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1, noNaN: true }));
const few = fc.integer({ min: 1, max: 900 });
const insert = fc.record({ kind: fc.constant('insert' as const), at: part, count: few });
const remove = fc.record({ kind: fc.constant('remove' as const), at: part, count: few });
const move = fc.record({ kind: fc.constant('move' as const), from: part, to: part });
const scroll = fc.record({ kind: fc.constant('scroll' as const), at: part, height: fc.integer({ min: 1, max: 70 }) });
const answer = fc.record({
  kind: fc.constant('answer' as const),
  which: fc.nat(5),
  fails: fc.constantFrom(false, false, false, true),
});
const plain = fc.record({
  kind: fc.constantFrom('accept-version' as const, 'accept-version' as const, 'show-other' as const, 'retry' as const),
});
const steps = fc.array(fc.oneof(insert, remove, move, scroll, scroll, answer, answer, answer, plain), {
  maxLength: 40,
});

let made = 0;
const freshKeys = (count: number): string[] => Array.from({ length: count }, () => `row-${made++}`);

class World {
  history = new FakeHistory(freshKeys(2500));
  readonly rows = new WindowedRows<Row>();
  view = { first: 0, end: 30, atTop: true };
  readonly #lists = new Map<number, FakeHistory>();

  constructor() {
    this.rows.state.subscribe(() => {
      const { list } = this.rows.state.get();
      if (!this.#lists.has(list) && list > 0) this.#lists.set(list, this.history);
      this.check();
    });
    this.rows.show(this.history.read);
    this.rows.setView(this.view);
  }

  /** All rows are of one version of one list and at their positions. */
  check(): void {
    const { list, version, rowCount, rowAt } = this.rows.state.get();
    const expected = version === null ? [] : (this.#lists.get(list)?.versions.get(version) ?? []);
    expect(rowCount).toBe(expected.length);
    const wrong = expected.findIndex((key, position) => (rowAt(position)?.key ?? key) !== key);
    expect(wrong, 'position of a row that does not belong there').toBe(-1);
  }

  async take(step: Step): Promise<void> {
    const { list } = this.history;
    switch (step.kind) {
      case 'insert':
        return this.history.change(list.toSpliced(Math.round(step.at * list.length), 0, ...freshKeys(step.count)));
      case 'remove':
        return this.history.change(list.toSpliced(Math.round(step.at * list.length), step.count));
      case 'move': {
        const from = Math.floor(step.from * (list.length - 1));
        const moved = list.slice(from, from + 1);
        return this.history.change(
          list.toSpliced(from, 1).toSpliced(Math.round(step.to * (list.length - 1)), 0, ...moved),
        );
      }
      case 'scroll':
        return this.scroll(Math.round(step.at * this.rows.state.get().rowCount), step.height);
      case 'answer': {
        const [request] = this.history.requests.splice(step.which % Math.max(1, this.history.requests.length), 1);
        request?.answer(step.fails ? fail('internal', 'made to fail') : undefined);
        return settle();
      }
      case 'accept-version':
        return this.rows.acceptVersion(this.history.version);
      case 'retry':
        return this.rows.retry();
      case 'show-other':
        this.history = new FakeHistory(freshKeys(700));
        return this.rows.show(this.history.read);
    }
  }

  scroll(first: number, height: number): void {
    const range = clampRange({ first, end: first + height }, this.rows.state.get().rowCount);
    this.view = { ...range, atTop: range.first === 0 };
    this.rows.setView(this.view);
  }

  async settleAll(): Promise<void> {
    this.rows.acceptVersion(this.history.version);
    await this.history.answerAll();
    if (this.rows.state.get().failure) this.rows.retry();
    await this.history.answerAll();
    this.rows.setView({ ...this.view, ...clampRange(this.view, this.rows.state.get().rowCount) });
    await this.history.answerAll();
  }
}

test('rows always belong to one version and their position, and all rows in sight are loaded in the end', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      const world = new World();
      for (const step of taken) {
        await world.take(step);
        world.check();
      }
      await world.settleAll();
      world.check();
      const { rowCount, rowAt, version, failure, outdated } = world.rows.state.get();
      expect({ version, failure, outdated }).toEqual({
        version: world.history.version,
        failure: null,
        outdated: false,
      });
      const { first, end } = clampRange(world.view, rowCount);
      const inSight = Array.from({ length: end - first }, (_, index) => rowAt(first + index));
      expect(inSight).not.toContain(undefined);
    }),
    { numRuns: 150 },
  );
});

test('rows that come in above or below do not move the rows in sight', async () => {
  const arrivals = fc.array(
    fc.oneof(fc.record({ above: fc.boolean(), count: few }), fc.constant('accept-version'), answer),
    {
      maxLength: 30,
    },
  );
  await fc.assert(
    fc.asyncProperty(arrivals, fc.integer({ min: 1, max: 2000 }), async (events, start) => {
      const world = new World();
      await world.settleAll();
      world.scroll(start, 30);
      await world.history.answerAll();
      let movedDown = 0;
      let { first } = world.view;
      const inSight = world.rows.state.get().rowAt(first)?.key;
      const follow = (): void => {
        const state = world.rows.state.get();
        first += state.movedDown - movedDown;
        movedDown = state.movedDown;
        expect(state.rowAt(first)?.key).toBe(inSight);
        world.rows.setView({ first, end: first + 30, atTop: false });
      };
      for (const event of events) {
        const { list } = world.history;
        if (event === 'accept-version') world.rows.acceptVersion(world.history.version);
        else if (typeof event === 'object' && 'above' in event) {
          const at = list.indexOf(inSight ?? '') + (event.above ? 0 : 40);
          world.history.change(list.toSpliced(at, 0, ...freshKeys(event.count)));
        } else if (typeof event === 'object') await world.take({ ...event, fails: false });
        follow();
      }
      world.rows.acceptVersion(world.history.version);
      await world.history.answerAll();
      follow();
      expect(world.history.list[first]).toBe(inSight);
    }),
    { numRuns: 150 },
  );
});
