import { expect, test } from 'vitest';
import { fixedText, plainText, unitsOf } from './decimal-text.ts';

test.each([
  [0, 0, '0', '0'],
  [0, 2, '0.00', '0'],
  [5, 3, '0.005', '0.005'],
  [-1250, 2, '-12.50', '-12.5'],
  [1200, 0, '1200', '1200'],
  [1200, 2, '12.00', '12'],
  [49, 7, '0.0000049', '0.0000049'],
  [Number.MAX_SAFE_INTEGER, 4, '900719925474.0991', '900719925474.0991'],
])('%i units of %i decimals are %s, or %s without zeros', (units, decimals, fixed, plain) => {
  expect(fixedText(units, decimals)).toBe(fixed);
  expect(plainText(units, decimals)).toBe(plain);
});

test.each([
  ['12.5', 2, 1250],
  ['12.500', 2, 1250],
  ['12.505', 2, undefined],
  ['0', 2, 0],
  ['1e3', 2, undefined],
  ['-1', 2, undefined],
  ['', 2, undefined],
  ['999999999999999', 4, undefined],
])('%j at %i decimals is %s units', (text, decimals, units) => {
  expect(unitsOf(text, decimals)).toBe(units);
});
