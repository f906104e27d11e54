import type {
  Settings,
  SettingsChange,
  TickerViewSettings,
  WatchChoice,
  Watchlist,
} from '../../../../shared/contract/settings.ts';
import type { TickerMarket } from '../../../../shared/market/market.ts';
import { maxWatchlists } from '../../../../shared/settings/choices.ts';
import { type NameProblem, nameProblem } from '../../../ui/controls/name-problem.ts';

/** Returns the problem of a name for a watchlist. `renamed` is the current name; `null` for a new list. */
export function watchlistNameProblem(
  lists: readonly Watchlist[],
  market: TickerMarket,
  name: string,
  renamed: string | null,
): NameProblem | null {
  const others = lists.filter((list) => list.market === market && list.name !== renamed);
  return nameProblem(
    name,
    others.map((list) => list.name),
    renamed !== null || lists.length < maxWatchlists,
  );
}

/** Replaces the list of that name, or adds the list at the end. */
export function putWatchlist(lists: readonly Watchlist[], list: Watchlist, name = list.name): Watchlist[] {
  const index = lists.findIndex((each) => each.market === list.market && each.name === name);
  return index < 0 ? [...lists, list] : lists.toSpliced(index, 1, list);
}

type WithLists = Pick<Settings, 'watchlists' | 'tickers' | 'watch'>;

/** Renames a list, also where the tickers or the watch window show it. */
export function renamedWatchlist(settings: WithLists, list: Watchlist, name: string): SettingsChange {
  const renamed = { ...list, name };
  return {
    watchlists: putWatchlist(settings.watchlists, renamed, list.name),
    ...replaceShown(settings, list, { tickers: { watchlist: name }, watch: { watchlist: name } }),
  };
}

/** Removes a list. A view that showed it returns to its default. */
export function withoutWatchlist(settings: WithLists, list: Watchlist): SettingsChange {
  return {
    watchlists: settings.watchlists.filter(({ market, name }) => market !== list.market || name !== list.name),
    ...replaceShown(settings, list, { tickers: 'all', watch: 'busiest' }),
  };
}

interface Shown {
  tickers: TickerViewSettings['shown'];
  watch: WatchChoice['shown'];
}

/** Replaces the list in the views that show it. */
function replaceShown({ tickers, watch }: WithLists, { market, name }: Watchlist, shown: Shown): SettingsChange {
  const isShown = (each: Shown['tickers'] | Shown['watch']): boolean =>
    typeof each === 'object' && each.watchlist === name;
  const view = tickers[market];
  return {
    ...(isShown(view.shown) && { tickers: { ...tickers, [market]: { ...view, shown: shown.tickers } } }),
    ...(watch.market === market && isShown(watch.shown) && { watch: { market, shown: shown.watch } }),
  };
}

/** Moves a symbol to a position. The others keep their order. */
export function moved(symbols: readonly string[], symbol: string, position: number): string[] {
  if (!symbols.includes(symbol)) return [...symbols];
  const others = symbols.filter((each) => each !== symbol);
  return others.toSpliced(Math.max(0, Math.min(others.length, position)), 0, symbol);
}
