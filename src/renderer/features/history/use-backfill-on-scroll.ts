import { useCallback, useRef } from 'react';
import type { HistorySort, HistoryState, SyncAction } from '../../../shared/history.ts';
import { coverageOf } from '../../model/coverage.ts';

/** A reader at the end of what is archived asks for more at most this often, in milliseconds. */
const atMostEvery = 1000;

/** What to do where a reader comes near the end of the rows: read on from there, unless that is not where the past goes on. */
export function useBackfillOnScroll(
  state: HistoryState | undefined,
  sort: readonly HistorySort[],
  sync: (action: SyncAction) => void,
): (() => void) | undefined {
  const last = useRef(Number.NEGATIVE_INFINITY);
  const hurry = useCallback(() => {
    if (performance.now() - last.current < atMostEvery) return;
    last.current = performance.now();
    sync('hurry');
  }, [sync]);
  const [first] = sort;
  const pastAtEnd = !first || (first.field === 'createdAt' && first.direction === 'descending');
  const more = state !== undefined && state.phase !== 'paused' && !coverageOf(state.modes).complete;
  return pastAtEnd && more ? hurry : undefined;
}
