import { type MouseEvent, type RefObject, useState } from 'react';
import type { RowIndex } from './column.ts';
import type { PlacedColumn } from './column-table.ts';
import type { ActiveCell } from './cursor.ts';
import { targetElement } from './pointer.ts';
import { isSelected, type SelectedRows } from './row-selection.ts';
import type { OpenTableMenu } from './TableMenu.tsx';

interface CellMenuOptions<Row> {
  index: RowIndex<Row>;
  columns: readonly PlacedColumn<Row>[];
  active: ActiveCell;
  /** Makes the cell active. */
  point: (cell: ActiveCell) => void;
  selected: SelectedRows;
  cellId: (row: number, column: number) => string;
}

/** The menu of a cell or a header, which a right click, Shift+F10 or the menu key opens. */
export function useCellMenu<Row>(scroller: RefObject<HTMLElement | null>, options: CellMenuOptions<Row>) {
  const { index, columns, active, point, selected, cellId } = options;
  const [open, setOpen] = useState<OpenTableMenu<Row> | null>(null);

  const openAt = ({ row: position, column }: ActiveCell, anchor: OpenTableMenu<Row>['anchor']): void => {
    const row = position < 0 ? null : index.rowAt(position);
    const placed = columns[column];
    if (row === undefined || !placed) return;
    if (position >= 0 && !isSelected(selected.selection, position)) selected.clear();
    point({ row: position, column });
    setOpen({ columnId: placed.id, row, anchor });
  };
  const openAtActive = (): void => {
    const cell = document.getElementById(cellId(active.row, active.column));
    if (cell) openAt(active, cell);
  };
  const onContextMenu = (event: MouseEvent): void => {
    const cell = targetElement(event.target)?.closest<HTMLElement>('[data-column]');
    if (!cell) return;
    event.preventDefault();
    event.stopPropagation();
    const isHeader = cell.role === 'columnheader';
    const row = isHeader ? -1 : Number(cell.parentElement?.dataset.position);
    // The keyboard's event comes from the grid itself. Its menu opens at the active cell.
    const isAtPointer = event.target !== scroller.current && !isHeader;
    const pointer = new DOMRect(event.clientX, event.clientY);
    openAt({ row, column: Number(cell.dataset.column) }, isAtPointer ? { getBoundingClientRect: () => pointer } : cell);
  };
  return { open, close: () => setOpen(null), openAtActive, onContextMenu };
}
