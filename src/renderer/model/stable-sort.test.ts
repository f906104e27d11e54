import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inOrder, resortIntervalMs, shouldResort } from './stable-sort.ts';

const first = { key: 'by change', data: 'tick 1', requests: 0 };
const made = { ...first, madeAt: 1_000_000 };
const free = () => false;
const held = () => true;

describe('an order of live rows', () => {
  test('is made the first time, also while it is held', () => expect(shouldResort(null, first, 0, held)).toBe(true));

  test('stays for the interval, then follows the data', () => {
    const next = { ...first, data: 'tick 2' };
    expect(shouldResort(made, next, made.madeAt + resortIntervalMs - 1, free)).toBe(false);
    expect(shouldResort(made, next, made.madeAt + resortIntervalMs, free)).toBe(true);
  });

  test('stays if the data has not changed', () =>
    expect(shouldResort(made, first, made.madeAt + 10 * resortIntervalMs, free)).toBe(false));

  test('never changes while it is held', () =>
    expect(shouldResort(made, { ...first, data: 'tick 9' }, made.madeAt + 100 * resortIntervalMs, held)).toBe(false));

  test('is made at once for another key or a request of the user', () => {
    expect(shouldResort(made, { ...first, key: 'by volume' }, made.madeAt + 1, held)).toBe(true);
    expect(shouldResort(made, { ...first, requests: 1 }, made.madeAt + 1, held)).toBe(true);
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
