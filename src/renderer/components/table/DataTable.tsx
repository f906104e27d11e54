import { type CSSProperties, type ReactNode, useCallback, useEffect, useId, useMemo, useRef } from 'react';
import type { TableLayout } from '../../../shared/settings.ts';
import { type RowIndex, type TableColumn, widthVariable } from '../../model/column.ts';
import { columnWidth, resizedColumn, shownColumns, toggledSort } from './column-layout.ts';
import type { ActiveCell } from './keyboard.ts';
import { TableBody } from './TableBody.tsx';
import { TableHeader } from './TableHeader.tsx';
import { findRow, useActiveCell } from './use-active-cell.ts';
import { useReveal } from './use-reveal.ts';
import { useRowHeight } from './use-row-height.ts';
import { useRowSelection } from './use-row-selection.ts';
import { type RowWindow, useRowWindow } from './use-row-window.ts';
import { useScrollAnchor } from './use-scroll-anchor.ts';
import { useTableCopy } from './use-table-copy.ts';
import { useTableKeys } from './use-table-keys.ts';
import { useTablePointer } from './use-table-pointer.ts';

/** Rows left below the last one in sight when the next ones are asked for: more than a fast wheel passes in a second. */
const nearEnd = 68;

export interface DataTableProps<Row> {
  label: string;
  columns: readonly TableColumn<Row>[];
  index: RowIndex<Row>;
  rowKey: (row: Row) => string;
  layout: TableLayout;
  onLayoutChange: (layout: TableLayout) => void;
  /** Changes when another list is shown: the table starts at its top again. */
  listKey: string;
  /**
   * Rows by which the list has moved down so far, because rows came in above. A scrolled table then keeps its rows in
   * sight. Without it the table keeps its scroll position.
   */
  addedAtTop?: number;
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
  const { columns, index, rowKey, layout, onLayoutChange, listKey, addedAtTop = 0, openKey, onOpen } = props;
  const { onNearEnd, onView } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  const cellId = useCallback((row: number, column: number) => `${id}-${row}-${column}`, [id]);
  const [{ row: activeRow, column: keptColumn }, setActive] = useActiveCell(index, rowKey, addedAtTop);
  const selected = useRowSelection(listKey, index.rowCount, addedAtTop);
  /** The row that the open details go on to as soon as it has come. */
  const awaited = useRef<number | null>(null);

  const { order, hidden } = layout;
  const visible = useMemo(() => shownColumns(columns, { order, hidden }), [columns, order, hidden]);
  const widths = visible.map((column) => columnWidth(column, layout.widths));
  const active: ActiveCell = { row: activeRow, column: Math.min(keptColumn, visible.length - 1) };

  const rowHeight = useRowHeight();
  const { rows, measure } = useRowWindow(scroller, index.rowCount, rowHeight);
  const reveal = useReveal(scroller, { rowCount: index.rowCount, rowHeight, columnWidths: widths });
  useScrollAnchor(scroller, {
    listKey,
    addedAtTop: props.addedAtTop,
    rowCount: index.rowCount,
    rowHeight,
    onMoved: measure,
  });

  useEffect(() => onView?.(rows), [onView, rows]);
  useEffect(() => {
    if (onNearEnd && index.rowCount > 0 && rows.end >= index.rowCount - nearEnd) onNearEnd();
  }, [onNearEnd, rows.end, index.rowCount]);
  useEffect(() => {
    const row = awaited.current === null ? undefined : index.rowAt(awaited.current);
    if (row === undefined) return;
    awaited.current = null;
    if (openKey !== null) onOpen(row);
  }, [index, openKey, onOpen]);

  /** Details that were opened from elsewhere bring their row into sight. */
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row that is open may go out of sight again
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

  const toggleSort = (place: number, further: boolean): void => {
    const column = visible[place];
    if (column?.sort) onLayoutChange({ ...layout, sort: toggledSort(layout.sort, column, further) });
  };

  /** Details that are open go along with the keyboard, onto a row that has not come yet as soon as it does. */
  const follow = (position: number): void => {
    if (openKey === null || position < 0 || position === active.row) return;
    const row = index.rowAt(position);
    awaited.current = row === undefined ? position : null;
    if (row !== undefined) onOpen(row);
  };

  const widen = (place: number, pixels: number): void => {
    const column = visible[place];
    if (!column) return;
    onLayoutChange(resizedColumn(layout, column.id, columnWidth(column, layout.widths) + pixels));
  };

  const shared = { index, columns: visible, active, selected, onOpen, toggleSort };
  const onKeyDown = useTableKeys(scroller, {
    ...shared,
    rowHeight,
    isOpen: openKey !== null,
    widen,
    moveTo: (cell) => {
      setActive(cell);
      reveal(cell);
      follow(cell.row);
    },
  });
  const { onClick, onMouseDown, onMouseOver } = useTablePointer(scroller, { ...shared, rowKey, setActive, openKey });
  const onCopy = useTableCopy({
    index,
    columns: visible,
    active,
    selection: selected.selection,
    readRange: props.readRange,
    onCopied: props.onCopied,
  });

  const width = widths.reduce((sum, next) => sum + next, 0);
  const style = Object.fromEntries(visible.map((column, place) => [widthVariable(column.id), `${widths[place]}px`]));

  return (
    <div
      ref={scroller}
      role="grid"
      tabIndex={0}
      aria-label={props.label}
      aria-rowcount={props.complete ? index.rowCount + 1 : -1}
      aria-colcount={visible.length}
      aria-multiselectable
      aria-activedescendant={cellId(active.row, active.column)}
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
      <div role="rowgroup" className="table-header-group" style={{ width }}>
        <TableHeader
          allColumns={columns}
          columns={visible}
          layout={layout}
          onLayoutChange={onLayoutChange}
          activeColumn={active.row < 0 ? active.column : -1}
          cellId={cellId}
        />
      </div>
      {index.rowCount === 0 && props.placeholder}
      <TableBody
        index={index}
        rowKey={rowKey}
        columns={visible}
        rows={rows}
        rowHeight={rowHeight}
        width={width}
        active={active}
        selection={selected.selection}
        openKey={openKey}
        cellId={cellId}
      />
    </div>
  );
}
