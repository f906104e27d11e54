import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { tickerViews } from '../../../shared/choices.ts';
import type { AccountSummary } from '../../../shared/domain.ts';
import type { TickerMarket } from '../../../shared/market.ts';
import type { TableLayout } from '../../../shared/settings.ts';
import { quoteOf } from '../../../shared/symbols.ts';
import { formatTimestamp } from '../../../shared/time.ts';
import { AlertButton } from '../../components/controls/AlertButton.tsx';
import { SearchField } from '../../components/controls/SearchField.tsx';
import { Segmented } from '../../components/controls/Segmented.tsx';
import { ColumnsMenu } from '../../components/screen/ColumnsMenu.tsx';
import { EmptyNotice, FailureNotice, Skeleton } from '../../components/screen/Notices.tsx';
import { RefreshButton } from '../../components/screen/RefreshButton.tsx';
import { StatusLine, UnreadableRows } from '../../components/screen/StatusLine.tsx';
import { useCommand } from '../../state/commands.ts';
import { useLiveFor, useReportFreshness } from '../../state/freshness.ts';
import { refreshLive } from '../../state/live/live.ts';
import { showNotice } from '../../state/notice.ts';
import { usePendingRow } from '../../state/pending-row.ts';
import { useTableLayout, useTimeZone } from '../../state/settings.ts';
import { useRulesOf } from '../../state/symbol-rules.ts';
import { useTickerView } from '../../state/ticker-view.ts';
import { useTickers } from '../../state/use-tickers.ts';
import { useText } from '../../text/use-text.ts';
import { ListMenu } from './lists/ListMenu.tsx';
import { SymbolMenu } from './lists/SymbolMenu.tsx';
import { MoversView } from './map/MoversView.tsx';
import { TickerMap } from './map/TickerMap.tsx';
import { SymbolPanel } from './panel/SymbolPanel.tsx';
import { QuoteMenu } from './QuoteMenu.tsx';
import { type OrderFact, TickerTable } from './table/TickerTable.tsx';
import { tickerColumns } from './table/ticker-columns.ts';
import { useShown } from './use-shown.ts';
import '../../styles/tickers.css';

export function FuturesTickersScreen({ account }: { account: AccountSummary }) {
  return (
    <TickersScreen
      account={account}
      market="futures"
      actionsOf={(symbol) => <AlertButton preset={{ kind: 'price', market: 'futures', symbol }} />}
    />
  );
}

export function SpotTickersScreen({ account }: { account: AccountSummary }) {
  return (
    <TickersScreen
      account={account}
      market="spot"
      actionsOf={(symbol) => <AlertButton preset={{ kind: 'price', market: 'spot', symbol }} />}
    />
  );
}

interface TickersScreenProps {
  account: AccountSummary;
  market: TickerMarket;
  /** What can be done about a symbol, in its panel. */
  actionsOf?: (symbol: string) => ReactNode;
}

/** The 24-hour tickers of a market: as a table, as a map, and who moves most. */
function TickersScreen({ account, market, actionsOf }: TickersScreenProps) {
  const text = useText();
  const zone = useTimeZone();
  const [layout, setLayout] = useTableLayout(`${market}-tickers`);
  const [openKey, setOpenKey] = useState<string | null>(null);
  const [{ view: form }] = useTickerView(market);
  const hasBasis = openKey !== null || (form === 'table' && isInTable('basis', layout));
  const { view, rows: all, isLive, list } = useTickers(account.id, market, hasBasis);
  const shown = useShown(market, all);
  const { desk, changeDesk, search, setSearch, listed, quotes, rows, favouriteSet, toggleFavourite } = shown;
  const precisionOf = useRulesOf(account.id);
  const columns = useMemo(
    () =>
      tickerColumns({
        text,
        market,
        precisionOf,
        isLive,
        favourites: favouriteSet,
        onFavourite: toggleFavourite,
      }),
    [text, market, precisionOf, isLive, favouriteSet, toggleFavourite],
  );
  const openRow = openKey === null ? undefined : all.find((row) => row.symbol === openKey);

  const refresh = useCallback((): void => void refreshLive(list, account.id), [list, account.id]);
  useCommand('refresh', refresh);
  useReportFreshness(view.fetchedAt, useLiveFor(), view.failure !== null);

  const openWanted = useCallback(
    (wanted: string): void => {
      if (all.some(({ symbol }) => symbol === wanted)) setOpenKey(wanted);
      else showNotice(text.tickers.noTicker[market](wanted));
    },
    [all, market, text],
  );
  usePendingRow({ account: account.id, screen: list }, view.fetchedAt !== null, openWanted);

  const isMixed = desk.view === 'table';
  const quote = isMixed ? shown.quote : (shown.quote ?? quotes[0] ?? null);
  const ofQuote = useMemo(
    () => (isMixed || quote === null ? rows : rows.filter(({ symbol }) => quoteOf(symbol) === quote)),
    [rows, isMixed, quote],
  );
  const listKey = `${account.id}\n${search}\n${JSON.stringify(desk.shown)}\n${quote}`;
  // A symbol that comes into the list or leaves it makes another order of what is still the same list.
  const orderKey = `${listKey}\n${listed?.length}`;
  const showTime = (time: number): string => formatTimestamp(time, zone).slice(11);

  const placeholder =
    view.failure && all.length === 0 ? (
      <FailureNotice failure={view.failure} form="panel" onRetry={refresh} />
    ) : view.fetchedAt === null ? (
      <Skeleton />
    ) : all.length === 0 ? (
      <EmptyNotice what={text.empty.tickers} next={text.empty.tickersNext} />
    ) : listed?.length === 0 ? (
      <EmptyNotice
        what={text.tickers.emptyList}
        next={text.tickers.emptyListNext}
        action={{ label: text.tickers.showAll, run: shown.showAll }}
      />
    ) : (
      <EmptyNotice
        what={text.empty.filtered}
        next={text.empty.filteredNext}
        action={{ label: text.toolbar.clearSearch, run: shown.showAll }}
      />
    );

  const panel = openRow && (
    <SymbolPanel
      account={account.id}
      row={openRow}
      columns={columns.filter(({ press }) => !press)}
      isLive={isLive}
      precisionOf={precisionOf}
      onClose={() => setOpenKey(null)}
      actions={actionsOf?.(openRow.symbol)}
    />
  );
  const body = (content: ReactNode, fact: OrderFact | null): ReactNode => (
    <>
      <div className="screen-body">
        <SymbolMenu market={market}>{content}</SymbolMenu>
        {panel}
      </div>
      <StatusLine>
        <TickerStatus
          shown={ofQuote.length}
          all={all.length}
          staleSince={!isLive && view.fetchedAt !== null && all.length > 0 ? showTime(view.fetchedAt) : null}
          order={fact && { ...fact, time: showTime(fact.madeAt) }}
        />
        <UnreadableRows count={view.unreadable.length} rows={view.unreadable} />
      </StatusLine>
    </>
  );
  const shared = { rows: ofQuote, orderKey, isLive, openKey };

  return (
    <section className="screen" aria-label={text.screens[list]}>
      <div className="toolbar tickers-toolbar" role="toolbar" aria-label={text.toolbar.label}>
        <SearchField value={search} onChange={setSearch} />
        <ListMenu market={market} onChosen={() => setLayout({ ...layout, sort: [] })} />
        <QuoteMenu quotes={quotes} quote={quote} withAll={isMixed} onChange={(next) => changeDesk({ quote: next })} />
        <span className="toolbar-space" />
        <Segmented
          label={text.tickers.view}
          options={tickerViews.map((value) => ({ value, label: text.tickers.views[value] }))}
          value={desk.view}
          onChange={(next) => changeDesk({ view: next })}
        />
        <RefreshButton onRefresh={refresh} />
        {desk.view === 'table' && <ColumnsMenu columns={columns} layout={layout} onLayoutChange={setLayout} />}
      </div>
      {view.failure && all.length > 0 && (
        <FailureNotice
          failure={view.failure}
          form="strip"
          showing={view.fetchedAt ? text.failure.showing(formatTimestamp(view.fetchedAt, zone)) : ''}
          onRetry={refresh}
        />
      )}
      {desk.view === 'table' ? (
        <TickerTable
          {...shared}
          listKey={listKey}
          screen={list}
          accountName={account.name}
          columns={columns}
          layout={layout}
          onLayoutChange={setLayout}
          onOpen={setOpenKey}
          placeholder={placeholder}
        >
          {body}
        </TickerTable>
      ) : ofQuote.length === 0 ? (
        body(placeholder, null)
      ) : desk.view === 'map' ? (
        body(<TickerMap {...shared} quote={quote ?? ''} onOpen={setOpenKey} />, null)
      ) : (
        body(<MoversView {...shared} quote={quote ?? ''} precisionOf={precisionOf} onOpen={setOpenKey} />, null)
      )}
    </section>
  );
}

/** Shown in it, or what it is sorted by. */
function isInTable(column: string, { hidden, sort }: TableLayout): boolean {
  return !hidden.includes(column) || sort.some((key) => key.column === column);
}

interface TickerStatusProps {
  shown: number;
  all: number;
  /** When the figures are of, where they are not live any more. */
  staleSince: string | null;
  /** `null`: the order follows no figures. */
  order: { time: string; isOld: boolean; makeAgain: () => void } | null;
}

/** How many symbols there are, of when they are, and of when their order is. */
function TickerStatus({ shown, all, staleSince, order }: TickerStatusProps) {
  const text = useText();
  return (
    <>
      <span>{shown === all ? text.status.rows(all) : text.status.of(shown, all)}</span>
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
