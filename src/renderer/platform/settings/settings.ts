import { queryOptions, useQuery } from '@tanstack/react-query';
import { createAtom } from '@tanstack/react-store';
import { useCallback, useSyncExternalStore } from 'react';
import type { Settings, SettingsChange } from '../../../shared/contract/settings.ts';
import { type SettingName, withChange } from '../../../shared/settings/settings.ts';
import { isTimeZone, localTimeZone } from '../../../shared/time/time.ts';
import type { Result } from '../../../shared/values/result.ts';
import { useText } from '../../text/use-text.ts';
import { client, request } from '../client.ts';
import { showNotice } from '../notice.ts';
import { pushedByHost, putQueryData, queryClient } from '../query-client.ts';
import { SettingsSync } from './settings-sync.ts';

const settingsKey = ['settings'];

export const settingsQuery = queryOptions({
  queryKey: settingsKey,
  queryFn: () => request('readSettings', {}),
  // A setting that did not change stays the same object, so that only the users of changed settings are rendered.
  ...pushedByHost,
});

/** True once the settings have been read, and the failure to read them. `App` waits for them before it renders a screen. */
export function useSettingsQuery() {
  return useQuery({ ...settingsQuery, select: () => true });
}

/** Calls a listener after each change of the settings. Returns the function that ends that. */
function subscribe(listener: () => void): () => void {
  return queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.queryKey[0] === settingsKey[0]) listener();
  });
}

/**
 * A setting. Its component is rendered again only when this setting changes. An observer of the query would cost more than most components
 * that use one: it derives a result at each render, and a tick renders dozens of them. `useSettingsQuery` keeps the query.
 */
export function useSetting<Name extends SettingName>(name: Name): Settings[Name] {
  const value = useSyncExternalStore(subscribe, () => queryClient.getQueryData(settingsQuery.queryKey)?.[name]);
  if (value === undefined) throw new Error('A screen was rendered before the settings had been read.');
  return value;
}

/** All settings. For the palette, which shows the current value of each. */
export function useSettings(): Settings {
  const { data } = useQuery(settingsQuery);
  if (data === undefined) throw new Error('A screen was rendered before the settings had been read.');
  return data;
}

/** The current settings, for code that runs at an event. */
export function currentSettings(): Settings {
  const settings = queryClient.getQueryData(settingsQuery.queryKey);
  if (!settings) throw new Error('The settings have not been read.');
  return settings;
}

const sync = new SettingsSync(putSettings);
window.addEventListener('pagehide', () => sync.sendAll());

export function acceptSettings(settings: Settings): void {
  sync.accept(settings);
}

function putSettings(settings: Settings): void {
  putQueryData(settingsKey, settings);
}

/** Returns the function that changes settings. A change applies immediately. A notice says if it could not be saved. */
export function useChangeSettings(): (change: SettingsChange) => void {
  const text = useText();
  return useCallback(
    (change) => {
      const before = queryClient.getQueryData<Settings>(settingsKey);
      if (before) putSettings(withChange(before, change));
      void sync
        .change(() => client.changeSettings(change))
        .then((result) => {
          // The page says that the program has stopped.
          if (!result.ok && result.error.code !== 'host-gone')
            showNotice(`${text.settings.notSaved} ${text.errors[result.error.code].next}`);
        });
    },
    [text],
  );
}

/** Number of times that many settings were replaced together. A screen starts from scratch after each. */
export const settingsReplaced = createAtom(0);

/** Replaces many settings together. The change applies once the core has accepted it, otherwise nothing changes. */
export async function replaceSettings(change: SettingsChange): Promise<Result<Settings>> {
  const result = await sync.change(() => client.changeSettings(change));
  const held = queryClient.getQueryData<Settings>(settingsKey);
  if (result.ok && held && sync.isWaiting) putSettings(withChange(held, change));
  // Settings that could not be written apply for this session.
  if (result.ok || result.error.code === 'storage-failed') settingsReplaced.set(settingsReplaced.get() + 1);
  return result;
}

/** Milliseconds for which the system is not asked for its time zone again: that is slow, and a screen needs it hundreds of times. */
const zoneMs = 10_000;
/** The last answer. No store, because it changes during renders, which must not cause others. */
let zone = { setting: '', name: '', until: 0 };

/**
 * IANA name of the time zone in which times are shown and days begin: the computer's, too, if the browser does not know the chosen one. A
 * change of the system's zone is noticed within ten seconds.
 */
export function useTimeZone(): string {
  const setting = useSetting('timeZone');
  const now = performance.now();
  if (setting !== zone.setting || now >= zone.until) {
    const isKnown = setting !== 'local' && isTimeZone(setting);
    zone = { setting, name: isKnown ? setting : localTimeZone(), until: now + zoneMs };
  }
  return zone.name;
}
