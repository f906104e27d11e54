import type { MouseEvent, RefObject } from 'react';
import { exactText, type RowIndex, type TableColumn } from '../../model/column.ts';
import { useText } from '../../text/use-text.ts';
import type { ActiveCell } from './keyboard.ts';
import type { SelectedRows } from './use-row-selection.ts';

interface TablePointer<Row> {
  index: RowIndex<Row>;
  rowKey: (row: Row) => string;
  /** Those that are shown, in their order. */
  columns: readonly TableColumn<Row>[];
  active: ActiveCell;
  setActive: (cell: ActiveCell) => void;
  selected: SelectedRows;
  openKey: string | null;
  onOpen: (row: Row | null) => void;
  toggleSort: (column: number, further: boolean) => void;
}

/** What the pointer does in the table. One set of listeners on the grid serves every cell. */
export function useTablePointer<Row>(scroller: RefObject<HTMLElement | null>, pointer: TablePointer<Row>) {
  const text = useText();
  const { index, rowKey, columns, active, setActive, selected, openKey, onOpen, toggleSort } = pointer;

  const onClick = (event: MouseEvent): void => {
    const cell = (event.target as Element).closest<HTMLElement>('[data-column]');
    if (!cell) return;
    const column = Number(cell.dataset.column);
    if (cell.role === 'columnheader') {
      setActive({ row: -1, column });
      toggleSort(column, event.shiftKey);
      return;
    }
    const position = Number(cell.parentElement?.dataset.position);
    if (event.shiftKey) {
      selected.extend(active.row < 0 ? position : active.row, position);
      setActive({ row: position, column });
      return;
    }
    selected.clear();
    setActive({ row: position, column });
    const row = index.rowAt(position);
    if (!row || window.getSelection()?.isCollapsed === false) return;
    const press = columns[column]?.press;
    if (press) press(row);
    else onOpen(rowKey(row) === openKey ? null : row);
  };

  /** With Shift a click selects rows or adds a column to the sort: the browser would mark text instead. */
  const onMouseDown = (event: MouseEvent): void => {
    if (!event.shiftKey) return;
    event.preventDefault();
    scroller.current?.focus();
  };

  /** A cell that shows less than the whole figure says the rest when the pointer rests on it. */
  const onMouseOver = (event: MouseEvent): void => {
    const cell = (event.target as Element).closest<HTMLElement>('.table-cell');
    const row = cell && index.rowAt(Number(cell.parentElement?.dataset.position));
    const column = cell && columns[Number(cell.dataset.column)];
    if (!cell || !row || !column) return;
    const whole = exactText(column, row);
    const warning = column.warning?.(row) ?? null;
    const isCut = whole !== cell.textContent || cell.scrollWidth > cell.clientWidth;
    cell.title = warning !== null ? text.table.marked(whole, warning) : isCut ? whole : '';
  };

  return { onClick, onMouseDown, onMouseOver };
}
