import { memo, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useText } from '../../text/use-text.ts';
import type { RowIndex } from './column.ts';
import type { PlacedColumn } from './column-table.ts';
import type { ActiveCell } from './cursor.ts';
import { RowCells, type ShownRow } from './row-cells.ts';
import { bodyHeight } from './row-geometry.ts';
import { isSelected, type RowSelection } from './row-selection.ts';
import type { RowWindow } from './use-row-window.ts';

/** Number of rows drawn above and below those in sight. */
const overscan = 4;

interface TableBodyProps<Row> {
  index: RowIndex<Row>;
  rowKey: (row: Row) => string;
  /** See `DataTableProps`. */
  listKey: string;
  columns: readonly PlacedColumn<Row>[];
  rows: RowWindow;
  /** In CSS pixels, like `width`. */
  rowHeight: number;
  width: number;
  active: ActiveCell;
  selection: RowSelection | null;
  openKey: string | null;
  cellId: (row: number, column: number) => string;
}

/** Draws the rows in sight and a few around them. The element of a row that leaves the window is reused for one that enters. */
export function TableBody<Row>(props: TableBodyProps<Row>) {
  const { index, rowKey, listKey, columns, rows, rowHeight, width, active, selection, openKey, cellId } = props;
  const words = useText().table;
  /** By the slot of the element in the pool, like `lastShown`. */
  const cells = useRef(new Map<number, RowCells<Row>>()).current;
  const lastShown = useRef(new Map<number, ShownRow<Row>>()).current;
  const drawnList = useRef(listKey);
  const isFirstFrame = useFirstFrame(index.rowCount > 0);
  // The size of the pool does not depend on the scroll position, so scrolling creates and removes no element.
  const pool = rows.capacity + 2 * overscan;
  const startAt = (first: number): number => Math.max(0, Math.min(first - overscan, index.rowCount - pool));
  const start = startAt(rows.first);
  // The first frame draws only the rows in sight, which shows the table sooner.
  const end = Math.min(index.rowCount, isFirstFrame ? rows.end : start + pool);

  /** Returns the row as drawn before: rows out of sight keep their old figures until they come into sight. */
  const shownBefore = (slot: number, key: string, row: Row): Row => {
    const last = lastShown.get(slot);
    return last?.key === key ? last.row : row;
  };

  // During scrolling every element keeps its place in the page, because moving it costs more than drawing a row. At rest
  // the elements stand in the order of the rows, which screen readers follow.
  const firstSlot = startAt(rows.restingFirst) % pool;
  const drawn = new Array<ReactNode>(pool);
  const written: { slot: number; position: number; shown: ShownRow<Row> | null }[] = [];
  for (let position = start; position < end; position++) {
    const row = index.rowAt(position);
    const slot = position % pool;
    const order = (slot - firstSlot + pool) % pool;
    const key = row === undefined ? undefined : rowKey(row);
    const isInSight = position >= rows.first && position < rows.end;
    const shown = row === undefined || key === undefined || isInSight ? row : shownBefore(slot, key, row);
    if (shown !== undefined && key !== undefined) lastShown.set(slot, { key, row: shown });
    written.push({ slot, position, shown: shown !== undefined && key !== undefined ? { key, row: shown } : null });
    drawn[order] = (
      <TableRow
        key={slot}
        slot={slot}
        cells={cells}
        rowKey={key}
        position={position}
        top={position * rowHeight + rows.shift}
        level={row === undefined ? undefined : index.tree?.levelOf(row)}
        expanded={row === undefined ? null : (index.tree?.isExpanded(row) ?? null)}
        open={key !== undefined && key === openKey}
        selected={isSelected(selection, position)}
      />
    );
  }

  useLayoutEffect(() => {
    const isNewList = drawnList.current !== listKey;
    drawnList.current = listKey;
    for (const { slot, position, shown } of written) {
      const row = cells.get(slot);
      row?.draw(columns, shown, words, { position, isNewList });
      row?.activate(position === active.row ? active.column : -1, cellId(position, active.column));
    }
  });

  return (
    <div role="rowgroup" className="table-body" style={{ height: bodyHeight(index.rowCount, rowHeight), width }}>
      {drawn}
    </div>
  );
}

interface TableRowProps<Row> {
  /** Place of the element in the pool. */
  slot: number;
  /** Receives the writer of the row's cells at `slot`. */
  cells: Map<number, RowCells<Row>>;
  /** `undefined` if the row is not loaded. */
  rowKey: string | undefined;
  /** Position in the order shown, counted from 0. */
  position: number;
  /** Distance in CSS pixels from the top of the body. */
  top: number;
  /** See `RowTree`. */
  level: number | undefined;
  expanded: boolean | null;
  open: boolean;
  selected: boolean;
}

/** One row element. React places the row; `RowCells` creates and writes its cells. A change of figures renders nothing. */
const TableRow = memo(function TableRow<Row>(props: TableRowProps<Row>) {
  const { slot, cells, rowKey, position, top, level, expanded, open, selected } = props;
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!element.current) return;
    cells.set(slot, new RowCells(element.current));
    return () => {
      cells.delete(slot);
    };
  }, [cells, slot]);
  return (
    <div
      ref={element}
      role="row"
      className="table-row"
      aria-rowindex={position + 2}
      aria-level={level}
      aria-expanded={expanded ?? undefined}
      aria-selected={open || selected}
      aria-busy={rowKey === undefined || undefined}
      data-waiting={rowKey === undefined || undefined}
      data-row-id={rowKey}
      data-position={position}
      data-chosen={selected || undefined}
      style={{ transform: `translateY(${top}px)` }}
    />
  );
}) as <Row>(props: TableRowProps<Row> & { key: number }) => ReactNode;

/** Returns true until the first frame with rows has been painted. */
function useFirstFrame(hasRows: boolean): boolean {
  const [isFirst, setIsFirst] = useState(true);
  useEffect(() => {
    if (!hasRows) return;
    let request = requestAnimationFrame(() => {
      request = requestAnimationFrame(() => setIsFirst(false));
    });
    return () => cancelAnimationFrame(request);
  }, [hasRows]);
  return isFirst;
}
