import {
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createColumnHelper,
  type RowData,
  rowExpandingFeature,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/table-core';
import { storeReactivityBindings } from '@tanstack/table-core/store-reactivity-bindings';
import type { ColumnSort } from '../../../shared/contract/settings.ts';
import type { SortKey, SortValue } from '../../../shared/rows/sort-rows.ts';
import { minusSign } from '../../../shared/values/decimal.ts';

/** Meaning of the color of a cell, or of the mark before its text. The text of the cell always says the same in words. */
export type Tone = 'up' | 'down' | 'buy' | 'sell' | 'muted' | 'warning';

/** Properties of a column beyond those of TanStack Table. Every cell shows one text. */
export interface ColumnMeta<Row> {
  /** Unit of the figures. The header shows the unit, so the cells do not repeat it. */
  unit?: string;
  /** Returns the unit of one row, such as its quote currency, for its details. Default: `unit`. */
  unitOf?: (row: Row) => string;
  /** True if the column is hidden until the user shows it. */
  isHiddenAtFirst?: true;
  /** True for a column that joins the fields of others. An export of the table leaves it out. */
  isJoint?: true;
  /** True if the list of fields in the details lacks the value: they show it apart, or say with another field what follows from it. */
  isNoDetail?: true;
  align?: 'end';
  /** Returns the text of the cell, shortened for reading. */
  text: (row: Row) => string;
  /** Returns the figure with every digit for a tooltip, the details and screen readers; `null` if `text` has them. */
  full?: (row: Row) => string | null;
  /** Returns the exact figure for the clipboard. Default: `text`. */
  exact?: (row: Row) => string;
  tone?: (row: Row) => Tone | undefined;
  /** Returns the problem with the figure, or `null`. A cell with a problem is marked and has it as a tooltip. */
  warning?: (row: Row) => string | null;
  /** Returns something to note about the row, or `null`. The cell has a quiet mark and the remark as a tooltip. */
  remark?: (row: Row) => string | null;
  /** Returns a short text that stands beside that of the cell, such as what a search has found in the row; or `null`. */
  aside?: (row: Row) => string | null;
  /** Returns the user's note on the row, or `null`. The cell has a mark and the note as a tooltip. */
  note?: (row: Row) => string | null;
  /** Returns the text for screen readers; `null` if it is `text`. Default: `text`. */
  spoken?: (row: Row) => string | null;
  /** Returns the position of the mark on the bar in the cell, from 0 to 100; `null` if the cell has no bar. */
  bar?: (row: Row) => number | null;
  /** True if a cell flashes when its figure rises or falls. Only for `sort: 'decimal'`. */
  flashes?: true;
  /** Returns the currency of the figure; `null` if it is in no sum. The status line shows the sums of selected rows by currency. */
  sumIn?: (row: Row) => string | null;
  /** Returns the range of an estimate with its ends, for files; `null` if the figure is exact. */
  range?: (row: Row) => string | null;
  /** True if figures with more than two decimal places are aligned with the others at the decimal point. */
  alignsPoint?: true;
  /** True if a sum has a plus sign. */
  isSigned?: true;
  /** Replaces opening the row on a click or Enter. */
  press?: (row: Row) => void;
  /** Kind of the column's value for sorting. A column without a kind cannot be sorted. */
  sort?: SortValue<Row>['kind'];
  /** True if the first click on the header sorts ascending, because the smallest figures are looked for: a distance. */
  isLowFirst?: true;
}

/** Value of a column in one row: the sort key. `null` if the row has no value. */
type ColumnValue = string | number | null;

/** A column definition of TanStack Table, narrowed to the form that every table of the page uses. */
export interface TableColumn<Row> {
  /** Name of the field that the column shows; a name of its own if the column shows no single field. */
  id: string;
  header: string;
  /** Width in CSS pixels before the user changes it. */
  size?: number;
  accessorFn: (row: Row) => ColumnValue;
  enableSorting: boolean;
  sortDescFirst: boolean;
  meta: ColumnMeta<Row>;
}

/** The rows of a table in the order shown. The table reads only the rows that it draws. */
export interface RowIndex<Row> {
  readonly rowCount: number;
  /** Version of the rows of an index that loads rows on demand. All its rows are of one version. */
  readonly version?: number | null;
  /** Returns the row at a position, counted from 0; `undefined` if the row is not loaded. */
  rowAt(position: number): Row | undefined;
  /** True while the rows belong to an earlier query. */
  readonly outdated?: boolean;
  /** Number of rows that came in above since the list was opened. Without it, added rows move those in sight. */
  readonly movedDown?: number;
  /** Receives the rows in sight, for an index that loads rows on demand. */
  readonly setView?: (rows: RowsInSight) => void;
  /** Resolves with rows that the index may not hold; with `null` if they cannot be read. */
  readonly readRange?: (from: number, count: number) => Promise<Row[] | null>;
  /** Of a table whose rows have rows below them. */
  readonly tree?: RowTree<Row>;
}

/** How the rows of a table belong together. The index leaves out rows that are folded. */
export interface RowTree<Row> {
  /** 1 at the top, 2 for a row that belongs to the one of level 1 above it. */
  levelOf(row: Row): 1 | 2;
  /** `null` for a row without rows below it. */
  isExpanded(row: Row): boolean | null;
  toggle(row: Row): void;
}

/** The rows in sight: the position of the first one, and that after the last one. */
export interface RowsInSight {
  first: number;
  end: number;
  /** True if the table is scrolled to its top. */
  atTop: boolean;
}

/** Parts of TanStack Table that the page uses. None of them reads rows. */
export const columnFeatures = tableFeatures({
  coreReactivityFeature: storeReactivityBindings(),
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowExpandingFeature,
  rowSortingFeature,
});
export type ColumnFeatures<Row> = typeof columnFeatures & { columnMeta: ColumnMeta<Row> };

/** A field of the row, or a function that derives a value from it. */
export type Accessor<Row, Value> = keyof Row | ((row: Row) => Value);
interface ColumnOptions<Row> extends Pick<TableColumn<Row>, 'header' | 'size' | 'meta'> {}

interface ColumnHelper<Row> {
  /** Defines a column of one field. The name of the field is the ID of the column. */
  accessor(field: keyof Row, column: ColumnOptions<Row>): TableColumn<Row>;
  /** Defines a column of a derived value. */
  accessor(of: (row: Row) => ColumnValue, column: ColumnOptions<Row> & { id: string }): TableColumn<Row>;
}

/** Returns the helper that defines columns for one type of row: TanStack's, with the defaults of the page. */
export function columnHelper<Row extends RowData>(): ColumnHelper<Row> {
  const helper = createColumnHelper<ColumnFeatures<Row>, Row>();
  return {
    accessor: (of: Accessor<Row, ColumnValue>, column: ColumnOptions<Row> & { id?: string }) =>
      helper.accessor(readerOf(of), {
        id: String(of),
        ...column,
        enableSorting: column.meta.sort !== undefined,
        sortDescFirst: column.meta.sort !== 'text' && column.meta.isLowFirst !== true,
      }) as TableColumn<Row>,
  };
}

/** Returns the function that reads the value of an accessor from a row. */
export function readerOf<Row, Value>(of: Accessor<Row, Value>): (row: Row) => Value {
  return typeof of === 'function' ? of : (row) => row[of] as Value;
}

/** Returns the exact text of a cell, for the clipboard. A negative figure has a hyphen, which other programs read. */
export function exactText<Row>({ meta }: TableColumn<Row>, row: Row): string {
  const exact = (meta.exact ?? meta.text)(row);
  return meta.align === 'end' ? exact.replaceAll(minusSign, '-') : exact;
}

/** Returns the text of a cell with every digit, for reading. */
export function fullText<Row>(column: TableColumn<Row>, row: Row): string {
  const { full, exact, text } = column.meta;
  return full ? (full(row) ?? text(row)) : (exact ?? text)(row);
}

/** Returns the sort keys of the columns. A column that does not exist or cannot be sorted is skipped. */
export function sortKeys<Row>(columns: readonly TableColumn<Row>[], sorting: readonly ColumnSort[]): SortKey<Row>[] {
  return sorting.flatMap(({ id, desc }) => {
    const column = columns.find((each) => each.id === id);
    if (column?.meta.sort === undefined) return [];
    const value = { kind: column.meta.sort, of: column.accessorFn } as SortValue<Row>;
    return [{ value, direction: desc ? 'descending' : 'ascending' }];
  });
}
