import type { HistoryState } from '../../../../shared/contract/history.ts';
import type { Noted } from '../../../../shared/contract/notes.ts';
import type { ColumnSort } from '../../../../shared/contract/settings.ts';
import type { ListFilters } from '../../../../shared/contract/trades.ts';
import type { ArchiveList } from '../../../../shared/orders/trades.ts';
import type { Text } from '../../../text/use-text.ts';
import type { TableColumn } from '../../../ui/table/column.ts';
import type { RulesOf } from '../../../ui/text/figures.ts';
import type { ExportColumn, ExportRows } from '../export/export-source.ts';
import type { AccountState } from '../history-state.ts';
import type { ReadRows, RowsQuery } from '../windows/use-history-rows.ts';

export interface ArchiveRow extends Noted {
  key: string;
  /** Only in a joint archive. */
  account?: string;
  symbol: string;
  /** As received. A derived row has none. */
  raw?: string;
}

interface NoticeText {
  what: string;
  next: string;
}

/** What differs between the lists of the archive. The object must stay the same between renders. */
export interface ListDefinition<List extends ArchiveList, Row extends ArchiveRow, Sort, Field extends string> {
  list: List;
  read: ReadRows<RowsQuery<ListFilters[List], Sort>, Row>;
  /** True if each row has estimated fees. */
  hasFees?: true;
  exportRows: ExportRows<ListFilters[List], Sort, Field>;
  /** `hasRates`: true if fees are estimated. */
  makeColumns: (text: Text, rulesOf: RulesOf, zone: string, hasRates: boolean) => TableColumn<Row>[];
  /** Column of the time by which the list is sorted, the newest first, if the user has not sorted it. */
  timeColumn: string;
  sortOf: (sorting: readonly ColumnSort[]) => Sort[];
  /** Returns the fields that a cell shows, and by whose values its menu filters. */
  fieldsOfColumn: (column: string) => readonly string[];
  /** Returns the fields of the visible columns, in their order. */
  exportFields: (
    columns: readonly { id: string; header: string }[],
    text: Text,
    hasRates: boolean,
  ) => ExportColumn<Field>[];
  /** Counts the rows without a filter. Missing if they are the rows of the history. */
  countAll?: (account: string, signal: AbortSignal) => Promise<number>;
  /** Texts for a history without rows, and for a filter that no row fits. */
  notices: (text: Text) => { empty: NoticeText; noneFits: NoticeText };
}

/** The list on the screen, as the parts that a screen adds need it. */
export interface ShownList<Filter> {
  /** ID of the archive. */
  account: string;
  /** The accounts of the archive, with their own states. */
  parts: readonly AccountState[];
  /** Of the history from which the rows come; `undefined` until it has been read. */
  state: HistoryState | undefined;
  filter: Filter;
  zone: string;
  presetDay: string | null;
  /** Version of the history; `undefined` until the first rows have been read. */
  version: number | undefined;
}
