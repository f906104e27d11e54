import { type ReactNode, useRef } from 'react';
import type { RowIndex, TableColumn } from './column.ts';
import type { ActiveCell } from './keyboard.ts';
import { bodyHeight } from './row-geometry.ts';
import { isSelected, type RowSelection } from './row-selection.ts';
import { TableRow, WaitingRow } from './TableRow.tsx';
import type { RowWindow } from './use-row-window.ts';

/** Rows drawn above and below those in sight. */
const overscan = 8;

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
  /** By the place in the pool. */
  const lastShown = useRef(new Map<number, { key: string; row: Row }>());
  // Larger than what is ever drawn at once.
  const pool = rows.capacity + 2 * overscan + 2;

  /** Rows of live figures that are out of sight wait with theirs until they come into it: nobody sees them change. */
  const isLive = columns.some((column) => column.flashes);
  const shownBefore = (place: number, key: string, row: Row): Row => {
    const last = lastShown.current.get(place);
    return isLive && last?.key === key ? last.row : row;
  };

  const drawn: ReactNode[] = [];
  const end = Math.min(index.rowCount, rows.end + overscan);
  for (let position = Math.max(0, rows.first - overscan); position < end; position++) {
    const row = index.rowAt(position);
    const common = {
      position,
      top: position * rowHeight + rows.shift,
      columns,
      activeColumn: position === active.row ? active.column : -1,
      selected: isSelected(selection, position),
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
    <div role="rowgroup" className="table-body" style={{ height: bodyHeight(index.rowCount, rowHeight), width }}>
      {drawn}
    </div>
  );
}
