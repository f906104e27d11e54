import { createContext, useContext } from 'react';
import type { ListFilters } from '../../../shared/contract/trades.ts';
import type { TickerMarket } from '../../../shared/market/market.ts';
import type { ArchiveList } from '../../../shared/orders/trades.ts';
import type { Screen } from '../../../shared/settings/choices.ts';
import type { Decimal } from '../../../shared/values/domain.ts';

/** A destination that a click leads to. `account`: the ID of the account. */
export type Destination =
  | ScreenDestination
  | ListDestination
  /** The open plan orders of a symbol, in both margin modes. */
  | { kind: 'open-plans'; account: string; symbol: string }
  /** The form for a new price alert. Without a level the form starts with the last price. */
  | { kind: 'new-alert'; account: string; market: TickerMarket; symbol: string; level: Decimal | null }
  /** The dialog of the accounts. */
  | { kind: 'accounts'; account: string };

interface ScreenDestination {
  kind: 'screen';
  account: string;
  screen: Screen;
  /** The row to reveal: a symbol among the tickers, or the key of an open plan order. */
  row?: string;
}

/** The rows of a list that match a filter, which does not replace the user's filter. Back returns to the screen before. */
type ListDestination = {
  [List in ArchiveList]: {
    kind: 'list';
    account: string;
    list: List;
    filter: ListFilters[List];
    /** Says where the click was. Default: the title of the screen. */
    from?: string;
  };
}[ArchiveList];

/** The function that leads to a destination; from the watch window in a main page. `app` provides it. */
export const GoTo = createContext<(destination: Destination) => void>(() => {
  throw new Error('No destination can be shown outside the shell.');
});

export function useGoTo(): (destination: Destination) => void {
  return useContext(GoTo);
}
