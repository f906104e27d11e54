import type { SortKey, SortValue } from '../../shared/rows/row-order.ts';
import type { ColumnSort, TableLayout } from '../../shared/settings.ts';

/** What a colour would say; the text of the cell always says it too. */
export type Tone = 'up' | 'down' | 'muted' | 'warning';

/** A column as data. Everything that a cell shows is text made by `text`; the table does the rest. */
export interface TableColumn<Row> {
  id: string;
  header: string;
  /** Said in the header, so that the cells need not repeat it. */
  unit?: string;
  /** In CSS pixels, before the reader changes it. */
  width: number;
  align?: 'end';
  text: (row: Row) => string;
  /** The exact figure, where `text` is shortened for the eye. Copied, and shown in the details. */
  exact?: (row: Row) => string;
  tone?: (row: Row) => Tone | undefined;
  /** What is wrong with the figure: the cell is marked, and says it where it is asked or heard. */
  warning?: (row: Row) => string | null;
  /** What a screen reader says in place of `text`. */
  spoken?: (row: Row) => string;
  /** Where a mark stands on a bar in the cell, from 0 to 100; `null`: there is no bar. */
  bar?: (row: Row) => number | null;
  /** A decimal that shows for a moment that it has risen or fallen. */
  flashes?: true;
  /** What a click or Enter does in place of opening the row. */
  press?: (row: Row) => void;
  /** Without it the column cannot be sorted. */
  sort?: SortValue<Row>;
}

/** The rows behind a table, in the order in which they are shown. The table asks for the few that it draws. */
export interface RowIndex<Row> {
  readonly rowCount: number;
  rowAt(position: number): Row | undefined;
}

/** The layout of a table before the user changes it. */
export const emptyLayout: TableLayout = { order: [], hidden: [], widths: {}, sort: [] };

/** Returns the sort keys of a table's sort. A column that no longer exists or cannot be sorted is left out. */
export function sortKeys<Row>(columns: readonly TableColumn<Row>[], sort: readonly ColumnSort[]): SortKey<Row>[] {
  return sort.flatMap(({ column, direction }) => {
    const value = columns.find(({ id }) => id === column)?.sort;
    return value ? [{ value, direction }] : [];
  });
}

export function exactText<Row>(column: TableColumn<Row>, row: Row): string {
  return column.exact ? column.exact(row) : column.text(row);
}

/** The widths live in one variable a column on the grid, so that dragging a border redraws no row. */
export function widthVariable(columnId: string): string {
  return `--column-${columnId}`;
}

/** The width of a cell, as a style has it. */
export function widthOf(columnId: string): string {
  return `var(${widthVariable(columnId)})`;
}
