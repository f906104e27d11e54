import { useMemo, useRef } from 'react';
import { extendOrder, type SortDirection, type SortValue, sortRows } from '../../shared/rows/row-order.ts';
import type { TableLayout } from '../../shared/settings.ts';
import type { RowIndex, TableColumn } from '../components/table/column.ts';

interface Sorted<Row> {
  rows: readonly Row[];
  value: SortValue<Row>;
  direction: SortDirection;
  order: Uint32Array;
}

/**
 * The rows in the order that the reader chose. `version` says that the rows have changed where the array is the same;
 * the same array only ever grows at its end, so that a sort of it is extended and not made again.
 */
export function useRowIndex<Row>(
  rows: readonly Row[],
  version: number,
  columns: readonly TableColumn<Row>[],
  sort: TableLayout['sort'],
): RowIndex<Row> {
  const value = sort ? columns.find((column) => column.id === sort.column)?.sort : undefined;
  const direction = sort?.direction;
  const last = useRef<Sorted<Row> | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version stands for what is in the array
  return useMemo(() => {
    if (!value || !direction) {
      last.current = null;
      const rowCount = rows.length;
      return { rowCount, rowAt: (position) => (position < rowCount ? rows[position] : undefined) };
    }
    const before = last.current;
    const order =
      before && before.rows === rows && before.value === value && before.direction === direction
        ? extendOrder(rows, value, direction, before.order)
        : sortRows(rows, value, direction);
    last.current = { rows, value, direction, order };
    return {
      rowCount: order.length,
      rowAt: (position) => {
        const at = order[position];
        return at === undefined ? undefined : rows[at];
      },
    };
  }, [rows, version, value, direction]);
}
