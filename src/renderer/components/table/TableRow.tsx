import { memo, useLayoutEffect, useRef } from 'react';
import { useText } from '../../text/use-text.ts';
import type { TableColumn } from './column.ts';
import { RowCells } from './row-cells.ts';

interface TableRowProps<Row> {
  /** `undefined`: it is still on its way. */
  row: Row | undefined;
  rowKey: string | undefined;
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

/** A row, or the place where one will be. React places it and knows nothing of its cells, see `RowCells`. */
function TableRowView<Row>(props: TableRowProps<Row>) {
  const { row, rowKey, position, top, columns, activeColumn, open, selected, cellId } = props;
  const { marked } = useText().table;
  const element = useRef<HTMLDivElement>(null);
  const cells = useRef<RowCells<Row>>(null);
  useLayoutEffect(() => {
    if (!element.current) return;
    cells.current ??= new RowCells(element.current);
    cells.current.draw(columns, row === undefined || rowKey === undefined ? null : { key: rowKey, row }, marked);
    cells.current.activate(activeColumn, cellId(position, activeColumn));
  }, [row, rowKey, columns, marked, activeColumn, position, cellId]);
  return (
    <div
      ref={element}
      role="row"
      className="table-row"
      aria-rowindex={position + 2}
      aria-selected={open || selected}
      aria-busy={row === undefined || undefined}
      data-waiting={row === undefined || undefined}
      data-row-id={rowKey}
      data-position={position}
      data-chosen={selected || undefined}
      style={{ transform: `translateY(${top}px)` }}
    />
  );
}

export const TableRow = memo(TableRowView) as typeof TableRowView;
