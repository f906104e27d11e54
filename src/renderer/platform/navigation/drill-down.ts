import { createAtom, useSelector } from '@tanstack/react-store';
import { useEffect } from 'react';
import type { ListFilters } from '../../../shared/contract/trades.ts';
import type { ArchiveList } from '../../../shared/orders/trades.ts';
import type { Screen } from '../../../shared/settings/choices.ts';

/** The rows of a list that a click led to. */
type ListDrillDown = {
  [List in ArchiveList]: {
    screen: List;
    account: string;
    filter: ListFilters[List];
    /** Where the click was; `null` on the screen of the list itself. */
    from: string | Screen | null;
  };
}[ArchiveList];

/**
 * What narrows a screen of an account beside the user's filter. It is never saved, and ends when the user leaves the
 * screen or the account. Back and Forward return to it.
 */
export type DrillDown = ListDrillDown | { screen: 'open-plans'; account: string; symbol: string };

export const drillDown = createAtom<DrillDown | null>(null);

/** Returns the drill-down of a screen of an account; `null` if there is none. */
function drillDownOf(account: string, screen: Screen): DrillDown | null {
  return ofScreen(drillDown.get(), account, screen);
}

/** The drill-down of a screen of an account. */
export function useDrillDown<Of extends DrillDown['screen']>(
  account: string,
  screen: Of,
): Extract<DrillDown, { screen: Of }> | null {
  return ofScreen(useSelector(drillDown), account, screen) as Extract<DrillDown, { screen: Of }> | null;
}

/** Ends the drill-down of another screen or account than the one shown. */
export function useEndDrillDown(account: string, screen: Screen): void {
  useEffect(() => {
    if (drillDownOf(account, screen) === null) drillDown.set(null);
  }, [account, screen]);
}

function ofScreen(of: DrillDown | null, account: string, screen: Screen): DrillDown | null {
  return of?.account === account && of.screen === screen ? of : null;
}
