import type { RowData } from '@tanstack/react-table';
import {
  type CSSProperties,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { ColumnSort } from '../../../shared/contract/settings.ts';
import { reportRows } from '../../platform/timer.ts';
import { type Text, useText } from '../../text/use-text.ts';
import type { RowIndex } from './column.ts';
import {
  type ColumnTable,
  moveColumn,
  neighborOf,
  type PlacedColumn,
  shownColumns,
  sortingOf,
} from './column-table.ts';
import { useTableCopy } from './copy.ts';
import { type ActiveCell, useCursor, useRevealed } from './cursor.ts';
import { useTableKeys } from './keyboard.ts';
import { PlainRows, usePlainRows } from './PlainRows.tsx';
import { targetElement, useTablePointer } from './pointer.ts';
import { offsetVariable, widthVariable } from './row-cells.ts';
import { isSelected, type SelectedRows, useRowSelection } from './row-selection.ts';
import { useReveal, useScrollAnchor } from './scroll-position.ts';
import { useSelectionSums } from './selection-sums.ts';
import { TableBody } from './TableBody.tsx';
import { TableHeader } from './TableHeader.tsx';
import { type MenuCell, type OpenTableMenu, TableMenu } from './TableMenu.tsx';
import { usePinnedEdges } from './use-pinned-edges.ts';
import { useRowHeight, useRowWindow } from './use-row-window.ts';

/** Number of rows below those in sight at which the table requests more rows: more than a fast wheel passes in a second. */
const nearEnd = 68;

export interface DataTableProps<Row extends RowData> {
  label: string;
  table: ColumnTable<Row>;
  index: RowIndex<Row>;
  rowKey: (row: Row) => string;
  /** Changes when another list is shown. The table then starts at its top. */
  listKey: string;
  /** False while more rows may follow. Screen readers then learn that the number of rows is not known. */
  complete: boolean;
  /** Sort of the rows while the user sorts by no column. The header shows it. */
  restingSort?: ColumnSort;
  /** True if the figures are too old to be live. */
  stale?: boolean;
  onNearEnd?: (() => void) | undefined;
  openKey: string | null;
  onOpen: (row: Row | null) => void;
  /** Returns the items of the menu of a cell beside those for copying and for the column. */
  cellItems?: ((cell: MenuCell<Row>) => ReactNode) | undefined;
  /** Shown in place of rows if the index is empty. */
  placeholder?: ReactNode;
}

/** The table of every screen. It draws the rows in sight from an index, which holds any number of rows. */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { table, index, rowKey, listKey, restingSort, openKey, onOpen, onNearEnd } = props;
  const { rowCount, movedDown, setView } = index;
  const { columnOrder, columnVisibility, columnPinning } = table.state;
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  const cellId = useCallback((row: number, column: number) => `${id}-${row}-${column}`, [id]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a width changes no column, so dragging a border redraws no cell
  const columns = useMemo(
    () => shownColumns(table),
    [table.options.columns, columnOrder, columnVisibility, columnPinning],
  );
  const sizes = useMemo(() => columnSizes(table, columns), [table, columns]);
  const rowHeight = useRowHeight();
  const { rows, measure } = useRowWindow(scroller, rowCount, rowHeight);
  const pinned = usePinnedEdges(scroller, sizes);
  useScrollAnchor(scroller, { listKey, rowCount, addedAtTop: movedDown, rowHeight, onMoved: measure });
  useEffect(() => setView?.(rows), [setView, rows]);
  useEffect(() => {
    if (rowCount > 0) reportRows();
  }, [rowCount]);
  useEffect(() => {
    if (onNearEnd && rowCount > 0 && rows.end >= rowCount - nearEnd) onNearEnd();
  }, [onNearEnd, rows.end, rowCount]);

  const cursor = useCursor({ index, rowKey, listKey, columnCount: columns.length, openKey, onOpen });
  const { active, point } = cursor;
  useRevealed(
    cursor.revealed,
    useReveal(scroller, { rowCount, rowHeight, columns, columnWidths: sizes.widths, pinned }),
  );
  const selected = useRowSelection(listKey, rowCount, movedDown ?? 0);
  const { selection } = selected;
  const menu = useCellMenu(scroller, { index, columns, active, point, selected, cellId });

  const { toggleSort, widen, exchange } = columnActions(table, columns, restingSort);
  const shared = { index, columns, active, selected, onOpen, toggleSort };
  const onKeyDown = useTableKeys(scroller, {
    ...shared,
    rowHeight,
    isOpen: openKey !== null,
    widen,
    shift: (place, step) => {
      if (exchange(place, step)) cursor.shift(place + step);
    },
    openMenu: menu.openAtActive,
    moveTo: cursor.move,
  });
  const { onClick, onMouseDown, onMouseOver } = useTablePointer(scroller, {
    ...shared,
    rowKey,
    setActive: point,
    openKey,
  });
  useSelectionSums({ index, columns, selection, isLimited: selected.isLimited });
  const copySelection = useTableCopy(scroller, { index, columns, active, selection });
  const plain = usePlainRows({ index });
  const words = useText().table;

  return (
    <>
      <div
        ref={scroller}
        role="grid"
        {...(index.tree ? { role: 'treegrid' } : {})}
        tabIndex={0}
        aria-label={props.label}
        aria-rowcount={props.complete ? rowCount + 1 : -1}
        aria-colcount={columns.length}
        aria-multiselectable
        aria-activedescendant={cellId(active.row, active.column)}
        aria-busy={index.outdated || undefined}
        className="table"
        data-testid="scroll"
        data-outdated={index.outdated || undefined}
        data-stale={props.stale || undefined}
        data-has-selection={selection !== null || undefined}
        style={sizes.style}
        onKeyDown={onKeyDown}
        onMouseDown={onMouseDown}
        onClick={onClick}
        onMouseOver={onMouseOver}
        onContextMenu={menu.onContextMenu}
      >
        <div role="rowgroup" className="table-header-group" style={{ width: sizes.total }}>
          <TableHeader
            table={table}
            columns={columns}
            restingSort={restingSort}
            activeColumn={active.row < 0 ? active.column : -1}
            cellId={cellId}
          />
        </div>
        {rowCount === 0 && (
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
          listKey={listKey}
          columns={columns}
          rows={rows}
          rowHeight={rowHeight}
          width={sizes.total}
          active={active}
          selection={selection}
          openKey={openKey}
          cellId={cellId}
        />
      </div>
      {menu.open && (
        <TableMenu
          table={table}
          columns={columns}
          open={menu.open}
          onClose={menu.close}
          grid={scroller}
          selection={selection}
          onCopySelection={copySelection}
          onShowPlain={plain.show}
          cellItems={props.cellItems}
        />
      )}
      {plain.rows && (
        <PlainRows label={props.label} columns={columns} rows={plain.rows} grid={scroller} onClose={plain.close} />
      )}
      <div className="visually-hidden" aria-live="polite">
        {sortWords(table, columns, restingSort, words)}
      </div>
      <div className="visually-hidden" aria-live="polite">
        {openKey !== null && words.detailsOpen}
      </div>
    </>
  );
}

/** Returns by what the rows are sorted, for screen readers. */
function sortWords<Row extends RowData>(
  table: ColumnTable<Row>,
  columns: readonly PlacedColumn<Row>[],
  restingSort: ColumnSort | undefined,
  words: Text['table'],
): string | null {
  const [first = restingSort] = sortingOf(table);
  const header = columns.find(({ id }) => id === first?.id)?.header;
  return first && header ? words.sortedBy(header, first.desc) : null;
}

/** Returns what the user does to the columns. `place`: of a column in the order shown. */
function columnActions<Row extends RowData>(
  table: ColumnTable<Row>,
  columns: readonly PlacedColumn<Row>[],
  restingSort: ColumnSort | undefined,
) {
  const columnAt = (place: number) => table.getColumn(columns[place]?.id ?? '');
  const toggleSort = (place: number, isFurther: boolean): void => {
    const column = columnAt(place);
    const isResting = sortingOf(table).length === 0 && column?.id === restingSort?.id;
    if (column?.getCanSort()) column.toggleSorting(isResting ? !restingSort?.desc : undefined, isFurther);
  };
  const widen = (place: number, pixels: number): void => {
    const column = columnAt(place);
    if (column) table.setColumnSizing((sizes) => ({ ...sizes, [column.id]: column.getSize() + pixels }));
  };
  /** Exchanges a column with its neighbor. Returns false at the edge of the column's region. */
  const exchange = (place: number, step: -1 | 1): boolean => {
    const column = columns[place];
    const neighbor = column && neighborOf(columns, column.id, step);
    if (neighbor) moveColumn(table, column.id, neighbor);
    return neighbor !== undefined;
  };
  return { toggleSort, widen, exchange };
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
function useCellMenu<Row>(scroller: RefObject<HTMLElement | null>, options: CellMenuOptions<Row>) {
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
