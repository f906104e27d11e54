import { expect, test } from 'vitest';
import { bootstrapInterval, gainRatio, mean } from './bootstrap.ts';

test('the same values have the same interval in any order', () => {
  const values = [12, -3, 4.5, 0, -7.25, 30, 1, 2];
  const interval = bootstrapInterval(values, mean);
  // The figures of docs/trades.md 11.5.
  expect(interval).toEqual({ from: '-1.59', to: '12.9' });
  expect(bootstrapInterval(values.toReversed(), mean)).toEqual(interval);
});

test('an interval contains the mean of its sample and narrows with more values', () => {
  const widthOf = (count: number): number => {
    const values = Array.from({ length: count }, (_, i) => (i % 2 === 0 ? 10 : -4));
    const interval = bootstrapInterval(values, mean);
    const [from, to] = [Number(interval?.from), Number(interval?.to)];
    expect(from).toBeLessThan(3);
    expect(to).toBeGreaterThan(3);
    return to - from;
  };
  expect(widthOf(28)).toBeLessThan(widthOf(8));
});

test('one value, and 30 values, have no interval', () => {
  expect(bootstrapInterval([5], mean)).toBeNull();
  expect(bootstrapInterval(Array<number>(29).fill(5), mean)).toEqual({ from: '5', to: '5' });
  expect(bootstrapInterval(Array<number>(30).fill(5), mean)).toBeNull();
});

test('the interval of a ratio is unbounded if many resamples have no loss, and missing if most have none', () => {
  expect(bootstrapInterval([10, 10, 10, -5], gainRatio)).toMatchObject({ to: null });
  expect(bootstrapInterval([10, 10], gainRatio)).toBeNull();
  expect(bootstrapInterval([10, -5, -5], gainRatio)?.from).toBe('0');
});
