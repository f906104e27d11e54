import { describe, expect, test } from 'vitest';
import type { ListEntry } from '../../exchange/index.ts';
import { parsePage } from './page-response.ts';

type Row = { readonly createdAt: number };
const row = (id: string, createdAt = 0): ListEntry<Row> => ({ id, row: { createdAt } });
const unreadable = (id: string | null): ListEntry<Row> => {
  const reason = { raw: '{}', reason: 'ctime: missing' };
  return id === null ? { id, unreadable: reason } : { id, unreadable: reason };
};
const parse = (entries: ListEntry<Row>[]) => parsePage({ entries, fetchedAt: 7 });

test('cursors are the entries with an ID, readable or not', () => {
  const entries = [row('b', 2), unreadable('a'), unreadable(null)];
  expect(parse(entries)).toEqual({
    entries,
    cursors: [
      { id: 'b', createdAt: 2 },
      { id: 'a', createdAt: null },
    ],
    fetchedAt: 7,
    runsForward: false,
  });
});

describe('a page from old to new is recognized', () => {
  /** Times 5 s apart, each out of order by up to 30 s. */
  const noisy = (direction: 1 | -1) =>
    Array.from({ length: 100 }, (_, place) => direction * (place * 5000 - (((place * 7) % 61) - 30) * 1000));

  test.each([
    [[3, 2, 1]],
    [[5, 5, 5]],
    [[9, 8, 12, 7, 6]],
    [[4]],
    [[1000, 3000]],
    [[1, 2, 2, 1, 4, 5]],
    [noisy(-1)],
    [noisy(-1).slice(0, 20)],
  ])('%j is none', (times) => {
    expect(parse(times.map((time, place) => row(String(place), time))).runsForward).toBe(false);
  });

  test.each([[[1, 2, 3, 4, 5]], [[1, 2, 2, 4, 5]], [[1000, 62_000]], [noisy(1)]])('%j is one', (times) => {
    expect(parse(times.map((time, place) => row(String(place), time))).runsForward).toBe(true);
  });
});
