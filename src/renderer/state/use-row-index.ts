import { useMemo, useRef } from 'react';
import { extendOrder, type SortKey, sortRows } from '../../shared/rows/row-order.ts';
import type { TableLayout } from '../../shared/settings.ts';
import type { RowIndex, TableColumn } from '../model/column.ts';

interface Sorted<Row> {
  rows: readonly Row[];
  keys: readonly SortKey<Row>[];
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
  const keys = useMemo(() => sortKeys(columns, sort), [columns, sort]);
  const last = useRef<Sorted<Row> | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version stands for what is in the array
  return useMemo(() => {
    if (keys.length === 0) {
      last.current = null;
      const rowCount = rows.length;
      return { rowCount, rowAt: (position) => (position < rowCount ? rows[position] : undefined) };
    }
    const before = last.current;
    const order =
      before && before.rows === rows && before.keys === keys
        ? extendOrder(rows, keys, before.order)
        : sortRows(rows, keys);
    last.current = { rows, keys, order };
    return {
      rowCount: order.length,
      rowAt: (position) => {
        const at = order[position];
        return at === undefined ? undefined : rows[at];
      },
    };
  }, [rows, version, keys]);
}

/** A column that is gone, or that cannot be sorted any more, is passed over. */
function sortKeys<Row>(columns: readonly TableColumn<Row>[], sort: TableLayout['sort']): SortKey<Row>[] {
  return sort.flatMap(({ column, direction }) => {
    const value = columns.find(({ id }) => id === column)?.sort;
    return value ? [{ value, direction }] : [];
  });
}
