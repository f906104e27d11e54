import { ArrowDown, ArrowUp } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../../text/use-text.ts';
import { type TableColumn, widthOf } from './column.ts';
import { type ColumnState, moveColumn } from './use-column-state.ts';

interface TableHeaderProps<Row> {
  state: ColumnState<Row>;
  columns: readonly TableColumn<Row>[];
  activeColumn: number;
  cellId: (row: number, column: number) => string;
}

const sortNames = { asc: 'ascending', desc: 'descending' } as const;

export function TableHeader<Row>({ state, columns, activeColumn, cellId }: TableHeaderProps<Row>) {
  const text = useText();
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const sortedColumns = state.state.sorting.length;
  const headers = new Map(state.getLeafHeaders().map((header) => [header.column.id, header]));

  const drop = (onto: string): void => {
    if (dragged && dragged !== onto) {
      state.setColumnOrder(moveColumn(state.state.columnOrder, dragged, onto));
    }
    setDragged(null);
    setOver(null);
  };

  return (
    <div role="row" aria-rowindex={1} className="table-header">
      {columns.map((column, index) => {
        const header = headers.get(column.id);
        const sorted = header?.column.getIsSorted() ?? false;
        const canSort = column.sort !== undefined;
        const place = sorted && sortedColumns > 1 ? (header?.column.getSortIndex() ?? 0) + 1 : null;
        return (
          <div
            key={column.id}
            id={index === activeColumn ? cellId(-1, index) : undefined}
            role="columnheader"
            aria-colindex={index + 1}
            aria-sort={canSort ? (sorted ? sortNames[sorted] : 'none') : undefined}
            className="table-head"
            style={{ width: widthOf(column.id) }}
            data-column={index}
            data-col={column.id}
            data-align={column.align}
            data-sortable={canSort || undefined}
            data-sorted={sorted || undefined}
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
              onDragEnd={() => {
                setDragged(null);
                setOver(null);
              }}
            >
              <span className="table-head-name">
                {sorted === 'asc' && <ArrowUp size={12} aria-hidden="true" />}
                {sorted === 'desc' && <ArrowDown size={12} aria-hidden="true" />}
                {place !== null && (
                  <span className="table-head-place" title={text.table.sortPlace(place)}>
                    {place}
                  </span>
                )}
                <span className="table-head-text">{column.header}</span>
              </span>
              {column.unit && <span className="table-head-unit">{column.unit}</span>}
            </div>
            {header && (
              // biome-ignore lint/a11y/noStaticElementInteractions: widths by keyboard are in the list of columns
              <div
                className="table-head-border"
                title={text.table.resize(column.header)}
                onMouseDown={(event) => {
                  // Without this the browser takes the move for a drag of the header that slides under the pointer.
                  event.preventDefault();
                  header.getResizeHandler()(event);
                }}
                onTouchStart={header.getResizeHandler()}
                onDoubleClick={() => header.column.resetSize()}
                onClick={(event) => event.stopPropagation()}
              />
            )}
          </div>
        );
      })}
    </div>
  );
}
