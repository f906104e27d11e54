import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareTexts } from '../../shared/rows/text-order.ts';
import { IdColumn } from './id-column.ts';

const id = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'A', 'ａ', 'ﬀ', '币', '\uffee', '😀', '1'), minLength: 1, maxLength: 4 }),
  fc.nat(40).map(String),
);
function columnOf(ids: readonly string[]): IdColumn {
  const column = new IdColumn();
  for (const one of ids) column.append(one);
  return column;
}

test('compares IDs as texts', () => {
  fc.assert(
    fc.property(fc.array(id, { minLength: 1, maxLength: 20 }), (list) => {
      const column = columnOf(list);
      list.forEach((a, i) => {
        list.forEach((b, j) => {
          expect(Math.sign(column.compare(i + 1, j + 1))).toBe(Math.sign(compareTexts(a, b)));
          expect(column.isSame(i + 1, b)).toBe(a === b);
        });
      });
    }),
  );
});
