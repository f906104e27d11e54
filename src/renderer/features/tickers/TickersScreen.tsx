import type { ReactNode } from 'react';
import type { AccountSummary } from '../../../shared/contract/accounts.ts';
import type { TickerMarket } from '../../../shared/market/market.ts';
import { formatDataTime, formatTimestamp } from '../../../shared/time/time.ts';
import { FailureNotice } from '../../domain/accounts/FailureNotice.tsx';
import { useTimeZone } from '../../platform/settings/settings.ts';
import { useText } from '../../text/use-text.ts';
import { Bar } from '../../ui/screen/Bar.tsx';
import { EmptyNotice, Skeleton } from '../../ui/screen/Notices.tsx';
import { RowCount, type RowCountProps, StatusLine, UnreadableRows } from '../../ui/screen/StatusLine.tsx';
import { SymbolMenu, TickerItems } from './lists/SymbolMenu.tsx';
import { MoversView } from './map/MoversView.tsx';
import { TickerMap } from './map/TickerMap.tsx';
import { SymbolPanel } from './panel/SymbolPanel.tsx';
import { TickersToolbar } from './TickersToolbar.tsx';
import { type TableOrder, TickerTable } from './table/TickerTable.tsx';
import { type TickersScreenState, useTickersScreen } from './use-tickers-screen.ts';
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
  const state = useTickersScreen(account, market);
  const { view, snapshot, all, rows, isLive, list, shown, filter, openRow, setOpenKey, refresh } = state;
  const { precisionOf, columns, table } = state;
  const { fetchedAt, failure } = snapshot;
  const quote = state.quote ?? '';
  const placeholder = <NoTickers state={state} />;
  const shared = { rows, orderKey: state.orderKey, isLive, openKey: openRow?.symbol ?? null, onOpen: setOpenKey };

  const body = (content: ReactNode, order: TableOrder | null): ReactNode => (
    <>
      <div className="screen-body">
        <SymbolMenu account={account.id} market={market}>
          {content}
        </SymbolMenu>
        {openRow && (
          <SymbolPanel
            account={account.id}
            row={openRow}
            columns={columns.filter(({ meta }) => !meta.press)}
            isLive={isLive}
            precisionOf={precisionOf}
            isOutsideFilter={!rows.includes(openRow)}
            onClose={() => setOpenKey(null)}
          />
        )}
      </div>
      <TickersStatus state={state} order={order} />
    </>
  );
  return (
    <section className="screen" aria-label={text.screens[list]}>
      <TickersToolbar
        market={market}
        search={shown.search}
        onSearch={shown.setSearch}
        quotes={shown.quotes}
        quote={state.quote}
        table={table}
      />
      {failure && all.length > 0 && (
        <Bar rank="failure">
          <FailureNotice
            failure={failure}
            form="strip"
            showing={fetchedAt ? text.failure.showing(formatTimestamp(fetchedAt, zone)) : ''}
            onRetry={refresh}
          />
        </Bar>
      )}
      {filter.chips}
      {view === 'table' ? (
        <TickerTable
          {...shared}
          listKey={state.listKey}
          screen={list}
          accountName={account.name}
          columns={columns}
          table={table}
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
      ) : rows.length === 0 ? (
        body(placeholder, null)
      ) : view === 'map' ? (
        body(<TickerMap {...shared} quote={quote} precisionOf={precisionOf} />, null)
      ) : (
        body(<MoversView {...shared} quote={quote} precisionOf={precisionOf} />, null)
      )}
    </section>
  );
}

/** Shown in place of the tickers: why there are none. */
function NoTickers({ state }: { state: TickersScreenState }) {
  const { empty, tickers, toolbar } = useText();
  const { snapshot, all, shown, showAll } = state;
  if (snapshot.failure && all.length === 0) {
    return <FailureNotice failure={snapshot.failure} form="panel" onRetry={state.refresh} />;
  }
  if (snapshot.fetchedAt === null) return <Skeleton />;
  if (all.length === 0) return <EmptyNotice what={empty.tickers} next={empty.tickersNext} />;
  return shown.listed?.length === 0 ? (
    <EmptyNotice
      what={tickers.emptyList}
      next={tickers.emptyListNext}
      action={{ label: tickers.showAll, run: showAll }}
    />
  ) : (
    <EmptyNotice
      what={empty.filtered}
      next={empty.filteredNext}
      action={{ label: toolbar.clearSearch, run: showAll }}
    />
  );
}

/** The status line of the tickers. `order`: `null` if it does not depend on live figures. */
function TickersStatus({ state, order }: { state: TickersScreenState; order: TableOrder | null }) {
  const zone = useTimeZone();
  const { snapshot, all, rows, isLive } = state;
  const { fetchedAt, failure, unreadable } = snapshot;
  const showTime = (time: number): string => formatDataTime(time, zone);
  return (
    <StatusLine>
      <TickerStatus
        shown={rows.length}
        all={all.length}
        isLoaded={fetchedAt !== null}
        hasFailed={failure !== null}
        staleSince={!isLive && fetchedAt !== null && all.length > 0 ? showTime(fetchedAt) : null}
        order={order && { ...order, time: showTime(order.madeAt) }}
      />
      <UnreadableRows count={unreadable.length} rows={unreadable} />
    </StatusLine>
  );
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
