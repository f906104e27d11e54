import type { Settings } from '../../../shared/contract/settings.ts';
import { type AccountNotes, userFile } from '../../domain/notes/user-file.ts';

/**
 * Settings that are neither exported nor reset: they name an account, may contain the name of one, tell what the user has seen on this
 * computer, or let it contact another server.
 */
export const notExported = [
  'account',
  'recentChoices',
  'isDemoStripDismissed',
  'updates',
] as const satisfies readonly (keyof Settings)[];

export type ExportedName = Exclude<keyof Settings, (typeof notExported)[number]>;

/**
 * True for each setting that a reset changes. Saved views, lists and the current screen stay. The dialog uses this
 * order.
 */
export const isReset: Record<ExportedName, boolean> = {
  theme: true,
  priceColours: true,
  density: true,
  language: true,
  numberGrouping: true,
  figures: true,
  tinyPrices: true,
  flashes: true,
  timeZone: true,
  refreshRates: true,
  liveFor: true,
  notify: true,
  quietHours: true,
  sound: true,
  marginMode: true,
  planAccounts: true,
  planLadder: true,
  planPositions: true,
  resultsOf: true,
  tables: true,
  filters: true,
  screen: false,
  views: false,
  marketDesks: false,
  watchlists: false,
  watch: false,
};

/** Returns the content of the file. `notes`: `null` for a file without notes. */
export function settingsFile(settings: Settings, notes: readonly AccountNotes[] | null): string {
  const left: readonly string[] = notExported;
  return userFile(Object.fromEntries(Object.entries(settings).filter(([name]) => !left.includes(name))), notes);
}
