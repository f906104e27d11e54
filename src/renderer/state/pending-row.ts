import { useEffect } from 'react';
import type { Screen } from '../../shared/choices.ts';
import type { SettingsChange } from '../../shared/settings.ts';
import { Store, useStore } from './store.ts';

interface Place {
  account: string;
  screen: Screen;
}

/** A row to reveal once its screen has loaded it. */
interface PendingRow extends Place {
  /** A symbol among the tickers, or the key of an open plan. */
  row: string;
}

/** The pending row of one screen of one account, so that the screen that is being left does not reveal it. */
export const pendingRow = new Store<PendingRow | null>(null);

/** Shows a screen of an account, and reveals the row once the screen has loaded it. */
export function showRow(row: PendingRow, change: (change: SettingsChange) => void): void {
  const { account, screen } = row;
  change({ account, screen });
  pendingRow.set(row);
}

/** Calls `reveal` once with the pending row of this screen, as soon as `isLoaded`. */
export function usePendingRow({ account, screen }: Place, isLoaded: boolean, reveal: (row: string) => void): void {
  const pending = useStore(pendingRow);
  useEffect(() => {
    if (pending === null || !isLoaded || !isOf(pending, { account, screen })) return;
    pendingRow.set(null);
    reveal(pending.row);
  }, [pending, isLoaded, account, screen, reveal]);
}

/** Drops a pending row of another screen, so that a later return to that screen does not reveal it. */
export function useClearPendingRow(account: string, screen: Screen): void {
  useEffect(() => {
    const pending = pendingRow.get();
    if (pending !== null && !isOf(pending, { account, screen })) pendingRow.set(null);
  }, [account, screen]);
}

function isOf(pending: PendingRow, { account, screen }: Place): boolean {
  return pending.account === account && pending.screen === screen;
}
