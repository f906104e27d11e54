import { useCallback, useMemo } from 'react';
import type { TickerViewSettings, Watchlist } from '../../../shared/contract/settings.ts';
import type { TickerMarket } from '../../../shared/market/market.ts';
import { useChangeSettings, useSetting } from '../../platform/settings/settings.ts';

/** The view settings of a market's tickers, and the function that changes some of them. */
export function useTickerView(
  market: TickerMarket,
): [TickerViewSettings, (change: Partial<TickerViewSettings>) => void] {
  const views = useSetting('tickers');
  const changeSettings = useChangeSettings();
  const change = useCallback(
    (changed: Partial<TickerViewSettings>) =>
      changeSettings({ tickers: { ...views, [market]: { ...views[market], ...changed } } }),
    [changeSettings, views, market],
  );
  return [views[market], change];
}

/** The watchlists of a market, those of all markets, and the function that replaces all of them. */
export function useWatchlists(market: TickerMarket) {
  const watchlists = useSetting('watchlists');
  const changeSettings = useChangeSettings();
  const own = useMemo(() => watchlists.filter((list) => list.market === market), [watchlists, market]);
  const change = useCallback((next: Watchlist[]) => changeSettings({ watchlists: next }), [changeSettings]);
  return { own, all: watchlists, change };
}
