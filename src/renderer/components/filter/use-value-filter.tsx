import { type ReactNode, useCallback, useMemo, useState } from 'react';
import type { TableColumn } from '../../model/column.ts';
import {
  hasSharedValues,
  rowCondition,
  type ValueFilter,
  withExcluded,
  withOnly,
  withoutColumn,
} from '../../model/value-filter.ts';
import { useText } from '../../text/use-text.ts';
import { FilterItems } from '../table/FilterItems.tsx';
import type { MenuCell } from '../table/TableMenu.tsx';
import { FilterChips } from './FilterChips.tsx';

interface RowFilter<Row> {
  isActive: boolean;
  /** True if a row meets every condition. */
  keeps: (row: Row) => boolean;
  clear: () => void;
  /** The conditions as chips, which the user can remove. */
  chips: ReactNode;
  /** Returns the items of the menu of a cell that filter by its value. */
  cellItems: (cell: MenuCell<Row>) => ReactNode;
}

/** A filter by values of cells, for a table that holds all of its rows. It lasts as long as the screen. */
export function useValueFilter<Row>(columns: readonly TableColumn<Row>[]): RowFilter<Row> {
  const text = useText();
  const [filter, setFilter] = useState<ValueFilter<Row>>({});
  const keeps = useMemo(() => rowCondition(filter, columns), [filter, columns]);
  const active = columns.filter(({ id }) => filter[id] !== undefined);
  const chips = active.flatMap((column) => {
    const condition = filter[column.id];
    if (!condition) return [];
    const label = condition.keeps ? column.header : text.filter.chip.without(column.header);
    return [{ part: column.id, label: text.labelled(label, text.enumerated(condition.samples.map(column.meta.text))) }];
  });
  const clear = useCallback((): void => setFilter({}), []);
  const cellItems = ({ row, columnId }: MenuCell<Row>): ReactNode => {
    const column = columns.find(({ id }) => id === columnId);
    if (!column || !hasSharedValues(column)) return null;
    const value = column.meta.text(row);
    const onOnly = (): void => setFilter(withOnly(filter, column, row));
    const onExclude = (): void => setFilter(withExcluded(filter, column, row));
    return <FilterItems values={[{ value, onOnly, onExclude }]} />;
  };
  return {
    isActive: active.length > 0,
    keeps,
    clear,
    chips: (
      <FilterChips chips={chips} onRemove={(column) => setFilter(withoutColumn(filter, column))} onClear={clear} />
    ),
    cellItems,
  };
}
