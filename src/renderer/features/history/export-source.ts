import type { AccountSummary } from '../../../shared/domain.ts';
import type { HistoryField, HistoryState } from '../../../shared/history.ts';
import type { TableLayout } from '../../../shared/settings.ts';
import { completeOrder } from '../../components/table/column-layout.ts';
import { coverageOf, coverageText } from '../../model/coverage.ts';
import type { Text } from '../../text/use-text.ts';
import type { ExportSource } from './export/export-query.ts';
import type { ColumnFields } from './history-fields.ts';
import type { HistoryRowsQuery } from './use-history-rows.ts';

interface OnScreen {
  account: AccountSummary;
  question: HistoryRowsQuery;
  columns: readonly { id: string; header: string }[];
  fields: ColumnFields;
  layout: TableLayout;
  total: number;
}

/** What a file of the rows on the screen is made of. */
export function exportSource(
  state: HistoryState | undefined,
  shown: OnScreen,
  list: ExportSource['list'],
  text: Text,
): ExportSource {
  const { account, question, total } = shown;
  const coverage = coverageOf(state?.modes ?? []);
  return {
    account,
    list,
    filter: question.filter,
    sort: question.sort,
    zone: question.zone,
    columns: shownFields(shown, text),
    total,
    archived: state?.rows ?? 0,
    missing: coverage.complete ? null : text.history.missing(coverageText(coverage, question.zone, text)),
  };
}

/** The fields of the columns that are shown, in their order. */
function shownFields({ columns, fields, layout }: OnScreen, text: Text): { field: HistoryField; heading: string }[] {
  const headers = new Map(columns.map(({ id, header }) => [id, header]));
  return completeOrder(layout.order, [...headers.keys()])
    .filter((id) => !layout.hidden.includes(id))
    .flatMap((id) =>
      (fields[id] ?? []).map((field) => ({
        field,
        heading: field === 'kind' ? text.columns.kind : (headers.get(id) ?? field),
      })),
    );
}
