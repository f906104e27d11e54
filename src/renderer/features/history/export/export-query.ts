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
} from '../../../../shared/history.ts';

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
