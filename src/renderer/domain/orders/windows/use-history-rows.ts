import { useSelector } from '@tanstack/react-store';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { HistoryState } from '../../../../shared/contract/history.ts';
import type { HistoryWindow } from '../../../../shared/contract/lists.ts';
import type { Rates } from '../../../../shared/orders/fees.ts';
import type { SyncAction } from '../../../../shared/orders/history.ts';
import { dayOf } from '../../../../shared/time/days.ts';
import type { Day } from '../../../../shared/values/domain.ts';
import type { Result } from '../../../../shared/values/result.ts';
import { useNow } from '../../../platform/timer.ts';
import { filterKey } from '../../../ui/filter/list-filter.ts';
import { coverageOf } from '../coverage/coverage.ts';
import type { WindowRequest } from './read-window.ts';
import { WindowedRows } from './windowed-rows.ts';

/** The rows of a list and their order. */
export interface RowsQuery<Filter, Sort> {
  account: string;
  filter: Filter;
  sort: Sort[];
  zone: string;
  /** With which the fees of each row are estimated. */
  rates?: Rates;
}

export type ReadRows<Query, Row> = (
  request: Query & WindowRequest,
  signal: AbortSignal,
) => Promise<Result<HistoryWindow<Row>>>;

/**
 * The rows of a query. `version` is the newest known version of the list. `presetDay` reads the rows again on another
 * day.
 */
export function useHistoryRows<Query extends object, Row extends { key: string }>(
  query: Query,
  presetDay: Day | null,
  version: number | undefined,
  read: ReadRows<Query, Row>,
) {
  const [rows] = useState(() => new WindowedRows<Row>());
  const key = JSON.stringify([query, presetDay]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the query
  useEffect(() => {
    rows.show((part, signal) => read({ ...query, ...part }, signal));
  }, [rows, read, key]);
  useEffect(() => () => rows.stop(), [rows]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new list needs the version too
  useEffect(() => {
    if (version !== undefined) rows.acceptVersion(version);
  }, [rows, version, key]);
  const state = useSelector(rows.state);
  return { rows, state };
}

/**
 * The row whose details are open: its current state if it is loaded, otherwise its last known state. The details close
 * if the rows of another filter come without the row.
 */
export function useOpenRow<Row extends { key: string }>(
  rows: WindowedRows<Row>,
  filter: object,
): [Row | null, (row: Row | null) => void] {
  const [last, setLast] = useState<Row | null>(null);
  const current = last && (rows.find(last.key) ?? last);
  useEffect(() => setLast(current), [current]);
  const state = rows.state.get();
  const key = filterKey(filter);
  const shownKey = useRef(key);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the rows or of the filter can exclude the row
  useEffect(() => {
    const { version, outdated } = rows.state.get();
    if (shownKey.current === key || version === null || outdated) return;
    shownKey.current = key;
    if (last !== null && rows.find(last.key) === undefined) setLast(null);
  }, [state, key]);
  return [current, setLast];
}

const minute = 60_000;

/** The current day if a part of the filter is a date preset, otherwise `null`. A preset such as "today" changes at midnight. */
export function usePresetDay(filter: object, zone: string): Day | null {
  const now = useNow(minute);
  const hasPreset = Object.values(filter).some((part) => typeof part === 'object' && part && 'preset' in part);
  return hasPreset ? dayOf(now, zone) : null;
}

/** Minimum time (ms) between two requests for older rows. */
const minIntervalMs = 1000;

/**
 * Returns the function that loads older rows, for a table that is scrolled near its end. `undefined` if the table does
 * not end with the oldest row, or if nothing older can be loaded.
 */
export function useBackfillOnScroll(
  state: HistoryState | undefined,
  isOldestAtEnd: boolean,
  sync: (action: SyncAction) => void,
): (() => void) | undefined {
  const last = useRef(Number.NEGATIVE_INFINITY);
  const loadOlder = useCallback(() => {
    if (performance.now() - last.current < minIntervalMs) return;
    last.current = performance.now();
    sync('prioritize');
  }, [sync]);
  const hasMore = state !== undefined && state.phase !== 'paused' && !coverageOf(state.modes).complete;
  return isOldestAtEnd && hasMore ? loadOlder : undefined;
}
