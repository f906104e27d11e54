import type { Timestamp } from '../../../shared/domain.ts';
import type { HistoryState } from '../../../shared/history.ts';

/**
 * From when on every order is known, over both margin modes: `complete` where the exchange has nothing older, `null` where
 * nothing is known yet.
 */
export function coveredFrom({ modes }: Pick<HistoryState, 'modes'>): Timestamp | 'complete' | null {
  let from: Timestamp | null = null;
  for (const { complete, gaps, oldest } of modes) {
    const modeFrom = gaps[0]?.to ?? oldest;
    if (complete && gaps.length === 0) continue;
    if (modeFrom === null) return null;
    from = from === null ? modeFrom : Math.max(from, modeFrom);
  }
  if (from !== null) return from;
  return modes.length > 0 ? 'complete' : null;
}
