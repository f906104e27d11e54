import { useEffect, useState } from 'react';
import type { TickerMarket } from '../../shared/market.ts';
import type { SettingsChange } from '../../shared/settings.ts';
import type { ArchiveList } from '../../shared/trades.ts';
import { showRow } from './pending-row.ts';
import { showList } from './show-list.ts';
import { Store, useStore } from './store.ts';

interface AccountSymbol {
  account: string;
  symbol: string;
}

type Change = (change: SettingsChange) => void;

/** Shows the ticker of a symbol with its details. */
export function showTicker(
  { account, market, symbol }: AccountSymbol & { market: TickerMarket },
  change: Change,
): void {
  showRow({ account, screen: market === 'spot' ? 'spot-tickers' : 'futures-tickers', row: symbol }, change);
}

/** Shows the rows of a list that are of one symbol. */
export function showListOf(list: ArchiveList, { account, symbol }: AccountSymbol, change: Change): void {
  showList({ account, list, filter: { symbols: [symbol] } }, change);
}

/** The symbol that the screen of the open plans will show; `null` if there is none. */
const pendingSymbol = new Store<string | null>(null);

/** Shows the open plans of one symbol. */
export function showPlansOf({ account, symbol }: AccountSymbol, change: Change): void {
  change({ account, screen: 'open-plans', marginMode: 'all' });
  pendingSymbol.set(symbol);
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
