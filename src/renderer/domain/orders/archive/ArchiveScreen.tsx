import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useMemo } from 'react';
import type { AccountSummary } from '../../../../shared/contract/accounts.ts';
import type { HistoryState } from '../../../../shared/contract/history.ts';
import type { Noted } from '../../../../shared/contract/notes.ts';
import type { ColumnSort } from '../../../../shared/contract/settings.ts';
import type { ListFilters } from '../../../../shared/contract/trades.ts';
import { formatTimestamp } from '../../../../shared/time.ts';
import type { ArchiveList } from '../../../../shared/trades.ts';
import { useCommand } from '../../../platform/commands.ts';
import { useTimeZone } from '../../../platform/settings/settings.ts';
import { useThrottled } from '../../../platform/use-throttled.ts';
import { type Text, useText } from '../../../text/use-text.ts';
import type { CellFilter } from '../../../ui/filter/cell-filter.ts';
import { FilterChips } from '../../../ui/filter/FilterChips.tsx';
import { cleanFilter, isEmptyFilter, onlyText, withPart } from '../../../ui/filter/list-filter.ts';
import { DetailPanel } from '../../../ui/screen/DetailPanel.tsx';
import { Skeleton } from '../../../ui/screen/Notices.tsx';
import type { TableColumn } from '../../../ui/table/column.ts';
import { shownColumns } from '../../../ui/table/column-table.ts';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { useColumnTable } from '../../../ui/table/use-column-table.ts';
import type { RulesOf } from '../../../ui/text/figures.ts';
import { FailureNotice } from '../../accounts/FailureNotice.tsx';
import { useReportFreshness } from '../../market/freshness.ts';
import { useRulesOf, useSymbols } from '../../market/symbol-rules.ts';
import { useSymbolSize, withSymbolSize } from '../../market/symbol-size.ts';
import { NoteField } from '../../notes/NoteField.tsx';
import { ownNote, withNoteColumn } from '../../notes/note-column.ts';
import { tagFilters } from '../../notes/note-filter.ts';
import { coverageOf } from '../coverage/coverage.ts';
import { FirstDownload } from '../coverage/FirstDownload.tsx';
import { ArchiveBanner, HistoryPlaceholder } from '../coverage/HistoryNotices.tsx';
import { HistoryStatus } from '../coverage/HistoryStatus.tsx';
import { type ExportColumn, type ExportRows, exportSource } from '../export/export-source.ts';
import { filterForms, historyOf, noteKindOf } from '../filter/filter-forms.ts';
import { useListFilter } from '../filter/use-list-filter.ts';
import { useHistoryState, useSyncFailure, useSyncHistory } from '../history-state.ts';
import {
  type ReadRows,
  type RowsQuery,
  useBackfillOnScroll,
  useHistoryRows,
  useOpenRow,
  usePresetDay,
} from '../windows/use-history-rows.ts';
import { ArchiveCellItems } from './ArchiveCellItems.tsx';
import { ArchiveToolbar } from './ArchiveToolbar.tsx';

interface ArchiveRow extends Noted {
  key: string;
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
  exportRows: ExportRows<ListFilters[List], Sort, Field>;
  makeColumns: (text: Text, rulesOf: RulesOf, zone: string) => TableColumn<Row>[];
  /** Column of the time by which the list is sorted, the newest first, if the user has not sorted it. */
  timeColumn: string;
  sortOf: (sorting: readonly ColumnSort[]) => Sort[];
  /** Returns the filters for the values that a cell shows. */
  cellFilters: (
    column: string,
    row: Row,
    filter: ListFilters[List],
    zone: string,
    text: Text,
  ) => CellFilter<ListFilters[List]>[];
  /** Returns the fields of the visible columns, in their order. */
  exportFields: (columns: readonly { id: string; header: string }[], text: Text) => ExportColumn<Field>[];
  /** Counts the rows without a filter. Missing if they are the rows of the history. */
  countAll?: (account: string, signal: AbortSignal) => Promise<number>;
  /** Texts for a history without rows, and for a filter that no row fits. */
  notices: (text: Text) => { empty: NoticeText; noneFits: NoticeText };
}

/** The list on the screen, as the parts that a screen adds need it. */
export interface ShownList<Filter> {
  account: string;
  /** Of the history from which the rows come; `undefined` until it has been read. */
  state: HistoryState | undefined;
  filter: Filter;
  zone: string;
  presetDay: string | null;
  /** Version of the history; `undefined` until the first rows have been read. */
  version: number | undefined;
}

interface ArchiveScreenProps<List extends ArchiveList, Row extends ArchiveRow, Sort, Field extends string> {
  definition: ListDefinition<List, Row, Sort, Field>;
  account: AccountSummary;
  /** Shown above the table. */
  note?: (shown: ShownList<ListFilters[List]>) => ReactNode;
  /** Shown in the details of a row, between its fields and the raw row. */
  details: (row: Row, shown: ShownList<ListFilters[List]>, rulesOf: RulesOf) => ReactNode;
  /** Shown below the table. */
  summary: (shown: ShownList<ListFilters[List]>) => ReactNode;
}

/** Minimum time (ms) between two counts of all rows while orders are coming in. */
const minIntervalMs = 500;

/** A list of the local archive, which filters and sorts the rows: a history, or what is derived from it. */
export function ArchiveScreen<List extends ArchiveList, Row extends ArchiveRow, Sort, Field extends string>(
  props: ArchiveScreenProps<List, Row, Sort, Field>,
) {
  const { definition, account } = props;
  const { list, makeColumns, timeColumn, notices } = definition;
  const text = useText();
  const zone = useTimeZone();
  const history = historyOf(list);
  const [filter, setFilter] = useListFilter(list);
  const rulesOf = useRulesOf(account.id);
  const symbolSize = useSymbolSize(useSymbols(account.id).join('\n'));
  const columns = useMemo(
    () => withSymbolSize(withNoteColumn(makeColumns(text, rulesOf, zone), ownNote, text), symbolSize),
    [makeColumns, text, rulesOf, zone, symbolSize],
  );
  const table = useColumnTable(list, columns);

  const state = useHistoryState(account.id, history);
  const sync = useSyncHistory(account.id, history);
  const sort = definition.sortOf(table.state.sorting);
  const presetDay = usePresetDay(filter, zone);
  const query: RowsQuery<ListFilters[List], Sort> = { account: account.id, filter: cleanFilter(filter), sort, zone };
  const { rows, state: shown } = useHistoryRows<RowsQuery<ListFilters[List], Sort>, Row>(
    query,
    presetDay,
    state?.version,
    definition.read,
  );
  const [openRow, setOpenRow] = useOpenRow(rows, query.filter);
  const restingSort = useMemo<ColumnSort>(() => ({ id: timeColumn, desc: true }), [timeColumn]);
  const [first = restingSort] = table.state.sorting;
  const isOldestAtEnd = first.id === timeColumn && first.desc;
  const loadOlder = useBackfillOnScroll(state, isOldestAtEnd, sync);

  const refresh = useCallback((): void => sync('refresh'), [sync]);
  useEffect(refresh, [refresh]);
  useCommand('refresh', refresh);
  const failure = useSyncFailure(state);
  const isShownAsProblem = failure?.code === 'storage-failed' && state?.problem != null;
  useReportFreshness(state?.checkedAt ?? null, null, failure);

  const hasRows = state !== undefined && (state.rows > 0 || coverageOf(state.modes).complete);
  const isRead = shown.version !== null && !shown.outdated;
  const columnsShown = useMemo(() => shownColumns(table), [table]);
  const shownList: ShownList<ListFilters[List]> = {
    account: account.id,
    state,
    filter: query.filter,
    zone,
    presetDay,
    version: shown.version === null ? undefined : state?.version,
  };
  const { countAll } = definition;
  const { data: counted } = useQuery({
    queryKey: ['row-total', list, account.id, useThrottled(state?.version, minIntervalMs)],
    queryFn: ({ signal }) => countAll?.(account.id, signal) ?? null,
    enabled: countAll !== undefined && shown.version !== null && !isEmptyFilter(filter),
    placeholderData: keepPreviousData,
    gcTime: 10_000,
  });
  const archived = countAll === undefined ? (state?.rows ?? 0) : Math.max(shown.rowCount, counted ?? 0);
  const source = exportSource(
    state,
    {
      account,
      list,
      query,
      columnCount: columnsShown.length,
      fields: definition.exportFields(columnsShown, text),
      total: shown.rowCount,
      archived,
      exportRows: definition.exportRows,
    },
    text,
  );
  const { empty, noneFits } = notices(text);
  return (
    <section className="screen" aria-label={text.screens[list]}>
      <ArchiveToolbar
        account={account.id}
        list={list}
        filter={filter}
        onFilterChange={setFilter}
        table={table}
        busy={state?.phase === 'head'}
        onRefresh={refresh}
        source={source}
      />
      <FilterChips
        chips={filterForms[list].chips(withPart(filter, 'text', undefined), zone, text)}
        onRemove={(part) => setFilter(withPart(filter, part, undefined))}
        onClear={() => setFilter(onlyText(filter))}
      />
      <FirstDownload state={state} zone={zone} />
      {state?.problem && <ArchiveBanner problem={state.problem} onRetry={refresh} />}
      {failure && !isShownAsProblem && hasRows && (
        <FailureNotice
          failure={failure}
          form="strip"
          showing={
            state.checkedAt ? text.history.ofArchive(formatTimestamp(state.checkedAt, zone)) : text.history.neverChecked
          }
          onRetry={refresh}
        />
      )}
      {shown.failure && !failure && shown.rowCount > 0 && (
        <FailureNotice failure={shown.failure} form="strip" onRetry={rows.retry} />
      )}
      {props.note?.(shownList)}
      <div className="screen-body">
        <DataTable
          label={text.table.label(text.screens[list], account.name)}
          table={table}
          index={shown}
          rowKey={keyOf}
          listKey={String(shown.list)}
          complete={state !== undefined && coverageOf(state.modes).complete}
          onNearEnd={loadOlder}
          openKey={openRow?.key ?? null}
          onOpen={setOpenRow}
          cellItems={(cell) => (
            <ArchiveCellItems
              {...cell}
              account={account.id}
              noteKind={noteKindOf[list]}
              onOpen={() => setOpenRow(cell.row)}
              filters={[
                ...definition.cellFilters(cell.columnId, cell.row, filter, zone, text),
                ...tagFilters<ListFilters[List]>(cell.row.note, filter),
              ]}
              onFilterChange={setFilter}
            />
          )}
          restingSort={restingSort}
          placeholder={
            <HistoryPlaceholder
              state={state && { ...state, failure }}
              failure={shown.failure}
              isRead={isRead}
              isFiltered={!isEmptyFilter(filter)}
              empty={empty}
              noneFits={noneFits}
              skeleton={<Skeleton />}
              onRetry={rows.retry}
              onSync={sync}
              onClearFilter={() => setFilter({})}
            />
          }
        />
        {openRow && (
          <DetailPanel
            row={openRow}
            title={openRow.symbol}
            columns={columns}
            onClose={() => setOpenRow(null)}
            note={
              <NoteField
                // Not the key alone, which the details beside the field have.
                key={`note ${openRow.key}`}
                account={account.id}
                kind={noteKindOf[list]}
                rowKey={openRow.key}
                note={openRow.note ?? ''}
              />
            }
          >
            {props.details(openRow, shownList, rulesOf)}
          </DetailPanel>
        )}
      </div>
      {props.summary(shownList)}
      <HistoryStatus
        state={state}
        withoutRowCount={history !== list}
        filtered={isRead && !isEmptyFilter(filter) ? shown.rowCount : null}
        zone={zone}
        onSync={sync}
      />
    </section>
  );
}

function keyOf(row: ArchiveRow): string {
  return row.key;
}
