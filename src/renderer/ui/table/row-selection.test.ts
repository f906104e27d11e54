import { expect, test } from 'vitest';
import { extendSelection, isSelected, maxSelectedRows, selectedRange } from './row-selection.ts';

test('a selection goes both ways from where it began', () => {
  expect(selectedRange(extendSelection(5, 8))).toEqual({ from: 5, count: 4 });
  expect(selectedRange(extendSelection(5, 2))).toEqual({ from: 2, count: 4 });
  expect(selectedRange(extendSelection(5, 5))).toEqual({ from: 5, count: 1 });
});

test('no selection is larger than the bound, whichever way it goes', () => {
  expect(selectedRange(extendSelection(0, 999_999))).toEqual({ from: 0, count: maxSelectedRows });
  expect(selectedRange(extendSelection(999_999, 0))).toEqual({
    from: 999_999 - maxSelectedRows + 1,
    count: maxSelectedRows,
  });
});

test('both ends are in it', () => {
  const selection = { anchor: 4, head: 2 };
  expect([1, 2, 3, 4, 5].map((position) => isSelected(selection, position))).toEqual([false, true, true, true, false]);
  expect(isSelected(null, 0)).toBe(false);
});
