import { expect, test } from 'vitest';
import { moveActiveCell } from './keyboard.ts';

const extent = { rowCount: 100, columnCount: 10, pageRows: 20 };

test.each([
  ['ArrowDown', false, { row: 6, column: 5 }],
  ['ArrowUp', false, { row: 4, column: 5 }],
  ['ArrowRight', false, { row: 5, column: 6 }],
  ['ArrowLeft', false, { row: 5, column: 4 }],
  ['ArrowDown', true, { row: 99, column: 5 }],
  ['ArrowUp', true, { row: 0, column: 5 }],
  ['PageDown', false, { row: 25, column: 5 }],
  ['PageUp', false, { row: 0, column: 5 }],
  ['Home', false, { row: 5, column: 0 }],
  ['End', false, { row: 5, column: 9 }],
  ['Home', true, { row: 0, column: 5 }],
  ['End', true, { row: 99, column: 5 }],
])('%s (to the edge: %s)', (key, toEdge, expected) => {
  expect(moveActiveCell({ row: 5, column: 5 }, key, toEdge, extent)).toEqual(expected);
});

test('up from the first row is the header, and no further', () => {
  expect(moveActiveCell({ row: 0, column: 2 }, 'ArrowUp', false, extent)).toEqual({ row: -1, column: 2 });
  expect(moveActiveCell({ row: -1, column: 2 }, 'ArrowUp', false, extent)).toEqual({ row: -1, column: 2 });
});

test('the ends hold', () => {
  expect(moveActiveCell({ row: 99, column: 9 }, 'ArrowDown', false, extent)).toEqual({ row: 99, column: 9 });
  expect(moveActiveCell({ row: 99, column: 9 }, 'ArrowRight', false, extent)).toEqual({ row: 99, column: 9 });
  expect(moveActiveCell({ row: 95, column: 9 }, 'PageDown', false, extent)).toEqual({ row: 99, column: 9 });
});

test('an empty table keeps the keyboard in its header', () => {
  const empty = { ...extent, rowCount: 0 };
  for (const key of ['ArrowDown', 'PageDown', 'PageUp', 'ArrowUp'])
    expect(moveActiveCell({ row: -1, column: 0 }, key, false, empty)).toEqual({ row: -1, column: 0 });
  expect(moveActiveCell({ row: -1, column: 0 }, 'End', true, empty)).toEqual({ row: -1, column: 0 });
});

test('other keys are left alone', () => {
  expect(moveActiveCell({ row: 1, column: 1 }, 'a', false, extent)).toBeNull();
});
