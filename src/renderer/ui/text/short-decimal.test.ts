import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatDecimal } from '../../../shared/values/decimal.ts';
import {
  hangingPlaces,
  inLargeUnit,
  type LargeUnits,
  readLargeUnits,
  roundPrice,
  roundVisibly,
  withCountedZeros,
} from './short-decimal.ts';

const english = readLargeUnits('T 12, B 9, M 6, K 3');
const chinese = readLargeUnits('万亿 12, 亿 8, 万 4');
const abbreviated = (value: string, units: LargeUnits): string | null => {
  const large = inLargeUnit(value, units);
  return large && formatDecimal(large.value, { minimumPlaces: 1 }) + large.sign;
};

test('money has two decimal places, rounded half away from zero', () => {
  expect(roundVisibly('16608.26177661337639196788653752133134300371', 2)).toBe('16608.26');
  expect(roundVisibly('-297.3063962', 2)).toBe('-297.31');
  expect(roundVisibly('2.125', 2)).toBe('2.13');
  expect(roundVisibly('-2.125', 2)).toBe('-2.13');
  expect(roundVisibly('999999999999999999999999999999.995', 2)).toBe('1000000000000000000000000000000.00');
  expect(roundVisibly('0.000', 2)).toBe('0.00');
  expect(roundVisibly('7', 2)).toBe('7');
});

test('money that two decimal places would show as zero has two significant digits', () => {
  expect(roundVisibly('0.004', 2)).toBe('0.004');
  expect(roundVisibly('-0.0000049149', 2)).toBe('-0.0000049');
  expect(roundVisibly('0.000000000000000000000000000996', 2)).toBe('0.00000000000000000000000000100');
  expect(roundVisibly('0.005', 2)).toBe('0.01');
});

test('a price below 1 keeps four significant digits', () => {
  expect(roundPrice('64000.123456789', 6)).toBe('64000.123457');
  expect(roundPrice('0.123456789', 8)).toBe('0.12345679');
  expect(roundPrice('0.00000000000491236', 8)).toBe('0.000000000004912');
  expect(roundPrice('0', 8)).toBe('0');
  expect(roundPrice('-0.000', 2)).toBe('-0.000');
});

describe('large numbers', () => {
  test('have three digits and the sign of their unit in English', () => {
    expect(abbreviated('3392123456.123456789012345678901234567890', english)).toBe('3.39B');
    expect(abbreviated('351700000', english)).toBe('351.7M');
    expect(abbreviated('-86949.99', english)).toBe('−86.9K');
    expect(abbreviated('1000', english)).toBe('1.0K');
    expect(abbreviated('999.99', english)).toBeNull();
    expect(abbreviated('0', english)).toBeNull();
  });

  test('have four digits and the sign of their unit in Chinese', () => {
    expect(abbreviated('3392123456.123', chinese)).toBe('33.92亿');
    expect(abbreviated('351700000', chinese)).toBe('3.52亿');
    expect(abbreviated('86949.99', chinese)).toBe('8.69万');
    expect(abbreviated('23461234', chinese)).toBe('2,346.1万');
    expect(abbreviated('9999', chinese)).toBeNull();
  });

  test('change their unit when rounding reaches the next one', () => {
    expect(abbreviated('999949.9', english)).toBe('999.9K');
    expect(abbreviated('999950', english)).toBe('1.0M');
    expect(abbreviated('9996000', english)).toBe('10.0M');
    expect(abbreviated('-99999999', chinese)).toBe('−1.0亿');
  });

  test('beyond the largest unit stay in it', () => {
    expect(abbreviated('123456789012345678901234567890', english)).toBe('123,456,789,012,345,678.9T');
  });

  test('are within one unit of their last place of the value', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1000n, max: 10n ** 30n }), (value) => {
        const large = inLargeUnit(String(value), english);
        const exponent = english.find(({ sign }) => sign === large?.sign)?.exponent ?? 0;
        const [whole = '', fraction = ''] = large?.value.split('.') ?? [];
        const shown = BigInt(whole + fraction) * 10n ** BigInt(exponent - fraction.length);
        const off = shown > value ? shown - value : value - shown;
        expect(2n * off <= 10n ** BigInt(exponent - fraction.length)).toBe(true);
      }),
    );
  });
});

test('the zeros of a tiny price are counted from four on', () => {
  expect(withCountedZeros('0.00000491')).toBe('0.0₅491');
  expect(withCountedZeros('−0.000000000000491')).toBe('−0.0₁₂491');
  expect(withCountedZeros('+0.0000491')).toBe('+0.0₄491');
  expect(withCountedZeros('0.000491')).toBe('0.000491');
  expect(withCountedZeros('0.00000')).toBe('0.00000');
  expect(withCountedZeros('10.00000491')).toBe('10.00000491');
});

test('the decimal places beyond two hang over those of other figures, unless there are very many', () => {
  expect(['+16,608.26', '0.0034', '12', '–', '0.12345678', '0.123456789'].map(hangingPlaces)).toEqual([
    0, 2, 0, 0, 6, 0,
  ]);
});
