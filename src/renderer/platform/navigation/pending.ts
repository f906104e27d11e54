import { createAtom, useSelector } from '@tanstack/react-store';
import { useEffect, useRef } from 'react';
import type { LiveSnapshot } from '../../../shared/contract/market.ts';
import type { LiveList } from '../../../shared/market/market.ts';
import type { Screen } from '../../../shared/settings/choices.ts';

interface ScreenOfAccount {
  account: string;
  screen: Screen;
}

/** A row to reveal once its screen has loaded it. */
interface PendingRow extends ScreenOfAccount {
  /** A symbol among the tickers, or the key of an open plan. */
  row: string;
}

/** The pending row of one screen of one account, so that the screen that is being left does not reveal it. */
export const pendingRow = createAtom<PendingRow | null>(null);

/** The live list of a screen, and how the screen finds and reveals a row of it. */
interface RevealingList {
  /** The live list of the screen's account. */
  list: LiveSnapshot<LiveList> | undefined;
  isListed: (row: string) => boolean;
  /** Called with a row that is not listed, too. */
  reveal: (row: string) => void;
}

/**
 * Calls `reveal` once with the pending row of this screen: as soon as the row is listed, or the list has been read
 * without it. The page may hold an earlier state of the list, from before the screen was opened.
 */
export function usePendingRow({ account, screen }: ScreenOfAccount, { list, isListed, reveal }: RevealingList): void {
  const pending = useSelector(pendingRow);
  const first = useRef(list);
  useEffect(() => {
    if (pending === null || !isOf(pending, { account, screen })) return;
    const isRead = list !== first.current && list?.failure === null && list.fetchedAt !== null;
    if (!isRead && !isListed(pending.row)) return;
    pendingRow.set(null);
    reveal(pending.row);
  }, [pending, list, isListed, account, screen, reveal]);
}

/** Drops a pending row of another screen, so that a later return to that screen does not reveal it. */
export function useClearPendingRow(account: string, screen: Screen): void {
  useEffect(() => {
    const pending = pendingRow.get();
    if (pending !== null && !isOf(pending, { account, screen })) pendingRow.set(null);
  }, [account, screen]);
}

function isOf(pending: PendingRow, { account, screen }: ScreenOfAccount): boolean {
  return pending.account === account && pending.screen === screen;
}
