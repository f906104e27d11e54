import { memo } from 'react';
import type { TableColumn } from './column.ts';

export const rowHeight = 28;

interface TableRowProps<Row> {
  row: Row;
  rowKey: string;
  /** From 0, in the order shown. */
  position: number;
  columns: readonly TableColumn<Row>[];
  /** -1: the keyboard is in another row. */
  activeColumn: number;
  open: boolean;
  cellId: (row: number, column: number) => string;
}

function TableRowView<Row>({ row, rowKey, position, columns, activeColumn, open, cellId }: TableRowProps<Row>) {
  return (
    <div
      role="row"
      className="table-row"
      aria-rowindex={position + 2}
      aria-selected={open}
      data-row-id={rowKey}
      data-position={position}
      style={{ transform: `translateY(${position * rowHeight}px)` }}
    >
      {columns.map((column, index) => (
        <div
          key={column.id}
          id={index === activeColumn ? cellId(position, index) : undefined}
          role="gridcell"
          aria-colindex={index + 1}
          className="table-cell"
          style={cellStyle(column.id)}
          data-column={index}
          data-col={column.id}
          data-align={column.align}
          data-tone={column.tone?.(row)}
          data-active={index === activeColumn || undefined}
        >
          {column.text(row)}
        </div>
      ))}
    </div>
  );
}

export const TableRow = memo(TableRowView) as typeof TableRowView;

const cellStyles = new Map<string, { width: string }>();

/** The widths live in one variable a column on the grid, so that dragging a border redraws no row. */
export function cellStyle(columnId: string): { width: string } {
  let style = cellStyles.get(columnId);
  if (!style) {
    style = { width: `var(${widthVariable(columnId)})` };
    cellStyles.set(columnId, style);
  }
  return style;
}

export function widthVariable(columnId: string): string {
  return `--column-${columnId}`;
}
