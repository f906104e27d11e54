import { memo, useLayoutEffect, useRef } from 'react';
import { RowCells } from './row-cells.ts';

interface TableRowProps<Row> {
  /** Which of the elements that rows are drawn into. */
  place: number;
  /** The row keeps its cells here, by its place, for whoever writes into them. */
  cells: Map<number, RowCells<Row>>;
  /** `undefined`: the row is still on its way. */
  rowKey: string | undefined;
  /** From 0, in the order shown. */
  position: number;
  /** Of its upper edge in the table's body, in CSS pixels. */
  top: number;
  open: boolean;
  selected: boolean;
}

/** A row, or the place where one will be. React places it and knows nothing of its cells, see `RowCells`. */
function TableRowView<Row>({ place, cells, rowKey, position, top, open, selected }: TableRowProps<Row>) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!element.current) return;
    cells.set(place, new RowCells(element.current));
    return () => {
      cells.delete(place);
    };
  }, [cells, place]);
  return (
    <div
      ref={element}
      role="row"
      className="table-row"
      aria-rowindex={position + 2}
      aria-selected={open || selected}
      aria-busy={rowKey === undefined || undefined}
      data-waiting={rowKey === undefined || undefined}
      data-row-id={rowKey}
      data-position={position}
      data-chosen={selected || undefined}
      style={{ transform: `translateY(${top}px)` }}
    />
  );
}

/** Figures that change leave it as it is. */
export const TableRow = memo(TableRowView) as typeof TableRowView;
