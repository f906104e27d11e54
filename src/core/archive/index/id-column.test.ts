import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareTexts } from '../../../shared/rows/text-order.ts';
import { CodeColumn } from './code-column.ts';
import { IdColumn } from './id-column.ts';

const id = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'A', 'ａ', 'ﬀ', '币', '\uffee', '😀', '1'), minLength: 1, maxLength: 4 }),
  fc.nat(40).map(String),
);
const keys = fc.uniqueArray(fc.record({ mode: fc.nat(1), id }), {
  maxLength: 60,
  selector: (key) => `${key.mode}:${key.id}`,
});

function columnOf(list: readonly { mode: number; id: string }[]): IdColumn {
  const modes = new CodeColumn(['isolated', 'cross']);
  const column = new IdColumn(modes);
  list.forEach((key, place) => {
    modes.set(place + 1, key.mode === 0 ? 'isolated' : 'cross', true);
    column.append(key.id);
  });
  return column;
}

test('a row is found by its mode and id', () => {
  fc.assert(
    fc.property(keys, keys, (list, others) => {
      const column = columnOf(list);
      const numbers = new Map(list.map((key, place) => [`${key.mode}:${key.id}`, place + 1]));
      for (const key of [...list, ...others]) {
        expect(column.find(key.mode, key.id)).toBe(numbers.get(`${key.mode}:${key.id}`) ?? null);
      }
      expect(column.size).toBe(list.length);
    }),
  );
});

test('a row is found while others are put', () => {
  const modes = new CodeColumn(['isolated', 'cross']);
  const column = new IdColumn(modes);
  for (let number = 1; number <= 5000; number++) {
    modes.set(number, 'isolated', true);
    column.append(`BG${number}`);
    if (number % 50 !== 0) continue;
    expect(column.find(0, `BG${number - 49}`)).toBe(number - 49);
    expect(column.find(1, `BG${number}`)).toBe(null);
  }
  expect(column.find(0, 'BG1')).toBe(1);
});

test('ids compare as texts do', () => {
  fc.assert(
    fc.property(fc.array(id, { minLength: 1, maxLength: 20 }), (list) => {
      const column = columnOf(list.map((one) => ({ mode: 0, id: one })));
      list.forEach((a, i) => {
        list.forEach((b, j) => {
          expect(Math.sign(column.compare(i + 1, j + 1))).toBe(Math.sign(compareTexts(a, b)));
          expect(column.isSame(i + 1, b)).toBe(a === b);
        });
      });
    }),
  );
});
