import { useSelector } from '@tanstack/react-store';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { HistoryState } from '../../../../shared/contract/history.ts';
import type { HistoryWindow } from '../../../../shared/contract/lists.ts';
import type { ColumnSort } from '../../../../shared/contract/settings.ts';
import type { Rates } from '../../../../shared/orders/fees.ts';
import type { SyncAction } from '../../../../shared/orders/history.ts';
import { dayOf } from '../../../../shared/time/days.ts';
import type { Day } from '../../../../shared/values/domain.ts';
import type { Result } from '../../../../shared/values/result.ts';
import { useExchangeNow } from '../../../platform/exchange-clock.ts';
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

interface SortedTable {
  readonly store: {
    readonly state: { readonly sorting: readonly ColumnSort[] };
    subscribe: (changed: () => void) => { unsubscribe: () => void };
  };
}

/**
 * The rows of a query, in the order of a table. A change of the order requests them in the handler of the click that makes it, and any other
 * change of the query after the render. `version`: the newest known version of the list. `presetDay` reads the rows again on another day.
 */
export function useHistoryRows<Filter, Sort, Row extends { key: string }>(
  query: Omit<RowsQuery<Filter, Sort>, 'sort'>,
  { table, sortOf }: { table: SortedTable; sortOf: (sorting: readonly ColumnSort[]) => Sort[] },
  { presetDay, version }: { presetDay: Day | null; version: number | undefined },
  read: ReadRows<RowsQuery<Filter, Sort>, Row>,
) {
  const [rows] = useState(() => new WindowedRows<Row>());
  const shown = useRef<string | null>(null);
  const show = (): void => {
    const sorted = { ...query, sort: sortOf(table.store.state.sorting) };
    const name = JSON.stringify([sorted, presetDay]);
    if (shown.current === name) return;
    shown.current = name;
    rows.show((part, signal) => read({ ...sorted, ...part }, signal));
  };
  const latest = useRef(show);
  useEffect(() => {
    latest.current = show;
    show();
    if (version !== undefined) rows.acceptVersion(version);
  });
  const { store } = table;
  useEffect(() => {
    const subscription = store.subscribe(() => latest.current());
    return () => subscription.unsubscribe();
  }, [store]);
  useEffect(
    () => () => {
      shown.current = null;
      rows.stop();
    },
    [rows],
  );
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
  const now = useExchangeNow(minute);
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
