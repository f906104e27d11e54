import { useMemo } from 'react';
import type { TableLayout } from '../../shared/settings.ts';
import type { RowIndex, TableColumn } from '../components/table/column.ts';
import { sortRows } from '../rows/row-order.ts';

/** The rows in the order that the reader chose. `version` says that the rows have changed where the array is the same. */
export function useRowIndex<Row>(
  rows: readonly Row[],
  version: number,
  columns: readonly TableColumn<Row>[],
  sort: TableLayout['sort'],
): RowIndex<Row> {
  const value = sort ? columns.find((column) => column.id === sort.column)?.sort : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version stands for what is in the array
  return useMemo(() => {
    if (!sort || !value) return { rowCount: rows.length, rowAt: (position) => rows[position] };
    const order = sortRows(rows, value, sort.direction);
    return {
      rowCount: order.length,
      rowAt: (position) => {
        const at = order[position];
        return at === undefined ? undefined : rows[at];
      },
    };
  }, [rows, version, value, sort]);
}
