import { useEffect } from 'react';
import type { Screen } from '../../shared/choices.ts';
import type { SettingsChange } from '../../shared/settings.ts';
import { Store, useStore } from './store.ts';

interface Place {
  account: string;
  screen: Screen;
}

/** A row that somebody wants to see, from anywhere: a symbol among the tickers, or the key of an open plan. */
interface WantedRow extends Place {
  row: string;
}

/** For one screen of one account alone: the one that is being left would take it otherwise. */
export const wantedRow = new Store<WantedRow | null>(null);

/** Shows a screen of an account and, as soon as that screen knows its rows, the row. */
export function showRow(wanted: WantedRow, change: (change: SettingsChange) => void): void {
  const { account, screen } = wanted;
  change({ account, screen });
  wantedRow.set(wanted);
}

/** Hands over once the row that is wanted of this screen. */
export function usePendingRow({ account, screen }: Place, isKnown: boolean, onWanted: (row: string) => void): void {
  const wanted = useStore(wantedRow);
  useEffect(() => {
    if (wanted === null || !isKnown || !isOf(wanted, { account, screen })) return;
    wantedRow.set(null);
    onWanted(wanted.row);
  }, [wanted, isKnown, account, screen, onWanted]);
}

/** Whoever goes elsewhere before a row has come does not want it any more when coming back. */
export function useClearPendingRow(account: string, screen: Screen): void {
  useEffect(() => {
    const wanted = wantedRow.get();
    if (wanted !== null && !isOf(wanted, { account, screen })) wantedRow.set(null);
  }, [account, screen]);
}

function isOf(wanted: WantedRow, { account, screen }: Place): boolean {
  return wanted.account === account && wanted.screen === screen;
}
