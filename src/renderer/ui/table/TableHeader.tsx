import { FlexRender, type Header, type RowData } from '@tanstack/react-table';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type MouseEvent, memo, type ReactNode, type TouchEvent, useState } from 'react';
import type { ColumnSort } from '../../../shared/contract/settings.ts';
import { useText } from '../../text/use-text.ts';
import type { ColumnFeatures } from './column.ts';
import { type ColumnTable, moveColumn, type PlacedColumn, sortingOf } from './column-table.ts';
import { cellStyle, edgeOf } from './row-cells.ts';

interface TableHeaderProps<Row extends RowData> {
  table: ColumnTable<Row>;
  columns: readonly PlacedColumn<Row>[];
  restingSort: ColumnSort | undefined;
  /** Column of the active cell, if the active cell is in the header; else -1. */
  activeColumn: number;
  cellId: (row: number, column: number) => string;
}

/** The header of a table: TanStack's header groups, of which there is one. A tick or a scroll step does not render it. */
export const TableHeader = memo(function TableHeader<Row extends RowData>(props: TableHeaderProps<Row>) {
  const { table, columns, restingSort, activeColumn, cellId } = props;
  const [drag, setDrag] = useState<{ from: string; over: string } | null>(null);
  const sorting = sortingOf(table);

  return table.getHeaderGroups().map((group) => (
    <div key={group.id} role="row" aria-rowindex={1} className="table-header">
      {group.headers.map((header, index) => {
        const { column } = header;
        const isResting = sorting.length === 0 && column.id === restingSort?.id;
        const sorted = isResting ? (restingSort.desc ? 'desc' : 'asc') : column.getIsSorted();
        return (
          <div
            key={column.id}
            id={index === activeColumn ? cellId(-1, index) : undefined}
            role="columnheader"
            aria-colindex={index + 1}
            aria-sort={column.getCanSort() ? ariaSort(sorted) : undefined}
            aria-haspopup="menu"
            aria-label={nameOf(columns[index])}
            className="table-head"
            style={cellStyle(column.id, column.getIsPinned() || 'center')}
            data-column={index}
            data-col={column.id}
            data-align={column.columnDef.meta?.align}
            data-pinned={column.getIsPinned() || undefined}
            data-edge={edgeOf(columns, index)}
            data-sortable={column.getCanSort() || undefined}
            data-sorted={sorted || undefined}
            data-active={index === activeColumn || undefined}
            data-over={(drag?.over === column.id && drag.from !== column.id) || undefined}
            title={titleOf(columns[index])}
            onDragOver={(event) => {
              if (!drag) return;
              event.preventDefault();
              setDrag({ ...drag, over: column.id });
            }}
            onDrop={(event) => {
              event.preventDefault();
              if (drag) moveColumn(table, drag.from, column.id);
              setDrag(null);
            }}
          >
            {/* biome-ignore lint/a11y/noStaticElementInteractions: Ctrl+Shift+arrow and the menu of the header do the same */}
            <div
              className="table-head-label"
              draggable
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = 'move';
                event.dataTransfer.setData('text/plain', columns[index]?.header ?? '');
                setDrag({ from: column.id, over: column.id });
              }}
              onDragEnd={() => setDrag(null)}
            >
              <HeaderLabel header={header} sorted={sorted} hasSeveralSorts={sorting.length > 1} />
            </div>
            <ColumnBorder table={table} header={header} name={columns[index]?.header ?? ''} />
          </div>
        );
      })}
    </div>
  ));
}) as <Row extends RowData>(props: TableHeaderProps<Row>) => ReactNode;

interface HeaderPartProps<Row extends RowData> {
  header: Header<ColumnFeatures<Row>, Row>;
}

function HeaderLabel<Row extends RowData>(
  props: HeaderPartProps<Row> & { sorted: 'asc' | 'desc' | false; hasSeveralSorts: boolean },
) {
  const { header, sorted, hasSeveralSorts } = props;
  const text = useText();
  const { column } = header;
  const unit = column.columnDef.meta?.unit;
  return (
    <>
      <span className="table-head-name">
        {sorted === 'asc' && <ArrowUp size={12} aria-hidden="true" />}
        {sorted === 'desc' && <ArrowDown size={12} aria-hidden="true" />}
        {sorted && hasSeveralSorts && (
          <span className="table-head-place" title={text.table.sortPlace(column.getSortIndex() + 1)}>
            {column.getSortIndex() + 1}
          </span>
        )}
        <span className="table-head-text">
          <FlexRender header={header} />
        </span>
      </span>
      {unit && <span className="table-head-unit">{unit}</span>}
    </>
  );
}

interface ColumnBorderProps<Row extends RowData> extends HeaderPartProps<Row> {
  table: ColumnTable<Row>;
  name: string;
}

/** The border of a header. Dragging it changes the width of the column; a double click restores the default width. */
function ColumnBorder<Row extends RowData>({ table, header, name }: ColumnBorderProps<Row>) {
  const text = useText();
  const resize = (event: MouseEvent | TouchEvent): void => {
    // A column pinned at the end has its border at the start, so dragging the border to the left widens the column.
    const columnResizeDirection = header.column.getIsPinned() === 'end' ? 'rtl' : 'ltr';
    table.setOptions((options) => ({ ...options, columnResizeDirection }));
    header.getResizeHandler()(event);
  };
  return (
    <div
      className="table-head-border"
      aria-hidden="true"
      title={text.table.resize(name)}
      // The captured pointer keeps the click at the end of a drag on the border, so the drag does not sort.
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onMouseDown={(event) => {
        // Without this, Chromium drags the header that lies under the pointer.
        event.preventDefault();
        if (event.button === 0) resize(event);
      }}
      onTouchStart={resize}
      onDoubleClick={() => header.column.resetSize()}
      onClick={(event) => event.stopPropagation()}
    />
  );
}

function ariaSort(sorted: 'asc' | 'desc' | false): 'ascending' | 'descending' | 'none' {
  if (sorted === false) return 'none';
  return sorted === 'asc' ? 'ascending' : 'descending';
}

function titleOf<Row>(column: PlacedColumn<Row> | undefined): string | undefined {
  return column?.meta.unit ? `${column.header} (${column.meta.unit})` : column?.header;
}

/** The words of a header in their order. */
function nameOf<Row>(column: PlacedColumn<Row> | undefined): string | undefined {
  return column?.meta.unit ? `${column.header} ${column.meta.unit}` : column?.header;
}
