import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Screen } from '../../shared/choices.ts';
import type { Result } from '../../shared/result.ts';
import type { Settings, SettingsChange, TableLayout } from '../../shared/settings.ts';
import { localTimeZone } from '../../shared/time.ts';
import { client, request } from '../api/client.ts';
import { emptyLayout } from '../model/column.ts';
import { useText } from '../text/use-text.ts';
import { showNotice } from './notice.ts';
import { pushedByHost, queryClient } from './queries.ts';
import { SettingsSync } from './settings-sync.ts';
import { Store } from './store.ts';

const settingsKey = ['settings'];

export function useSettingsQuery() {
  const queryFn = () => request('readSettings', {});
  return useQuery({ queryKey: settingsKey, queryFn, staleTime: Infinity, meta: pushedByHost });
}

/** Settings are there before the first screen is drawn (app/App.tsx waits for them). */
export function useSettings(): Settings {
  const { data } = useSettingsQuery();
  if (!data) throw new Error('A screen was drawn before the settings had been read.');
  return data;
}

const sync = new SettingsSync(putSettings);

export function acceptSettings(settings: Settings): void {
  sync.hear(settings);
}

function putSettings(settings: Settings): void {
  // An answer that is under way may have been made before this.
  void queryClient.cancelQueries({ queryKey: settingsKey });
  queryClient.setQueryData(settingsKey, settings);
}

/** In force at once; saved by the core, and said so where that fails. */
export function useChangeSettings(): (change: SettingsChange) => void {
  const text = useText();
  return useCallback(
    (change) => {
      const before = queryClient.getQueryData<Settings>(settingsKey);
      if (before) putSettings(merged(before, change));
      void sync.change(client.changeSettings(change)).then((result) => {
        if (!result.ok) showNotice(`${text.settings.notSaved} ${text.errors[result.error.code].next}`);
      });
    },
    [text],
  );
}

/** Counts the times that many settings were replaced at once: what had begun with the old ones begins anew. */
export const settingsReplaced = new Store(0);

/** In force once the core has taken all of it; where it does not, nothing is changed. */
export async function replaceSettings(change: SettingsChange): Promise<Result<Settings>> {
  const result = await sync.change(client.changeSettings(change));
  const held = queryClient.getQueryData<Settings>(settingsKey);
  if (result.ok && held && sync.isWaiting) putSettings(merged(held, change));
  // What could not be written is in force all the same, for this session.
  if (result.ok || result.error.code === 'storage-failed') settingsReplaced.set(settingsReplaced.get() + 1);
  return result;
}

function merged(before: Settings, change: SettingsChange): Settings {
  return {
    ...before,
    ...change,
    tables: { ...before.tables, ...change.tables },
    filters: { ...before.filters, ...change.filters },
  } as Settings;
}

/** Milliseconds without a further change before a layout is saved: dragging a border makes dozens a second. */
const layoutRest = 400;

export function useTableLayout(screen: Screen): [TableLayout, (layout: TableLayout) => void] {
  const settings = useSettings();
  const change = useChangeSettings();
  const [layout, setLayout] = useState<TableLayout>(settings.tables[screen] ?? emptyLayout);
  const pending = useRef<{ timer: number; layout: TableLayout } | null>(null);

  const save = useCallback(() => {
    if (!pending.current) return;
    window.clearTimeout(pending.current.timer);
    change({ tables: { [screen]: pending.current.layout } });
    pending.current = null;
  }, [change, screen]);

  useEffect(() => save, [save]);

  const update = useCallback(
    (next: TableLayout) => {
      setLayout(next);
      if (pending.current) window.clearTimeout(pending.current.timer);
      pending.current = { layout: next, timer: window.setTimeout(save, layoutRest) };
    },
    [save],
  );
  return [layout, update];
}

/** The zone in which times are shown and days begin: an IANA name. */
export function useTimeZone(): string {
  const { timeZone } = useSettings();
  return timeZone === 'local' ? localTimeZone() : timeZone;
}
