import { createAtom, useSelector } from '@tanstack/react-store';
import { useSetting } from './settings/settings.ts';
import { useNow } from './timer.ts';

/** Milliseconds by which this computer's clock is ahead of the exchange's, by account, as the states of their lists say. */
const aheadOf = createAtom<Readonly<Record<string, number>>>({});

export function noteClock({ account, clockAhead = 0 }: { account: string; clockAhead?: number | undefined }): void {
  if ((aheadOf.get()[account] ?? 0) !== clockAhead) aheadOf.set((known) => ({ ...known, [account]: clockAhead }));
}

/** The current time (epoch ms) by the clock of the selected account's exchange, which dates orders. Updated as `useNow`. */
export function useExchangeNow(interval: number): number {
  const ahead = useSelector(aheadOf)[useSetting('account')] ?? 0;
  return useNow(interval) - ahead;
}
