import Big from 'big.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareDecimals } from '../../shared/values/decimal.ts';
import type { Decimal } from '../../shared/values/domain.ts';
import { anyDecimal } from '../orders/testing/sample-rows.ts';
import { ExactDecimals } from './exact-decimals.ts';
import { ExactSums } from './exact-sums.ts';

const digits = (minLength: number, maxLength: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength, maxLength }).map((list) => list.join(''));
const anyLength = fc
  .tuple(fc.constantFrom('', '-'), digits(1, 40), digits(0, 60))
  .map(([sign, whole, fraction]) => `${sign}${whole.replace(/^0+(?=\d)/, '')}${fraction === '' ? '' : `.${fraction}`}`);
const decimal = fc.oneof(anyDecimal, anyLength);

/** Returns key and detail of the decimal. */
function read(decimals: ExactDecimals, text: Decimal): [number, number] {
  decimals.read(text);
  return [decimals.key, decimals.detail];
}

function plain(value: Big): Decimal {
  return value.toFixed().replace(/^-(?=0$)/, '');
}

function bigSum(texts: readonly Decimal[]): Big {
  return texts.reduce((sum, text) => sum.plus(text), new Big(0));
}

test('a decimal is restored without trailing zeros', () => {
  fc.assert(
    fc.property(decimal, (text) => {
      const decimals = new ExactDecimals();
      expect(decimals.textOf(...read(decimals, text))).toBe(plain(new Big(text)));
    }),
    { numRuns: 1000 },
  );
});

test('a decimal of more than 15 digits has the places of its last digit other than zero, and is restored from units of these', () => {
  fc.assert(
    fc.property(anyLength, (text) => {
      const decimals = new ExactDecimals();
      const [key, detail] = read(decimals, text);
      const value = new Big(text);
      const places = plain(value).split('.')[1]?.length ?? 0;
      if (text.replace(/[-.]/g, '').length > 15) expect(decimals.placesOf(detail)).toBe(places);
      else expect(decimals.placesOf(detail)).toBeGreaterThanOrEqual(places);
      const own = decimals.placesOf(detail);
      for (const more of [own, own + 7]) {
        expect(decimals.unitsOf(key, detail, more).toString()).toBe(plain(value.times(new Big(10).pow(more))));
      }
    }),
    { numRuns: 1000 },
  );
});

test('the key is the nearest float, never -0, and 0 for zero only', () => {
  fc.assert(
    fc.property(decimal, (text) => {
      const [key] = read(new ExactDecimals(), text);
      const nearest = Number(text) + 0;
      const sign = new Big(text).cmp(0);
      expect(Math.sign(key)).toBe(sign);
      if (nearest !== 0 || sign === 0) expect(key).toBe(nearest);
    }),
    { numRuns: 1000 },
  );
});

test('decimals of any length compare exactly', () => {
  const similar = decimal.chain((text) => {
    const point = text.includes('.') ? '' : '.';
    return fc.tuple(
      fc.constant(text),
      fc.constantFrom(text, `${text}${point}0`, `${text}${point}1`, `${text}${point}0000000000000000001`),
    );
  });
  fc.assert(
    fc.property(fc.oneof(fc.tuple(decimal, decimal), similar), ([a, b]) => {
      const decimals = new ExactDecimals();
      const order = decimals.compare(...read(decimals, a), ...read(decimals, b));
      expect(Math.sign(order)).toBe(compareDecimals(a, b));
    }),
    { numRuns: 1000 },
  );
});

test('truncating removes later decimals and keeps earlier ones', () => {
  const decimals = new ExactDecimals();
  const kept = read(decimals, `0.${'1'.repeat(40)}`);
  const { limbCount } = decimals;
  read(decimals, `-0.${'2'.repeat(60)}`);
  decimals.truncate(limbCount);
  expect(decimals.limbCount).toBe(limbCount);
  read(decimals, `0.${'3'.repeat(60)}`);
  expect(decimals.textOf(...kept)).toBe(`0.${'1'.repeat(40)}`);
});

test('sums of groups, and sums of these sums, are exact', () => {
  const groups = [0, 1, 2, 3];
  const entry = fc.tuple(fc.constantFrom(...groups), decimal);
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 60 }), (entries) => {
      const decimals = new ExactDecimals();
      const sums = new ExactSums(decimals, groups.length);
      const total = new ExactSums(decimals, 1);
      for (const [group, text] of entries) sums.add(group, ...read(decimals, text));
      for (const group of groups) {
        const texts = entries.filter(([other]) => other === group).map(([, text]) => text);
        expect(sums.textOf(group)).toBe(plain(bigSum(texts)));
        total.addSum(0, sums, group);
      }
      expect(total.textOf(0)).toBe(plain(bigSum(entries.map(([, text]) => text))));
      expect(total.unitsOf(0).toString()).toBe(new Big(total.textOf(0)).times(new Big(10).pow(total.places)).toFixed());
    }),
    { numRuns: 300 },
  );
});

test.each([
  [['9999999.99999999']],
  [['-9999999.99999999', '0.00000001', `-0.${'0'.repeat(14)}1`]],
  [['999999999999999']],
  [['0.999999999999999']],
  [['-0.999999999999999', '-123456789.987654']],
  [['999999999999999', '0.999999999999999', '-1', `0.${'0'.repeat(15)}999999999999999`]],
])('sums beyond 2^53 units or limbs are exact: %j', (texts) => {
  const decimals = new ExactDecimals();
  const sums = new ExactSums(decimals, 1);
  const times = 20_000;
  for (const text of texts) {
    const [key, detail] = read(decimals, text);
    for (let i = 0; i < times; i++) sums.add(0, key, detail);
  }
  const doubled = new ExactSums(decimals, 1);
  doubled.addSum(0, sums, 0);
  doubled.addSum(0, sums, 0);
  const expected = bigSum(texts).times(times);
  expect(sums.textOf(0)).toBe(expected.toFixed());
  expect(doubled.textOf(0)).toBe(expected.times(2).toFixed());
});
