import type { InputOf } from '../../../../shared/contract.ts';
import { dayOf } from '../../../../shared/days.ts';
import type { AccountSummary, Timestamp } from '../../../../shared/domain.ts';
import type {
  CsvSeparator,
  ExportFormat,
  HistoryField,
  HistoryFilter,
  HistoryList,
  HistorySort,
  HistoryState,
} from '../../../../shared/history.ts';
import type { TableLayout } from '../../../../shared/settings.ts';
import { completeOrder } from '../../../components/table/column-layout.ts';
import { coverageOf, coverageText } from '../../../model/coverage.ts';
import type { Text } from '../../../text/use-text.ts';
import type { ColumnFields } from '../history-fields.ts';
import type { HistoryRowsQuery } from '../use-history-rows.ts';

/** What a screen shows, of which a file can be made. */
export interface ExportSource {
  account: AccountSummary;
  list: HistoryList;
  filter: HistoryFilter;
  sort: readonly HistorySort[];
  /** IANA name. */
  zone: string;
  /** Those that are shown, in their order. */
  columns: readonly { field: HistoryField; heading: string }[];
  /** Rows of the filtered list. */
  total: number;
  /** Rows of the whole list, as far as it is in the archive. */
  archived: number;
  /** A sentence on what is not in the archive; `null` where that is complete. */
  missing: string | null;
}

export interface ExportOptions {
  rows: 'shown' | 'all';
  columns: 'shown' | 'all';
  format: ExportFormat;
  separator: CsvSeparator;
  byteOrderMark: boolean;
}

export const defaultOptions: ExportOptions = {
  rows: 'shown',
  columns: 'shown',
  format: 'csv',
  separator: 'comma',
  byteOrderMark: false,
};

/** Without the name of the call. */
export type ExportQuestion = Omit<InputOf<'exportHistory'>, 'id'>;

/** How many rows a file will have. */
export function rowsToExport({ total, archived }: ExportSource, { rows }: ExportOptions): number {
  return rows === 'all' ? archived : total;
}

/** `screen` is what the list is called; with the account and the day it makes the file's name. */
export function exportQuestion(
  source: ExportSource,
  options: ExportOptions,
  screen: string,
  now: Timestamp,
): ExportQuestion {
  const { account, list, filter, sort, zone, columns } = source;
  return {
    account: account.id,
    list,
    filter: options.rows === 'all' ? {} : filter,
    sort: [...sort],
    zone,
    columns: options.columns === 'all' ? null : [...columns],
    format: options.format,
    separator: options.separator,
    byteOrderMark: options.byteOrderMark,
    name: `${account.name} ${screen} ${dayOf(now, zone)}`.slice(0, 100),
  };
}

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
