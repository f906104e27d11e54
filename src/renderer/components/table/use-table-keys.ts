import type { KeyboardEvent, RefObject } from 'react';
import type { RowIndex, TableColumn } from '../../model/column.ts';
import { type ActiveCell, moveActiveCell } from './keyboard.ts';
import { headerHeight } from './row-geometry.ts';
import type { SelectedRows } from './use-row-selection.ts';

interface TableKeys<Row> {
  index: RowIndex<Row>;
  /** Those that are shown, in their order. */
  columns: readonly TableColumn<Row>[];
  /** In CSS pixels. */
  rowHeight: number;
  active: ActiveCell;
  selected: SelectedRows;
  isOpen: boolean;
  onOpen: (row: Row | null) => void;
  toggleSort: (column: number, further: boolean) => void;
  /** Makes a column wider by so many CSS pixels. */
  widen: (column: number, pixels: number) => void;
  /** Takes the keyboard to another cell. */
  moveTo: (cell: ActiveCell) => void;
}

/** CSS pixels by which a key, with Shift and in the header, makes a column wider. */
const widthSteps: ReadonlyMap<string, number> = new Map([
  ['ArrowLeft', -16],
  ['ArrowRight', 16],
]);

/** The keys of the table: after the ARIA authoring practices for a data grid, and of a spreadsheet where those say nothing. */
export function useTableKeys<Row>(scroller: RefObject<HTMLElement | null>, keys: TableKeys<Row>) {
  const { index, columns, active, selected, isOpen, onOpen } = keys;

  const press = (further: boolean): void => {
    if (active.row < 0) {
      keys.toggleSort(active.column, further);
      return;
    }
    const row = index.rowAt(active.row);
    const pressCell = columns[active.column]?.press;
    if (pressCell && row) pressCell(row);
    else onOpen(row ?? null);
  };

  const move = (event: KeyboardEvent, toEdge: boolean): void => {
    const height = (scroller.current?.clientHeight ?? 0) - headerHeight;
    const moved = moveActiveCell(active, event.key, toEdge, {
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
    const command = event.ctrlKey || event.metaKey;
    const widening = widthSteps.get(event.key);
    if (event.key === 'Escape') {
      if (selected.selection) selected.clear();
      else if (isOpen) onOpen(null);
    } else if (event.key.toLowerCase() === 'a' && command && !event.shiftKey) {
      event.preventDefault();
      selected.selectAll();
    } else if (event.key === ' ' && event.shiftKey && active.row >= 0) {
      event.preventDefault();
      selected.extend(active.row, active.row);
    } else if ((event.key === 'Enter' || event.key === ' ') && !command) {
      event.preventDefault();
      press(event.shiftKey);
    } else if (widening !== undefined && event.shiftKey && !command && active.row < 0) {
      event.preventDefault();
      keys.widen(active.column, widening);
    } else {
      move(event, command);
    }
  };
}
