import { useEffect, useState } from 'react';
import type { Decimal } from '../../../shared/domain.ts';
import type { TickerMarket } from '../../../shared/market.ts';
import type { SettingsChange } from '../../../shared/settings.ts';
import type { ArchiveList } from '../../../shared/trades.ts';
import { openNewAlert } from '../../domain/alerts/alerts.ts';
import { Store, useStore } from '../store.ts';
import { showRow } from './pending-row.ts';
import { showList } from './show-list.ts';

/** What belongs to a symbol of an account and can be shown. */
export type SymbolPlace = { account: string; symbol: string } & (
  | { kind: 'ticker'; market: TickerMarket }
  | { kind: 'open-plans' }
  /** `key`: the key of the plan order. */
  | { kind: 'open-plan'; key: string }
  | { kind: 'list'; list: ArchiveList }
  /** The form for a new alert. Without a level the form starts with the last price. */
  | { kind: 'new-alert'; market: TickerMarket; level: Decimal | null }
);

/** The symbol that the screen of the open plans will show; `null` if there is none. */
const pendingSymbol = new Store<string | null>(null);

/** Shows a ticker with its details, an open plan order, the rows of a symbol, or the form for an alert. */
export function showPlace(place: SymbolPlace, change: (change: SettingsChange) => void): void {
  const { account, symbol } = place;
  switch (place.kind) {
    case 'ticker': {
      const screen = place.market === 'spot' ? 'spot-tickers' : 'futures-tickers';
      showRow({ account, screen, row: symbol }, change);
      return;
    }
    case 'open-plans':
      change({ account, screen: 'open-plans', marginMode: 'all' });
      pendingSymbol.set(symbol);
      return;
    case 'open-plan':
      showRow({ account, screen: 'open-plans', row: place.key }, change);
      return;
    case 'list':
      showList({ account, list: place.list, filter: { symbols: [symbol] } }, change);
      return;
    case 'new-alert':
      openNewAlert(symbol, place.level, { account, market: place.market });
  }
}

/** The symbol of the open plans that are shown; `null` for all symbols. */
export function usePlanSymbol() {
  const [symbol, setSymbol] = useState<string | null>(null);
  const pending = useStore(pendingSymbol);
  useEffect(() => {
    if (pending === null) return;
    pendingSymbol.set(null);
    setSymbol(pending);
  }, [pending]);
  return [symbol, setSymbol] as const;
}
