import { describe, expect, test } from 'vitest';
import { bandAt, nearestIndex, stepAmongPoints } from './points.ts';

describe('the nearest point', () => {
  test('is the one that a linear search finds', () => {
    const ascending = [-40, -3, -2.5, 0, 1, 8, 8.25, 100, 365];
    for (let wanted = -60; wanted < 400; wanted += 0.125) {
      const distances = ascending.map((value) => Math.abs(value - wanted));
      expect(nearestIndex(ascending, wanted)).toBe(distances.indexOf(Math.min(...distances)));
    }
  });

  test('is the only point, or none', () => {
    expect(nearestIndex([5], -1000)).toBe(0);
    expect(nearestIndex([], 3)).toBe(-1);
  });
});

test('bands cover the whole range, the outermost also the outside', () => {
  expect([0, 0.24, 0.25, 0.5, 0.99].map((place) => bandAt(place, 4))).toEqual([0, 0, 1, 2, 3]);
  expect([-0.3, 1, 1.7].map((place) => bandAt(place, 4))).toEqual([0, 3, 3]);
});

test('keys move through the points and stop at the ends', () => {
  expect(stepAmongPoints('ArrowRight', 3, 24)).toBe(4);
  expect(stepAmongPoints('ArrowDown', 23, 24)).toBe(23);
  expect(stepAmongPoints('ArrowUp', 0, 24)).toBe(0);
  expect(stepAmongPoints('ArrowLeft', 3, 24)).toBe(2);
  expect(stepAmongPoints('PageDown', 3, 24)).toBe(13);
  expect(stepAmongPoints('PageUp', 3, 24)).toBe(0);
  expect(stepAmongPoints('Home', 9, 24)).toBe(0);
  expect(stepAmongPoints('End', 9, 24)).toBe(23);
  expect(stepAmongPoints('Tab', 9, 24)).toBeNull();
});
