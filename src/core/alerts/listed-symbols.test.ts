import { expect, test } from 'vitest';
import { ListedSymbols } from './listed-symbols.ts';

const rows = (...symbols: string[]) => new Map(symbols.map((symbol) => [symbol, {}]));

test('a symbol has left if two polls in a row lack it, once', () => {
  const listed = new ListedSymbols([]);
  const left = (...symbols: string[]) => listed.fetched(rows(...symbols), []).left;
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
  expect(repeated(() => listed.fetched(rows(), []).left)).toEqual([]);
  expect(repeated(() => listed.fetched(rows('A', 'B'), []).left)).toEqual([]);
  expect(repeated(() => listed.fetched(rows('A', 'B', 'C', 'D'), unreadable).left)).toEqual([]);
});

test('a symbol that left while the program did not run is found', () => {
  const listed = new ListedSymbols(['GONE', 'A']);
  expect(listed.fetched(rows('A', 'B', 'C'), []).left).toEqual([]);
  expect(listed.fetched(rows('A', 'B', 'C'), []).left).toEqual(['GONE']);
});

test('a watched symbol that the list lacked has come if two polls in a row have it, also in another run', () => {
  const first = new ListedSymbols([]);
  const come = (listed: ListedSymbols, ...symbols: string[]) =>
    listed.fetched(rows(...symbols), [], ['NEW', 'A']).appeared;
  expect(come(first, 'A', 'B')).toEqual([]);
  expect(first.absent).toEqual(['NEW']);
  const second = new ListedSymbols(['A'], first.absent);
  expect([come(second, 'A', 'B', 'NEW'), come(second, 'A', 'B'), come(second, 'A', 'NEW')].flat()).toEqual([]);
  expect(come(second, 'A', 'NEW')).toEqual(['NEW']);
  expect(come(second, 'A', 'NEW')).toEqual([]);
  expect(second.absent).toEqual([]);
});

test('a symbol that is listed from the start, or whose row cannot be read, has not come', () => {
  const listed = new ListedSymbols([]);
  const unreadable = [{ raw: '{"symbol":"ODD"}', reason: 'data: missing' }];
  expect(listed.fetched(rows('A', 'B'), unreadable, ['A', 'ODD']).appeared).toEqual([]);
  expect(listed.absent).toEqual([]);
});
