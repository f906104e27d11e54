import { expect, test } from 'vitest';
import { latestCrossings } from './crossings.ts';

const pointsOf = (...prices: readonly string[]) => prices.map((price, place) => ({ price, at: 1000 * (place + 1) }));

test('a level is crossed by the first price at it or past it, and the latest crossing of each is told, the latest first', () => {
  expect(latestCrossings(pointsOf('99', '101', '98', '98.5'), ['100', '98.2', '90'])).toEqual([
    { level: '98.2', at: 4000, isRise: true },
    { level: '100', at: 3000, isRise: false },
  ]);
});

test('a price at a level crosses it once', () => {
  expect(latestCrossings(pointsOf('99', '100', '101'), ['100'])).toEqual([{ level: '100', at: 2000, isRise: true }]);
  expect(latestCrossings(pointsOf('100', '101'), ['100'])).toEqual([]);
});
