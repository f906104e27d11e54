import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type ClipboardEvent,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
} from 'react';
import type { TableLayout } from '../../../shared/settings.ts';
import { exactText, type RowIndex, type TableColumn } from './column.ts';
import { moveActiveCell } from './keyboard.ts';
import { TableHeader } from './TableHeader.tsx';
import { rowHeight, TableRow, widthVariable } from './TableRow.tsx';
import { useActiveCell } from './use-active-cell.ts';
import { useColumnState } from './use-column-state.ts';
import { useKeptPlace } from './use-kept-place.ts';

const headerHeight = 40;
const overscan = 8;
/** Rows left below the last one drawn when the next ones are asked for: more than a fast wheel passes in a second. */
const nearEnd = 60;

export interface DataTableProps<Row> {
  label: string;
  columns: readonly TableColumn<Row>[];
  index: RowIndex<Row>;
  rowKey: (row: Row) => string;
  layout: TableLayout;
  onLayoutChange: (layout: TableLayout) => void;
  /** Changes when another list is shown: the table starts at its top again. */
  listKey: string;
  /** Rows that were put above the first one so far: where to look first for the row under the eyes. */
  addedAtTop?: number;
  /** The row under the eyes stays there when rows come or go above it. Off for rows that are sorted by live figures. */
  keepPlace: boolean;
  /** False while more rows may follow: screen readers then hear that the number is not known. */
  complete: boolean;
  onNearEnd?: (() => void) | undefined;
  openKey: string | null;
  onOpen: (row: Row | null) => void;
  onCopied: (text: string) => void;
  /** Instead of rows where there are none. */
  placeholder?: ReactNode;
}

/** The one table of the program. It draws what is in the window and knows nothing of where the rows come from. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, index, rowKey, layout, listKey, addedAtTop = 0, onNearEnd, openKey, onOpen } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  const cellId = useCallback((row: number, column: number) => `${id}-${row}-${column}`, [id]);
  const columnState = useColumnState(columns, layout, props.onLayoutChange);
  const [active, setActive] = useActiveCell(index, rowKey);

  const visibleIds = columnState.getVisibleLeafColumns().map((column) => column.id);
  const visibleKey = visibleIds.join('\n');
  const visible = useMemo(() => {
    const byId = new Map(columns.map((column) => [column.id, column]));
    return visibleKey.split('\n').flatMap((columnId) => byId.get(columnId) ?? []);
  }, [columns, visibleKey]);
  const activeColumn = Math.min(active.column, visible.length - 1);

  const virtualizer = useVirtualizer({
    count: index.rowCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan,
  });
  const items = virtualizer.getVirtualItems();
  const lastDrawn = items.at(-1)?.index ?? -1;
  // Rows scrolled out hand their element to rows scrolled in; the pool is larger than what is ever drawn at once.
  const pool = Math.ceil((virtualizer.scrollRect?.height ?? 0) / rowHeight) + 2 * overscan + 4;

  useKeptPlace(scroller, { index, rowKey, listKey, addedAtTop, keepPlace: props.keepPlace });

  useEffect(() => {
    if (onNearEnd && index.rowCount > 0 && lastDrawn >= index.rowCount - nearEnd) onNearEnd();
  }, [onNearEnd, lastDrawn, index.rowCount]);

  const reveal = (row: number, column: number): void => {
    const element = scroller.current;
    if (!element) return;
    if (row >= 0) {
      const top = row * rowHeight;
      const height = element.clientHeight - headerHeight;
      if (top < element.scrollTop) element.scrollTop = top;
      else if (top + rowHeight > element.scrollTop + height) element.scrollTop = top + rowHeight - height;
    }
    const widths = visibleIds.map((columnId) => columnState.getColumn(columnId)?.getSize() ?? 0);
    const left = widths.slice(0, column).reduce((sum, width) => sum + width, 0);
    const width = widths[column] ?? 0;
    if (left < element.scrollLeft) element.scrollLeft = left;
    else if (left + width > element.scrollLeft + element.clientWidth)
      element.scrollLeft = left + width - element.clientWidth;
  };

  const toggleSort = (column: number): void => {
    const columnId = visible[column]?.id;
    if (columnId) columnState.getColumn(columnId)?.toggleSorting();
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey) return;
    if (event.key === 'Escape') {
      if (openKey !== null) onOpen(null);
      return;
    }
    if ((event.key === 'Enter' || event.key === ' ') && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      if (active.row < 0) toggleSort(activeColumn);
      else onOpen(index.rowAt(active.row) ?? null);
      return;
    }
    const moved = moveActiveCell({ ...active, column: activeColumn }, event.key, event.ctrlKey || event.metaKey, {
      rowCount: index.rowCount,
      columnCount: visible.length,
      pageRows: Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - headerHeight) / rowHeight) - 1),
    });
    if (!moved) return;
    event.preventDefault();
    setActive(moved);
    reveal(moved.row, moved.column);
    if (openKey !== null && moved.row >= 0 && moved.row !== active.row) onOpen(index.rowAt(moved.row) ?? null);
  };

  const onClick = (event: MouseEvent): void => {
    const cell = (event.target as Element).closest<HTMLElement>('[data-column]');
    if (!cell) return;
    const column = Number(cell.dataset.column);
    if (cell.role === 'columnheader') {
      setActive({ row: -1, column });
      toggleSort(column);
      return;
    }
    const position = Number(cell.parentElement?.dataset.position);
    const row = index.rowAt(position);
    if (!row) return;
    setActive({ row: position, column });
    if (window.getSelection()?.isCollapsed === false) return;
    onOpen(rowKey(row) === openKey ? null : row);
  };

  const onCopy = (event: ClipboardEvent): void => {
    if (window.getSelection()?.isCollapsed === false) return;
    const row = active.row >= 0 ? index.rowAt(active.row) : undefined;
    const column = visible[activeColumn];
    if (!column) return;
    const copied = row ? exactText(column, row) : column.header;
    event.preventDefault();
    event.clipboardData.setData('text/plain', copied);
    props.onCopied(copied);
  };

  /** A cell that shows less than the whole figure says the rest when the pointer rests on it. */
  const onMouseOver = (event: MouseEvent): void => {
    const cell = (event.target as Element).closest<HTMLElement>('.table-cell');
    const row = cell && index.rowAt(Number(cell.parentElement?.dataset.position));
    const column = cell && visible[Number(cell.dataset.column)];
    if (!cell || !row || !column) return;
    const whole = exactText(column, row);
    cell.title = whole !== cell.textContent || cell.scrollWidth > cell.clientWidth ? whole : '';
  };

  const style: Record<string, string> = {};
  let total = 0;
  for (const column of columnState.getVisibleLeafColumns()) {
    const width = column.getSize();
    total += width;
    style[widthVariable(column.id)] = `${width}px`;
  }

  return (
    <div
      ref={scroller}
      role="grid"
      tabIndex={0}
      aria-label={props.label}
      aria-rowcount={props.complete ? index.rowCount + 1 : -1}
      aria-colcount={visible.length}
      aria-activedescendant={cellId(active.row, activeColumn)}
      className="table"
      data-testid="scroll"
      style={style as CSSProperties}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onCopy={onCopy}
      onMouseOver={onMouseOver}
    >
      <div role="rowgroup" className="table-header-group" style={{ width: total }}>
        <TableHeader
          state={columnState}
          columns={visible}
          activeColumn={active.row < 0 ? activeColumn : -1}
          cellId={cellId}
        />
      </div>
      {index.rowCount === 0 && props.placeholder}
      <div role="rowgroup" className="table-body" style={{ height: virtualizer.getTotalSize(), width: total }}>
        {items.map((item) => {
          const row = index.rowAt(item.index);
          if (row === undefined) return null;
          const key = rowKey(row);
          return (
            <TableRow
              key={item.index % pool}
              row={row}
              rowKey={key}
              position={item.index}
              columns={visible}
              activeColumn={item.index === active.row ? activeColumn : -1}
              open={key === openKey}
              cellId={cellId}
            />
          );
        })}
      </div>
    </div>
  );
}
