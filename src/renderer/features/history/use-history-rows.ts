import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { dayOf } from '../../../shared/days.ts';
import type {
  Day,
  HistoryFilter,
  HistorySort,
  HistoryState,
  HistoryWindow,
  SyncAction,
} from '../../../shared/history.ts';
import type { Result } from '../../../shared/result.ts';
import { coverageOf } from '../../model/coverage.ts';
import { useNow } from '../../state/use-now.ts';
import type { WindowRequest } from '../../state/windows/read-window.ts';
import { WindowedRows } from '../../state/windows/windowed-rows.ts';

/** Which rows, in which order. */
export interface HistoryRowsQuery {
  account: string;
  filter: HistoryFilter;
  sort: HistorySort[];
  zone: string;
}

export type ReadHistory<Row> = (
  question: HistoryRowsQuery & WindowRequest,
  signal: AbortSignal,
) => Promise<Result<HistoryWindow<Row>>>;

/** The rows of one question, and of the next one when it changes; `version` is the newest that the archive has told of. */
export function useHistoryRows<Row extends { key: string }>(
  question: HistoryRowsQuery,
  presetDay: Day | null,
  version: number | undefined,
  read: ReadHistory<Row>,
) {
  const [rows] = useState(() => new WindowedRows<Row>());
  const key = JSON.stringify([question, presetDay]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the question
  useEffect(() => {
    rows.show((part, signal) => read({ ...question, ...part }, signal));
  }, [rows, read, key]);
  useEffect(() => () => rows.stop(), [rows]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list has to be told too
  useEffect(() => {
    if (version !== undefined) rows.acceptVersion(version);
  }, [rows, version, key]);
  const state = useSyncExternalStore(rows.subscribe, rows.getState);
  return { rows, state };
}

/** The row whose details are open: as it is now where it is held, else as it was last seen. */
export function useOpenRow<Row extends { key: string }>(
  rows: WindowedRows<Row>,
): [Row | null, (row: Row | null) => void] {
  const [seen, setSeen] = useState<Row | null>(null);
  const now = seen && (rows.find(seen.key) ?? seen);
  useEffect(() => setSeen(now), [now]);
  return [now, setSeen];
}

const minute = 60_000;

/** The day from which a preset of the filter counts, so that "today" is asked anew at midnight; `null` where none is in force. */
export function usePresetDay(filter: HistoryFilter, zone: string): Day | null {
  const now = useNow(minute);
  const { created } = filter;
  return created && 'preset' in created ? dayOf(now, zone) : null;
}

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
