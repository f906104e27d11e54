import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '../testing/any-character.ts';
import type { Decimal } from '../values/domain.ts';
import { compareTexts } from './compare-texts.ts';
import { type SortDirection, type SortKey, type SortValue, sortRows } from './sort-rows.ts';

interface Sample {
  decimal: Decimal | null;
  number: number | null;
  text: string | null;
}

const byDecimal: SortValue<Sample> = { kind: 'decimal', of: (row) => row.decimal };
const byNumber: SortValue<Sample> = { kind: 'number', of: (row) => row.number };
const byText: SortValue<Sample> = { kind: 'text', of: (row) => row.text };
const directions: SortDirection[] = ['ascending', 'descending'];
const upwards = (value: SortValue<Sample>): SortKey<Sample>[] => [{ value, direction: 'ascending' }];
const downwards = (value: SortValue<Sample>): SortKey<Sample>[] => [{ value, direction: 'descending' }];

const sample = (values: Partial<Sample>): Sample => ({ decimal: null, number: null, text: null, ...values });
const decimals = (...texts: (Decimal | null)[]) => texts.map((decimal) => sample({ decimal }));
const texts = (...list: (string | null)[]) => list.map((text) => sample({ text }));
const numbers = (...list: (number | null)[]) => list.map((number) => sample({ number }));

/** The order as its definition says it, with no care for speed. */
function naiveOrder<Value>(
  values: readonly (Value | null)[],
  compare: (a: Value, b: Value) => number,
  direction: SortDirection,
): number[] {
  const sign = direction === 'ascending' ? 1 : -1;
  const entries = values.map((value, position) => ({ value, position }));
  entries.sort((a, b) => {
    if (a.value === null || b.value === null) {
      return Number(a.value === null) - Number(b.value === null) || a.position - b.position;
    }
    return sign * compare(a.value, b.value) || a.position - b.position;
  });
  return entries.map((entry) => entry.position);
}

const digits = (minLength: number, maxLength: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength, maxLength }).map((list) => list.join(''));
const sign = fc.constantFrom('', '-');
const anyDecimal = fc
  .tuple(sign, digits(1, 30), digits(0, 32))
  .map(
    ([minus, whole, fraction]) => `${minus}${whole.replace(/^0+(?=\d)/, '')}${fraction === '' ? '' : `.${fraction}`}`,
  );
/** So alike that a float cannot tell them apart: 60 digits of which the last few differ. */
const neighbor = fc
  .tuple(sign, fc.constantFrom('0', '1', '7'), fc.constantFrom('3', '9', '0'), digits(1, 2))
  .map(([minus, whole, digit, last]) => `${minus}${whole}.${digit.repeat(58)}${last}`);
const beyondFloats = fc
  .tuple(sign, fc.constantFrom('1', '2'), digits(1, 1))
  .chain(([minus, first, last]) =>
    fc.constantFrom(`${minus}${first}${'0'.repeat(330)}${last}`, `${minus}0.${'0'.repeat(340)}${last}`),
  );
const shortOne = fc.constantFrom(
  '0',
  '-0',
  '0.0',
  '-0.00',
  '1',
  '1.0',
  '1.00',
  '-1',
  '0.1',
  '0.10',
  '9007199254740993',
);
const decimalOrNone = fc.oneof(anyDecimal, neighbor, beyondFloats, shortOne, fc.constant(null));
const textOrNone = fc.oneof(
  fc.constantFrom('BTC-USDT', 'btc-usdt', 'ＢＴＣ-USDT', '币安人生-USDT', 'XAU500-USDT', '', null),
  fc.string({ unit: anyCharacter, maxLength: 3 }),
  fc.string({ unit: fc.constantFrom('a', 'A', 'b', '\uffee', '😀', '\ue000'), maxLength: 4 }),
);
const numberOrNone = fc.oneof(fc.double({ noNaN: true }), fc.constantFrom(0, -0, 1, 20, 20, null));
const anyKeys = fc.uniqueArray(
  fc.record({ value: fc.constantFrom(byDecimal, byNumber, byText), direction: fc.constantFrom(...directions) }),
  { maxLength: 3, selector: (key) => key.value },
);
const rowsOf = (minLength: number) =>
  fc.array(fc.record({ decimal: decimalOrNone, number: numberOrNone, text: textOrNone }), { minLength, maxLength: 60 });

describe('sortRows', () => {
  test('orders decimals by value, not by text', () => {
    const rows = decimals('10', '9', '-1', '0.0000049', '90000', '-20');
    expect([...sortRows(rows, upwards(byDecimal))]).toEqual([5, 2, 3, 1, 0, 4]);
    expect([...sortRows(rows, downwards(byDecimal))]).toEqual([4, 0, 1, 3, 2, 5]);
  });

  test('sees a difference in the sixtieth digit', () => {
    const long = `0.${'1'.repeat(59)}`;
    const rows = decimals(`${long}3`, `${long}1`, `-${long}1`, `${long}2`, `-${long}2`);
    expect([...sortRows(rows, upwards(byDecimal))]).toEqual([4, 2, 1, 3, 0]);
    expect([...sortRows(rows, downwards(byDecimal))]).toEqual([0, 3, 1, 2, 4]);
  });

  test('sees a difference of one where floats no longer do', () => {
    const rows = decimals('9007199254740993', '9007199254740992', '-9007199254740993');
    expect([...sortRows(rows, upwards(byDecimal))]).toEqual([2, 1, 0]);
    expect([...sortRows(rows, downwards(byDecimal))]).toEqual([0, 1, 2]);
  });

  test('equal decimals, however written, keep their order in both directions', () => {
    const rows = decimals('1.0', '-0', '1.00', '0', '1', '0.000000000000000000', '-0.0');
    expect([...sortRows(rows, upwards(byDecimal))]).toEqual([1, 3, 5, 6, 0, 2, 4]);
    expect([...sortRows(rows, downwards(byDecimal))]).toEqual([0, 2, 4, 1, 3, 5, 6]);
  });

  test('values too large or too small for a float are ordered all the same', () => {
    const rows = decimals(
      `1${'0'.repeat(330)}1`,
      `1${'0'.repeat(330)}0`,
      `0.${'0'.repeat(340)}2`,
      '0',
      `0.${'0'.repeat(340)}1`,
      `-0.${'0'.repeat(340)}1`,
    );
    expect([...sortRows(rows, upwards(byDecimal))]).toEqual([5, 3, 4, 2, 1, 0]);
  });

  test.each(directions)('rows without a value are last, in their order (%s)', (direction) => {
    expect([...sortRows(decimals(null, '1', null, '1'), [{ value: byDecimal, direction }])]).toEqual([1, 3, 0, 2]);
    expect([...sortRows(numbers(null, 5, Number.NaN, 5), [{ value: byNumber, direction }])]).toEqual([1, 3, 0, 2]);
    expect([...sortRows(texts(null, 'a', null, 'a'), [{ value: byText, direction }])]).toEqual([1, 3, 0, 2]);
  });

  test('texts are ordered by folded code points, by the texts themselves where these are equal', () => {
    const rows = texts('b', 'ａ', 'B', 'A', 'a', '币安人生-USDT', 'XAU500-USDT');
    expect([...sortRows(rows, upwards(byText))]).toEqual([3, 4, 1, 2, 0, 6, 5]);
  });

  test('a code point outside the basic plane is after all of it', () => {
    expect([...sortRows(texts('😀', '\uf8ff', 'z'), upwards(byText))]).toEqual([2, 1, 0]);
  });

  test('nothing to sort', () => {
    expect([...sortRows([], upwards(byDecimal))]).toEqual([]);
    expect([...sortRows(decimals(null), upwards(byDecimal))]).toEqual([0]);
  });

  test('agrees with a naive model', () => {
    fc.assert(
      fc.property(rowsOf(0), fc.constantFrom(...directions), (rows, direction) => {
        const compareBig = (a: Decimal, b: Decimal) => new Big(a).cmp(b);
        const values = { decimal: rows.map((row) => row.decimal), text: rows.map((row) => row.text) };
        expect([...sortRows(rows, [{ value: byDecimal, direction }])]).toEqual(
          naiveOrder(values.decimal, compareBig, direction),
        );
        expect([...sortRows(rows, [{ value: byText, direction }])]).toEqual(
          naiveOrder(values.text, compareTexts, direction),
        );
        expect([...sortRows(rows, [{ value: byNumber, direction }])]).toEqual(
          naiveOrder(
            rows.map((row) => row.number),
            (a, b) => (a < b ? -1 : a > b ? 1 : 0),
            direction,
          ),
        );
      }),
      { numRuns: 400 },
    );
  });
});

describe('several keys', () => {
  test('the next key decides where the one before is equal, each in its own direction', () => {
    const rows = [
      sample({ text: 'b', decimal: '1', number: 3 }),
      sample({ text: 'a', decimal: '2.0', number: 1 }),
      sample({ text: 'a', decimal: '10', number: 1 }),
      sample({ text: 'a', decimal: '2', number: 2 }),
      sample({ text: 'a', number: 9 }),
    ];
    const keys = [...upwards(byText), ...downwards(byDecimal), ...downwards(byNumber)];
    expect([...sortRows(rows, keys)]).toEqual([2, 3, 1, 4, 0]);
  });

  test('no key leaves the rows as they are', () => {
    expect([...sortRows(decimals('2', '1', null), [])]).toEqual([0, 1, 2]);
  });

  test('agrees with a sort that compares row with row', () => {
    const comparePair = ({ value, direction }: SortKey<Sample>, a: Sample, b: Sample): number => {
      const [left, right] = [value.of(a), value.of(b)];
      const none = (side: typeof left): boolean => side === null || Number.isNaN(side);
      if (none(left) || none(right)) return Number(none(left)) - Number(none(right));
      const outcome =
        value.kind === 'decimal'
          ? new Big(String(left)).cmp(String(right))
          : value.kind === 'text'
            ? compareTexts(String(left), String(right))
            : Number(Number(left) > Number(right)) - Number(Number(left) < Number(right));
      return direction === 'ascending' ? outcome : -outcome;
    };
    fc.assert(
      fc.property(rowsOf(0), anyKeys, (rows, keys) => {
        const expected = rows
          .map((row, position) => ({ row, position }))
          .sort((a, b) => {
            for (const key of keys) {
              const outcome = comparePair(key, a.row, b.row);
              if (outcome !== 0) return outcome;
            }
            return a.position - b.position;
          });
        expect([...sortRows(rows, keys)]).toEqual(expected.map(({ position }) => position));
      }),
      { numRuns: 400 },
    );
  });
});
