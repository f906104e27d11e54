import { TriangleAlert } from 'lucide-react';
import { useCallback, useEffect, useMemo } from 'react';
import type { AccountSummary } from '../../../shared/domain.ts';
import type { HistoryState } from '../../../shared/history.ts';
import type { ColumnSort } from '../../../shared/settings.ts';
import { formatTimestamp } from '../../../shared/time.ts';
import type { Trade, TradeFilter, TradeSort } from '../../../shared/trades.ts';
import { client } from '../../api/client.ts';
import { FirstDownload } from '../../components/coverage/FirstDownload.tsx';
import { ArchiveBanner, HistoryPlaceholder } from '../../components/coverage/HistoryNotices.tsx';
import { HistoryStatus } from '../../components/coverage/HistoryStatus.tsx';
import { FilterChips } from '../../components/filter/FilterChips.tsx';
import { DetailPanel } from '../../components/screen/DetailPanel.tsx';
import { FailureNotice, Skeleton } from '../../components/screen/Notices.tsx';
import { DataTable } from '../../components/table/DataTable.tsx';
import { coverageOf, coverageText } from '../../model/coverage.ts';
import { cleanFilter, isEmptyFilter, withPart } from '../../model/history-filter.ts';
import { useCommand } from '../../state/commands.ts';
import { noticeCopied } from '../../state/copy-text.ts';
import { useReportFreshness } from '../../state/freshness.ts';
import { useHistoryState, useSyncFailure, useSyncHistory } from '../../state/history-state.ts';
import { useChangeSettings, useSettings, useTimeZone } from '../../state/settings.ts';
import { useRulesOf, useSymbols } from '../../state/symbol-rules.ts';
import { useSymbolSize, withSymbolSize } from '../../state/symbol-size.ts';
import { useColumnTable } from '../../state/use-column-table.ts';
import {
  type RowsQuery,
  useBackfillOnScroll,
  useHistoryRows,
  useOpenRow,
  usePresetDay,
} from '../../state/use-history-rows.ts';
import { useText } from '../../text/use-text.ts';
import { TradeCellItems } from './TradeCellItems.tsx';
import { TradeSummaryLine } from './TradeSummaryLine.tsx';
import { TradesToolbar } from './TradesToolbar.tsx';
import { TradeTimeline } from './TradeTimeline.tsx';
import { makeTradeColumns, tradeSort } from './trade-columns.ts';
import { tradeFilterChips } from './trade-filter.ts';
import '../../styles/trades.css';

/** The list from which the trades are derived. */
const list = 'order-history';

// A constant, because a new function for each render would read the rows again.
const readTrades = client.readTrades;

/** Sort of the trades that the user has not sorted. */
const newestFirst: ColumnSort = { id: 'openedAt', desc: true };

/** The trades that are derived from the order history (docs/trades.md). */
export function TradesScreen({ account }: { account: AccountSummary }) {
  const text = useText();
  const zone = useTimeZone();
  const { tradeFilter: filter } = useSettings();
  const change = useChangeSettings();
  const setFilter = useCallback((tradeFilter: TradeFilter): void => void change({ tradeFilter }), [change]);
  const rulesOf = useRulesOf(account.id);
  const symbolSize = useSymbolSize(useSymbols(account.id).join('\n'));
  const columns = useMemo(
    () => withSymbolSize(makeTradeColumns(text, rulesOf, zone), symbolSize),
    [text, rulesOf, zone, symbolSize],
  );
  const table = useColumnTable('trades', columns);

  const state = useHistoryState(account.id, list);
  const sync = useSyncHistory(account.id, list);
  const sort = tradeSort(table.state.sorting);
  const presetDay = usePresetDay([filter.opened, filter.closed], zone);
  const query: RowsQuery<TradeFilter, TradeSort> = { account: account.id, filter: cleanFilter(filter), sort, zone };
  const { rows, state: shown } = useHistoryRows(query, presetDay, state?.version, readTrades);
  const [openRow, setOpenRow] = useOpenRow<Trade>(rows, query.filter);
  const [first] = sort;
  const isOldestAtEnd = !first || (first.field === 'openedAt' && first.direction === 'descending');
  const loadOlder = useBackfillOnScroll(state, isOldestAtEnd, sync);

  const refresh = useCallback((): void => sync('refresh'), [sync]);
  useEffect(refresh, [refresh]);
  useCommand('refresh', refresh);
  const failure = useSyncFailure(state);
  const isShownAsProblem = failure?.code === 'storage-failed' && state?.problem != null;
  useReportFreshness(state?.checkedAt ?? null, null, failure);

  const isRead = shown.version !== null && !shown.outdated;
  return (
    <section className="screen" aria-label={text.screens.trades}>
      <TradesToolbar
        account={account.id}
        filter={filter}
        onFilterChange={setFilter}
        table={table}
        busy={state?.phase === 'head'}
        onRefresh={refresh}
      />
      <FilterChips
        chips={tradeFilterChips(withPart(filter, 'text', undefined), text)}
        onRemove={(part) => setFilter(withPart(filter, part, undefined))}
        onClear={() => setFilter(filter.text === undefined ? {} : { text: filter.text })}
      />
      <FirstDownload state={state} zone={zone} />
      {state?.problem && <ArchiveBanner problem={state.problem} onRetry={refresh} />}
      {failure && !isShownAsProblem && shown.rowCount > 0 && (
        <FailureNotice
          failure={failure}
          form="strip"
          showing={
            state?.checkedAt
              ? text.history.ofArchive(formatTimestamp(state.checkedAt, zone))
              : text.history.neverChecked
          }
          onRetry={refresh}
        />
      )}
      {shown.failure && !failure && shown.rowCount > 0 && (
        <FailureNotice failure={shown.failure} form="strip" onRetry={rows.retry} />
      )}
      {state && shown.rowCount > 0 && <MissingNote state={state} zone={zone} />}
      <div className="screen-body">
        <DataTable
          label={text.table.label(text.screens.trades, account.name)}
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
            <TradeCellItems {...cell} account={account.id} filter={filter} onFilterChange={setFilter} />
          )}
          restingSort={newestFirst}
          placeholder={
            <HistoryPlaceholder
              state={state && { ...state, failure }}
              failure={shown.failure}
              isRead={isRead}
              isFiltered={!isEmptyFilter(filter)}
              empty={{ what: text.trades.empty, next: text.trades.emptyNext }}
              noneFits={{ what: text.trades.noneFits, next: text.trades.noneFitsNext }}
              skeleton={<Skeleton />}
              onRetry={rows.retry}
              onSync={sync}
              onClearFilter={() => setFilter({})}
            />
          }
        />
        {openRow && (
          <DetailPanel row={openRow} title={openRow.symbol} columns={columns} onClose={() => setOpenRow(null)}>
            <TradeTimeline
              key={openRow.key}
              account={account.id}
              trade={openRow}
              version={state?.version}
              rulesOf={rulesOf}
            />
          </DetailPanel>
        )}
      </div>
      <TradeSummaryLine
        account={account.id}
        filter={query.filter}
        zone={zone}
        presetDay={presetDay}
        version={shown.version === null ? undefined : state?.version}
      />
      <HistoryStatus state={state} filtered={null} withoutRowCount zone={zone} onSync={sync} />
    </section>
  );
}

/** Says how far back the archive reaches while it is not complete. Renders nothing otherwise. */
function MissingNote({ state, zone }: { state: HistoryState; zone: string }) {
  const text = useText();
  const coverage = coverageOf(state.modes);
  if (coverage.complete) return null;
  return (
    <p className="trades-note">
      <TriangleAlert size={14} aria-hidden="true" />
      {text.sentences(text.history.missing(coverageText(coverage, zone, text)), text.trades.partly)}
    </p>
  );
}

function keyOf(row: Trade): string {
  return row.key;
}
