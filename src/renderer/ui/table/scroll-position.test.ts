import { expect, test } from 'vitest';
import { nearestStart } from './scroll-position.ts';

test.each([
  ['a range in sight does not scroll', 100, 50, 120, 20, 100],
  ['a range before the window scrolls to its beginning', 100, 50, 80, 20, 80],
  ['a range behind the window scrolls to its end', 100, 50, 140, 20, 110],
  ['a range longer than the window scrolls to its beginning', 100, 50, 140, 80, 140],
])('%s', (_name, start, extent, from, size, expected) => {
  expect(nearestStart(start, extent, from, size)).toBe(expected);
});
