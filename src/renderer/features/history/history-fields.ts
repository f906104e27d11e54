import {
  type HistoryField,
  type HistoryList,
  type HistorySort,
  orderFields,
  planFields,
} from '../../../shared/history.ts';
import type { ColumnSort } from '../../../shared/settings.ts';

const fieldsOfList: Readonly<Record<HistoryList, readonly HistoryField[]>> = {
  'order-history': orderFields,
  'plan-history': planFields,
};

/** Maximum number of fields of a query's sort. */
const maxSortFields = 8;

/**
 * Returns the fields that a column of a history shows, in the order in which they decide its sort. A column has the name
 * of its field; only `side` shows two fields. Empty for a column that the list does not have.
 */
export function fieldsOfColumn(column: string, list: HistoryList): HistoryField[] {
  const shown = column === 'side' ? ['side', 'kind'] : [column];
  return fieldsOfList[list].filter((field) => shown.includes(field));
}

/** Returns the sort of a history query for the columns that a table is sorted by. */
export function historySort(sorting: readonly ColumnSort[], list: HistoryList): HistorySort[] {
  const sorts = sorting.flatMap(({ id, desc }) =>
    fieldsOfColumn(id, list).map((field): HistorySort => ({ field, direction: desc ? 'descending' : 'ascending' })),
  );
  return sorts.slice(0, maxSortFields);
}
