import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isAmbiguousDecimal, readTypedDecimal } from './typed-decimal.ts';

test.each([
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
  ['-1,234.5', '-1234.5'],
  ['−0.000000000000000000000000000001', '-0.000000000000000000000000000001'],
  ['4.9e-6', '0.0000049'],
  ['.5', '0.5'],
  ['3.39B', '3390000000'],
  ['0.0₅491', '0.00000491'],
  ['−0.0₁₂5', '-0.0000000000005'],
  ['９５ ０００', '95000'],
  ['1,5', '1.5'],
  ['0,151', '0.151'],
  ['-0,00000491', '-0.00000491'],
  ['95,00', '95.00'],
  ['95,0000', '95.0000'],
  ['2219,125', '2219.125'],
  ['1.234,56', '1234.56'],
  ["1'234'567,8", '1234567.8'],
  ['95 000,5', '95000.5'],
  ['1.234.567', '1234567'],
  ['1,5k', '1500'],
  ['0.000001234567890123456789k', '0.001234567890123456789'],
])('"%s" is %s', (typed, decimal) => {
  expect(readTypedDecimal(typed)).toBe(decimal);
});

test.each([
  '',
  '1,234 567',
  '1,2,3',
  ',5',
  '5,',
  '01,234,567',
  '1.234,567.8',
  '95 00',
  '9e3k',
  'k',
  '95kk',
  'ten',
  '1.2.3',
  '-',
])('"%s" is no decimal', (typed) => {
  expect(readTypedDecimal(typed)).toBeNull();
});

test.each([
  ['2,219', '2.21', '2.219'],
  ['2,219', '2100', '2219'],
  ['95,000', '101234.5', '95000'],
  ['９５，０００', '101234.5', '95000'],
  ['1,250k', '1500000', '1250000'],
  ['-1,250', '2', '-1.250'],
  ['2,219', '22.19', '2.219'],
  ['2,219', '22.2', null],
  ['2,219', '221', null],
  ['2,219', '0', null],
  ['2,219', null, null],
])('"%s" beside a price of %s is %s', (typed, near, decimal) => {
  expect(isAmbiguousDecimal(typed)).toBe(true);
  expect(readTypedDecimal(typed, near)).toBe(decimal);
});

test('a price beside the field changes no other text', () => {
  for (const typed of ['1,5', '0,151', '95 000', '1,234.5', '1,234,567', '2.219']) {
    expect(isAmbiguousDecimal(typed)).toBe(false);
    expect(readTypedDecimal(typed, '0.001')).toBe(readTypedDecimal(typed));
  }
});

test('a grouped number is the number, whatever its length', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1_000_000n, max: 10n ** 40n }),
      fc.constantFrom(',', ' ', '_', '\u00a0'),
      (number, sign) => {
        const groups = number.toString().replace(/\B(?=(\d{3})+$)/g, sign);
        expect(readTypedDecimal(groups)).toBe(number.toString());
      },
    ),
  );
});
