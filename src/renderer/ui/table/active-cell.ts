import { useState } from 'react';
import type { RowIndex } from './column.ts';

/** The cell that has the keyboard. Row -1 is the header; columns count in the order shown. */
export interface ActiveCell {
  row: number;
  column: number;
}

interface ActiveKey extends ActiveCell {
  /** Key of the row; `null` in the header and for a row that is not loaded. */
  key: string | null;
  addedAtTop: number;
}

/** Maximum distance, in rows, of the search for a row that has moved. */
const searchDistance = 2000;

/** Returns the active cell and its setter. The cell stays with its row when rows are added above it or the order changes. */
export function useActiveCell<Row>(index: RowIndex<Row>, rowKey: (row: Row) => string, addedAtTop: number) {
  const [active, setActive] = useState<ActiveKey>({ row: -1, column: 0, key: null, addedAtTop });

  const expected = active.row < 0 ? -1 : active.row + addedAtTop - active.addedAtTop;
  const row = active.key === null ? expected : findRow(index, rowKey, active.key, expected);
  const current: ActiveCell = { row: Math.max(-1, Math.min(row, index.rowCount - 1)), column: active.column };

  const move = (cell: ActiveCell): void => {
    const target = cell.row >= 0 ? index.rowAt(cell.row) : undefined;
    setActive({ ...cell, key: target ? rowKey(target) : null, addedAtTop });
  };
  return [current, move] as const;
}

/**
 * Returns the position of a row, searched outward from `expected`. Returns `expected` if the row is not within
 * `searchDistance`, or if the row at `expected` is not loaded.
 */
export function findRow<Row>(
  index: RowIndex<Row>,
  rowKey: (row: Row) => string,
  key: string,
  expected: number,
): number {
  const isAt = (position: number): boolean => {
    const row = index.rowAt(position);
    return row !== undefined && rowKey(row) === key;
  };
  if (isAt(expected)) return expected;
  const isLoading = expected >= 0 && expected < index.rowCount && index.rowAt(expected) === undefined;
  if (isLoading) return expected;
  const reach = Math.min(searchDistance, index.rowCount);
  for (let step = 1; step <= reach; step++) {
    if (isAt(expected + step)) return expected + step;
    if (isAt(expected - step)) return expected - step;
  }
  return expected;
}
