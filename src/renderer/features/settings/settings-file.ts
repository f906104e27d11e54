import type { Settings } from '../../../shared/settings.ts';

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

/** Identifies a settings file. */
export const fileFormat = 'orderglass-settings';
export const fileVersion = 1;

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
  tables: true,
  filters: true,
  screen: false,
  views: false,
  marketDesks: false,
  watchlists: false,
  watch: false,
};

/** Returns the content of the file, indented. */
export function settingsFile(settings: Settings): string {
  const left: readonly string[] = notExported;
  const exported = Object.fromEntries(Object.entries(settings).filter(([name]) => !left.includes(name)));
  return `${JSON.stringify({ format: fileFormat, version: fileVersion, settings: exported }, null, 2)}\n`;
}

/** Returns the name of the file with the local day. `now` is in epoch milliseconds. */
export function settingsFileName(now: number): string {
  const day = new Date(now);
  const two = (number: number): string => String(number).padStart(2, '0');
  return `orderglass-settings-${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}.json`;
}
