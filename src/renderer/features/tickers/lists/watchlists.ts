import { maxWatchlists } from '../../../../shared/choices.ts';
import type { TickerMarket } from '../../../../shared/market.ts';
import type {
  Settings,
  SettingsChange,
  TickerViewSettings,
  WatchChoice,
  Watchlist,
} from '../../../../shared/settings.ts';
import { type NameProblem, nameProblem } from '../../../model/name-problem.ts';

/** What is wrong with a name for a list of that market; `renamed` is the name that it had, `null` for a new one. */
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

/** The list in the place of the one of that name, or after all others. */
export function putWatchlist(lists: readonly Watchlist[], list: Watchlist, name = list.name): Watchlist[] {
  const place = lists.findIndex((each) => each.market === list.market && each.name === name);
  return place < 0 ? [...lists, list] : lists.toSpliced(place, 1, list);
}

type WithLists = Pick<Settings, 'watchlists' | 'marketDesks' | 'watch'>;

/** The list by its new name, and so is what shows it: the tickers and the watch window. */
export function renamedWatchlist(settings: WithLists, list: Watchlist, name: string): SettingsChange {
  const renamed = { ...list, name };
  return {
    watchlists: putWatchlist(settings.watchlists, renamed, list.name),
    ...instead(settings, list, { desk: { watchlist: name }, watch: { watchlist: name } }),
  };
}

/** Without the list. What showed it shows what it shows at first. */
export function withoutWatchlist(settings: WithLists, list: Watchlist): SettingsChange {
  return {
    watchlists: settings.watchlists.filter(({ market, name }) => market !== list.market || name !== list.name),
    ...instead(settings, list, { desk: 'all', watch: 'busiest' }),
  };
}

interface Shown {
  desk: TickerViewSettings['shown'];
  watch: WatchChoice['shown'];
}

/** What shows the list shows something else. */
function instead({ marketDesks, watch }: WithLists, { market, name }: Watchlist, shown: Shown): SettingsChange {
  const isShown = (each: Shown['desk'] | Shown['watch']): boolean =>
    typeof each === 'object' && each.watchlist === name;
  const desk = marketDesks[market];
  return {
    ...(isShown(desk.shown) && { marketDesks: { ...marketDesks, [market]: { ...desk, shown: shown.desk } } }),
    ...(watch.market === market && isShown(watch.shown) && { watch: { market, shown: shown.watch } }),
  };
}

/** The symbol at another place, all others in the order that they have. */
export function moved(symbols: readonly string[], symbol: string, place: number): string[] {
  if (!symbols.includes(symbol)) return [...symbols];
  const others = symbols.filter((each) => each !== symbol);
  return others.toSpliced(Math.max(0, Math.min(others.length, place)), 0, symbol);
}
