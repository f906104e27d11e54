import type { KeyboardEvent, RefObject } from 'react';
import type { RowIndex } from './column.ts';
import type { PlacedColumn } from './column-table.ts';
import type { ActiveCell } from './cursor.ts';
import { headerHeight } from './row-geometry.ts';
import type { SelectedRows } from './row-selection.ts';

export interface GridExtent {
  rowCount: number;
  columnCount: number;
  /** Number of rows by which Page Up and Page Down move. */
  pageRows: number;
}

const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value));

/**
 * Returns the cell to which a key moves, after the data grid pattern of the ARIA Authoring Practices; `null` for every
 * other key. `toEdge` is true while Ctrl or Command is held. Ctrl+Home and Ctrl+End keep the column, because the user
 * compares the rows of one column.
 */
export function moveActiveCell(from: ActiveCell, key: string, toEdge: boolean, extent: GridExtent): ActiveCell | null {
  const lastRow = extent.rowCount - 1;
  const lastColumn = extent.columnCount - 1;
  const row = (value: number): ActiveCell => ({ ...from, row: clamp(value, -1, lastRow) });
  switch (key) {
    case 'ArrowDown':
      return row(toEdge ? lastRow : from.row + 1);
    case 'ArrowUp':
      return row(toEdge ? Math.min(0, lastRow) : from.row - 1);
    case 'ArrowRight':
      return { ...from, column: toEdge ? lastColumn : clamp(from.column + 1, 0, lastColumn) };
    case 'ArrowLeft':
      return { ...from, column: toEdge ? 0 : clamp(from.column - 1, 0, lastColumn) };
    case 'PageDown':
      return row(from.row + extent.pageRows);
    case 'PageUp':
      return row(Math.max(from.row - extent.pageRows, Math.min(0, lastRow)));
    case 'Home':
      return toEdge ? row(Math.min(0, lastRow)) : { ...from, column: 0 };
    case 'End':
      return toEdge ? row(lastRow) : { ...from, column: lastColumn };
    default:
      return null;
  }
}

interface TableKeys<Row> {
  index: RowIndex<Row>;
  columns: readonly PlacedColumn<Row>[];
  /** In CSS pixels. */
  rowHeight: number;
  active: ActiveCell;
  selected: SelectedRows;
  isOpen: boolean;
  onOpen: (row: Row | null) => void;
  toggleSort: (column: number, isFurther: boolean) => void;
  /** Makes a column wider by a number of CSS pixels. */
  widen: (column: number, pixels: number) => void;
  /** Exchanges a column with its neighbor. */
  shift: (column: number, step: -1 | 1) => void;
  /** Opens the menu of the active cell. */
  openMenu: () => void;
  moveTo: (cell: ActiveCell) => void;
}

/** CSS pixels by which one key press changes the width of a column. */
const widthStep = 16;
/** Letters that move as an arrow key does. */
const letters: ReadonlyMap<string, string> = new Map([
  ['j', 'ArrowDown'],
  ['k', 'ArrowUp'],
]);
const sides: ReadonlyMap<string, -1 | 1> = new Map([
  ['ArrowLeft', -1],
  ['ArrowRight', 1],
]);

/** Returns the key handler of the table: the ARIA Authoring Practices first, then the habits of spreadsheets. */
export function useTableKeys<Row>(scroller: RefObject<HTMLElement | null>, keys: TableKeys<Row>) {
  const { index, columns, active, selected, isOpen, onOpen } = keys;

  const press = (isFurther: boolean): void => {
    if (active.row < 0) {
      keys.toggleSort(active.column, isFurther);
      return;
    }
    const row = index.rowAt(active.row);
    const pressCell = columns[active.column]?.meta.press;
    if (pressCell && row) pressCell(row);
    else onOpen(row ?? null);
  };

  /** Folds or unfolds in the first column, as the ARIA tree grid does. Returns false where the key moves the cell. */
  const fold = (key: string): boolean => {
    const row = active.column === 0 && active.row >= 0 ? index.rowAt(active.row) : undefined;
    if (!index.tree || row === undefined) return false;
    const { levelOf, isExpanded, toggle } = index.tree;
    if (isExpanded(row) === (key === 'ArrowLeft')) toggle(row);
    else if (key === 'ArrowLeft' && levelOf(row) === 2) {
      let parent = active.row - 1;
      while (parent > 0 && levelOf(index.rowAt(parent) ?? row) === 2) parent--;
      keys.moveTo({ row: parent, column: 0 });
    } else return false;
    return true;
  };

  const move = (event: KeyboardEvent, toEdge: boolean): void => {
    const height = (scroller.current?.clientHeight ?? 0) - headerHeight;
    const key = toEdge ? event.key : (letters.get(event.key) ?? event.key);
    const moved = moveActiveCell(active, key, toEdge, {
      rowCount: index.rowCount,
      columnCount: columns.length,
      pageRows: Math.max(1, Math.floor(height / keys.rowHeight) - 1),
    });
    if (!moved) return;
    event.preventDefault();
    if (event.shiftKey && moved.row >= 0 && active.row >= 0) selected.extend(active.row, moved.row);
    else if (!event.shiftKey) selected.clear();
    keys.moveTo(moved);
  };

  return (event: KeyboardEvent): void => {
    if (event.altKey) return;
    const isCommand = event.ctrlKey || event.metaKey;
    const side = event.shiftKey && active.row < 0 ? sides.get(event.key) : undefined;
    if (event.key === 'Escape') {
      if (selected.selection) selected.clear();
      else if (isOpen) onOpen(null);
    } else if (event.key.toLowerCase() === 'a' && isCommand && !event.shiftKey) {
      event.preventDefault();
      selected.selectAll();
    } else if (event.key === ' ' && event.shiftKey && active.row >= 0) {
      event.preventDefault();
      selected.extend(active.row, active.row);
    } else if ((event.key === 'Enter' || event.key === ' ') && !isCommand) {
      event.preventDefault();
      press(event.shiftKey);
    } else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      event.preventDefault();
      keys.openMenu();
    } else if (side !== undefined) {
      event.preventDefault();
      if (isCommand) keys.shift(active.column, side);
      else keys.widen(active.column, side * widthStep);
    } else if (!isCommand && !event.shiftKey && sides.has(event.key) && fold(event.key)) {
      event.preventDefault();
    } else {
      move(event, isCommand);
    }
  };
}
