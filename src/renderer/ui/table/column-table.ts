import { constructTable, type RowData, type Table, type TableState } from '@tanstack/table-core';
import type { ColumnSort, TableLayout } from '../../../shared/contract/settings.ts';
import { defaultPinning, maxSortColumns } from '../../../shared/settings/choices.ts';
import { type ColumnFeatures, columnFeatures, type TableColumn } from './column.ts';

/** Widths in CSS pixels between which the user can resize a column. */
const sizeBounds = { minSize: 44, maxSize: 800 };

export const defaultLayout: TableLayout = {
  columnOrder: [],
  columnVisibility: {},
  columnSizing: {},
  columnPinning: defaultPinning,
  sorting: [],
};

/** A TanStack table that holds the columns of one screen and their state. It never holds rows. */
export type ColumnTableCore<Row extends RowData> = Table<ColumnFeatures<Row>, Row>;
export type ColumnTableState = TableState<typeof columnFeatures>;

/** The columns of one screen with their state at one time. A change of columns or state makes a new object. */
export type ColumnTable<Row extends RowData> = ColumnTableCore<Row> & {
  readonly state: ColumnTableState;
  /** Resets the columns as `resetColumns` does. The user can undo it. */
  readonly reset: () => void;
};

/** Part of the table in which columns stay together: pinned at the start, scrolled, or pinned at the end. */
export type ColumnRegion = 'start' | 'center' | 'end';
const regionNames = ['start', 'center', 'end'] as const satisfies ColumnRegion[];

/** A column with its region. */
export interface PlacedColumn<Row> extends TableColumn<Row> {
  region: ColumnRegion;
}

const noRows: never[] = [];

export function createColumnTable<Row extends RowData>(
  columns: readonly TableColumn<Row>[],
  layout: TableLayout,
  expanded: ColumnTableState['expanded'] = {},
): ColumnTableCore<Row> {
  return constructTable<ColumnFeatures<Row>, Row>({
    features: columnFeatures as ColumnFeatures<Row>,
    columns,
    data: noRows,
    initialState: {
      ...layout,
      columnVisibility: { ...visibilityAtFirst(columns), ...layout.columnVisibility },
      expanded,
    },
    defaultColumn: sizeBounds,
    manualSorting: true,
    manualExpanding: true,
    maxMultiSortColCount: maxSortColumns,
    columnResizeMode: 'onChange',
  });
}

/** Names the columns that are hidden at first, so that a saved layout says which of them it shows. */
function visibilityAtFirst<Row>(columns: readonly TableColumn<Row>[]): Record<string, boolean> {
  return Object.fromEntries(columns.flatMap(({ id, meta }) => (meta.isHiddenAtFirst ? [[id, false]] : [])));
}

/** Returns the part of the state that is saved in the settings. */
export function layoutOf(state: ColumnTableState): TableLayout {
  const { columnOrder, columnVisibility, columnSizing, columnPinning, sorting } = state;
  return { columnOrder, columnVisibility, columnSizing: { ...columnSizing }, columnPinning, sorting };
}

/** Returns the sort by columns that the table has. The sort of all accounts may name the account, which the table of one account lacks. */
export function sortingOf<Row extends RowData>({ state, options }: ColumnTable<Row>): ColumnSort[] {
  const columns = new Set(options.columns.map(({ id }) => id));
  return state.sorting.filter(({ id }) => columns.has(id));
}

/** True while the rows below a row are shown, which they are until the user folds them. */
export function isExpanded<Row extends RowData>({ state }: Pick<ColumnTable<Row>, 'state'>, rowKey: string): boolean {
  return state.expanded === true || state.expanded[rowKey] !== false;
}

/** Shows or folds the rows below some rows. */
export function setExpanded<Row extends RowData>(
  table: ColumnTableCore<Row>,
  rowKeys: readonly string[],
  expanded: boolean,
): void {
  const changed = Object.fromEntries(rowKeys.map((key) => [key, expanded]));
  table.setExpanded((before) => ({ ...(before === true ? {} : before), ...changed }));
}

/** Resets order, visibility, widths and pinning. The sort stays. */
export function resetColumns<Row extends RowData>(table: ColumnTableCore<Row>): void {
  table.resetColumnOrder(true);
  table.setColumnVisibility(visibilityAtFirst(table.options.columns as TableColumn<Row>[]));
  table.resetColumnSizing(true);
  table.setColumnPinning(defaultPinning);
}

/** The part of a table that changes the layout of its columns. */
export type LayoutSetters = Pick<
  ColumnTableCore<RowData>,
  'setColumnOrder' | 'setColumnVisibility' | 'setColumnSizing' | 'setColumnPinning'
>;

/** Gives the columns the layout that `resetColumns` resets. */
export function applyColumns(table: LayoutSetters, layout: TableLayout): void {
  table.setColumnOrder(layout.columnOrder);
  table.setColumnVisibility(layout.columnVisibility);
  table.setColumnSizing(layout.columnSizing);
  table.setColumnPinning(layout.columnPinning);
}

/** Returns all columns in the user's order, hidden ones included: pinned at the start, scrolled, pinned at the end. */
export function placedColumns<Row extends RowData>(table: ColumnTableCore<Row>): PlacedColumn<Row>[] {
  const regions = {
    start: table.getStartLeafColumns(),
    center: table.getCenterLeafColumns(),
    end: table.getEndLeafColumns(),
  };
  return regionNames.flatMap((region) =>
    regions[region].map(({ columnDef }) => ({ ...(columnDef as TableColumn<Row>), region })),
  );
}

/** Returns the columns that are not hidden, in the order of `placedColumns`. */
export function shownColumns<Row extends RowData>(table: ColumnTableCore<Row>): PlacedColumn<Row>[] {
  return placedColumns(table).filter(({ id }) => table.getColumn(id)?.getIsVisible());
}

/** Returns the ID of the column before (-1) or behind (1) another one; `undefined` at the edge of its region. */
export function neighborOf(
  columns: readonly { id: string; region: ColumnRegion }[],
  id: string,
  step: -1 | 1,
): string | undefined {
  const index = columns.findIndex((column) => column.id === id);
  const neighbor = columns[index + step];
  return neighbor?.region === columns[index]?.region ? neighbor?.id : undefined;
}

/**
 * Moves a column to the place of another one, into its region: before it when moving toward the start or into another
 * region, behind it when moving toward the end.
 */
export function moveColumn<Row extends RowData>(table: ColumnTableCore<Row>, id: string, onto: string): void {
  const columns = placedColumns(table);
  const target = columns.find((column) => column.id === onto)?.region;
  if (target === undefined || id === onto || !table.getColumn(id)) return;
  const idsIn = (region: ColumnRegion): string[] =>
    columns.filter((column) => column.region === region).map((column) => column.id);
  const regions = { start: idsIn('start'), center: idsIn('center'), end: idsIn('end') };
  const index = regions[target].indexOf(onto);
  for (const region of regionNames) regions[region] = regions[region].filter((other) => other !== id);
  regions[target].splice(index, 0, id);
  table.setColumnOrder(regionNames.flatMap((region) => regions[region]));
  table.setColumnPinning({ start: regions.start, end: regions.end });
}
