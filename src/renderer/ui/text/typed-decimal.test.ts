import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readTypedDecimal } from './typed-decimal.ts';

test.each([
  ['95,000', '95000'],
  ['95 000', '95000'],
  ['95\u202f000', '95000'],
  ['95_000.50', '95000.50'],
  ['95’000', '95000'],
  ['95000.0', '95000.0'],
  [' 1,065,000.10 ', '1065000.10'],
  ['95k', '95000'],
  ['95.25K', '95250'],
  ['1.5 m', '1500000'],
  ['9.5万', '95000'],
  ['1,250k', '1250000'],
  ['-1,234.5', '-1234.5'],
  ['−0.000000000000000000000000000001', '-0.000000000000000000000000000001'],
  ['4.9e-6', '0.0000049'],
  ['.5', '0.5'],
  ['3.39B', '3390000000'],
  ['0.0₅491', '0.00000491'],
  ['−0.0₁₂5', '-0.0000000000005'],
  ['９５，０００', '95000'],
  ['0.000001234567890123456789k', '0.001234567890123456789'],
])('"%s" is %s', (typed, decimal) => {
  expect(readTypedDecimal(typed)).toBe(decimal);
});

test.each(['', '1,5', '0,151', '95,00', '95,0000', '1,234 567', '95 00', '9e3k', 'k', '95kk', 'ten', '1.2.3', '-'])(
  '"%s" is no decimal',
  (typed) => {
    expect(readTypedDecimal(typed)).toBeNull();
  },
);

test('a grouped number is the number, whatever its length', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1000n, max: 10n ** 40n }),
      fc.constantFrom(',', ' ', '_', '\u00a0'),
      (number, sign) => {
        const groups = number.toString().replace(/\B(?=(\d{3})+$)/g, sign);
        expect(readTypedDecimal(groups)).toBe(number.toString());
      },
    ),
  );
});
