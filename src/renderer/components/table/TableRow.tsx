import { type CSSProperties, memo, useLayoutEffect, useRef } from 'react';
import { useText } from '../../text/use-text.ts';
import type { TableColumn } from './column.ts';
import { flashCells } from './flash.ts';

interface TableRowProps<Row> {
  row: Row;
  rowKey: string;
  /** From 0, in the order shown. */
  position: number;
  /** Of its upper edge in the table's body, in CSS pixels. */
  top: number;
  columns: readonly TableColumn<Row>[];
  /** -1: the keyboard is in another row. */
  activeColumn: number;
  open: boolean;
  selected: boolean;
  cellId: (row: number, column: number) => string;
}

function TableRowView<Row>(props: TableRowProps<Row>) {
  const { row, rowKey, position, top, columns, activeColumn, open, selected, cellId } = props;
  const text = useText();
  const element = useRef<HTMLDivElement>(null);
  const drawn = useRef({ row, rowKey });
  useLayoutEffect(() => {
    const before = drawn.current;
    if (before.row === row || !element.current) return;
    drawn.current = { row, rowKey };
    flashCells(element.current, columns, before.rowKey === rowKey ? before.row : null, row);
  }, [row, rowKey, columns]);
  return (
    <div
      ref={element}
      role="row"
      className="table-row"
      aria-rowindex={position + 2}
      aria-selected={open || selected}
      data-row-id={rowKey}
      data-position={position}
      data-chosen={selected || undefined}
      style={{ transform: `translateY(${top}px)` }}
    >
      {columns.map((column, index) => {
        const warning = column.warning?.(row) ?? null;
        return (
          <div
            key={column.id}
            id={index === activeColumn ? cellId(position, index) : undefined}
            role="gridcell"
            aria-colindex={index + 1}
            className="table-cell"
            style={column.bar ? barStyle(column.id, column.bar(row)) : cellStyle(column.id)}
            data-column={index}
            data-col={column.id}
            data-align={column.align}
            data-tone={warning === null ? column.tone?.(row) : 'warning'}
            data-warning={warning === null ? undefined : true}
            data-bar={column.bar ? column.bar(row) !== null : undefined}
            data-press={column.press ? true : undefined}
            data-active={index === activeColumn || undefined}
            aria-label={warning === null ? column.spoken?.(row) : text.table.marked(column.text(row), warning)}
          >
            {column.text(row)}
          </div>
        );
      })}
    </div>
  );
}

export const TableRow = memo(TableRowView) as typeof TableRowView;

interface WaitingRowProps {
  position: number;
  top: number;
  columns: readonly { id: string; align?: 'end' }[];
  activeColumn: number;
  selected: boolean;
  cellId: (row: number, column: number) => string;
}

/** Where a row will be that is still on its way. */
export const WaitingRow = memo(({ position, top, columns, activeColumn, selected, cellId }: WaitingRowProps) => (
  <div
    role="row"
    className="table-row"
    aria-rowindex={position + 2}
    aria-selected={selected}
    aria-busy
    data-waiting
    data-position={position}
    data-chosen={selected || undefined}
    style={{ transform: `translateY(${top}px)` }}
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
        data-align={column.align}
        data-active={index === activeColumn || undefined}
      />
    ))}
  </div>
));

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

function barStyle(columnId: string, mark: number | null): CSSProperties {
  return mark === null ? cellStyle(columnId) : ({ ...cellStyle(columnId), '--bar': `${mark}%` } as CSSProperties);
}

export function widthVariable(columnId: string): string {
  return `--column-${columnId}`;
}
