import { expect, it } from 'vitest';
import { changedTies, insertOrder, mergeOrder } from './ties.ts';

const row = (number: number, tie: number) => ({ number, tie });

it.each([
  { ties: [3, 2, 1], changed: [] },
  { ties: [9, 2, -4], changed: [] },
  { ties: [3, -1, 1], changed: [[2, 2]] },
  {
    ties: [2, -1, 1],
    changed: [
      [2, 2],
      [1, 3],
    ],
  },
  { ties: [0, 0], changed: [[1, 1]] },
  { ties: [], changed: [] },
])('changes as few ties as it takes: $ties', ({ ties, changed }) => {
  expect([...changedTies(ties.map((tie, place) => row(place + 1, tie)))]).toEqual(changed);
});

it('leaves other rows below all that they were below', () => {
  const [a, b, c] = [row(1, 5), row(2, 1), row(3, 3)];
  const [x, y, z] = [row(4, 6), row(5, 4), row(6, 2)];
  expect(mergeOrder([a, b, c], [x, y, z])).toEqual([x, a, y, b, c, z]);
  expect(mergeOrder([], [x, y])).toEqual([x, y]);
  expect(mergeOrder([a, c], [])).toEqual([a, c]);
});

it('puts new rows next to their neighbours in a list', () => {
  const [a, b, c, d, e] = [1, 2, 3, 4, 5].map((number) => row(number, 0)) as [never, never, never, never, never];
  expect(insertOrder([a, c], [a, b, c])).toEqual([a, b, c]);
  expect(insertOrder([a, c], [b, c, d])).toEqual([a, b, c, d]);
  expect(insertOrder([a], [d, e])).toEqual([a, d, e]);
  expect(insertOrder([], [d, e])).toEqual([d, e]);
});
