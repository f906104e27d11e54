import { expect, test } from 'vitest';
import { readRate } from './fee-rate.ts';

test.each([
  ['0.05', '0.05'],
  [' 0.020 % ', '0.020'],
  ['0,05', '0.05'],
  ['1,250', '1.250'],
  ['0.050,5', undefined],
  ['−0.01', '-0.01'],
  ['10', '10'],
  ['', null],
  ['10.01', undefined],
  ['-11', undefined],
  ['1e-30000', undefined],
  ['five', undefined],
])('a rate %j is read as %j', (typed, rate) => {
  expect(readRate(typed)).toBe(rate);
});
