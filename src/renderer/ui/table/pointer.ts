import { type MouseEvent, type RefObject, useEffect, useRef } from 'react';
import { haveSameItems } from '../../platform/same-items.ts';
import { useText } from '../../text/use-text.ts';
import { fullText, type RowIndex } from './column.ts';
import type { PlacedColumn } from './column-table.ts';
import type { ActiveCell } from './cursor.ts';
import { markText } from './row-cells.ts';
import type { SelectedRows } from './row-selection.ts';

/** Returns the element that an event is about. Keyboard events come from the table itself and are about its active cell. */
export function targetElement(target: EventTarget): Element | null {
  if (!(target instanceof Element)) return null;
  const activeId = target.getAttribute('aria-activedescendant');
  return activeId === null ? target : (document.getElementById(activeId) ?? target);
}

interface TablePointer<Row> {
  index: RowIndex<Row>;
  rowKey: (row: Row) => string;
  columns: readonly PlacedColumn<Row>[];
  active: ActiveCell;
  setActive: (cell: ActiveCell) => void;
  selected: SelectedRows;
  openKey: string | null;
  onOpen: (row: Row | null) => void;
  toggleSort: (column: number, isFurther: boolean) => void;
}

/** Returns the mouse handlers of the table. One set of listeners on the grid serves every cell. */
export function useTablePointer<Row>(scroller: RefObject<HTMLElement | null>, pointer: TablePointer<Row>) {
  const text = useText();
  const { index, rowKey, columns, active, setActive, selected, openKey, onOpen, toggleSort } = pointer;
  const latest = useRef(pointer);
  useEffect(() => {
    latest.current = pointer;
  });
  /** The selected text when the button of the mouse was pressed. */
  const selectedBefore = useRef<readonly unknown[]>([]);

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
    if (!row) return;
    const press = columns[column]?.meta.press;
    if (press) press(row);
    else if (index.tree && column === 0 && index.tree.isExpanded(row) !== null && isOnFold(event, cell))
      index.tree.toggle(row);
    // The second click of a double click selects a word.
    else if (event.detail <= 1 && !hasSelectedText()) onOpen(rowKey(row) === openKey ? null : row);
  };

  /** True if the pointer was dragged over text. Text that was selected before the click is still selected in its handler. */
  const hasSelectedText = (): boolean => {
    const now = selectedText();
    return now.length > 0 && !haveSameItems(now, selectedBefore.current);
  };

  /** Prevents text selection by Shift+click, because Shift+click selects rows or adds a column to the sort. */
  const onMouseDown = (event: MouseEvent): void => {
    selectedBefore.current = selectedText();
    if (event.shiftKey) {
      event.preventDefault();
      scroller.current?.focus();
      return;
    }
    const start = event.button === 0 ? cellAt(event.target) : null;
    if (start !== null) trackDrag(start);
  };

  /** Selects the rows over which the pointer is dragged, instead of their text. Within one row it selects text. */
  const trackDrag = (start: ActiveCell): void => {
    const grid = scroller.current;
    let head = start.row;
    const onMove = ({ target, buttons }: globalThis.MouseEvent): void => {
      if (buttons === 0) end();
      const cell = grid?.contains(target as Node) ? cellAt(target) : null;
      if (cell === null || cell.row === head) return;
      head = cell.row;
      window.getSelection()?.removeAllRanges();
      grid?.setAttribute('data-dragged', '');
      latest.current.selected.select(start.row, head);
      latest.current.setActive({ row: head, column: start.column });
    };
    const end = (): void => {
      grid?.removeAttribute('data-dragged');
      window.removeEventListener('mousemove', onMove);
      window.removeEventListener('mouseup', end);
    };
    window.addEventListener('mousemove', onMove);
    window.addEventListener('mouseup', end);
  };

  /** Sets the tooltip of a cell that shows less than its whole text, or one with a warning, a remark or a note. */
  const onMouseOver = (event: MouseEvent): void => {
    const cell = (event.target as Element).closest<HTMLElement>('.table-cell');
    const row = cell && index.rowAt(Number(cell.parentElement?.dataset.position));
    const column = cell && columns[Number(cell.dataset.column)];
    if (!cell || !row || !column) return;
    const whole = fullText(column, row);
    const mark = column.meta.warning?.(row) ?? column.meta.remark?.(row) ?? null;
    const note = markText(mark, column.meta.note?.(row) ?? null, text.table);
    const isCut = whole !== cell.textContent || cell.scrollWidth > cell.clientWidth;
    cell.title = note !== null ? text.table.marked(whole, note) : isCut ? whole : '';
  };

  return { onClick, onMouseDown, onMouseOver };
}

/** Width (CSS pixels) of the place of the mark that folds rows, at the start of the first cell. */
const foldWidth = 24;

function isOnFold({ clientX }: MouseEvent, cell: HTMLElement): boolean {
  return clientX - cell.getBoundingClientRect().left < foldWidth;
}

/** Returns the cell of a row at an event's target; `null` elsewhere, as in the header. */
function cellAt(target: EventTarget | null): ActiveCell | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null;
  const position = cell?.parentElement?.dataset.position;
  return cell === null || position === undefined
    ? null
    : { row: Number(position), column: Number(cell.dataset.column) };
}

/** Returns both ends of the selected text; nothing if no text is selected. */
function selectedText(): readonly unknown[] {
  const selection = window.getSelection();
  if (!selection || selection.isCollapsed) return [];
  return [selection.anchorNode, selection.anchorOffset, selection.focusNode, selection.focusOffset];
}
