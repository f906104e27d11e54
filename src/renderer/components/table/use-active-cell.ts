import { useState } from 'react';
import type { RowIndex } from '../../model/column.ts';
import type { ActiveCell } from './keyboard.ts';

interface ActiveKey extends ActiveCell {
  /** Of the row; `null` in the header, and where the row is not there yet. */
  key: string | null;
  addedAtTop: number;
}

/** How far around its old place a row is looked for after the rows have changed. */
const searchDistance = 2000;

/** The active cell stays with its row when rows come in above it or the order changes. */
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

/** The position of a row, looked for outwards from where it should be; that if it is gone, or the row there has not come yet. */
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
  const waits = expected >= 0 && expected < index.rowCount && index.rowAt(expected) === undefined;
  if (waits) return expected;
  const reach = Math.min(distance, index.rowCount);
  for (let step = 1; step <= reach; step++) {
    if (isAt(expected + step)) return expected + step;
    if (isAt(expected - step)) return expected - step;
  }
  return expected;
}
