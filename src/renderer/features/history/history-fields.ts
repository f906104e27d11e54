import type { HistorySort } from '../../../shared/contract/history.ts';
import type { ColumnSort } from '../../../shared/contract/settings.ts';
import type { EndField, HistoryField, HistoryList, PnlField } from '../../../shared/orders/history.ts';
import type { NoteField } from '../../../shared/orders/notes.ts';
import { fieldsOf } from '../../../shared/orders/order-fields.ts';
import { maxSortColumns } from '../../../shared/settings/choices.ts';
import { noteColumnId, noteExportColumns } from '../../domain/notes/note-column.ts';
import { accountColumnId } from '../../domain/orders/account-column.ts';
import type { ExportColumn } from '../../domain/orders/export/export-source.ts';
import { pnlExportColumns } from '../../domain/orders/fees/fee-columns.ts';
import type { Text } from '../../text/use-text.ts';

/** Returns the fields that a column shows, in the order in which they decide its sort. Empty for a column that the list does not have. */
export function fieldsOfColumn(column: string, list: HistoryList): HistoryField[] {
  return fieldsOf(list).flatMap((field) => (field.column === column ? [field.name as HistoryField] : []));
}

/** The column of when a plan order was seen to end. No field of the service has it. */
export const endedColumn = 'endedAt';

/** Returns the sort of a history query for the columns that a table is sorted by. Unsorted, plan orders that ended last come first. */
export function historySort(sorting: readonly ColumnSort[], list: HistoryList): HistorySort[] {
  const chosen = list === 'plan-history' && sorting.length === 0 ? [{ id: endedColumn, desc: true }] : sorting;
  const sorts = chosen.flatMap(({ id, desc }) => {
    const fields = ownFields(id, list) ?? fieldsOfColumn(id, list);
    return fields.map((field): HistorySort => ({ field, direction: desc ? 'descending' : 'ascending' }));
  });
  return sorts.slice(0, maxSortColumns);
}

/** Returns the field of a column that no field of the service has; `null` for any other column. */
function ownFields(column: string, list: HistoryList): HistorySort['field'][] | null {
  if (column === accountColumnId) return [accountColumnId];
  return column === endedColumn && list === 'plan-history' ? [endedColumn] : null;
}

/** Fields of a file. */
export type HistoryExportField = HistoryField | EndField | PnlField | NoteField | typeof accountColumnId;

/** Returns the fields of the visible columns, in their order, with their headings. */
export function exportFields(
  columns: readonly { id: string; header: string }[],
  list: HistoryList,
  text: Text,
  hasRates: boolean,
): ExportColumn<HistoryExportField>[] {
  const headings: Partial<Record<HistoryField, string>> = { kind: text.columns.kind, action: text.columns.action };
  const hasAction = columns.some(({ id }) => id === 'action');
  return columns.flatMap(({ id, header }): ExportColumn<HistoryExportField>[] => {
    if (id === noteColumnId) return noteExportColumns(header, text);
    if (id === accountColumnId) return [{ field: accountColumnId, heading: header }];
    if (id === endedColumn) {
      return [
        { field: 'lastSeenAt', heading: text.planLife.lastSeen },
        { field: 'endedAt', heading: header },
      ];
    }
    if (id === 'pnl') return [{ field: 'pnl', heading: header }, ...pnlExportColumns(hasRates, text)];
    const fields = fieldsOfColumn(id, list);
    // The side shows the action, too.
    if (id === 'side' && list === 'order-history' && !hasAction) fields.push('action');
    return fields.map((field) => ({ field, heading: headings[field] ?? header }));
  });
}
