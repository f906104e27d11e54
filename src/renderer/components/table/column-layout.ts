import type { TableLayout } from '../../../shared/settings.ts';
import type { TableColumn } from '../../model/column.ts';

/** In CSS pixels, for every column. */
const narrowest = 44;
const widest = 800;
/** As many as the settings keep. */
const mostSortColumns = 8;

/** The reader's order, without columns that no longer exist, and with those that came since at their place at the end. */
export function completeOrder(order: readonly string[], known: readonly string[]): string[] {
  const kept = order.filter((id) => known.includes(id));
  return [...kept, ...known.filter((id) => !kept.includes(id))];
}

/** Puts one column where another is: before it when moving to the front, behind it when moving to the back. */
export function moveColumn(order: readonly string[], id: string, onto: string): string[] {
  const from = order.indexOf(id);
  const to = order.indexOf(onto);
  if (from < 0 || to < 0) return [...order];
  const next = order.filter((other) => other !== id);
  next.splice(to, 0, id);
  return next;
}

/** The columns that the reader has not hidden, in the reader's order. */
export function shownColumns<Row>(
  columns: readonly TableColumn<Row>[],
  { order, hidden }: Pick<TableLayout, 'order' | 'hidden'>,
): TableColumn<Row>[] {
  const byId = new Map(columns.map((column) => [column.id, column]));
  return completeOrder(order, [...byId.keys()]).flatMap((id) => (hidden.includes(id) ? [] : (byId.get(id) ?? [])));
}

/** In CSS pixels. */
export function columnWidth(column: { id: string; width: number }, widths: TableLayout['widths']): number {
  return withinBounds(widths[column.id] ?? column.width);
}

/** `null`: as wide as the column comes. */
export function resizedColumn(layout: TableLayout, id: string, width: number | null): TableLayout {
  const { [id]: _, ...others } = layout.widths;
  return { ...layout, widths: width === null ? others : { ...others, [id]: withinBounds(Math.round(width)) } };
}

function withinBounds(width: number): number {
  return Math.min(widest, Math.max(narrowest, width));
}

/**
 * The sort after a column was chosen: first the way round that is most often wanted (figures the largest first, texts from A on), then
 * the other, then none. `further`: the other columns of the sort stay, and a new one comes behind them; the oldest goes where there are
 * too many.
 */
export function toggledSort<Row>(
  sort: TableLayout['sort'],
  column: TableColumn<Row>,
  further: boolean,
): TableLayout['sort'] {
  if (!column.sort) return sort;
  const first = column.sort.kind === 'text' ? 'ascending' : 'descending';
  const second = first === 'ascending' ? 'descending' : 'ascending';
  const before = sort.find((part) => part.column === column.id)?.direction;
  const direction = before === undefined ? first : before === first ? second : null;
  const next: TableLayout['sort'] = direction === null ? [] : [{ column: column.id, direction }];
  if (!further) return next;
  if (before === undefined) return [...sort, ...next].slice(-mostSortColumns);
  return sort.flatMap((part) => (part.column === column.id ? next : part));
}
