import { describe, expect, test } from 'vitest';
import { drawnHeight, magnitudeScale } from './magnitude.ts';

describe('the color steps of the days', () => {
  test('are four equal steps for evenly spread amounts', () => {
    const step = magnitudeScale(['10', '-20', '30', '40', '50', '60', '-70', '80', '90', '100']);
    // The 90th percentile is 90.
    expect(['22', '23', '45', '46', '67', '68'].map(step)).toEqual([1, 2, 2, 3, 3, 4]);
    expect(['-22', '-23', '-45', '-46', '-67', '-68'].map(step)).toEqual([1, 2, 2, 3, 3, 4]);
  });

  test('do not depend on one extreme day', () => {
    const ordinary = Array.from({ length: 20 }, (_, day) => String(day + 1));
    const step = magnitudeScale([...ordinary, '1000000']);
    expect(step('1000000')).toBe(4);
    expect(step('19')).toBe(4);
    expect(step('1')).toBe(1);
  });

  test('give no color to zero and a color to the smallest amount', () => {
    const step = magnitudeScale(['0', '0.00', '5']);
    expect(step('0')).toBe(0);
    expect(step('-0.000')).toBe(0);
    expect(step('0.00000001')).toBe(1);
    expect(step('5')).toBe(4);
  });

  test('exist without amounts', () => {
    expect(magnitudeScale([])('0')).toBe(0);
    expect(magnitudeScale(['0'])('0')).toBe(0);
  });
});

test('amounts beyond a floating point number have the largest height', () => {
  const huge = `1${'0'.repeat(399)}`;
  expect(Number.isFinite(drawnHeight(huge))).toBe(true);
  expect(drawnHeight(`-${huge}`)).toBe(-drawnHeight(huge));
  expect(drawnHeight('-12.5')).toBe(-12.5);
});
