import type { WatchChoice, Watchlist } from '../../../shared/contract/settings.ts';
import { compareDecimals } from '../../../shared/values/decimal.ts';
import type { TickerRow } from '../../domain/market/ticker-row.ts';

/** Number of tickers with the largest turnover. */
const maxBusiest = 8;

interface Lists {
  favorites: readonly string[];
  /** Watchlists of the market. */
  watchlists: readonly { name: string; symbols: readonly string[] }[];
}

/** Returns the choice; the tickers with the largest turnover if its watchlist no longer exists, or if no symbol is a favorite. */
export function effectiveWatch(
  watch: WatchChoice,
  watchlists: readonly Watchlist[],
  favorites: readonly string[],
): WatchChoice {
  const { market, shown } = watch;
  if (shown === 'favorites' && favorites.length === 0) return { market, shown: 'busiest' };
  if (typeof shown === 'string') return watch;
  const exists = watchlists.some((list) => list.market === market && list.name === shown.watchlist);
  return exists ? watch : { market, shown: 'busiest' };
}

/** Returns the symbols to show: a list in the user's order, otherwise by turnover, the largest first. */
export function watchedSymbols(rows: readonly TickerRow[], { shown }: WatchChoice, lists: Lists): readonly string[] {
  if (shown === 'favorites') return lists.favorites;
  if (shown !== 'busiest') return lists.watchlists.find(({ name }) => name === shown.watchlist)?.symbols ?? [];
  return rows
    .filter((row) => row.turnover !== null)
    .sort((a, b) => compareDecimals(b.turnover ?? '0', a.turnover ?? '0'))
    .slice(0, maxBusiest)
    .map(({ symbol }) => symbol);
}
