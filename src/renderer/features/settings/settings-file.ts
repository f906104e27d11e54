import type { Settings } from '../../../shared/settings.ts';

/** What stays on this computer: whose orders are shown, and what was chosen lately, which may name an account. */
export const notExported = ['account', 'recentChoices'] as const satisfies readonly (keyof Settings)[];

export type ExportedName = Exclude<keyof Settings, (typeof notExported)[number]>;

/** How a file says what it is. */
export const fileFormat = 'orderglass-settings';
export const fileVersion = 1;

/** Which settings a reset reaches: not where the reader is, nor what the reader has put together. In the order in which they are named. */
export const isReset: Record<ExportedName, boolean> = {
  theme: true,
  priceColours: true,
  density: true,
  language: true,
  numberGrouping: true,
  timeZone: true,
  refreshRates: true,
  liveFor: true,
  notify: true,
  quietHours: true,
  sound: true,
  marginMode: true,
  planAccounts: true,
  tables: true,
  filters: true,
  screen: false,
  views: false,
  marketDesks: false,
  watchlists: false,
  watch: false,
};

/** The content of the file, for people to read as well. */
export function settingsFile(settings: Settings): string {
  const left: readonly string[] = notExported;
  const exported = Object.fromEntries(Object.entries(settings).filter(([name]) => !left.includes(name)));
  return `${JSON.stringify({ format: fileFormat, version: fileVersion, settings: exported }, null, 2)}\n`;
}

/** With the day, in the zone in which the reader lives. `now` in epoch milliseconds. */
export function settingsFileName(now: number): string {
  const day = new Date(now);
  const two = (number: number): string => String(number).padStart(2, '0');
  return `orderglass-settings-${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}.json`;
}
