import {
  type ColumnDef,
  columnOrderingFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  functionalUpdate,
  rowSortingFeature,
  tableFeatures,
  type Updater,
  useTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import type { TableLayout } from '../../../shared/settings.ts';
import type { TableColumn } from './column.ts';

const features = tableFeatures({
  columnOrderingFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSortingFeature,
});

export const emptyLayout: TableLayout = { order: [], hidden: [], widths: {}, sort: [] };
const minimumColumnWidth = 44;
const maximumColumnWidth = 800;
/** As many as the settings keep. */
const mostSortColumns = 8;

/** TanStack Table never sees the rows: it keeps the columns, and the index behind the table keeps the rows. */
const noRows: never[] = [];

/**
 * Columns, headers, sizes, order, visibility and sort state by TanStack Table, controlled by the layout that is kept in
 * the settings.
 */
export function useColumnState<Row>(
  columns: readonly TableColumn<Row>[],
  layout: TableLayout,
  onLayoutChange: (layout: TableLayout) => void,
) {
  const definitions = useMemo(
    () =>
      columns.map(
        (column): ColumnDef<typeof features, never> => ({
          id: column.id,
          accessorFn: () => null,
          header: column.header,
          size: column.width,
          minSize: minimumColumnWidth,
          maxSize: maximumColumnWidth,
          enableSorting: column.sort !== undefined,
          sortDescFirst: column.sort !== undefined && column.sort.kind !== 'text',
        }),
      ),
    [columns],
  );
  const state = useMemo(
    () => ({
      columnOrder: completeOrder(
        layout.order,
        columns.map((column) => column.id),
      ),
      columnVisibility: Object.fromEntries(layout.hidden.map((id) => [id, false])),
      columnSizing: layout.widths,
      sorting: layout.sort.map(({ column, direction }) => ({ id: column, desc: direction === 'descending' })),
    }),
    [layout, columns],
  );
  return useTable({
    features,
    columns: definitions,
    data: noRows,
    state,
    manualSorting: true,
    maxMultiSortColCount: mostSortColumns,
    columnResizeMode: 'onChange',
    onColumnOrderChange: (updater: Updater<string[]>) =>
      onLayoutChange({ ...layout, order: functionalUpdate(updater, state.columnOrder) }),
    onColumnVisibilityChange: (updater: Updater<Record<string, boolean>>) => {
      const visibility = functionalUpdate(updater, state.columnVisibility);
      onLayoutChange({ ...layout, hidden: Object.keys(visibility).filter((id) => visibility[id] === false) });
    },
    onColumnSizingChange: (updater: Updater<Record<string, number>>) => {
      const widths = functionalUpdate(updater, state.columnSizing);
      const whole = Object.entries(widths).map(([id, width]) => [id, Math.round(width)] as const);
      onLayoutChange({ ...layout, widths: Object.fromEntries(whole) });
    },
    onSortingChange: (updater: Updater<{ id: string; desc: boolean }[]>) => {
      const sorting = functionalUpdate(updater, state.sorting);
      onLayoutChange({
        ...layout,
        sort: sorting.map(({ id, desc }) => ({ column: id, direction: desc ? 'descending' : 'ascending' })),
      });
    },
  });
}

export type ColumnState<Row> = ReturnType<typeof useColumnState<Row>>;

/** The reader's order, without columns that no longer exist, and with those that came since at their place at the end. */
export function completeOrder(order: readonly string[], known: readonly string[]): string[] {
  const kept = order.filter((id) => known.includes(id));
  return [...kept, ...known.filter((id) => !kept.includes(id))];
}

/** Puts one column where another is: before it when moving to the front, behind it when moving to the back. */
export function moveColumn(order: readonly string[], id: string, onto: string): string[] {
  const from = order.indexOf(id);
  const to = order.indexOf(onto);
  if (from < 0 || to < 0) return [...order];
  const next = order.filter((other) => other !== id);
  next.splice(to, 0, id);
  return next;
}
