import { expect, test } from 'vitest';
import { lineOf, nearestPoint } from './line-path.ts';

test('a line extends from edge to edge, with the highest price at the top', () => {
  const line = lineOf(
    [
      { at: 1000, price: '10' },
      { at: 2000, price: '30' },
      { at: 5000, price: '20' },
    ],
    [],
    100,
    40,
  );
  expect(line.x).toEqual([0, 25, 100]);
  expect(line.y).toEqual([40, 0, 20]);
  expect(line.path).toBe('M0.0 40.0L25.0 0.0L100.0 20.0');
  expect([-5, 12, 13, 70, 500].map((at) => nearestPoint(line.x, at))).toEqual([0, 0, 1, 2, 2]);
});

test('a single point is in the middle', () => {
  expect(lineOf([{ at: 1, price: '5' }], [], 100, 40)).toMatchObject({ x: [50], y: [20] });
  expect(lineOf([], [], 100, 40).path).toBe('');
});

test('a gap breaks the line, and the price before it lasts until the gap', () => {
  const points = [
    { at: 0, price: '10' },
    { at: 600, price: '20' },
    { at: 1000, price: '15' },
  ];
  const path = (gap: { from: number; to: number }): string => lineOf(points, [gap], 100, 40).path;
  expect(path({ from: 200, to: 600 })).toBe('M0.0 40.0L20.0 40.0M60.0 0.0L60.0 0.0L100.0 20.0');
  expect(path({ from: 200, to: 400 })).toBe('M0.0 40.0L20.0 40.0M40.0 40.0L60.0 0.0L100.0 20.0');
  expect(path({ from: 1100, to: 2000 })).toBe('M0.0 40.0L60.0 0.0L100.0 20.0');
});
