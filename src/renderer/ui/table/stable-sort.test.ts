import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inOrder, movesBetween, nextSortStep, resortIntervalMs } from './stable-sort.ts';

const first = { key: 'by change', data: 'tick 1', requests: 0, sources: 'a' };
const made = { ...first, madeAt: 1_000_000 };
const free = () => null;
const held = () => 'pointer' as const;

describe('an order of live rows', () => {
  test('is made the first time, also while it is held', () => expect(nextSortStep(null, first, 0, held)).toBe('sort'));

  test('stays for the interval, then follows the data', () => {
    const next = { ...first, data: 'tick 2' };
    expect(nextSortStep(made, next, made.madeAt + resortIntervalMs - 1, free)).toBe('keep');
    expect(nextSortStep(made, next, made.madeAt + resortIntervalMs, free)).toBe('sort');
  });

  test('stays if the data has not changed', () =>
    expect(nextSortStep(made, first, made.madeAt + 10 * resortIntervalMs, free)).toBe('keep'));

  test('pauses while it is held', () => {
    const next = { ...first, data: 'tick 9' };
    expect(nextSortStep(made, next, made.madeAt + resortIntervalMs - 1, held)).toBe('keep');
    expect(nextSortStep(made, next, made.madeAt + 100 * resortIntervalMs, held)).toBe('pause');
  });

  test('takes in the rows of a new source at once, unless it is held', () => {
    const next = { ...first, data: 'tick 2', sources: 'a b' };
    expect(nextSortStep(made, next, made.madeAt + 1, free)).toBe('sort');
    expect(nextSortStep(made, next, made.madeAt + 1, held)).toBe('pause');
  });

  test('is made at once for another key or a request of the user', () => {
    expect(nextSortStep(made, { ...first, key: 'by volume' }, made.madeAt + 1, held)).toBe('sort');
    expect(nextSortStep(made, { ...first, requests: 1 }, made.madeAt + 1, held)).toBe('sort');
  });
});

test('remaining rows keep their order when rows come or go', () => {
  const names = fc.uniqueArray(fc.constantFrom(...'abcdefghij'));
  fc.assert(
    fc.property(names, names, (rows, order) => {
      const shown = inOrder(rows, (row) => row, order);
      expect([...shown].sort()).toEqual([...rows].sort());
      const known = order.filter((name) => rows.includes(name));
      expect(shown.slice(0, known.length)).toEqual(known);
      expect(shown.slice(known.length)).toEqual(rows.filter((name) => !order.includes(name)));
    }),
  );
});

describe('the moves between two orders', () => {
  const moves = (from: string, to: string) => movesBetween([...from], [...to]);

  test('are the fewest that turn one into the other', () => {
    expect(moves('abcdef', 'abcdef')).toEqual({ up: 0, down: 0 });
    expect(moves('abcdef', 'efabcd')).toEqual({ up: 2, down: 0 });
    expect(moves('abcdef', 'bcdefa')).toEqual({ up: 0, down: 1 });
    expect(moves('abcdef', 'fbcdea')).toEqual({ up: 1, down: 1 });
  });

  test('of two neighbors are one upward', () => expect(moves('abcd', 'acbd')).toEqual({ up: 1, down: 0 }));

  test('ignore keys of only one order', () => expect(moves('axbc', 'cyab')).toEqual({ up: 1, down: 0 }));

  test('are none exactly if the orders agree, and leave at least one row', () => {
    const names = fc.shuffledSubarray([...'abcdefgh'], { minLength: 8 });
    fc.assert(
      fc.property(names, names, (from, to) => {
        const { up, down } = movesBetween(from, to);
        expect(up + down === 0).toBe(from.join() === to.join());
        expect(up + down).toBeLessThan(from.length);
      }),
    );
  });
});
