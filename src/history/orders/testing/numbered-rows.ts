import type { HistoryList } from '../../../shared/orders/history.ts';
import { type HistoryRows, type IndexedRow, valueFields } from '../../rows.ts';
import type { ListTable } from '../list-table.ts';

/** A row with its fields by name, for tests that compare what the index makes of them. */
export type NumberedRow<List extends HistoryList> = Omit<HistoryRows[List], 'raw'> & {
  number: number;
  tie: number;
  /** Only in a joint archive. */
  account?: string;
};

const fields = { 'order-history': valueFields('order-history'), 'plan-history': valueFields('plan-history') };

/** `List`: that of the table. */
export function putRows<List extends HistoryList>(table: ListTable, rows: readonly NumberedRow<List>[]): void {
  table.put(rows.map((row) => indexedRow(table.list, row as NumberedRow<HistoryList>)));
}

export function indexedRow<List extends HistoryList>(list: List, row: NumberedRow<List>): IndexedRow {
  const { number, tie, id, marginMode, createdAt, account } = row;
  const values: Partial<Record<string, unknown>> = row;
  return {
    number,
    tie,
    id,
    marginMode,
    createdAt,
    ...(account === undefined ? {} : { account }),
    values: fields[list].map(({ name }) => (values[name] ?? null) as string | null),
  };
}
