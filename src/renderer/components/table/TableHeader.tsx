import { ArrowDown, ArrowUp } from 'lucide-react';
import { memo, useState } from 'react';
import type { TableLayout } from '../../../shared/settings.ts';
import { type TableColumn, widthOf } from '../../model/column.ts';
import { useText } from '../../text/use-text.ts';
import { ColumnBorder } from './ColumnBorder.tsx';
import { columnWidth, completeOrder, moveColumn, resizedColumn } from './column-layout.ts';

interface TableHeaderProps<Row> {
  /** All of them, in the order in which they come. */
  allColumns: readonly TableColumn<Row>[];
  /** Those that are shown, in their order. */
  columns: readonly TableColumn<Row>[];
  layout: TableLayout;
  onLayoutChange: (layout: TableLayout) => void;
  activeColumn: number;
  cellId: (row: number, column: number) => string;
}

function TableHeaderView<Row>(props: TableHeaderProps<Row>) {
  const { allColumns, columns, layout, onLayoutChange, activeColumn, cellId } = props;
  const text = useText();
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const endDrag = (): void => {
    setDragged(null);
    setOver(null);
  };
  const drop = (onto: string): void => {
    if (dragged && dragged !== onto) {
      const order = completeOrder(
        layout.order,
        allColumns.map((column) => column.id),
      );
      onLayoutChange({ ...layout, order: moveColumn(order, dragged, onto) });
    }
    endDrag();
  };

  return (
    <div role="row" aria-rowindex={1} className="table-header">
      {columns.map((column, index) => {
        const sortPlace = layout.sort.findIndex((part) => part.column === column.id);
        const sorted = layout.sort[sortPlace]?.direction;
        return (
          <div
            key={column.id}
            id={index === activeColumn ? cellId(-1, index) : undefined}
            role="columnheader"
            aria-colindex={index + 1}
            aria-sort={column.sort ? (sorted ?? 'none') : undefined}
            className="table-head"
            style={{ width: widthOf(column.id) }}
            data-column={index}
            data-col={column.id}
            data-align={column.align}
            data-sortable={column.sort !== undefined || undefined}
            data-sorted={sorted}
            data-active={index === activeColumn || undefined}
            data-over={(over === column.id && dragged !== column.id) || undefined}
            title={column.unit ? `${column.header} (${column.unit})` : column.header}
            onDragOver={(event) => {
              if (!dragged) return;
              event.preventDefault();
              setOver(column.id);
            }}
            onDrop={(event) => {
              event.preventDefault();
              drop(column.id);
            }}
          >
            {/* biome-ignore lint/a11y/noStaticElementInteractions: the order by keyboard is in the list of columns */}
            <div
              className="table-head-label"
              draggable
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = 'move';
                event.dataTransfer.setData('text/plain', column.header);
                setDragged(column.id);
              }}
              onDragEnd={endDrag}
            >
              <span className="table-head-name">
                {sorted === 'ascending' && <ArrowUp size={12} aria-hidden="true" />}
                {sorted === 'descending' && <ArrowDown size={12} aria-hidden="true" />}
                {sorted && layout.sort.length > 1 && (
                  <span className="table-head-place" title={text.table.sortPlace(sortPlace + 1)}>
                    {sortPlace + 1}
                  </span>
                )}
                <span className="table-head-text">{column.header}</span>
              </span>
              {column.unit && <span className="table-head-unit">{column.unit}</span>}
            </div>
            <ColumnBorder
              header={column.header}
              width={columnWidth(column, layout.widths)}
              onResize={(width) => onLayoutChange(resizedColumn(layout, column.id, width))}
            />
          </div>
        );
      })}
    </div>
  );
}

/** Figures that change leave it as it is. */
export const TableHeader = memo(TableHeaderView) as typeof TableHeaderView;
