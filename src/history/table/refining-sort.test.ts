import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RadixSorter } from './radix-sorter.ts';
import { type KeyWord, RefiningSort } from './refining-sort.ts';
import { finish } from './steps.ts';

const anyWord = fc.oneof(
  fc.nat(3),
  fc.integer({ min: 0, max: 0xffffffff }),
  fc.constantFrom(0, 0x80000000, 0xffffffff),
);
const anyKey = fc.array(anyWord, { minLength: 3, maxLength: 3 });

/** `values`: the word of each row. */
function keyWord(values: readonly number[]): KeyWord {
  return {
    largest: Math.max(0, ...values),
    fill: (rows, words) => {
      for (let i = 0; i < rows.length; i++) words[i] = values[rows[i] ?? 0] ?? 0;
    },
  };
}

/** Compares two rows by the first `words` words of their keys. */
function compareKeys(keys: readonly (readonly number[])[], a: number, b: number, words: number): number {
  for (let word = 0; word < words; word++) {
    const difference = (keys[a]?.[word] ?? 0) - (keys[b]?.[word] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The expected `same` for rows in this order. */
function sameAs(rows: readonly number[], compare: (a: number, b: number) => number): number[] {
  return rows.map((row, i) => Number(i > 0 && compare(rows[i - 1] ?? 0, row) === 0));
}

test('a part of the rows is sorted stably, with its words if they are kept, and the other rows stay in place', () => {
  const sorter = new RadixSorter();
  fc.assert(
    fc.property(
      fc.array(anyWord, { maxLength: 200 }),
      fc.nat(200),
      fc.nat(200),
      fc.boolean(),
      (values, a, b, keepsWords) => {
        const start = Math.min(a, b, values.length);
        const end = Math.min(Math.max(a, b), values.length);
        const rows = Uint32Array.from(values, (_, row) => row);
        const words = Uint32Array.from(values);
        if (a % 3 === 0) sorter.freeBuffers();
        sorter.sort(rows, words, start, end, Math.max(0, ...values), keepsWords);
        const entries = values.map((value, row) => ({ value, row }));
        const sorted = entries.slice(start, end).sort((x, y) => x.value - y.value);
        const expected = [...entries.slice(0, start), ...sorted, ...entries.slice(end)];
        expect([...rows]).toEqual(expected.map(({ row }) => row));
        if (keepsWords) expect([...words]).toEqual(expected.map(({ value }) => value));
      },
    ),
    { numRuns: 500 },
  );
});

test('each word sorts the rows that are equal in the words before it', () => {
  const sorter = new RadixSorter();
  fc.assert(
    fc.property(fc.array(anyKey, { minLength: 1, maxLength: 120 }), (keys) => {
      const sort = new RefiningSort(
        Uint32Array.from(keys, (_, row) => row),
        sorter,
      );
      for (let word = 0; word < 3; word++) {
        finish(sort.refine(keyWord(keys.map((key) => key[word] ?? 0))));
        const compare = (a: number, b: number) => compareKeys(keys, a, b, word + 1);
        const expected = keys.map((_, row) => row).sort(compare);
        const same = sameAs(expected, compare);
        expect([...sort.rows]).toEqual(expected);
        expect([...sort.same]).toEqual(same);
        expect(sort.isDecided).toBe(!same.includes(1));
      }
    }),
    { numRuns: 300 },
  );
});

test('a comparison sorts the rows that are equal in all words', () => {
  const sorter = new RadixSorter();
  fc.assert(
    fc.property(fc.array(anyKey, { minLength: 1, maxLength: 60 }), fc.nat(2), (keys, words) => {
      const sort = new RefiningSort(
        Uint32Array.from(keys, (_, row) => row),
        sorter,
      );
      for (let word = 0; word < words; word++) finish(sort.refine(keyWord(keys.map((key) => key[word] ?? 0))));
      const compare = (a: number, b: number) => compareKeys(keys, a, b, 3);
      finish(sort.settle(compare));
      const expected = keys.map((_, row) => row).sort(compare);
      expect([...sort.rows]).toEqual(expected);
      expect([...sort.same]).toEqual(sameAs(expected, compare));
    }),
    { numRuns: 300 },
  );
});
