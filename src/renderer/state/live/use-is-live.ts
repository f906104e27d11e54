import { useEffect, useState } from 'react';
import type { Timestamp } from '../../../shared/domain.ts';
import { useSettings } from '../settings.ts';

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

/** Whether what was fetched is young enough to be live, and the latest attempt to fetch it has not failed. */
function isLiveAt({ fetchedAt, failure }: Fetched, liveFor: number, now: number): boolean {
  return fetchedAt !== null && failure === null && now - fetchedAt <= liveFor;
}

/** The same at any moment, also after the machine has slept. */
export function useIsLive(fetched: Fetched): boolean {
  const { fetchedAt, failure } = fetched;
  const liveFor = useLiveFor();
  const isLive = isLiveAt({ fetchedAt, failure }, liveFor, Date.now());
  const [, setSeen] = useState(isLive);
  useEffect(() => {
    // A change of what is seen draws anew, and the clock is asked there.
    const look = (): void => setSeen(isLiveAt({ fetchedAt, failure }, liveFor, Date.now()));
    look();
    const timer = window.setInterval(look, lookEvery);
    document.addEventListener('visibilitychange', look);
    return () => {
      window.clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [fetchedAt, failure, liveFor]);
  return isLive;
}
