import {
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
import { bodyHeight, headerHeight, rowsAbove, scrollTopFor } from './row-geometry.ts';
import { isSelected } from './row-selection.ts';
import { TableHeader } from './TableHeader.tsx';
import { TableRow, WaitingRow, widthVariable } from './TableRow.tsx';
import { findRow, useActiveCell } from './use-active-cell.ts';
import { useColumnState } from './use-column-state.ts';
import { type KeepPlace, useKeptPlace } from './use-kept-place.ts';
import { useRowHeight } from './use-row-height.ts';
import { useRowSelection } from './use-row-selection.ts';
import { type RowWindow, useRowWindow } from './use-row-window.ts';
import { useTableCopy } from './use-table-copy.ts';

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
  /** By how many places rows have moved down so far because others came in above them. */
  addedAtTop?: number;
  keepPlace: KeepPlace;
  /** False while more rows may follow: screen readers then hear that the number is not known. */
  complete: boolean;
  /** The rows answer an earlier question; those that are to be shown are on their way. */
  outdated?: boolean;
  /** The figures are too old to be live. */
  stale?: boolean;
  onNearEnd?: (() => void) | undefined;
  /** Hears which rows are in sight: for an index that fetches what is looked at. */
  onView?: ((rows: RowWindow) => void) | undefined;
  /** Rows that the index may not hold, for copying; `null` where they cannot be had. */
  readRange?: ((from: number, count: number) => Promise<Row[] | null>) | undefined;
  openKey: string | null;
  onOpen: (row: Row | null) => void;
  onCopied: (text: string) => void;
  /** Instead of rows where there are none. */
  placeholder?: ReactNode;
}

/** The one table of the program. It draws what is in the window and knows nothing of where the rows come from. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, index, rowKey, layout, listKey, addedAtTop = 0, onNearEnd, onView, openKey, onOpen } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  const cellId = useCallback((row: number, column: number) => `${id}-${row}-${column}`, [id]);
  const columnState = useColumnState(columns, layout, props.onLayoutChange);
  const [active, setActive] = useActiveCell(index, rowKey, addedAtTop);
  const selected = useRowSelection(listKey, index.rowCount, addedAtTop);
  /** By the place in the pool. */
  const lastShown = useRef(new Map<number, { key: string; row: Row }>());
  /** The row that the open details go on to as soon as it has come. */
  const awaited = useRef<number | null>(null);

  const visibleIds = columnState.getVisibleLeafColumns().map((column) => column.id);
  const visibleKey = visibleIds.join('\n');
  const visible = useMemo(() => {
    const byId = new Map(columns.map((column) => [column.id, column]));
    return visibleKey.split('\n').flatMap((columnId) => byId.get(columnId) ?? []);
  }, [columns, visibleKey]);
  const activeColumn = Math.min(active.column, visible.length - 1);

  const rowHeight = useRowHeight();
  const { rows, measure } = useRowWindow(scroller, index.rowCount, rowHeight);
  const firstDrawn = Math.max(0, rows.first - overscan);
  const endDrawn = Math.min(index.rowCount, rows.end + overscan);
  // Rows scrolled out hand their element to rows scrolled in; the pool is larger than what is ever drawn at once.
  const pool = rows.capacity + 2 * overscan + 2;

  useKeptPlace(scroller, {
    index,
    rowKey,
    listKey,
    addedAtTop,
    keepPlace: props.keepPlace,
    rowHeight,
    onMoved: measure,
  });

  useEffect(() => onView?.(rows), [onView, rows]);
  useEffect(() => {
    if (onNearEnd && index.rowCount > 0 && rows.end + overscan >= index.rowCount - nearEnd) onNearEnd();
  }, [onNearEnd, rows.end, index.rowCount]);
  useEffect(() => {
    const row = awaited.current === null ? undefined : index.rowAt(awaited.current);
    if (row === undefined) return;
    awaited.current = null;
    if (openKey !== null) onOpen(row);
  }, [index, openKey, onOpen]);

  const onCopy = useTableCopy({
    index,
    columns: visible,
    active: { row: active.row, column: activeColumn },
    selection: selected.selection,
    readRange: props.readRange,
    onCopied: props.onCopied,
  });

  const reveal = (row: number, column: number): void => {
    const element = scroller.current;
    if (!element) return;
    if (row >= 0) {
      const height = element.clientHeight - headerHeight;
      const above = rowsAbove(element.scrollTop, index.rowCount, height, rowHeight);
      const top = row * rowHeight;
      const wanted = top < above ? top : top + rowHeight > above + height ? top + rowHeight - height : above;
      if (wanted !== above) element.scrollTop = scrollTopFor(wanted, index.rowCount, height, rowHeight);
    }
    const widths = visibleIds.map((columnId) => columnState.getColumn(columnId)?.getSize() ?? 0);
    const left = widths.slice(0, column).reduce((sum, width) => sum + width, 0);
    const width = widths[column] ?? 0;
    if (left < element.scrollLeft) element.scrollLeft = left;
    else if (left + width > element.scrollLeft + element.clientWidth)
      element.scrollLeft = left + width - element.clientWidth;
  };

  /** Details that were opened from elsewhere bring their row into sight. */
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row that is open may go out of sight again
  useEffect(() => {
    const current = index.rowAt(active.row);
    if (openKey === null || (current !== undefined && rowKey(current) === openKey)) return;
    const position = findRow(index, rowKey, openKey, 0);
    const row = index.rowAt(position);
    if (row === undefined || rowKey(row) !== openKey) return;
    setActive({ row: position, column: activeColumn });
    reveal(position, activeColumn);
  }, [openKey]);

  const toggleSort = (column: number, further: boolean): void => {
    const columnId = visible[column]?.id;
    if (columnId) columnState.getColumn(columnId)?.toggleSorting(undefined, further);
  };

  /** Details that are open go along with the keyboard, onto a row that has not come yet as soon as it does. */
  const follow = (position: number): void => {
    if (openKey === null || position < 0 || position === active.row) return;
    const row = index.rowAt(position);
    awaited.current = row === undefined ? position : null;
    if (row !== undefined) onOpen(row);
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey) return;
    const command = event.ctrlKey || event.metaKey;
    if (event.key === 'Escape') {
      if (selected.selection) selected.clear();
      else if (openKey !== null) onOpen(null);
      return;
    }
    if (event.key.toLowerCase() === 'a' && command) {
      event.preventDefault();
      selected.selectAll();
      return;
    }
    if (event.key === ' ' && event.shiftKey && active.row >= 0) {
      event.preventDefault();
      selected.extend(active.row, active.row);
      return;
    }
    if ((event.key === 'Enter' || event.key === ' ') && !command) {
      event.preventDefault();
      const row = index.rowAt(active.row);
      const press = visible[activeColumn]?.press;
      if (active.row < 0) toggleSort(activeColumn, event.shiftKey);
      else if (press && row) press(row);
      else onOpen(row ?? null);
      return;
    }
    const moved = moveActiveCell({ ...active, column: activeColumn }, event.key, command, {
      rowCount: index.rowCount,
      columnCount: visible.length,
      pageRows: Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - headerHeight) / rowHeight) - 1),
    });
    if (!moved) return;
    event.preventDefault();
    if (event.shiftKey && moved.row >= 0 && active.row >= 0) selected.extend(active.row, moved.row);
    else if (!event.shiftKey) selected.clear();
    setActive(moved);
    reveal(moved.row, moved.column);
    follow(moved.row);
  };

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
    const press = visible[column]?.press;
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
    const column = cell && visible[Number(cell.dataset.column)];
    if (!cell || !row || !column) return;
    const whole = exactText(column, row);
    const warning = column.warning?.(row) ?? null;
    const isCut = whole !== cell.textContent || cell.scrollWidth > cell.clientWidth;
    cell.title = warning !== null ? `${whole}: ${warning}` : isCut ? whole : '';
  };

  const style: Record<string, string> = {};
  let total = 0;
  for (const column of columnState.getVisibleLeafColumns()) {
    const width = column.getSize();
    total += width;
    style[widthVariable(column.id)] = `${width}px`;
  }

  /** Rows of live figures that are out of sight wait with theirs until they come into it: nobody sees them change. */
  const isLive = visible.some((column) => column.flashes);
  const shownBefore = (place: number, key: string, row: Row): Row => {
    const last = lastShown.current.get(place);
    return isLive && last?.key === key ? last.row : row;
  };

  const drawn: ReactNode[] = [];
  for (let position = firstDrawn; position < endDrawn; position++) {
    const row = index.rowAt(position);
    const common = {
      position,
      top: position * rowHeight + rows.shift,
      columns: visible,
      activeColumn: position === active.row ? activeColumn : -1,
      selected: isSelected(selected.selection, position),
      cellId,
    };
    const place = position % pool;
    if (row === undefined) {
      drawn.push(<WaitingRow key={`waiting ${place}`} {...common} />);
      continue;
    }
    const key = rowKey(row);
    const isInSight = position >= rows.first && position < rows.end;
    const shown = isInSight ? row : shownBefore(place, key, row);
    lastShown.current.set(place, { key, row: shown });
    drawn.push(<TableRow key={place} row={shown} rowKey={key} open={key === openKey} {...common} />);
  }

  return (
    <div
      ref={scroller}
      role="grid"
      tabIndex={0}
      aria-label={props.label}
      aria-rowcount={props.complete ? index.rowCount + 1 : -1}
      aria-colcount={visible.length}
      aria-multiselectable
      aria-activedescendant={cellId(active.row, activeColumn)}
      aria-busy={props.outdated || undefined}
      className="table"
      data-testid="scroll"
      data-outdated={props.outdated || undefined}
      data-stale={props.stale || undefined}
      style={style as CSSProperties}
      onKeyDown={onKeyDown}
      onMouseDown={onMouseDown}
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
      <div
        role="rowgroup"
        className="table-body"
        style={{ height: bodyHeight(index.rowCount, rowHeight), width: total }}
      >
        {drawn}
      </div>
    </div>
  );
}
