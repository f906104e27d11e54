import { useCallback, useEffect, useMemo } from 'react';
import type { AccountSummary, OrderCommon } from '../../../shared/domain.ts';
import type { HistoryList } from '../../../shared/history.ts';
import type { ColumnSort } from '../../../shared/settings.ts';
import { formatTimestamp } from '../../../shared/time.ts';
import { client } from '../../api/client.ts';
import { FirstDownload } from '../../components/coverage/FirstDownload.tsx';
import { ArchiveBanner, HistoryPlaceholder } from '../../components/coverage/HistoryNotices.tsx';
import { HistoryStatus } from '../../components/coverage/HistoryStatus.tsx';
import { FilterChips } from '../../components/filter/FilterChips.tsx';
import { DetailPanel } from '../../components/screen/DetailPanel.tsx';
import { FailureNotice, Skeleton } from '../../components/screen/Notices.tsx';
import { DataTable } from '../../components/table/DataTable.tsx';
import type { TableColumn } from '../../model/column.ts';
import { shownColumns } from '../../model/column-table.ts';
import { coverageOf } from '../../model/coverage.ts';
import type { RulesOf } from '../../model/figures.ts';
import { cleanFilter, isEmptyFilter, withPart } from '../../model/history-filter.ts';
import { filterChips } from '../../model/history-filter-fields.ts';
import { useCommand } from '../../state/commands.ts';
import { noticeCopied } from '../../state/copy-text.ts';
import { useReportFreshness } from '../../state/freshness.ts';
import { useHistoryFilter } from '../../state/history-filter.ts';
import { useHistoryState, useSyncFailure, useSyncHistory } from '../../state/history-state.ts';
import { useTimeZone } from '../../state/settings.ts';
import { useRulesOf, useSymbols } from '../../state/symbol-rules.ts';
import { useSymbolSize, withSymbolSize } from '../../state/symbol-size.ts';
import { useColumnTable } from '../../state/use-column-table.ts';
import {
  type HistoryRowsQuery,
  type ReadRows,
  useBackfillOnScroll,
  useHistoryRows,
  useOpenRow,
  usePresetDay,
} from '../../state/use-history-rows.ts';
import { type Text, useText } from '../../text/use-text.ts';
import { exportSource } from './export/export-query.ts';
import { HistoryCellItems } from './HistoryCellItems.tsx';
import { HistoryToolbar } from './HistoryToolbar.tsx';
import { historySort } from './history-fields.ts';
import { makeOrderHistoryColumns } from './order-history-columns.ts';
import { makePlanHistoryColumns } from './plan-history-columns.ts';
import { RowChanges } from './RowChanges.tsx';
import { SummaryLine } from './SummaryLine.tsx';

// Constants, because a new function for each render would read the rows again.
const readOrders = client.readOrderHistory;
const readPlans = client.readPlanHistory;

export function OrderHistoryScreen({ account }: { account: AccountSummary }) {
  const text = useText();
  return (
    <HistoryScreen
      list="order-history"
      account={account}
      read={readOrders}
      makeColumns={makeOrderHistoryColumns}
      empty={{ what: text.empty.orders, next: text.empty.ordersNext }}
    />
  );
}

export function PlanHistoryScreen({ account }: { account: AccountSummary }) {
  const text = useText();
  return (
    <HistoryScreen
      list="plan-history"
      account={account}
      read={readPlans}
      makeColumns={makePlanHistoryColumns}
      empty={{ what: text.empty.plans, next: text.empty.plansNext }}
    />
  );
}

interface HistoryScreenProps<Row extends OrderCommon> {
  list: HistoryList;
  account: AccountSummary;
  /** `read` and `makeColumns` must be constants, because the rows and columns depend on them. */
  read: ReadRows<HistoryRowsQuery, Row>;
  makeColumns: (text: Text, rulesOf: RulesOf, zone: string) => TableColumn<Row>[];
  empty: { what: string; next: string };
}

/** Sort of a history that the user has not sorted. */
const newestFirst: ColumnSort = { id: 'createdAt', desc: true };

/** A list of the local history, which filters and sorts the rows. */
function HistoryScreen<Row extends OrderCommon>(props: HistoryScreenProps<Row>) {
  const { list, account, makeColumns } = props;
  const text = useText();
  const zone = useTimeZone();
  const [filter, setFilter] = useHistoryFilter(list);
  const rulesOf = useRulesOf(account.id);
  const symbolSize = useSymbolSize(useSymbols(account.id).join('\n'));
  const columns = useMemo(
    () => withSymbolSize(makeColumns(text, rulesOf, zone), symbolSize),
    [makeColumns, text, rulesOf, zone, symbolSize],
  );
  const table = useColumnTable(list, columns);

  const state = useHistoryState(account.id, list);
  const sync = useSyncHistory(account.id, list);
  const sort = historySort(table.state.sorting, list);
  const presetDay = usePresetDay([filter.created], zone);
  const query: HistoryRowsQuery = { account: account.id, filter: cleanFilter(filter), sort, zone };
  const { rows, state: shown } = useHistoryRows<HistoryRowsQuery, Row>(query, presetDay, state?.version, props.read);
  const [openRow, setOpenRow] = useOpenRow(rows, query.filter);
  const [first] = sort;
  const isOldestAtEnd = !first || (first.field === 'createdAt' && first.direction === 'descending');
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
  const onScreen = { account, query, columns: columnsShown, total: shown.rowCount };
  return (
    <section className="screen" aria-label={text.screens[list]}>
      <HistoryToolbar
        account={account.id}
        list={list}
        filter={filter}
        onFilterChange={setFilter}
        table={table}
        busy={state?.phase === 'head'}
        onRefresh={refresh}
        source={exportSource(state, onScreen, list, text)}
      />
      <FilterChips
        chips={filterChips(withPart(filter, 'text', undefined), text)}
        onRemove={(part) => setFilter(withPart(filter, part, undefined))}
        onClear={() => setFilter(filter.text === undefined ? {} : { text: filter.text })}
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
      <div className="screen-body">
        <DataTable
          label={text.table.label(text.screens[list], account.name)}
          table={table}
          index={shown}
          rowKey={keyOf}
          listKey={String(shown.list)}
          addedAtTop={shown.movedDown}
          complete={state !== undefined && coverageOf(state.modes).complete}
          outdated={shown.outdated}
          onNearEnd={loadOlder}
          onView={rows.setView}
          readRange={rows.readRange}
          openKey={openRow?.key ?? null}
          onOpen={setOpenRow}
          onCopied={(copied) => noticeCopied(copied, text)}
          cellItems={(cell) => (
            <HistoryCellItems {...cell} account={account.id} list={list} filter={filter} onFilterChange={setFilter} />
          )}
          restingSort={newestFirst}
          placeholder={
            <HistoryPlaceholder
              state={state && { ...state, failure }}
              failure={shown.failure}
              isRead={isRead}
              isFiltered={!isEmptyFilter(filter)}
              empty={props.empty}
              noneFits={{ what: text.history.noneFits, next: text.history.noneFitsNext }}
              skeleton={<Skeleton />}
              onRetry={rows.retry}
              onSync={sync}
              onClearFilter={() => setFilter({})}
            />
          }
        />
        {openRow && (
          <DetailPanel row={openRow} title={openRow.symbol} columns={columns} onClose={() => setOpenRow(null)}>
            <RowChanges account={account.id} list={list} row={openRow} />
          </DetailPanel>
        )}
      </div>
      <SummaryLine
        account={account.id}
        list={list}
        filter={query.filter}
        zone={zone}
        presetDay={presetDay}
        version={shown.version === null ? undefined : state?.version}
      />
      <HistoryStatus
        state={state}
        filtered={isRead && !isEmptyFilter(filter) ? shown.rowCount : null}
        zone={zone}
        onSync={sync}
      />
    </section>
  );
}

function keyOf(row: OrderCommon): string {
  return row.key;
}
