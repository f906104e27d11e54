import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  compareDecimals,
  compareDistance,
  difference,
  formatDecimal,
  minusSign,
  percentChange,
  positionPercent,
  product,
  quotient,
  readDecimal,
  roundDecimal,
  signOf,
  spreadBasisPoints,
  sum,
} from './decimal.ts';

const digits = (minLength: number, maxLength: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength, maxLength }).map((list) => list.join(''));
const decimal = fc
  .tuple(fc.constantFrom('', '-'), fc.oneof(fc.constant('0'), digits(1, 32)), digits(0, 32))
  .map(([sign, whole, fraction]) => {
    const plain = whole.replace(/^0+(?=\d)/, '');
    return `${sign}${plain}${fraction === '' ? '' : `.${fraction}`}`;
  });
/** Around the 15 digits that a float holds, or of any length. */
const shortOrLong = fc.oneof(
  fc
    .tuple(fc.constantFrom('', '-'), digits(1, 16), digits(0, 9))
    .map(([sign, whole, fraction]) => `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}`),
  decimal,
);

describe('readDecimal', () => {
  test.each([
    ['1.50', '1.50'],
    ['-0.00000490', '-0.00000490'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['+7', '7'],
    ['007.10', '7.10'],
    ['4.9e-6', '0.0000049'],
    ['1.25E3', '1250'],
    [
      '123456789012345678901234567890.123456789012345678901234567890',
      '123456789012345678901234567890.123456789012345678901234567890',
    ],
  ])('%s is %s', (text, expected) => expect(readDecimal(text)).toBe(expected));

  test.each([
    '',
    ' ',
    'NaN',
    'Infinity',
    '-',
    '.',
    '1,000',
    '1 000',
    '0x10',
    '1e400',
    '1e99999',
    '１２',
    '--1',
    '1.2.3',
    '9'.repeat(401),
  ])('%j is no decimal', (text) => expect(readDecimal(text)).toBeNull());

  test('keeps all digits of plain decimals', () => {
    fc.assert(fc.property(decimal, (value) => readDecimal(value) === value));
  });

  test('reads an exponent as big.js does', () => {
    fc.assert(
      fc.property(decimal, fc.integer({ min: -50, max: 50 }), (value, exponent) => {
        const read = readDecimal(`${value}e${exponent}`);
        expect(read).not.toBeNull();
        expect(new Big(read ?? '').eq(new Big(`${value}e${exponent}`))).toBe(true);
      }),
    );
  });
});

describe('compareDecimals', () => {
  test('agrees with big.js', () => {
    fc.assert(fc.property(decimal, decimal, (a, b) => compareDecimals(a, b) === new Big(a).cmp(b)));
  });

  test('finds a difference in the 60th digit', () => {
    const long = `0.${'1'.repeat(59)}`;
    expect(compareDecimals(`${long}1`, `${long}2`)).toBe(-1);
    expect(compareDecimals(`-${long}1`, `-${long}2`)).toBe(1);
  });

  test.each([
    ['1.0', '1.00'],
    ['-0', '0.000'],
  ])('%s equals %s', (a, b) => expect(compareDecimals(a, b)).toBe(0));
});

test('signOf', () => {
  expect([signOf('-0.00'), signOf('-0.01'), signOf('3')]).toEqual([0, -1, 1]);
});

describe('arithmetic', () => {
  test('a difference is exact', () => {
    expect(difference('0.1', '0.3')).toBe('0.2');
    expect(difference('0.00000490', '0.0000049')).toBe('0');
  });

  test.each([
    ['100', '101.005', '1.01'],
    ['100', '98.995', '-1.01'],
    ['0.0000049', '0.0000050', '2.04'],
    ['100', '99.9999', '0.00'],
  ])('%s to %s is %s %%', (from, to, expected) => expect(percentChange(from, to)).toBe(expected));

  test('there is no change from zero', () => expect(percentChange('0.00', '5')).toBeNull());
});

test('sums, differences and products of decimals of any length are exact', () => {
  fc.assert(
    fc.property(shortOrLong, shortOrLong, (a, b) => {
      expect(sum(a, b)).toBe(new Big(a).plus(b).toFixed());
      expect(difference(a, b)).toBe(new Big(b).minus(a).toFixed());
      expect(product(a, b)).toBe(new Big(a).times(b).toFixed());
    }),
    { numRuns: 2000 },
  );
});

describe('product', () => {
  test('keeps every digit', () => {
    expect(product('90000.1', '0.999')).toBe('89910.0999');
    expect(product('0.0000049', '1.001')).toBe('0.0000049049');
    expect(product('-2', '0.50')).toBe('-1');
  });
});

describe('compareDistance', () => {
  test.each([
    ['100', '101', '1', 0],
    ['100', '99', '1', 0],
    ['100', '101.0000000000000000000000000000001', '1', 1],
    ['100', '98.9999999999999999999999999999999', '1', 1],
    ['100', '100.9999999999999999999999999999999', '1', -1],
    ['3', '3.01', '0.333333333333333333333', 1],
    ['3', '3.01', '0.333333333333333333334', -1],
    ['-100', '-101', '1', 0],
    ['0', '0.0000001', '1000', 1],
  ] as const)('from %s to %s against %s %% is %i', (from, to, percent, expected) => {
    expect(compareDistance(from, to, percent)).toBe(expected);
  });

  test('agrees with integer arithmetic', () => {
    const whole = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });
    fc.assert(
      fc.property(whole, whole, fc.bigInt({ min: 0n, max: 10n ** 20n }), (from, to, percent) => {
        const size = (value: bigint) => (value < 0n ? -value : value);
        const [distance, bound] = [size(to - from) * 100n, size(from) * percent];
        const expected = distance === bound ? 0 : distance < bound ? -1 : 1;
        expect(compareDistance(String(from), String(to), String(percent))).toBe(expected);
      }),
    );
  });
});

describe('formatDecimal', () => {
  test.each([
    ['90000.1', { minimumPlaces: 2 }, '90,000.10'],
    ['-1234567', {}, '−1,234,567'],
    ['0.10000', { minimumPlaces: 2, maximumPlaces: 4 }, '0.10'],
    ['0.123456', { maximumPlaces: 4 }, '0.1234…'],
    ['-0.00', { minimumPlaces: 2 }, '0.00'],
    ['1234', { separator: '' }, '1234'],
    ['999', {}, '999'],
  ])('%s with %j is %s', (value, format, expected) => expect(formatDecimal(value, format)).toBe(expected));

  test('shows all digits by default', () => {
    fc.assert(
      fc.property(decimal, (value) => {
        expect(new Big(formatDecimal(value, { separator: '' }).replace(minusSign, '-')).eq(value)).toBe(true);
      }),
    );
  });
});

describe('quotient', () => {
  test.each([
    ['1', '3', 2, '0.33'],
    ['2', '3', 2, '0.67'],
    ['-2', '3', 2, '-0.67'],
    ['1', '8', 2, '0.13'],
    ['-1', '8', 2, '-0.13'],
    ['-1', '1000', 2, '0.00'],
    ['7', '2', 0, '4'],
    ['0', '5', 3, '0.000'],
    ['1', '0', 2, null],
    ['1', '-0.00', 2, null],
    // Just below a half: cutting the quotient before rounding would round it up.
    ['0.0049999999999999999999999999999999', '1', 2, '0.00'],
    [
      '123456789012345678901234567890',
      '0.000000000000000000000000000001',
      0,
      `123456789012345678901234567890${'0'.repeat(30)}`,
    ],
  ])('%s / %s to %i places is %s', (a, b, places, expected) => expect(quotient(a, b, places)).toBe(expected));

  test('differs from the exact quotient by at most half of the last place', () => {
    fc.assert(
      fc.property(shortOrLong, shortOrLong, fc.integer({ min: 0, max: 8 }), (a, b, places) => {
        const found = quotient(a, b, places);
        if (found === null) return signOf(b) === 0;
        // |a - found * b| * 2 <= |b| * 10^-places
        const off = new Big(a).minus(new Big(found).times(b)).abs().times(2);
        return off.lte(new Big(b).abs().times(new Big(`1e-${places}`)));
      }),
    );
  });
});

describe('positionPercent', () => {
  test.each([
    ['100', '200', '150', '50'],
    ['100', '200', '100', '0'],
    ['100', '200', '200', '100'],
    ['100', '200', '210', '110'],
    ['100', '200', '99', '-1'],
    ['0.00000490', '0.00000492', '0.00000491', '50'],
    ['5', '5', '5', null],
    ['6', '5', '5', null],
    ['0', '0.00', '0', null],
  ])('from %s to %s, %s is at %s', (low, high, value, expected) =>
    expect(positionPercent(low, high, value)).toBe(expected),
  );
});

describe('spreadBasisPoints', () => {
  test.each([
    ['99', '101', '200.00'],
    ['100', '100', '0.00'],
    ['101', '99', '-200.00'],
    ['0', '0', null],
    ['-1', '1', null],
    ['0', '1', '20000.00'],
    ['64000.00000000000000000000000001', '64000.00000000000000000000000002', '0.00'],
  ])('from %s to %s is %s', (bid, ask, expected) => expect(spreadBasisPoints(bid, ask)).toBe(expected));
});

describe('roundDecimal', () => {
  test.each([
    ['1.005', 2, '1.01'],
    ['-1.005', 2, '-1.01'],
    ['1.0049', 2, '1.00'],
    ['9.995', 2, '10.00'],
    ['-99.5', 0, '-100'],
    ['0.4', 0, '0'],
    ['-0.004', 2, '0.00'],
    ['7', 2, '7'],
    ['7.5', 2, '7.5'],
    ['123456789012345678901234567890.995', 2, '123456789012345678901234567891.00'],
  ])('rounds %s to %i decimal places, half away from zero', (value, places, rounded) => {
    expect(roundDecimal(value, places)).toBe(rounded);
  });

  test('agrees with Big for every decimal', () => {
    fc.assert(
      fc.property(decimal, fc.integer({ min: 0, max: 34 }), (value, places) => {
        const expected = new Big(value).round(places, Big.roundHalfUp);
        expect(compareDecimals(roundDecimal(value, places), expected.toFixed())).toBe(0);
      }),
    );
  });
});
