import { useCallback, useMemo } from 'react';
import type { TickerMarket } from '../../shared/market.ts';
import type { TickerViewSettings, Watchlist } from '../../shared/settings.ts';
import { useChangeSettings, useSettings } from './settings.ts';

/** How the tickers of a market are looked at, kept in the settings. */
export function useMarketDesk(
  market: TickerMarket,
): [TickerViewSettings, (change: Partial<TickerViewSettings>) => void] {
  const { marketDesks } = useSettings();
  const changeSettings = useChangeSettings();
  const change = useCallback(
    (changed: Partial<TickerViewSettings>) =>
      changeSettings({ marketDesks: { ...marketDesks, [market]: { ...marketDesks[market], ...changed } } }),
    [changeSettings, marketDesks, market],
  );
  return [marketDesks[market], change];
}

/** The reader's own watchlists of a market, and what replaces those of all markets. */
export function useWatchlists(market: TickerMarket) {
  const { watchlists } = useSettings();
  const changeSettings = useChangeSettings();
  const own = useMemo(() => watchlists.filter((list) => list.market === market), [watchlists, market]);
  const change = useCallback((next: Watchlist[]) => changeSettings({ watchlists: next }), [changeSettings]);
  return { own, all: watchlists, change };
}
