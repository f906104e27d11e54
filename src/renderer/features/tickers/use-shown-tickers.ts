import { useCallback, useMemo, useState } from 'react';
import type { TickerMarket } from '../../../shared/market/market.ts';
import type { TickerRow } from '../../domain/market/ticker-row.ts';
import { useTickerView, useWatchlists } from '../../domain/market/ticker-view.ts';
import { toggled } from '../../ui/filter/toggled.ts';
import { effectiveQuote, listedSymbols, quotesOf, shownRows } from './shown-rows.ts';

/** The tickers that the list, the quote currency and the search select. */
export function useShownTickers(market: TickerMarket, rows: readonly TickerRow[]) {
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
