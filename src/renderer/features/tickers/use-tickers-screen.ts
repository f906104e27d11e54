import { useCallback, useMemo, useState } from 'react';
import type { AccountSummary } from '../../../shared/contract/accounts.ts';
import type { TableLayout } from '../../../shared/contract/settings.ts';
import type { TickerMarket } from '../../../shared/market/market.ts';
import { quoteOf } from '../../../shared/market/symbols.ts';
import { useLiveFor, useReportFreshness } from '../../domain/market/freshness.ts';
import { refreshLive } from '../../domain/market/live/live.ts';
import { useRulesOf } from '../../domain/market/symbol-rules.ts';
import { useSymbolSize, withSymbolSize } from '../../domain/market/symbol-size.ts';
import type { TickerRow } from '../../domain/market/ticker-row.ts';
import { useTickerView, useWatchlists } from '../../domain/market/ticker-view.ts';
import { useTickers } from '../../domain/market/use-tickers.ts';
import { useCommand } from '../../platform/commands.ts';
import { usePendingRow } from '../../platform/navigation/pending.ts';
import { showNotice } from '../../platform/notice.ts';
import { useSetting } from '../../platform/settings/settings.ts';
import { useText } from '../../text/use-text.ts';
import { toggled } from '../../ui/filter/toggled.ts';
import { useValueFilter } from '../../ui/filter/use-value-filter.tsx';
import { defaultLayout } from '../../ui/table/column-table.ts';
import { useColumnTable } from '../../ui/table/use-column-table.ts';
import { effectiveQuote, listedSymbols, quotesOf, shownRows } from './shown-rows.ts';
import { useOwn } from './table/own.ts';
import { tickerColumns } from './table/ticker-columns.ts';

/** Everything that the screen of a market's tickers shows: tickers, columns, what narrows the list, and the open symbol. */
export function useTickersScreen(account: AccountSummary, market: TickerMarket) {
  const text = useText();
  const savedLayout = useSetting('tables')[`${market}-tickers`] ?? defaultLayout;
  const [openKey, setOpenKey] = useState<string | null>(null);
  const [{ view }] = useTickerView(market);
  const hasBasis = openKey !== null || (view === 'table' && isInTable('basis', savedLayout));
  const { snapshot, rows: all, isLive, list } = useTickers(account.id, market, hasBasis);
  const shown = useShownTickers(market, all);
  const { favoriteSet, toggleFavorite } = shown;
  const precisionOf = useRulesOf(account.id);
  const owns = useOwn(account.id, market);
  const symbolSize = useSymbolSize(shown.symbolKey);
  const columns = useMemo(
    () =>
      withSymbolSize(
        tickerColumns({ text, market, precisionOf, isLive, favorites: favoriteSet, onFavorite: toggleFavorite, owns }),
        symbolSize,
      ),
    [text, market, precisionOf, isLive, favoriteSet, toggleFavorite, owns, symbolSize],
  );
  const table = useColumnTable(list, columns);
  const filter = useValueFilter(columns);
  const { keeps } = filter;
  const kept = useMemo(() => shown.rows.filter(keeps), [shown.rows, keeps]);
  const isMixed = view === 'table';
  const quote = isMixed ? shown.quote : (shown.quote ?? shown.quotes[0] ?? null);
  const rows = useMemo(
    () => (isMixed || quote === null ? kept : kept.filter(({ symbol }) => quoteOf(symbol) === quote)),
    [kept, isMixed, quote],
  );

  const refresh = useCallback((): void => void refreshLive(list, account.id), [list, account.id]);
  useCommand('refresh', refresh);
  useReportFreshness(snapshot.fetchedAt, useLiveFor(), snapshot.failure);
  const isListed = useCallback((row: string) => all.some(({ symbol }) => symbol === row), [all]);
  const reveal = useCallback(
    (pending: string): void => {
      if (isListed(pending)) setOpenKey(pending);
      else showNotice(text.tickers.noTicker[market](pending));
    },
    [isListed, market, text],
  );
  usePendingRow({ account: account.id, screen: list }, { list: snapshot, isListed, reveal });

  const showAll = (): void => {
    shown.showAll();
    filter.clear();
  };
  const listKey = `${account.id}\n${shown.search}\n${JSON.stringify(shown.chosenList)}\n${quote}`;
  return {
    view,
    snapshot,
    all,
    rows,
    isLive,
    list,
    shown,
    quote,
    precisionOf,
    columns,
    table,
    filter,
    showAll,
    refresh,
    openRow: openKey === null ? undefined : all.find((row) => row.symbol === openKey),
    setOpenKey,
    listKey,
    // A watchlist is sorted again when the user adds or removes a symbol.
    orderKey: `${listKey}\n${shown.listed?.length}`,
  };
}

export type TickersScreenState = ReturnType<typeof useTickersScreen>;

/** True if the table shows the column or is sorted by it. */
function isInTable(column: string, { columnVisibility, sorting }: TableLayout): boolean {
  return columnVisibility[column] !== false || sorting.some(({ id }) => id === column);
}

/** The tickers that the list, the quote currency and the search select. */
function useShownTickers(market: TickerMarket, rows: readonly TickerRow[]) {
  const [view, changeView] = useTickerView(market);
  const { own: watchlists } = useWatchlists(market);
  const [search, setSearch] = useState('');
  const { shown, favorites } = view;
  const listed = useMemo(() => listedSymbols({ shown, favorites, watchlists }), [shown, favorites, watchlists]);
  const symbolKey = useSymbolKey(rows);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the quotes depend on the symbols only
  const quotes = useMemo(() => quotesOf(rows), [symbolKey]);
  const quote = effectiveQuote(view.quote, quotes);
  const shownTickers = useMemo(() => shownRows(rows, { listed, quote, search }), [rows, listed, quote, search]);
  const favoriteSet = useMemo(() => new Set(favorites), [favorites]);
  const toggleFavorite = useCallback(
    (symbol: string) => changeView({ favorites: toggled(favorites, symbol) }),
    [changeView, favorites],
  );
  const showAll = useCallback((): void => {
    setSearch('');
    changeView({ shown: 'all', quote: null });
  }, [changeView]);
  return {
    chosenList: shown,
    search,
    setSearch,
    listed,
    symbolKey,
    quotes,
    quote,
    rows: shownTickers,
    favoriteSet,
    toggleFavorite,
    showAll,
  };
}

/** Returns a text that changes when symbols come or go. */
function useSymbolKey(rows: readonly TickerRow[]): string {
  return useMemo(() => rows.map(({ symbol }) => symbol).join('\n'), [rows]);
}
