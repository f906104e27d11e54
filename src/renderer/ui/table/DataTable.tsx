import type { RowData } from '@tanstack/react-table';
import {
  type CSSProperties,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { ColumnSort } from '../../../shared/contract/settings.ts';
import { type ActiveCell, findRow, useActiveCell } from './active-cell.ts';
import type { RowIndex } from './column.ts';
import { type ColumnTable, moveColumn, neighborOf, type PlacedColumn, shownColumns } from './column-table.ts';
import { useTableCopy } from './copy.ts';
import { useTableKeys } from './keyboard.ts';
import { targetElement, useTablePointer } from './pointer.ts';
import { offsetVariable, widthVariable } from './row-cells.ts';
import { isSelected, useRowSelection } from './row-selection.ts';
import { useReveal, useScrollAnchor } from './scroll-position.ts';
import { useSelectionSums } from './selection-sums.ts';
import { TableBody } from './TableBody.tsx';
import { TableHeader } from './TableHeader.tsx';
import { type MenuCell, type OpenTableMenu, TableMenu } from './TableMenu.tsx';
import { usePinnedEdges } from './use-pinned-edges.ts';
import { type RowWindow, useRowHeight, useRowWindow } from './use-row-window.ts';

/** Number of rows below those in sight at which the table requests more rows: more than a fast wheel passes in a second. */
const nearEnd = 68;

export interface DataTableProps<Row extends RowData> {
  label: string;
  table: ColumnTable<Row>;
  index: RowIndex<Row>;
  rowKey: (row: Row) => string;
  /** Changes when another list is shown. The table then starts at its top. */
  listKey: string;
  /** Number of rows added above since the list was opened. Without it, added rows move those in sight. */
  addedAtTop?: number;
  /** False while more rows may follow. Screen readers then learn that the number of rows is not known. */
  complete: boolean;
  /** True while the rows belong to an earlier query. */
  outdated?: boolean;
  /** Sort of the rows while the user sorts by no column. The header shows it. */
  restingSort?: ColumnSort;
  /** True if the figures are too old to be live. */
  stale?: boolean;
  onNearEnd?: (() => void) | undefined;
  /** Receives the rows in sight, for an index that loads rows on demand. */
  onView?: ((rows: RowWindow) => void) | undefined;
  /** Resolves with rows for copying that the index may not hold; with `null` if they cannot be read. */
  readRange?: ((from: number, count: number) => Promise<Row[] | null>) | undefined;
  openKey: string | null;
  onOpen: (row: Row | null) => void;
  onCopied: (text: string) => void;
  /** Returns the items of the menu of a cell beside those for copying and for the column. */
  cellItems?: ((cell: MenuCell<Row>) => ReactNode) | undefined;
  /** Shown in place of rows if the index is empty. */
  placeholder?: ReactNode;
}

/** The table of every screen. It draws the rows in sight from an index, which holds any number of rows. */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { table, index, rowKey, listKey, addedAtTop, openKey, onOpen, onNearEnd, onView } = props;
  const { columnOrder, columnVisibility, columnPinning } = table.state;
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  const cellId = useCallback((row: number, column: number) => `${id}-${row}-${column}`, [id]);
  const [{ row: activeRow, column: storedColumn }, moveActive] = useActiveCell(index, rowKey, addedAtTop ?? 0);
  const selected = useRowSelection(listKey, index.rowCount, addedAtTop ?? 0);
  const [menu, setMenu] = useState<OpenTableMenu<Row> | null>(null);
  /** True if the details show the active row as soon as it is loaded. */
  const isRowAwaited = useRef(false);
  const setActive = (cell: ActiveCell): void => {
    isRowAwaited.current = false;
    moveActive(cell);
  };
  const hasMovedColumn = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a width changes no column, so dragging a border redraws no cell
  const columns = useMemo(
    () => shownColumns(table),
    [table.options.columns, columnOrder, columnVisibility, columnPinning],
  );
  const sizes = useMemo(() => columnSizes(table, columns), [table, columns]);
  const active: ActiveCell = { row: activeRow, column: Math.min(storedColumn, columns.length - 1) };

  const rowHeight = useRowHeight();
  const { rows, measure } = useRowWindow(scroller, index.rowCount, rowHeight);
  const pinned = usePinnedEdges(scroller, sizes);
  const reveal = useReveal(scroller, {
    rowCount: index.rowCount,
    rowHeight,
    columns,
    columnWidths: sizes.widths,
    pinned,
  });
  useScrollAnchor(scroller, { listKey, rowCount: index.rowCount, addedAtTop, rowHeight, onMoved: measure });

  useEffect(() => onView?.(rows), [onView, rows]);
  useEffect(() => {
    if (onNearEnd && index.rowCount > 0 && rows.end >= index.rowCount - nearEnd) onNearEnd();
  }, [onNearEnd, rows.end, index.rowCount]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row at the same position of another list is another one
  useEffect(() => {
    isRowAwaited.current = false;
  }, [listKey]);
  useEffect(() => {
    const row = isRowAwaited.current ? index.rowAt(activeRow) : undefined;
    if (row === undefined) return;
    isRowAwaited.current = false;
    if (openKey !== null) onOpen(row);
  }, [index, activeRow, openKey, onOpen]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only an opened row is scrolled to; the user may scroll away from it
  useEffect(() => {
    const current = index.rowAt(active.row);
    if (openKey === null || (current !== undefined && rowKey(current) === openKey)) return;
    const position = findRow(index, rowKey, openKey, 0);
    const row = index.rowAt(position);
    if (row === undefined || rowKey(row) !== openKey) return;
    const cell = { row: position, column: active.column };
    setActive(cell);
    reveal(cell);
  }, [openKey]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a moved column is revealed once, at its new place
  useLayoutEffect(() => {
    if (hasMovedColumn.current) reveal(active);
    hasMovedColumn.current = false;
  }, [columns]);

  const columnAt = (place: number) => table.getColumn(columns[place]?.id ?? '');
  const toggleSort = (place: number, isFurther: boolean): void => {
    const column = columnAt(place);
    const isResting = table.state.sorting.length === 0 && column?.id === props.restingSort?.id;
    if (column?.getCanSort()) column.toggleSorting(isResting ? !props.restingSort?.desc : undefined, isFurther);
  };
  const widen = (place: number, pixels: number): void => {
    const column = columnAt(place);
    if (column) table.setColumnSizing((sizes) => ({ ...sizes, [column.id]: column.getSize() + pixels }));
  };
  const shift = (place: number, step: -1 | 1): void => {
    const column = columns[place];
    const neighbor = column && neighborOf(columns, column.id, step);
    if (!neighbor) return;
    moveColumn(table, column.id, neighbor);
    setActive({ row: -1, column: place + step });
    hasMovedColumn.current = true;
  };
  const openMenu = ({ row: position, column }: ActiveCell, anchor: OpenTableMenu<Row>['anchor']): void => {
    const row = position < 0 ? null : index.rowAt(position);
    const placed = columns[column];
    if (row === undefined || !placed) return;
    if (position >= 0 && !isSelected(selected.selection, position)) selected.clear();
    setActive({ row: position, column });
    setMenu({ columnId: placed.id, row, anchor });
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
    openMenu(
      { row, column: Number(cell.dataset.column) },
      isAtPointer ? { getBoundingClientRect: () => pointer } : cell,
    );
  };

  /** Shows the details of the new active row while details are open. A row that is not loaded is shown as soon as it is. */
  const follow = (position: number): void => {
    if (position === active.row) return;
    const isFollowed = openKey !== null && position >= 0;
    const row = index.rowAt(position);
    isRowAwaited.current = isFollowed && row === undefined;
    if (isFollowed && row !== undefined) onOpen(row);
  };

  const shared = { index, columns, active, selected, onOpen, toggleSort };
  const onKeyDown = useTableKeys(scroller, {
    ...shared,
    rowHeight,
    isOpen: openKey !== null,
    widen,
    shift,
    openMenu: () => {
      const cell = document.getElementById(cellId(active.row, active.column));
      if (cell) openMenu(active, cell);
    },
    moveTo: (cell) => {
      moveActive(cell);
      reveal(cell);
      follow(cell.row);
    },
  });
  const { onClick, onMouseDown, onMouseOver } = useTablePointer(scroller, { ...shared, rowKey, setActive, openKey });
  useSelectionSums({
    index,
    columns,
    selection: selected.selection,
    isLimited: selected.isLimited,
    readRange: props.readRange,
  });
  const { onCopy, copySelection } = useTableCopy({
    index,
    columns,
    active,
    selection: selected.selection,
    readRange: props.readRange,
    onCopied: props.onCopied,
  });

  return (
    <>
      <div
        ref={scroller}
        role="grid"
        tabIndex={0}
        aria-label={props.label}
        aria-rowcount={props.complete ? index.rowCount + 1 : -1}
        aria-colcount={columns.length}
        aria-multiselectable
        aria-activedescendant={cellId(active.row, active.column)}
        aria-busy={props.outdated || undefined}
        className="table"
        data-testid="scroll"
        data-outdated={props.outdated || undefined}
        data-stale={props.stale || undefined}
        data-has-selection={selected.selection !== null || undefined}
        style={sizes.style}
        onKeyDown={onKeyDown}
        onMouseDown={onMouseDown}
        onClick={onClick}
        onCopy={onCopy}
        onMouseOver={onMouseOver}
        onContextMenu={onContextMenu}
      >
        <div role="rowgroup" className="table-header-group" style={{ width: sizes.total }}>
          <TableHeader
            table={table}
            columns={columns}
            restingSort={props.restingSort}
            activeColumn={active.row < 0 ? active.column : -1}
            cellId={cellId}
          />
        </div>
        {index.rowCount === 0 && (
          // A grid contains rows and cells alone.
          <div role="rowgroup" className="table-placeholder">
            <div role="row" className="table-placeholder">
              <div role="gridcell" className="table-placeholder">
                {props.placeholder}
              </div>
            </div>
          </div>
        )}
        <TableBody
          index={index}
          rowKey={rowKey}
          columns={columns}
          rows={rows}
          rowHeight={rowHeight}
          width={sizes.total}
          active={active}
          selection={selected.selection}
          openKey={openKey}
          cellId={cellId}
        />
      </div>
      {menu && (
        <TableMenu
          table={table}
          columns={columns}
          open={menu}
          onClose={() => setMenu(null)}
          grid={scroller}
          selection={selected.selection}
          onCopySelection={copySelection}
          cellItems={props.cellItems}
        />
      )}
    </>
  );
}

/** Returns the widths of the columns in CSS pixels, and the style of the grid that holds them as variables. */
function columnSizes<Row extends RowData>(table: ColumnTable<Row>, columns: readonly PlacedColumn<Row>[]) {
  const widths = columns.map(({ id }) => table.getColumn(id)?.getSize() ?? 0);
  const style: Record<string, string> = {};
  for (const [place, { id, region }] of columns.entries()) {
    style[widthVariable(id)] = `${widths[place]}px`;
    const column = region === 'center' ? undefined : table.getColumn(id);
    if (column)
      style[offsetVariable(id)] = `${region === 'start' ? column.getStart('start') : column.getAfter('end')}px`;
  }
  const [start, end] = [table.getStartTotalSize(), table.getEndTotalSize()];
  return { widths, start, end, total: start + table.getCenterTotalSize() + end, style: style as CSSProperties };
}
