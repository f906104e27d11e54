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
  });
});

describe('a page from old to new is rejected', () => {
  test.each([[[3, 2, 1]], [[5, 5, 5]], [[9, 8, 12, 7, 6]], [[4]], [[1000, 3000]]])('%j does not', (times) => {
    expect(parse(times.map((time, place) => row(String(place), time))).entries).toHaveLength(times.length);
  });

  test.each([[[1, 2, 3, 4, 5]], [[1, 2, 2, 1, 4, 5]], [[1000, 62_000]]])('%j does', (times) => {
    expect(() => parse(times.map((time, place) => row(String(place), time)))).toThrow(/old to new/);
  });
});
