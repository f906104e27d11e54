import type { SortKey, SortValue } from '../../shared/rows/row-order.ts';
import type { ColumnSort, TableLayout } from '../../shared/settings.ts';

/** The meaning of a cell's color. The text of the cell always says it too. */
export type Tone = 'up' | 'down' | 'muted' | 'warning';

/** A column of a table as data. The table draws the text that the functions return. */
export interface TableColumn<Row> {
  id: string;
  header: string;
  /** Shown in the header, so that the cells need not repeat it. */
  unit?: string;
  /** Default width (CSS pixels). */
  width: number;
  align?: 'end';
  text: (row: Row) => string;
  /** The exact figure if `text` is shortened. It is copied and shown in the details. */
  exact?: (row: Row) => string;
  tone?: (row: Row) => Tone | undefined;
  /** A problem of the figure. The cell is marked and has the problem as its tooltip and description. */
  warning?: (row: Row) => string | null;
  /** Read by a screen reader instead of `text`. */
  spoken?: (row: Row) => string;
  /** Position of the mark on the cell's bar, from 0 to 100; `null` for no bar. */
  bar?: (row: Row) => number | null;
  /** Highlights a rise or fall of the decimal for a moment. */
  flashes?: true;
  /** Runs on a click or Enter instead of opening the row. */
  press?: (row: Row) => void;
  /** A column without it cannot be sorted. */
  sort?: SortValue<Row>;
}

/** The rows of a table in their order. The table reads only the rows that it draws. */
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

/** CSS variable of a column's width. The grid sets it, so that dragging a border renders no row. */
export function widthVariable(columnId: string): string {
  return `--column-${columnId}`;
}

/** CSS value for the width of a cell. */
export function widthOf(columnId: string): string {
  return `var(${widthVariable(columnId)})`;
}
