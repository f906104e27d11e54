import { useEffect, useState } from 'react';
import type { Timestamp } from '../../shared/domain.ts';
import { useSettings } from './settings.ts';
import { Store } from './store.ts';

interface Freshness {
  /** When the figures on the screen were fetched; `null` before the first answer. */
  fetchedAt: Timestamp | null;
  /** Milliseconds after which the figures are no longer shown as live; `null` for lists that are not live at all. */
  liveFor: number | null;
  failed: boolean;
}

const nothing: Freshness = { fetchedAt: null, liveFor: null, failed: false };

/** How old the figures on the screen are; the screen says it, the header shows it. */
export const freshness = new Store<Freshness>(nothing);

export function useReportFreshness(fetchedAt: Timestamp | null, liveFor: number | null, failed: boolean): void {
  useEffect(() => {
    freshness.set({ fetchedAt, liveFor, failed });
  }, [fetchedAt, liveFor, failed]);
  useEffect(() => () => freshness.set(nothing), []);
}

interface Fetched {
  fetchedAt: Timestamp | null;
  failure: unknown;
}

/** Milliseconds between two looks at the clock. */
const lookEvery = 500;

/** Milliseconds for which a figure counts as live. */
export function useLiveFor(): number {
  return useSettings().liveFor * 1000;
}

/** When what is there was fetched; never, where the latest attempt to fetch it has failed. */
function freshSince({ fetchedAt, failure }: Fetched): number {
  return fetchedAt === null || failure !== null ? Number.NEGATIVE_INFINITY : fetchedAt;
}

/** Whether each of them is young enough to be live, and the latest attempt to fetch it has not failed. */
function areLiveAt(since: readonly number[], liveFor: number, now: number): boolean[] {
  return since.map((at) => now - at <= liveFor);
}

/** The same at any moment, also after the machine has slept. */
export function useAreLive(fetched: readonly Fetched[]): readonly boolean[] {
  const liveFor = useLiveFor();
  const since = fetched.map(freshSince);
  // One text for all, to begin anew only where one of them is another.
  const key = since.join();
  const areLive = areLiveAt(since, liveFor, Date.now());
  const [, setSeen] = useState(areLive.join());
  useEffect(() => {
    const times = key.split(',').map(Number);
    // A change of what is seen draws anew, and the clock is asked there.
    const look = (): void => setSeen(areLiveAt(times, liveFor, Date.now()).join());
    look();
    const timer = window.setInterval(look, lookEvery);
    document.addEventListener('visibilitychange', look);
    return () => {
      window.clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [key, liveFor]);
  return areLive;
}

export function useIsLive(fetched: Fetched): boolean {
  return useAreLive([fetched])[0] === true;
}
