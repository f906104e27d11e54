import { useEffect, useLayoutEffect, useReducer, useRef } from 'react';
import type { RowIndex } from './column.ts';

/** The cell that has the keyboard. Row -1 is the header; columns count in the order shown. */
export interface ActiveCell {
  row: number;
  column: number;
}

/** The active cell, and what the table does once it has drawn it. */
export interface Cursor extends ActiveCell {
  /** Key of the row; `null` in the header and for a row that is not loaded. */
  key: string | null;
  /** `movedDown` of the index when the cell became active. */
  movedDown: number;
  /** True if the details show the active row as soon as it is loaded. */
  isAwaited: boolean;
  /** The cell to scroll to; `null` if the user may look elsewhere. */
  revealed: ActiveCell | null;
  listKey: string;
}

/** A row that becomes active. */
interface Target extends ActiveCell, Pick<Cursor, 'key' | 'movedDown'> {}

export type CursorEvent =
  /** The user pointed at a cell, which is in sight. */
  | { type: 'pointed'; to: Target }
  /** The user moved the cell with a key. `from`: its row before; `isOpen`: details are open, which show the new row. */
  | { type: 'moved'; to: Target; from: number; isOpen: boolean }
  /** The user moved the column of the header cell. */
  | { type: 'shifted'; to: Target }
  /** Details of a row were opened elsewhere. */
  | { type: 'opened'; to: Target }
  /** The details show the awaited row. */
  | { type: 'followed' }
  /** The table shows a list, perhaps another one. */
  | { type: 'listed'; listKey: string };

export function startCursor(listKey: string, movedDown: number): Cursor {
  return { row: -1, column: 0, key: null, movedDown, isAwaited: false, revealed: null, listKey };
}

export function reduceCursor(cursor: Cursor, event: CursorEvent): Cursor {
  switch (event.type) {
    case 'pointed':
      return { ...cursor, ...event.to, isAwaited: false, revealed: null };
    case 'moved': {
      const { to, from, isOpen } = event;
      // Another column of the row changes nothing for the details.
      const isAwaited = to.row === from ? cursor.isAwaited : isOpen && to.row >= 0 && to.key === null;
      return { ...cursor, ...to, isAwaited, revealed: cellOf(to) };
    }
    case 'shifted':
    case 'opened':
      return { ...cursor, ...event.to, isAwaited: false, revealed: cellOf(event.to) };
    case 'followed':
      return { ...cursor, isAwaited: false };
    case 'listed':
      // The row at the same position of another list is another one.
      return cursor.listKey === event.listKey ? cursor : { ...cursor, isAwaited: false, listKey: event.listKey };
  }
}

function cellOf({ row, column }: ActiveCell): ActiveCell {
  return { row, column };
}

/** Maximum distance, in rows, of the search for a row that has moved. */
const searchDistance = 2000;

/** Returns the active cell, which stays with its row when rows are added above it or the order changes. */
export function activeCell<Row>(cursor: Cursor, index: RowIndex<Row>, rowKey: (row: Row) => string): ActiveCell {
  const { row, column, key, movedDown } = cursor;
  const expected = row < 0 ? -1 : row + (index.movedDown ?? 0) - movedDown;
  const position = key === null ? expected : findRow(index, rowKey, key, expected);
  return { row: Math.max(-1, Math.min(position, index.rowCount - 1)), column };
}

/**
 * Returns the position of a row, searched outward from `expected`. Returns `expected` if the row is not within
 * `searchDistance`, or if the row at `expected` is not loaded.
 */
function findRow<Row>(index: RowIndex<Row>, rowKey: (row: Row) => string, key: string, expected: number): number {
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

interface CursorOptions<Row> {
  index: RowIndex<Row>;
  rowKey: (row: Row) => string;
  listKey: string;
  columnCount: number;
  openKey: string | null;
  onOpen: (row: Row) => void;
}

/** The active cell of a table, and the functions that move it. The details of a row follow it while they are open. */
export function useCursor<Row>({ index, rowKey, listKey, columnCount, openKey, onOpen }: CursorOptions<Row>) {
  const [cursor, dispatch] = useReducer(reduceCursor, startCursor(listKey, index.movedDown ?? 0));
  const cell = activeCell(cursor, index, rowKey);
  const active: ActiveCell = { row: cell.row, column: Math.min(cell.column, columnCount - 1) };
  const target = (to: ActiveCell): Target => {
    const row = to.row >= 0 ? index.rowAt(to.row) : undefined;
    return { ...to, key: row ? rowKey(row) : null, movedDown: index.movedDown ?? 0 };
  };

  useEffect(() => dispatch({ type: 'listed', listKey }), [listKey]);
  const awaited = cursor.isAwaited ? index.rowAt(active.row) : undefined;
  useEffect(() => {
    if (awaited === undefined) return;
    dispatch({ type: 'followed' });
    if (openKey !== null) onOpen(awaited);
  }, [awaited, openKey, onOpen]);
  const lastOpenKey = useRef<string | null>(null);
  // Only a row that has just been opened is searched for: the user may scroll and move away from it.
  useEffect(() => {
    if (lastOpenKey.current === openKey) return;
    lastOpenKey.current = openKey;
    const current = index.rowAt(active.row);
    if (openKey === null || (current !== undefined && rowKey(current) === openKey)) return;
    const position = findRow(index, rowKey, openKey, 0);
    const row = index.rowAt(position);
    if (row === undefined || rowKey(row) !== openKey) return;
    dispatch({ type: 'opened', to: target({ row: position, column: active.column }) });
  });

  return {
    active,
    /** The cell to scroll to; the same object until the next one. */
    revealed: cursor.revealed,
    point: (to: ActiveCell): void => dispatch({ type: 'pointed', to: target(to) }),
    shift: (column: number): void => dispatch({ type: 'shifted', to: target({ row: -1, column }) }),
    move: (to: ActiveCell): void => {
      const isOpen = openKey !== null;
      dispatch({ type: 'moved', to: target(to), from: active.row, isOpen });
      const row = isOpen && to.row >= 0 && to.row !== active.row ? index.rowAt(to.row) : undefined;
      if (row !== undefined) onOpen(row);
    },
  };
}

/** Scrolls to a cell once, after it has been drawn, also to a column at its new place. */
export function useRevealed(revealed: ActiveCell | null, reveal: (cell: ActiveCell) => void): void {
  const last = useRef(revealed);
  useLayoutEffect(() => {
    if (last.current === revealed) return;
    last.current = revealed;
    if (revealed !== null) reveal(revealed);
  });
}
