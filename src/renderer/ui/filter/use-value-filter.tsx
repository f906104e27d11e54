import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { useText } from '../../text/use-text.ts';
import type { TableColumn } from '../table/column.ts';
import { FilterItems } from '../table/FilterItems.tsx';
import type { MenuCell } from '../table/TableMenu.tsx';
import { FilterChips } from './FilterChips.tsx';

/** A filter that a list has beside that by values of cells. */
export interface FurtherFilter<Row> {
  /** Must stay the same function while the conditions do. */
  keeps: (row: Row) => boolean;
  clear: () => void;
  chips: readonly { part: string; label: string }[];
  remove: (part: string) => void;
  /** Returns the values of a row by which the menu of its cells filters. */
  valuesOf: (row: Row) => readonly { value: string; onOnly: () => void; onExclude: (() => void) | null }[];
}

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

const noFilter: FurtherFilter<unknown> = {
  keeps: () => true,
  clear: () => {},
  chips: [],
  remove: () => {},
  valuesOf: () => [],
};

/** A filter by values of cells, for a table that holds all of its rows. It lasts as long as the screen. */
export function useValueFilter<Row>(
  columns: readonly TableColumn<Row>[],
  further: FurtherFilter<Row> = noFilter,
): RowFilter<Row> {
  const text = useText();
  const [filter, setFilter] = useState<ValueFilter<Row>>({});
  const { keeps: keepsFurther, clear: clearFurther } = further;
  const keeps = useMemo(() => {
    const keepsValues = rowCondition(filter, columns);
    return (row: Row) => keepsValues(row) && keepsFurther(row);
  }, [filter, columns, keepsFurther]);
  const active = columns.filter(({ id }) => filter[id] !== undefined);
  const valueChips = active.flatMap((column) => {
    const condition = filter[column.id];
    if (!condition) return [];
    const label = condition.keeps ? column.header : text.filter.chip.without(column.header);
    return [{ part: column.id, label: text.labeled(label, text.enumerated(condition.samples.map(column.meta.text))) }];
  });
  const clear = useCallback((): void => {
    setFilter({});
    clearFurther();
  }, [clearFurther]);
  const remove = (part: string): void => {
    setFilter(withoutColumn(filter, part));
    further.remove(part);
  };
  const cellItems = ({ row, columnId }: MenuCell<Row>): ReactNode => {
    const column = columns.find(({ id }) => id === columnId);
    const others = further.valuesOf(row);
    if (!column || !hasSharedValues(column)) return <FilterItems values={others} />;
    const value = column.meta.text(row);
    const onOnly = (): void => setFilter(withOnly(filter, column, row));
    const onExclude = (): void => setFilter(withExcluded(filter, column, row));
    return <FilterItems values={[{ value, onOnly, onExclude }, ...others]} />;
  };
  const chips = [...valueChips, ...further.chips];
  return {
    isActive: chips.length > 0,
    keeps,
    clear,
    chips: <FilterChips chips={chips} onRemove={remove} onClear={clear} />,
    cellItems,
  };
}

/** The values of one column that are kept, or left out. Each row stands for its value. */
interface ColumnCondition<Row> {
  keeps: boolean;
  samples: readonly Row[];
}

/** Conditions on the values of a table's columns, by column. A row must meet all of them. */
export type ValueFilter<Row> = Readonly<Record<string, ColumnCondition<Row>>>;

/** True if the rows of a column can be filtered by a value, because many rows share it for long. */
export function hasSharedValues<Row>({ id, meta }: TableColumn<Row>): boolean {
  return id !== 'id' && (meta.sort === 'text' || id === 'leverage');
}

/** Keeps only rows with the value that a row has in a column. */
export function withOnly<Row>(filter: ValueFilter<Row>, { id }: TableColumn<Row>, row: Row): ValueFilter<Row> {
  return { ...filter, [id]: { keeps: true, samples: [row] } };
}

/** Leaves out rows with the value that a row has in a column. */
export function withExcluded<Row>(filter: ValueFilter<Row>, column: TableColumn<Row>, row: Row): ValueFilter<Row> {
  const before = filter[column.id];
  const samples = before && !before.keeps ? before.samples : [];
  return { ...filter, [column.id]: { keeps: false, samples: [...samples, row] } };
}

export function withoutColumn<Row>(filter: ValueFilter<Row>, column: string): ValueFilter<Row> {
  return Object.fromEntries(Object.entries(filter).filter(([id]) => id !== column));
}

/** Returns the condition that a row must meet. A condition on a column that does not exist is met. */
export function rowCondition<Row>(
  filter: ValueFilter<Row>,
  columns: readonly TableColumn<Row>[],
): (row: Row) => boolean {
  const tests = columns.flatMap(({ id, accessorFn }) => {
    const condition = filter[id];
    if (condition === undefined) return [];
    const values = new Set(condition.samples.map(accessorFn));
    return [(row: Row) => values.has(accessorFn(row)) === condition.keeps];
  });
  return (row) => tests.every((test) => test(row));
}
