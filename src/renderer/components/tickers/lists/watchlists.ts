import { mostWatchlists } from '../../../../shared/choices.ts';
import type { TickerMarket } from '../../../../shared/market.ts';
import type { Watchlist } from '../../../../shared/settings.ts';
import { type NameProblem, nameProblem } from '../../controls/name-problem.ts';

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
    renamed !== null || lists.length < mostWatchlists,
  );
}

/** The list in the place of the one of that name, or after all others. */
export function putWatchlist(lists: readonly Watchlist[], list: Watchlist, name = list.name): Watchlist[] {
  const place = lists.findIndex((each) => each.market === list.market && each.name === name);
  return place < 0 ? [...lists, list] : lists.toSpliced(place, 1, list);
}

export function withoutWatchlist(lists: readonly Watchlist[], { market, name }: Watchlist): Watchlist[] {
  return lists.filter((list) => list.market !== market || list.name !== name);
}

/** The symbol at another place, all others in the order that they have. */
export function moved(symbols: readonly string[], symbol: string, place: number): string[] {
  if (!symbols.includes(symbol)) return [...symbols];
  const others = symbols.filter((each) => each !== symbol);
  return others.toSpliced(Math.max(0, Math.min(others.length, place)), 0, symbol);
}
