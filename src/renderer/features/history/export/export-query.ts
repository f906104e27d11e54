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
import { coverageOf, coverageText } from '../../../model/coverage.ts';
import type { HistoryRowsQuery } from '../../../state/use-history-rows.ts';
import type { Text } from '../../../text/use-text.ts';
import { fieldsOfColumn } from '../history-fields.ts';

/** The list that a screen shows, as the source of an export. */
export interface ExportSource {
  account: AccountSummary;
  list: HistoryList;
  filter: HistoryFilter;
  sort: readonly HistorySort[];
  /** IANA name. */
  zone: string;
  /** Number of visible columns. A column may show several fields. */
  columnCount: number;
  /** Fields of the visible columns, in their order. */
  columns: readonly { field: HistoryField; heading: string }[];
  /** Number of rows of the filtered list. */
  total: number;
  /** Number of rows of the whole list in the local history. */
  archived: number;
  /** A sentence about missing rows; `null` if the history is complete. */
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

/** The input of `exportHistory` without the ID of the call. */
export type ExportQuery = Omit<InputOf<'exportHistory'>, 'id'>;

/** Returns the number of rows of the file. */
export function rowsToExport({ total, archived }: ExportSource, { rows }: ExportOptions): number {
  return rows === 'all' ? archived : total;
}

/** Makes the query of an export. The file is named after the account, the screen and the current day. */
export function exportQuery(source: ExportSource, options: ExportOptions, screen: string, now: Timestamp): ExportQuery {
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
  query: HistoryRowsQuery;
  /** The visible columns, in their order. */
  columns: readonly { id: string; header: string }[];
  total: number;
}

/** Returns the list on the screen as the source of an export. */
export function exportSource(
  state: HistoryState | undefined,
  shown: OnScreen,
  list: ExportSource['list'],
  text: Text,
): ExportSource {
  const { account, query, total } = shown;
  const coverage = coverageOf(state?.modes ?? []);
  return {
    account,
    list,
    filter: query.filter,
    sort: query.sort,
    zone: query.zone,
    columnCount: shown.columns.length,
    columns: shownFields(shown, list, text),
    total,
    archived: state?.rows ?? 0,
    missing: coverage.complete ? null : text.history.missing(coverageText(coverage, query.zone, text)),
  };
}

/** Returns the fields of the visible columns, in their order. */
function shownFields({ columns }: OnScreen, list: HistoryList, text: Text): { field: HistoryField; heading: string }[] {
  const headings: Partial<Record<HistoryField, string>> = { kind: text.columns.kind, action: text.columns.action };
  const hasAction = columns.some(({ id }) => id === 'action');
  return columns.flatMap(({ id, header }) => {
    const fields = fieldsOfColumn(id, list);
    // The side shows the action, too.
    if (id === 'side' && list === 'order-history' && !hasAction) fields.push('action');
    return fields.map((field) => ({ field, heading: headings[field] ?? header }));
  });
}
