import { type ReactNode, useLayoutEffect, useRef } from 'react';
import type { RowIndex, TableColumn } from '../../model/column.ts';
import { useText } from '../../text/use-text.ts';
import type { ActiveCell } from './keyboard.ts';
import type { RowCells, ShownRow } from './row-cells.ts';
import { bodyHeight } from './row-geometry.ts';
import { isSelected, type RowSelection } from './row-selection.ts';
import { TableRow } from './TableRow.tsx';
import { useFirstFrame } from './use-first-frame.ts';
import type { RowWindow } from './use-row-window.ts';

/** Rows drawn above and below those in sight. */
const overscan = 4;

interface TableBodyProps<Row> {
  index: RowIndex<Row>;
  rowKey: (row: Row) => string;
  /** Those that are shown, in their order. */
  columns: readonly TableColumn<Row>[];
  rows: RowWindow;
  /** In CSS pixels, like `width`. */
  rowHeight: number;
  width: number;
  active: ActiveCell;
  selection: RowSelection | null;
  openKey: string | null;
  cellId: (row: number, column: number) => string;
}

/** Draws the rows in sight and a few around them. A row that is scrolled out hands its element to one that is scrolled in. */
export function TableBody<Row>(props: TableBodyProps<Row>) {
  const { index, rowKey, columns, rows, rowHeight, width, active, selection, openKey, cellId } = props;
  const { marked } = useText().table;
  /** Both by the place in the pool. */
  const cells = useRef(new Map<number, RowCells<Row>>()).current;
  const lastShown = useRef(new Map<number, ShownRow<Row>>()).current;
  const isFirstFrame = useFirstFrame(index.rowCount > 0);
  // Always as many, so that scrolling makes no element and takes none away.
  const pool = rows.capacity + 2 * overscan;
  const startAt = (first: number): number => Math.max(0, Math.min(first - overscan, index.rowCount - pool));
  const start = startAt(rows.first);
  // Those that nobody sees come a frame later: a table is there sooner by theirs.
  const end = Math.min(index.rowCount, isFirstFrame ? rows.end : start + pool);

  /** Rows that are out of sight wait with their figures until they come into it: nobody sees them change. */
  const shownBefore = (place: number, key: string, row: Row): Row => {
    const last = lastShown.get(place);
    return last?.key === key ? last.row : row;
  };

  // While the reader scrolls, every element keeps its place in the page, since moving it costs more than drawing a row. At rest
  // they stand in the order of the rows, as a screen reader goes through them.
  const firstPlace = startAt(rows.restingFirst) % pool;
  const drawn = new Array<ReactNode>(pool);
  const written: { place: number; position: number; shown: ShownRow<Row> | null }[] = [];
  for (let position = start; position < end; position++) {
    const row = index.rowAt(position);
    const place = position % pool;
    const order = (place - firstPlace + pool) % pool;
    const key = row === undefined ? undefined : rowKey(row);
    const isInSight = position >= rows.first && position < rows.end;
    const shown = row === undefined || key === undefined || isInSight ? row : shownBefore(place, key, row);
    if (shown !== undefined && key !== undefined) lastShown.set(place, { key, row: shown });
    written.push({ place, position, shown: shown !== undefined && key !== undefined ? { key, row: shown } : null });
    drawn[order] = (
      <TableRow
        key={place}
        place={place}
        cells={cells}
        rowKey={key}
        position={position}
        top={position * rowHeight + rows.shift}
        open={key !== undefined && key === openKey}
        selected={isSelected(selection, position)}
      />
    );
  }

  useLayoutEffect(() => {
    for (const { place, position, shown } of written) {
      const row = cells.get(place);
      row?.draw(columns, shown, marked);
      row?.activate(position === active.row ? active.column : -1, cellId(position, active.column));
    }
  });

  return (
    <div role="rowgroup" className="table-body" style={{ height: bodyHeight(index.rowCount, rowHeight), width }}>
      {drawn}
    </div>
  );
}
