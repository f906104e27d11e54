import { compareDecimals } from '../../../shared/decimal.ts';
import type { WatchChoice, Watchlist } from '../../../shared/settings.ts';
import type { TickerRow } from '../../model/ticker-row.ts';

/** As many as anybody looks at without a screen for it. */
const mostBusiest = 8;

interface Lists {
  favourites: readonly string[];
  /** Of the market. */
  watchlists: readonly { name: string; symbols: readonly string[] }[];
}

/** A list that is gone is none to show: in its place come those with the most turnover. */
export function watchInForce(watch: WatchChoice, watchlists: readonly Watchlist[]): WatchChoice {
  const { market, shown } = watch;
  if (typeof shown === 'string') return watch;
  const isThere = watchlists.some((list) => list.market === market && list.name === shown.watchlist);
  return isThere ? watch : { market, shown: 'busiest' };
}

/** The symbols that are shown, in their order: of a list in the reader's, else those with the most turnover first. */
export function watchedSymbols(rows: readonly TickerRow[], { shown }: WatchChoice, lists: Lists): readonly string[] {
  if (shown === 'favourites') return lists.favourites;
  if (shown !== 'busiest') return lists.watchlists.find(({ name }) => name === shown.watchlist)?.symbols ?? [];
  return rows
    .filter((row) => row.turnover !== null)
    .sort((a, b) => compareDecimals(b.turnover ?? '0', a.turnover ?? '0'))
    .slice(0, mostBusiest)
    .map(({ symbol }) => symbol);
}
