import { expect, test } from 'vitest';
import { ListedSymbols } from './listed-symbols.ts';

const rows = (...symbols: string[]) => new Map(symbols.map((symbol) => [symbol, {}]));

test('a symbol has left if two polls in a row lack it, once', () => {
  const listed = new ListedSymbols([]);
  const left = (...symbols: string[]) => listed.fetched(rows(...symbols), []);
  expect(left('A', 'B', 'C', 'D')).toEqual([]);
  expect(left('A', 'B', 'C')).toEqual([]);
  expect(left('A', 'B', 'C', 'D')).toEqual([]);
  expect(left('A', 'B')).toEqual([]);
  expect(left('A', 'B', 'D')).toEqual(['C']);
  expect(left('A', 'B', 'D')).toEqual([]);
  expect([listed.has('C'), listed.has('D')]).toEqual([false, true]);
  left('A', 'B', 'C', 'D');
  left('A', 'B', 'D');
  expect(left('A', 'B', 'D')).toEqual(['C']);
});

test('an empty list, a list without most of its symbols, and an unreadable row are no departures', () => {
  const listed = new ListedSymbols([]);
  listed.fetched(rows('A', 'B', 'C', 'D', 'E'), []);
  const unreadable = [{ raw: '{"symbol":"E","data":7}', reason: 'data: missing or not an object' }];
  const repeated = (poll: () => readonly string[]) => [poll(), poll(), poll()].flat();
  expect(repeated(() => listed.fetched(rows(), []))).toEqual([]);
  expect(repeated(() => listed.fetched(rows('A', 'B'), []))).toEqual([]);
  expect(repeated(() => listed.fetched(rows('A', 'B', 'C', 'D'), unreadable))).toEqual([]);
});

test('a symbol that left while the program did not run is found', () => {
  const listed = new ListedSymbols(['GONE', 'A']);
  expect(listed.fetched(rows('A', 'B', 'C'), [])).toEqual([]);
  expect(listed.fetched(rows('A', 'B', 'C'), [])).toEqual(['GONE']);
});
