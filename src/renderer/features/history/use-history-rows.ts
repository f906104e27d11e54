import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Day, HistoryFilter, HistorySort, HistoryWindow } from '../../../shared/history.ts';
import type { Result } from '../../../shared/result.ts';
import { WindowedRows, type WindowQuestion } from '../../state/windows/windowed-rows.ts';

/** Which rows, in which order. */
export interface HistoryRowsQuery {
  account: string;
  filter: HistoryFilter;
  sort: HistorySort[];
  zone: string;
}

export type ReadHistory<Row> = (
  question: HistoryRowsQuery & WindowQuestion,
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
    if (version !== undefined) rows.tellVersion(version);
  }, [rows, version, key]);
  const state = useSyncExternalStore(rows.subscribe, rows.getState);
  return { rows, state };
}
