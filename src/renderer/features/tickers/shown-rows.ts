import type { TickerViewSettings, Watchlist } from '../../../shared/contract/settings.ts';
import { quoteOf } from '../../../shared/market/symbols.ts';
import { findTexts } from '../../ui/text/find-best.ts';

interface Chosen {
  shown: TickerViewSettings['shown'];
  favorites: readonly string[];
  /** Watchlists of the market. */
  watchlists: readonly Watchlist[];
}

/** Returns the symbols of the selected list in the user's order; `null` for all symbols and for a missing list. */
export function listedSymbols({ shown, favorites, watchlists }: Chosen): readonly string[] | null {
  if (shown === 'all') return null;
  if (shown === 'favorites') return favorites;
  return watchlists.find(({ name }) => name === shown.watchlist)?.symbols ?? null;
}

interface Selection {
  listed: readonly string[] | null;
  quote: string | null;
  search: string;
}

/** Returns the selected rows: those of a list in its order, all others in the order of `rows`. */
export function shownRows<Row extends { symbol: string }>(
  rows: readonly Row[],
  { listed, quote, search }: Selection,
): readonly Row[] {
  const bySymbol = listed && new Map(rows.map((row) => [row.symbol, row]));
  const ofList = bySymbol ? listed.flatMap((symbol) => bySymbol.get(symbol) ?? []) : rows;
  const ofQuote = quote === null ? ofList : ofList.filter(({ symbol }) => quoteOf(symbol) === quote);
  return search.trim() === '' ? ofQuote : findTexts(ofQuote, search, ({ symbol }) => ({ label: symbol }));
}

/** Returns the selected quote currency; `null` if no symbol has it, for example at another exchange. */
export function effectiveQuote(chosen: string | null, quotes: readonly string[]): string | null {
  return chosen !== null && quotes.includes(chosen) ? chosen : null;
}

/** Returns the quote currencies, the one with the most symbols first. */
export function quotesOf(rows: readonly { symbol: string }[]): string[] {
  const counts = new Map<string, number>();
  for (const { symbol } of rows) counts.set(quoteOf(symbol), (counts.get(quoteOf(symbol)) ?? 0) + 1);
  return [...counts].sort(([a, aCount], [b, bCount]) => bCount - aCount || (a < b ? -1 : 1)).map(([quote]) => quote);
}
