import { createAtom, useSelector } from '@tanstack/react-store';
import { useEffect, useState } from 'react';
import type { Failure } from '../../../shared/contract/failure.ts';
import { refreshTimes } from '../../../shared/settings/choices.ts';
import { ageOf } from '../../../shared/time/clock.ts';
import type { Timestamp } from '../../../shared/values/domain.ts';
import { hostGone } from '../../platform/host-gone.ts';
import { useSetting } from '../../platform/settings/settings.ts';

export interface Freshness {
  /** Time of the data on the screen; `null` before the first response. */
  fetchedAt: Timestamp | null;
  /** Milliseconds for which the data counts as live; `null` for lists that are not live. */
  liveFor: number | null;
  /** The failure that the screen shows; `null` if the last request succeeded. */
  failure: Failure | null;
}

const nothing: Freshness = { fetchedAt: null, liveFor: null, failure: null };

/** Age and failure of the data on the screen. The screen reports them, the header and the banner read them. */
export const freshness = createAtom<Freshness>(nothing);

export function useReportFreshness(fetchedAt: Timestamp | null, liveFor: number | null, failure: Failure | null): void {
  useEffect(() => {
    freshness.set({ fetchedAt, liveFor, failure });
  }, [fetchedAt, liveFor, failure]);
  useEffect(() => () => freshness.set(nothing), []);
}

/** Monotonic time at which the page first saw each of the latest times. No store, because renders add to it. */
const seenAt = new Map<Timestamp, number>();
const maxSeen = 200;

/**
 * Returns the milliseconds since a time, at least those since the page first saw it, so that a clock that is set back does not make data
 * fresh; `Infinity` if the time is ahead of the clock.
 */
export function currentAge(time: Timestamp): number {
  const now = performance.now();
  const since = seenAt.get(time) ?? now;
  if (!seenAt.has(time)) {
    seenAt.set(time, now);
    for (const oldest of seenAt.keys()) if (seenAt.size > maxSeen) seenAt.delete(oldest);
  }
  return Math.max(ageOf(time, Date.now()), now - since);
}

interface Fetched {
  fetchedAt: Timestamp | null;
  failure: unknown;
}

/** Milliseconds between two checks of the clock. */
const checkIntervalMs = 500;

/** Milliseconds for which data counts as live. */
export function useLiveFor(): number {
  return refreshTimes[useSetting('refreshEvery')].liveFor * 1000;
}

/** True for each item that is younger than the live time and whose latest request did not fail, while the program runs. */
export function useAreLive(fetched: readonly Fetched[]): readonly boolean[] {
  const liveFor = useLiveFor();
  const since = fetched.map(liveSince);
  // One text for all items, so that the effect runs again only if one of them changes.
  const key = since.join();
  const areLive = areLiveAt(since, liveFor);
  const [, setSeen] = useState(areLive.join());
  useEffect(() => {
    const times = key.split(',').map(Number);
    // A changed text renders the component again, which then reads the clock.
    const check = (): void => setSeen(areLiveAt(times, liveFor).join());
    check();
    const timer = window.setInterval(check, checkIntervalMs);
    // Checks at once when the page becomes visible, because its timers may have stopped.
    document.addEventListener('visibilitychange', check);
    return () => {
      window.clearInterval(timer);
      document.removeEventListener('visibilitychange', check);
    };
  }, [key, liveFor]);
  const isGone = useSelector(hostGone);
  return isGone ? areLive.map(() => false) : areLive;
}

export function useIsLive(fetched: Fetched): boolean {
  return useAreLive([fetched])[0] === true;
}

function liveSince({ fetchedAt, failure }: Fetched): number {
  return fetchedAt === null || failure !== null ? Number.NEGATIVE_INFINITY : fetchedAt;
}

function areLiveAt(since: readonly number[], liveFor: number): boolean[] {
  return since.map((at) => currentAge(at) <= liveFor);
}
