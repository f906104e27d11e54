import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareTexts } from '../../shared/rows/text-order.ts';
import { IdColumn } from './id-column.ts';
import { IdRankIndex } from './id-rank-index.ts';
import { RadixSorter } from './radix-sorter.ts';
import { finish } from './sort-source.ts';

/** Pieces are as long as the letters in use allow: ids that end in the middle of one, at its end and shortly behind. */
const alike = fc
  .tuple(fc.nat(120), fc.constantFrom('A', 'a', '7'), fc.constantFrom('', 'B', 'b', '币'))
  .map(([length, letter, end]) => `${letter.repeat(length)}${end}`);
const manyLetters = fc
  .tuple(fc.nat(30), fc.string({ unit: 'grapheme-ascii', maxLength: 3 }))
  .map(([length, end]) => `${'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'.slice(0, length)}${end}`);
const ids = fc.array(fc.oneof(alike, fc.oneof(alike, manyLetters)), { maxLength: 80 });

test('ids are ranked as texts compare, also those that are appended', () => {
  fc.assert(
    fc.property(fc.oneof(fc.array(alike, { maxLength: 80 }), ids), fc.nat(10), (list, appended) => {
      const column = new IdColumn();
      const ranks = new IdRankIndex(column, new RadixSorter());
      list.forEach((id, place) => {
        column.append(id);
        if (place === list.length - 1 - appended) finish(ranks.prepare());
      });
      finish(ranks.prepare());
      const rows = Uint32Array.from(list, (_, place) => place + 1);
      const digits = new Uint32Array(list.length);
      ranks.appendDigits(rows, digits, 'ascending');
      const different = [...new Set(list)].sort(compareTexts);
      expect([...digits]).toEqual(list.map((id) => different.indexOf(id)));
      expect(ranks.rankCount).toBe(different.length);
    }),
    { numRuns: 200 },
  );
});
