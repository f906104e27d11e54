import { useCallback } from 'react';
import type { HistoryFilter, HistoryList } from '../../shared/history.ts';
import { useChangeSettings, useSettings } from './settings.ts';

const everything: HistoryFilter = {};

/** The filter of a history, kept in the settings: whatever shows that list shows the same rows. */
export function useHistoryFilter(list: HistoryList): [HistoryFilter, (filter: HistoryFilter) => void] {
  const filter = useSettings().filters[list] ?? everything;
  const change = useChangeSettings();
  const setFilter = useCallback((next: HistoryFilter) => change({ filters: { [list]: next } }), [change, list]);
  return [filter, setFilter];
}
