import Big from 'big.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareDecimals } from '../../shared/decimal.ts';
import type { Decimal } from '../../shared/domain.ts';
import { ExactDecimals } from './exact-decimals.ts';
import { ExactSums } from './exact-sums.ts';
import { anyDecimal } from './testing/sample-rows.ts';

const digits = (minLength: number, maxLength: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength, maxLength }).map((list) => list.join(''));
const ofAnyLength = fc
  .tuple(fc.constantFrom('', '-'), digits(1, 40), digits(0, 60))
  .map(([sign, whole, rest]) => `${sign}${whole.replace(/^0+(?=\d)/, '')}${rest === '' ? '' : `.${rest}`}`);
const decimal = fc.oneof(anyDecimal, ofAnyLength);

function read(decimals: ExactDecimals, text: Decimal): [number, number] {
  decimals.read(text);
  return [decimals.key, decimals.detail];
}

function plain(value: Big): Decimal {
  return value.toFixed().replace(/^-(?=0$)/, '');
}

test('a decimal comes back as it was, but for zeros that mean nothing', () => {
  fc.assert(
    fc.property(decimal, (text) => {
      const decimals = new ExactDecimals();
      expect(decimals.textOf(...read(decimals, text))).toBe(plain(new Big(text)));
    }),
    { numRuns: 1000 },
  );
});

test('the key is the nearest float, never -0, and 0 for a zero only', () => {
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

test('decimals compare as they are, whatever their length', () => {
  const neighbours = decimal.chain((text) => {
    const rest = text.includes('.') ? '' : '.';
    return fc.tuple(
      fc.constant(text),
      fc.constantFrom(text, `${text}${rest}0`, `${text}${rest}1`, `${text}${rest}0000000000000000001`),
    );
  });
  fc.assert(
    fc.property(fc.oneof(fc.tuple(decimal, decimal), neighbours), ([a, b]) => {
      const decimals = new ExactDecimals();
      const order = decimals.compare(...read(decimals, a), ...read(decimals, b));
      expect(Math.sign(order)).toBe(compareDecimals(a, b));
    }),
    { numRuns: 1000 },
  );
});

test('what is needed for a moment leaves nothing behind', () => {
  const decimals = new ExactDecimals();
  const kept = read(decimals, `0.${'1'.repeat(40)}`);
  const { used } = decimals;
  read(decimals, `-0.${'2'.repeat(60)}`);
  decimals.forgetFrom(used);
  expect(decimals.used).toBe(used);
  read(decimals, `0.${'3'.repeat(60)}`);
  expect(decimals.textOf(...kept)).toBe(`0.${'1'.repeat(40)}`);
});

test('sums are exact', () => {
  const group = fc.nat(3);
  fc.assert(
    fc.property(fc.array(fc.tuple(group, decimal), { maxLength: 60 }), (entries) => {
      const decimals = new ExactDecimals();
      const sums = new ExactSums(decimals, 4);
      const all = new ExactSums(decimals, 1);
      for (const [into, text] of entries) sums.add(into, ...read(decimals, text));
      for (const into of [0, 1, 2, 3]) {
        const own = entries.filter(([other]) => other === into).map(([, text]) => text);
        expect(sums.textOf(into)).toBe(plain(own.reduce((sum, text) => sum.plus(text), new Big(0))));
        all.addSum(0, sums, into);
      }
      expect(all.textOf(0)).toBe(plain(entries.reduce((sum, [, text]) => sum.plus(text), new Big(0))));
      expect(all.unitsOf(0).toString()).toBe(new Big(all.textOf(0)).times(new Big(10).pow(all.places)).toFixed());
    }),
    { numRuns: 300 },
  );
});

test.each([
  [['999999999999999']],
  [['0.999999999999999']],
  [['-0.999999999999999', '-123456789.987654']],
  [['999999999999999', '0.999999999999999', '-1', `0.${'0'.repeat(15)}999999999999999`]],
])('sums stay exact where they outgrow what a float can count: %j', (values) => {
  const decimals = new ExactDecimals();
  const sums = new ExactSums(decimals, 1);
  const times = 20_000;
  for (const text of values) {
    const [key, detail] = read(decimals, text);
    for (let i = 0; i < times; i++) sums.add(0, key, detail);
  }
  const expected = values.reduce((sum, text) => sum.plus(new Big(text).times(times)), new Big(0));
  expect(sums.textOf(0)).toBe(expected.toFixed());
});
