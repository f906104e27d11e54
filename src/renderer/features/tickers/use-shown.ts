import { useCallback, useMemo, useState } from 'react';
import type { TickerMarket } from '../../../shared/market.ts';
import type { TickerRow } from '../../model/ticker-row.ts';
import { toggled } from '../../model/toggled.ts';
import { useTickerView, useWatchlists } from '../../state/ticker-view.ts';
import { listedSymbols, quoteInForce, quotesOf, shownRows } from './shown-rows.ts';

/** Which of the tickers are shown, and how that is chosen. */
export function useShown(market: TickerMarket, rows: readonly TickerRow[]) {
  const [desk, changeDesk] = useTickerView(market);
  const { own: watchlists } = useWatchlists(market);
  const [search, setSearch] = useState('');
  const { shown, favourites } = desk;
  const listed = useMemo(() => listedSymbols({ shown, favourites, watchlists }), [shown, favourites, watchlists]);
  const symbolKey = useSymbolKey(rows);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the quotes change with the symbols only
  const quotes = useMemo(() => quotesOf(rows), [symbolKey]);
  const quote = quoteInForce(desk.quote, quotes);
  const shownOnes = useMemo(() => shownRows(rows, { listed, quote, search }), [rows, listed, quote, search]);
  const favouriteSet = useMemo(() => new Set(favourites), [favourites]);
  const toggleFavourite = useCallback(
    (symbol: string) => changeDesk({ favourites: toggled(favourites, symbol) }),
    [changeDesk, favourites],
  );
  const showAll = useCallback((): void => {
    setSearch('');
    changeDesk({ shown: 'all', quote: null });
  }, [changeDesk]);
  return {
    desk,
    changeDesk,
    search,
    setSearch,
    listed,
    quotes,
    quote,
    rows: shownOnes,
    favouriteSet,
    toggleFavourite,
    showAll,
  };
}

/** Changes when symbols come or go. */
function useSymbolKey(rows: readonly TickerRow[]): string {
  return useMemo(() => rows.map(({ symbol }) => symbol).join('\n'), [rows]);
}
