import { useState } from 'react';
import type { RowIndex } from './column.ts';
import type { ActiveCell } from './keyboard.ts';

interface ActiveKey extends ActiveCell {
  /** Of the row; `null` in the header. */
  key: string | null;
}

/** How far around its old place a row is looked for after the rows have changed. */
const searchDistance = 2000;

/** The active cell stays with its row when rows come in above it or the order changes. */
export function useActiveCell<Row>(index: RowIndex<Row>, rowKey: (row: Row) => string) {
  const [active, setActive] = useState<ActiveKey>({ row: -1, column: 0, key: null });

  const row = active.key === null ? active.row : findRow(index, rowKey, active.key, active.row);
  const current: ActiveCell = { row: Math.min(row, index.rowCount - 1), column: active.column };

  const move = (cell: ActiveCell): void => {
    const target = cell.row >= 0 ? index.rowAt(cell.row) : undefined;
    setActive({ ...cell, key: target ? rowKey(target) : null });
  };
  return [current, move] as const;
}

/** The position of a row, looked for outwards from where it was; where it was if it is gone. */
export function findRow<Row>(
  index: RowIndex<Row>,
  rowKey: (row: Row) => string,
  key: string,
  expected: number,
  distance = searchDistance,
): number {
  const isAt = (position: number): boolean => {
    const row = index.rowAt(position);
    return row !== undefined && rowKey(row) === key;
  };
  if (isAt(expected)) return expected;
  const reach = Math.min(distance, index.rowCount);
  for (let step = 1; step <= reach; step++) {
    if (isAt(expected + step)) return expected + step;
    if (isAt(expected - step)) return expected - step;
  }
  return expected;
}
