import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RadixSorter } from './radix-sorter.ts';
import { RefiningSort } from './refining-sort.ts';
import { finish } from './sort-source.ts';

const word = fc.oneof(fc.nat(3), fc.integer({ min: 0, max: 0xffffffff }), fc.constantFrom(0, 0x80000000, 0xffffffff));

function keyWord(values: readonly number[]) {
  return {
    largest: Math.max(0, ...values),
    fill: (rows: Uint32Array, words: Uint32Array) => {
      for (let i = 0; i < rows.length; i++) words[i] = values[rows[i] ?? 0] ?? 0;
    },
  };
}

test('part of the rows is sorted with their words, stably, and the others stay', () => {
  const sorter = new RadixSorter();
  fc.assert(
    fc.property(fc.array(word, { maxLength: 200 }), fc.nat(200), fc.nat(200), (values, a, b) => {
      const start = Math.min(a, b, values.length);
      const end = Math.min(Math.max(a, b), values.length);
      const rows = Uint32Array.from(values, (_, place) => place);
      const words = Uint32Array.from(values);
      sorter.sort(rows, words, start, end, Math.max(0, ...values));
      const entries = values.map((value, row) => ({ value, row }));
      const sorted = entries.slice(start, end).sort((x, y) => x.value - y.value);
      const expected = [...entries.slice(0, start), ...sorted, ...entries.slice(end)];
      expect([...rows]).toEqual(expected.map(({ row }) => row));
      expect([...words]).toEqual(expected.map(({ value }) => value));
    }),
    { numRuns: 500 },
  );
});

test('each word decides among the rows that are equal in those before it', () => {
  const sorter = new RadixSorter();
  const row = fc.array(word, { minLength: 3, maxLength: 3 });
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 120 }), (values) => {
      const rows = Uint32Array.from(values, (_, place) => place);
      const order = new RefiningSort(rows, sorter);
      const columns = [0, 1, 2].map((place) => keyWord(values.map((one) => one[place] ?? 0)));
      const compare = (a: number, b: number, words: number) => {
        for (let place = 0; place < words; place++) {
          const difference = (values[a]?.[place] ?? 0) - (values[b]?.[place] ?? 0);
          if (difference !== 0) return difference;
        }
        return 0;
      };
      columns.forEach((column, place) => {
        finish(order.refine(column));
        const expected = values.map((_, number) => number).sort((a, b) => compare(a, b, place + 1));
        expect([...rows]).toEqual(expected);
        const same = expected.map((number, at) =>
          Number(at > 0 && compare(expected[at - 1] ?? 0, number, place + 1) === 0),
        );
        expect([...order.same]).toEqual(same);
        expect(order.isDecided).toBe(!same.includes(1));
      });
    }),
    { numRuns: 300 },
  );
});

test('rows that are said to be over stay as they are', () => {
  const rows = Uint32Array.of(0, 1, 2, 3);
  const order = new RefiningSort(rows, new RadixSorter());
  finish(order.refine(keyWord([1, 1, 0, 0]), (row) => row < 2));
  finish(order.refine(keyWord([9, 8, 7, 6])));
  expect([...rows]).toEqual([3, 2, 0, 1]);
});
