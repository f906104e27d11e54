import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareTexts } from '../../shared/rows/compare-texts.ts';
import { IdColumn, IdRankIndex } from './id-column.ts';
import { RadixSorter } from './radix-sorter.ts';
import { finish } from './steps.ts';

const anyId = fc.oneof(
  fc.string({
    unit: fc.constantFrom('a', 'A', 'ａ', 'ﬀ', '币', '\uffee', '😀', '1', '\0'),
    minLength: 1,
    maxLength: 4,
  }),
  fc.nat(40).map(String),
);
/** IDs that end within a key word, at its end and shortly after it, and that differ only in case. */
const similarId = fc
  .tuple(fc.nat(20), fc.constantFrom('A', 'a', '7'), fc.constantFrom('', 'B', 'b', '币', '\0'))
  .map(([length, letter, end]) => `${letter.repeat(length)}${end}`);

test('two IDs compare as texts do', () => {
  fc.assert(
    fc.property(fc.array(anyId, { minLength: 1, maxLength: 20 }), (ids) => {
      const column = new IdColumn();
      for (const id of ids) column.append(id);
      ids.forEach((a, i) => {
        ids.forEach((b, j) => {
          expect(Math.sign(column.compare(i + 1, j + 1))).toBe(Math.sign(compareTexts(a, b)));
          expect(column.isSame(i + 1, b)).toBe(a === b);
        });
      });
    }),
  );
});

test('the ranks of IDs follow the order of texts, also for IDs that are added later', () => {
  const ids = fc.array(fc.oneof(similarId, anyId), { maxLength: 80 });
  fc.assert(
    fc.property(fc.oneof(fc.array(similarId, { maxLength: 80 }), ids), fc.nat(10), (list, later) => {
      const column = new IdColumn();
      const index = new IdRankIndex(column, new RadixSorter());
      list.forEach((id, i) => {
        column.append(id);
        if (i === list.length - 1 - later) finish(index.prepare());
      });
      finish(index.prepare());
      const distinct = [...new Set(list)].sort(compareTexts);
      expect(list.map((_, i) => index.ranks[i + 1])).toEqual(list.map((id) => distinct.indexOf(id) + 1));
      expect(index.rankCount).toBe(distinct.length);
    }),
    { numRuns: 300 },
  );
});
