import { useEffect } from 'react';
import type { Timestamp } from '../../shared/domain.ts';
import { Store } from './store.ts';

export interface Freshness {
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
