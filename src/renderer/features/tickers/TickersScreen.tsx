import { type ReactNode, useCallback, useMemo, useState } from 'react';
import type { AccountSummary } from '../../../shared/contract/accounts.ts';
import type { TableLayout } from '../../../shared/contract/settings.ts';
import type { TickerMarket } from '../../../shared/market.ts';
import { quoteOf } from '../../../shared/symbols.ts';
import { formatTimestamp } from '../../../shared/time.ts';
import { FailureNotice } from '../../domain/accounts/FailureNotice.tsx';
import { useLiveFor, useReportFreshness } from '../../domain/market/freshness.ts';
import { refreshLive } from '../../domain/market/live/live.ts';
import { useRulesOf } from '../../domain/market/symbol-rules.ts';
import { useSymbolSize, withSymbolSize } from '../../domain/market/symbol-size.ts';
import { useTickerView } from '../../domain/market/ticker-view.ts';
import { useTickers } from '../../domain/market/use-tickers.ts';
import { useCommand } from '../../platform/commands.ts';
import { usePendingRow } from '../../platform/navigation/pending.ts';
import { showNotice } from '../../platform/notice.ts';
import { useSettings, useTimeZone } from '../../platform/settings/settings.ts';
import { useText } from '../../text/use-text.ts';
import { useValueFilter } from '../../ui/filter/use-value-filter.tsx';
import { EmptyNotice, Skeleton } from '../../ui/screen/Notices.tsx';
import { RowCount, type RowCountProps, StatusLine, UnreadableRows } from '../../ui/screen/StatusLine.tsx';
import { defaultLayout } from '../../ui/table/column-table.ts';
import { useColumnTable } from '../../ui/table/use-column-table.ts';
import { SymbolMenu, TickerItems } from './lists/SymbolMenu.tsx';
import { MoversView } from './map/MoversView.tsx';
import { TickerMap } from './map/TickerMap.tsx';
import { SymbolPanel } from './panel/SymbolPanel.tsx';
import { TickersToolbar } from './TickersToolbar.tsx';
import { type TableOrder, TickerTable } from './table/TickerTable.tsx';
import { tickerColumns } from './table/ticker-columns.ts';
import { useShownTickers } from './use-shown-tickers.ts';
import './tickers.css';
import './map/ticker-map.css';
import './panel/symbol-panel.css';

interface TickersScreenProps {
  account: AccountSummary;
}

export function FuturesTickersScreen({ account }: TickersScreenProps) {
  return <TickersScreen account={account} market="futures" />;
}

export function SpotTickersScreen({ account }: TickersScreenProps) {
  return <TickersScreen account={account} market="spot" />;
}

/** The 24-hour tickers of a market: as a table, as a map, or as lists of the top movers. */
function TickersScreen({ account, market }: TickersScreenProps & { market: TickerMarket }) {
  const text = useText();
  const zone = useTimeZone();
  const savedLayout = useSettings().tables[`${market}-tickers`] ?? defaultLayout;
  const [openKey, setOpenKey] = useState<string | null>(null);
  const [{ view }] = useTickerView(market);
  const hasBasis = openKey !== null || (view === 'table' && isInTable('basis', savedLayout));
  const { snapshot, rows: all, isLive, list } = useTickers(account.id, market, hasBasis);
  const shown = useShownTickers(market, all);
  const { search, setSearch, listed, quotes, favouriteSet, toggleFavourite } = shown;
  const precisionOf = useRulesOf(account.id);
  const symbolSize = useSymbolSize(shown.symbolKey);
  const columns = useMemo(
    () =>
      withSymbolSize(
        tickerColumns({
          text,
          market,
          precisionOf,
          isLive,
          favourites: favouriteSet,
          onFavourite: toggleFavourite,
        }),
        symbolSize,
      ),
    [text, market, precisionOf, isLive, favouriteSet, toggleFavourite, symbolSize],
  );
  const table = useColumnTable(list, columns);
  const filter = useValueFilter(columns);
  const { keeps } = filter;
  const rows = useMemo(() => shown.rows.filter(keeps), [shown.rows, keeps]);
  const showAll = (): void => {
    shown.showAll();
    filter.clear();
  };
  const openRow = openKey === null ? undefined : all.find((row) => row.symbol === openKey);

  const refresh = useCallback((): void => void refreshLive(list, account.id), [list, account.id]);
  useCommand('refresh', refresh);
  useReportFreshness(snapshot.fetchedAt, useLiveFor(), snapshot.failure);

  const isListed = useCallback((row: string) => all.some(({ symbol }) => symbol === row), [all]);
  const openPending = useCallback(
    (pending: string): void => {
      if (isListed(pending)) setOpenKey(pending);
      else showNotice(text.tickers.noTicker[market](pending));
    },
    [isListed, market, text],
  );
  usePendingRow({ account: account.id, screen: list }, { list: snapshot, isListed, reveal: openPending });

  const isMixed = view === 'table';
  const quote = isMixed ? shown.quote : (shown.quote ?? quotes[0] ?? null);
  const ofQuote = useMemo(
    () => (isMixed || quote === null ? rows : rows.filter(({ symbol }) => quoteOf(symbol) === quote)),
    [rows, isMixed, quote],
  );
  const listKey = `${account.id}\n${search}\n${JSON.stringify(shown.chosenList)}\n${quote}`;
  // A watchlist is sorted again when the user adds or removes a symbol.
  const orderKey = `${listKey}\n${listed?.length}`;
  const showTime = (time: number): string => formatTimestamp(time, zone).slice(11);

  const placeholder =
    snapshot.failure && all.length === 0 ? (
      <FailureNotice failure={snapshot.failure} form="panel" onRetry={refresh} />
    ) : snapshot.fetchedAt === null ? (
      <Skeleton />
    ) : all.length === 0 ? (
      <EmptyNotice what={text.empty.tickers} next={text.empty.tickersNext} />
    ) : listed?.length === 0 ? (
      <EmptyNotice
        what={text.tickers.emptyList}
        next={text.tickers.emptyListNext}
        action={{ label: text.tickers.showAll, run: showAll }}
      />
    ) : (
      <EmptyNotice
        what={text.empty.filtered}
        next={text.empty.filteredNext}
        action={{ label: text.toolbar.clearSearch, run: showAll }}
      />
    );

  const panel = openRow && (
    <SymbolPanel
      account={account.id}
      row={openRow}
      columns={columns.filter(({ meta }) => !meta.press)}
      isLive={isLive}
      precisionOf={precisionOf}
      isOutsideFilter={!ofQuote.includes(openRow)}
      onClose={() => setOpenKey(null)}
    />
  );
  const body = (content: ReactNode, order: TableOrder | null): ReactNode => (
    <>
      <div className="screen-body">
        <SymbolMenu account={account.id} market={market}>
          {content}
        </SymbolMenu>
        {panel}
      </div>
      <StatusLine>
        <TickerStatus
          shown={ofQuote.length}
          all={all.length}
          isLoaded={snapshot.fetchedAt !== null}
          hasFailed={snapshot.failure !== null}
          staleSince={!isLive && snapshot.fetchedAt !== null && all.length > 0 ? showTime(snapshot.fetchedAt) : null}
          order={order && { ...order, time: showTime(order.madeAt) }}
        />
        <UnreadableRows count={snapshot.unreadable.length} rows={snapshot.unreadable} />
      </StatusLine>
    </>
  );
  const shared = { rows: ofQuote, orderKey, isLive, openKey: openRow?.symbol ?? null };

  return (
    <section className="screen" aria-label={text.screens[list]}>
      <TickersToolbar
        market={market}
        search={search}
        onSearch={setSearch}
        quotes={quotes}
        quote={quote}
        table={table}
        onRefresh={refresh}
      />
      {snapshot.failure && all.length > 0 && (
        <FailureNotice
          failure={snapshot.failure}
          form="strip"
          showing={snapshot.fetchedAt ? text.failure.showing(formatTimestamp(snapshot.fetchedAt, zone)) : ''}
          onRetry={refresh}
        />
      )}
      {filter.chips}
      {view === 'table' ? (
        <TickerTable
          {...shared}
          listKey={listKey}
          screen={list}
          accountName={account.name}
          columns={columns}
          table={table}
          onOpen={setOpenKey}
          cellItems={(cell) => (
            <>
              {filter.cellItems(cell)}
              <TickerItems {...cell} account={account.id} market={market} />
            </>
          )}
          placeholder={placeholder}
        >
          {body}
        </TickerTable>
      ) : ofQuote.length === 0 ? (
        body(placeholder, null)
      ) : view === 'map' ? (
        body(<TickerMap {...shared} quote={quote ?? ''} precisionOf={precisionOf} onOpen={setOpenKey} />, null)
      ) : (
        body(<MoversView {...shared} quote={quote ?? ''} precisionOf={precisionOf} onOpen={setOpenKey} />, null)
      )}
    </section>
  );
}

/** True if the table shows the column or is sorted by it. */
function isInTable(column: string, { columnVisibility, sorting }: TableLayout): boolean {
  return columnVisibility[column] !== false || sorting.some(({ id }) => id === column);
}

interface TickerStatusProps extends RowCountProps {
  /** Time of the figures; `null` while they are live. */
  staleSince: string | null;
  /** `null` if the order does not depend on live figures. */
  order: { time: string; isOld: boolean; makeAgain: () => void } | null;
}

/** Number of symbols, and the times of outdated figures and of the order. */
function TickerStatus({ staleSince, order, ...count }: TickerStatusProps) {
  const text = useText();
  return (
    <>
      <RowCount {...count} />
      {staleSince !== null && <span className="status-warning">{text.tickers.stale(staleSince)}</span>}
      {order && (
        <span className="tickers-order">
          {text.tickers.orderOf(order.time)}
          <button type="button" className="status-button" disabled={!order.isOld} onClick={order.makeAgain}>
            {text.tickers.sortAgain}
          </button>
        </span>
      )}
    </>
  );
}
