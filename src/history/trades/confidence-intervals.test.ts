import { expect, test } from 'vitest';
import { gainRatioInterval, maxSample, meanInterval, winRateInterval } from './confidence-intervals.ts';

const values = [12, -3, 4.5, 0, -7.25, 30, 1, 2];
const alternating = (count: number): number[] => Array.from({ length: count }, (_, i) => (i % 2 === 0 ? 10 : -4));

test('the same values have the same interval in any order', () => {
  const interval = meanInterval(values);
  // The figures of docs/results.md 1.5.
  expect(interval).toEqual({ from: '-1.59', to: '12.9' });
  expect(meanInterval(values.toReversed())).toEqual(interval);
});

test('an interval contains the mean of its sample and narrows with more values', () => {
  const widths = [8, 20, 30, 100, maxSample].map((count) => {
    const interval = meanInterval(alternating(count));
    const [from, to] = [Number(interval?.from), Number(interval?.to)];
    expect(from).toBeLessThan(3);
    expect(to).toBeGreaterThan(3);
    return to - from;
  });
  expect(widths).toEqual(widths.toSorted((a, b) => b - a));
});

test('fewer than 5 values, more than 300, and equal ones tell no interval', () => {
  for (const interval of [meanInterval, gainRatioInterval]) {
    expect(interval([1, 2, -3, 4])).toBeNull();
    expect(interval([1, 2, -3, 4, 5])).not.toBeNull();
    expect(interval(Array<number>(29).fill(5))).toBeNull();
    expect(interval(alternating(maxSample))).not.toBeNull();
    expect(interval(alternating(maxSample + 1))).toBeNull();
  }
});

test('one large loss among 30 trades makes their mean uncertain', () => {
  const interval = meanInterval([...Array<number>(29).fill(1), -1000]);
  expect(interval).toEqual({ from: '-97.8', to: '33' });
});

test('the interval of a ratio is unbounded if many resamples have no loss, and missing if most have none', () => {
  expect(gainRatioInterval([10, 10, 10, 10, -5])).toMatchObject({ to: null });
  expect(gainRatioInterval([10, 11, 12, 13, 14])).toBeNull();
  expect(gainRatioInterval([10, -5, -5, -5, -5])?.from).toBe('0');
});

test.each([
  [2, 0, '34.2', '100'],
  [0, 2, '0', '65.8'],
  [1, 0, '20.7', '100'],
  [29, 0, '88.3', '100'],
  [5, 2, '35.9', '91.8'],
  [500, 500, '46.9', '53.1'],
])('a win rate of %i wins and %i losses is from %s to %s percent', (wins, losses, from, to) => {
  expect(winRateInterval(wins, losses)).toEqual({ from, to });
});

test('no win and no loss have no win rate', () => {
  expect(winRateInterval(0, 0)).toBeNull();
});
