import type { TableColumn } from '../table/column.ts';

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
