import type { ExportOutcome } from '../../../../shared/contract/exports.ts';
import type { CsvSeparator, DecimalSign, ExportFormat } from '../../../../shared/orders/history.ts';
import type { ArchiveList } from '../../../../shared/orders/trades.ts';
import { dayOf } from '../../../../shared/time/days.ts';
import type { Timestamp } from '../../../../shared/values/domain.ts';
import type { Result } from '../../../../shared/values/result.ts';
import type { Text } from '../../../text/use-text.ts';
import { isJointArchive, type ShownArchive } from '../../accounts/shown-archive.ts';
import { missingOfAccounts } from '../coverage/coverage.ts';
import type { AccountState } from '../history-state.ts';
import type { RowsQuery } from '../windows/use-history-rows.ts';

/** The file of an export. */
interface ExportFile {
  /** The page's own name for the export, in `exportProgress`. */
  id: string;
  format: ExportFormat;
  separator: CsvSeparator;
  decimalSign: DecimalSign;
  byteOrderMark: boolean;
  /** Without its ending. */
  name: string;
}

/** A field of the file, and its heading. */
export interface ExportColumn<Field extends string> {
  field: Field;
  heading: string;
}

/** A call that exports the rows of a query. `columns`: `null` for all fields. */
export type ExportRows<Filter, Sort, Field extends string> = (
  query: RowsQuery<Filter, Sort> &
    ExportFile & { columns: ExportColumn<Field>[] | null; accountNames?: Record<string, string> },
  signal: AbortSignal,
) => Promise<Result<ExportOutcome>>;

/** The list that a screen shows, as the source of an export. */
export interface ExportSource {
  accountName: string;
  list: ArchiveList;
  /** IANA name. */
  zone: string;
  /** The dates of the filter in words; `null` if it has none. */
  period: string | null;
  /** Number of visible columns. A column may show several fields. */
  columnCount: number;
  /** Number of rows of the filtered list. */
  total: number;
  /** Number of rows of the whole list in the local history. */
  archived: number;
  /** A sentence about missing rows; `null` if the history is complete. */
  missing: string | null;
  write: (file: ExportFile, parts: ExportParts, signal: AbortSignal) => Promise<Result<ExportOutcome>>;
}

/** `shown`: the rows of the filter, and the visible columns. */
export interface ExportParts {
  rows: 'shown' | 'all';
  columns: 'shown' | 'all';
}

export type ExportOptions = ExportParts & Omit<ExportFile, 'id' | 'name'>;

/** Returns the options of a new dialog. A spreadsheet of the system reads figures with the decimal sign of its locale. */
export function defaultOptions(locale?: string): ExportOptions {
  return { rows: 'shown', columns: 'shown', format: 'csv', ...csvWith(decimalSignOf(locale)), byteOrderMark: false };
}

/** Returns the decimal sign of a locale; `point` for a text that is none: WebKitGTK names the C locale of a system `C`. */
function decimalSignOf(locale?: string): DecimalSign {
  try {
    const parts = new Intl.NumberFormat(locale).formatToParts(0.5);
    return parts.some(({ type, value }) => type === 'decimal' && value === ',') ? 'comma' : 'point';
  } catch {
    return 'point';
  }
}

/** Returns a decimal sign and the separator that spreadsheets expect with it. */
export function csvWith(decimalSign: DecimalSign): Pick<ExportOptions, 'decimalSign' | 'separator'> {
  return { decimalSign, separator: decimalSign === 'comma' ? 'semicolon' : 'comma' };
}

/** Returns the number of rows of the file. */
export function rowsToExport({ total, archived }: ExportSource, { rows }: ExportParts): number {
  return rows === 'all' ? archived : total;
}

/** Maximum length of the name of a file. */
const maxNameLength = 100;

/** Returns the name of the file: the account, the screen, the period of the rows, and the current day. */
export function exportName(
  { accountName, zone, period }: ExportSource,
  { rows }: ExportParts,
  screen: string,
  now: Timestamp,
): string {
  const day = dayOf(now, zone);
  const what = rows === 'all' || period === null ? ` ${screen} ${day}` : ` ${screen} ${period} (${day})`;
  return `${accountName.slice(0, Math.max(0, maxNameLength - what.length))}${what}`.trim().slice(0, maxNameLength);
}

interface OnScreen<Filter, Sort, Field extends string> {
  archive: ShownArchive;
  list: ArchiveList;
  query: RowsQuery<Filter, Sort>;
  columnCount: number;
  /** Fields of the visible columns, in their order. */
  fields: ExportColumn<Field>[];
  period: string | null;
  total: number;
  archived: number;
  exportRows: ExportRows<Filter, Sort, Field>;
}

/** Returns the list on the screen as the source of an export. */
export function exportSource<Filter, Sort, Field extends string>(
  parts: readonly AccountState[],
  shown: OnScreen<Filter, Sort, Field>,
  text: Text,
): ExportSource {
  const { archive, list, query, fields, exportRows, columnCount, period, total, archived } = shown;
  const { zone } = query;
  const missing = missingOfAccounts(parts, zone, text);
  return {
    accountName: archive.name,
    list,
    zone,
    period,
    columnCount,
    total,
    archived,
    missing: missing.length === 0 ? null : missing.reduce(text.sentences),
    write: (file, { rows, columns }, signal) =>
      exportRows(
        {
          ...query,
          ...file,
          // No part of a filter is required.
          ...(rows === 'all' ? { filter: {} as Filter } : {}),
          columns: columns === 'all' ? null : fields,
          ...(isJointArchive(archive)
            ? { accountNames: Object.fromEntries(archive.accounts.map(({ id, name }) => [id, name])) }
            : {}),
        },
        signal,
      ),
  };
}
