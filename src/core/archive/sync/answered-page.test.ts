import { describe, expect, test } from 'vitest';
import type { ListEntry } from '../../../exchange/index.ts';
import { readAnswer } from './answered-page.ts';

type Row = { readonly createdAt: number };
const row = (id: string, createdAt = 0): ListEntry<Row> => ({ id, row: { createdAt } });
const unreadable = (id: string | null): ListEntry<Row> => {
  const reason = { raw: '{}', reason: 'ctime: missing' };
  return id === null ? { id, unreadable: reason } : { id, unreadable: reason };
};
const read = (entries: ListEntry<Row>[], direct: 'prev' | 'next' = 'prev', from: string | null = 'x') =>
  readAnswer({ entries, fetchedAt: 7 }, { direct, from });

test('what follows, and where to go on: behind the last row that has an id, readable or not', () => {
  const entries = [row('b', 2), row('a', 1), unreadable(null)];
  expect(read(entries)).toEqual({ entries, last: { id: 'a', createdAt: 1 }, fetchedAt: 7 });
  expect(read([row('b', 2), unreadable('a')]).last).toEqual({ id: 'a', createdAt: null });
  expect(read([])).toEqual({ entries: [], last: null, fetchedAt: 7 });
});

describe('the row that was asked from', () => {
  test('in the first place is tolerated, with what stands before it', () => {
    expect(read([unreadable(null), row('x', 3), row('b', 2)]).entries).toEqual([row('b', 2)]);
    expect(read([row('x')])).toMatchObject({ entries: [], last: null });
  });

  test('behind another one tells of a circle', () => {
    expect(() => read([row('b'), row('x')])).toThrow(/holds the row/);
    expect(() => read([row('a'), row('x')], 'next')).toThrow(/holds the row/);
  });
});

test('rows without an id are no way on', () => {
  expect(read([unreadable(null)])).toMatchObject({ entries: [unreadable(null)], last: null });
});

describe('the order', () => {
  test.each([
    ['prev', [3, 2, 1]],
    ['next', [1, 2, 3]],
    ['prev', [5, 5, 5]],
    ['prev', [9, 8, 12, 7, 6]],
    ['next', [1, 2, 1, 3]],
    ['prev', [4]],
    ['prev', [1000, 3000]],
    ['next', [9000, 3000, 1000]],
  ] as const)('%s %j is that of the service', (direct, times) => {
    expect(
      read(
        times.map((time, place) => row(String(place), time)),
        direct,
      ).entries,
    ).toHaveLength(times.length);
  });

  test.each([
    ['prev', [1, 2, 3, 4, 5]],
    ['next', [5, 4, 3, 2, 1]],
    ['next', [5, 5, 5, 5, 4]],
    ['prev', [1, 2, 2, 1, 4, 5]],
    ['prev', [1000, 62_000]],
    ['next', [99_000, 98_000, 1000]],
  ] as const)('%s %j is the other one', (direct, times) => {
    expect(() =>
      read(
        times.map((time, place) => row(String(place), time)),
        direct,
      ),
    ).toThrow(/other order/);
  });
});
