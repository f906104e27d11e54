import { expect, test } from 'vitest';
import { ticksWithZero } from './amount-ticks.ts';

const thinned = (values: number[], max: number): number[] =>
  ticksWithZero(
    values.map((value) => ({ value })),
    max,
  ).map(({ value }) => value);

test('an axis with little room keeps its zero', () => {
  expect(thinned([-100, 0, 100, 200, 300, 400], 3)).toEqual([0, 200, 400]);
  expect(thinned([-300, -200, -100, 0, 100], 2)).toEqual([-300, 0]);
  expect(thinned([0, 500, 1000, 1500], 2)).toEqual([0, 1000]);
});

test('an axis with enough room keeps all ticks', () => {
  expect(thinned([-100, 0, 100], 6)).toEqual([-100, 0, 100]);
  expect(thinned([100, 200], 6)).toEqual([100, 200]);
});
