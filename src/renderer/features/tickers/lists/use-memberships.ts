import type { TickerMarket } from '../../../../shared/market.ts';
import { toggled } from '../../../model/toggled.ts';
import { useMarketDesk, useWatchlists } from '../../../state/market-desk.ts';
import { showNotice } from '../../../state/notice.ts';
import { useText } from '../../../text/use-text.ts';
import { putWatchlist } from './watchlists.ts';

export interface Membership {
  name: string;
  isIn: boolean;
  toggle: () => void;
}

/** The favourites, then the reader's own lists: whether each has the symbol. */
export function useMemberships(market: TickerMarket, symbol: string): Membership[] {
  const text = useText();
  const [{ favourites }, changeDesk] = useMarketDesk(market);
  const { own, all, change } = useWatchlists(market);
  const of = (name: string, symbols: readonly string[], put: (symbols: string[]) => void): Membership => {
    const isIn = symbols.includes(symbol);
    return {
      name,
      isIn,
      toggle: () => {
        put(toggled(symbols, symbol));
        showNotice(isIn ? text.tickers.removed(symbol, name) : text.tickers.added(symbol, name));
      },
    };
  };
  return [
    of(text.tickers.favourites, favourites, (symbols) => changeDesk({ favourites: symbols })),
    ...own.map((list) => of(list.name, list.symbols, (symbols) => change(putWatchlist(all, { ...list, symbols })))),
  ];
}
