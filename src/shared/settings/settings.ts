/**
 * The settings, each described once. Derived from this table: their schemas and types (contract/settings.ts), what a settings file contains,
 * what a reset changes, and the choices of the dialog, the palette and the commands. Its order is that of the dialog.
 */

import { isObject, JsonFormat, type JsonObject } from '../json/json-format.ts';
import { archiveLists, resultLists } from '../orders/trades.ts';
import { smallest } from '../values/extremes.ts';
import { languageChoices, numberGroupings, refreshIntervals, screens, tableNames } from './choices.ts';

/**
 * The format of the settings in the data folder and in files that the user exported. A step keeps values that it does not expect, because
 * users edit these files.
 */
export const settingsFormat = new JsonFormat({ first: 3, steps: [withOneInterval] });

/** The intervals of the three lists on the screen became one, the nearest to the shortest of them. */
function withOneInterval({ refreshRates, liveFor: _, ...settings }: JsonObject): JsonObject {
  if (!isObject(refreshRates)) return settings;
  const lists = [refreshRates['futures-tickers'], refreshRates['spot-tickers'], refreshRates['open-plans']];
  const shortest = smallest(lists.filter((seconds) => typeof seconds === 'number'));
  const farFrom = (interval: string): number => Math.abs(Number(interval) - shortest);
  const [nearest] = refreshIntervals.toSorted((a, b) => farFrom(a) - farFrom(b) || Number(b) - Number(a));
  return Number.isFinite(shortest) ? { ...settings, refreshEvery: nearest } : settings;
}

interface SettingDescription {
  /** Named values, of which the setting has one. */
  readonly values?: readonly string[];
  /** Missing for a setting whose schema has the default. Default of a setting without `values`: true or false. */
  readonly default?: string | boolean;
  /** Part of the dialog that offers the values. Default: the setting is changed elsewhere. */
  readonly group?: 'appearance' | 'numbers' | 'live';
  /** Names of parts that are changed one by one. */
  readonly parts?: readonly string[];
  /**
   * `reset`: a settings file contains the setting, and a reset returns it to its default. `kept`: a settings file contains it, and a reset
   * does not change it. `personal`: neither, because it names an account, may contain the name of one, tells what the user has seen on this
   * computer, or lets it contact another server. Default: `reset`.
   */
  readonly transfer?: 'reset' | 'kept' | 'personal';
}

export const settingTable = {
  /** `system`: the first of the system's languages that Orderglass has. */
  language: { values: languageChoices, default: 'system', group: 'appearance' },
  theme: { values: ['dark', 'light', 'system'], default: 'system', group: 'appearance' },
  /** Row heights. */
  density: { values: ['comfortable', 'normal', 'compact'], default: 'normal', group: 'appearance' },
  priceColors: { values: ['green-up', 'red-up', 'color-blind'], default: 'green-up', group: 'appearance' },
  /** Strength of the tint with which a price flashes when it changes. */
  flashes: { values: ['off', 'subtle', 'strong'], default: 'subtle', group: 'appearance' },
  /** Separators between groups of three digits. The decimal point is always ".". */
  numberGrouping: { values: numberGroupings, default: 'comma', group: 'numbers' },
  /** `short`: money with two decimal places, large numbers abbreviated. `exact`: every figure with all its digits. */
  figures: { values: ['short', 'exact'], default: 'short', group: 'numbers' },
  /** Prices such as 0.00000491. `counted`: 0.0₅491. */
  tinyPrices: { values: ['full', 'counted'], default: 'full', group: 'numbers' },
  timeZone: {},
  /** Seconds between two polls of a list on the screen. Other times follow (`refreshTimes`). */
  refreshEvery: { values: refreshIntervals, default: '3', group: 'live' },
  /** Kinds of alerts that show system notifications. */
  notify: {},
  quietHours: {},
  /** True if notifications play a sound. */
  sound: { default: false },
  marginMode: { values: ['all', 'isolated', 'cross'], default: 'all' },
  /** Accounts whose open plans are shown: the selected one or all. */
  planAccounts: { values: ['this', 'all'], default: 'this' },
  /** True if the price ladder stands beside the open plans; `null`: if the window is wide enough. */
  planLadder: {},
  /** True if the radar stands beside the open plans. */
  planRadar: { default: false },
  /** True if open plans without a position are below a row for their symbol. */
  planGroups: { default: false },
  /** The list whose results are shown. */
  resultsOf: { values: resultLists, default: 'trades' },
  /** True if PnL analysis shows all figures of trades, and not only those that lead. */
  allTradeFigures: { default: false },
  /** Layout of each table. */
  tables: { parts: tableNames },
  /** Last filter of each list. */
  filters: { parts: archiveLists },
  screen: { values: screens, default: 'open-plans', transfer: 'kept' },
  views: { transfer: 'kept' },
  tickers: { transfer: 'kept' },
  watchlists: { transfer: 'kept' },
  watch: { transfer: 'kept' },
  account: { transfer: 'personal' },
  /** The moment of each account since which the user wants to know what happened, until the user dismisses it. */
  catchUps: { transfer: 'personal' },
  /** Last choices in the command palette, newest first. A choice that was made again occurs again, so that its uses can be counted. */
  recentChoices: { transfer: 'personal' },
  /** Fee rates of each account, in percent, from which fees are estimated (docs/results.md 2). */
  feeRates: { transfer: 'personal' },
  /** What the user says that orders did to positions (docs/trades.md 4.2), by account and `OrderDoubt.id`. */
  settledOrders: { transfer: 'personal' },
  /** The new names of symbols that the exchange has renamed, as the user says, by account and earlier name (docs/trades.md 6.1). */
  renamedSymbols: { transfer: 'personal' },
  /** The columns of files that the user compares with the archive, by the start of their header. */
  fileColumns: { transfer: 'personal' },
  /** Sizes of contracts that the user has typed (docs/trades.md 7), by base URL of the exchange and symbol. */
  contractSizes: { transfer: 'personal' },
  /** True once the user has dismissed the strip that explains the demo account. */
  isDemoStripDismissed: { default: false, transfer: 'personal' },
  /** True if the program writes a backup once a week, into a folder of the data folder. */
  weeklyBackup: { default: false, transfer: 'personal' },
  /** True if the program may look for updates, which contacts another server than the exchange's. */
  updates: { default: false, transfer: 'personal' },
} as const satisfies Record<string, SettingDescription>;

type Table = typeof settingTable;
export type SettingName = keyof Table;
/** Settings whose schema follows from the table. */
export type PlainSettingName = {
  [Name in SettingName]: Table[Name] extends { default: unknown } ? Name : never;
}[SettingName];
export type PlainValue<Name extends PlainSettingName> = Table[Name] extends { values: readonly (infer Value)[] }
  ? Value
  : boolean;
/** Settings that the dialog offers as a few named values. */
export type ChoiceName = { [Name in SettingName]: Table[Name] extends { group: string } ? Name : never }[SettingName];
/** Settings that a settings file contains. */
export type ExportedName = {
  [Name in SettingName]: Table[Name] extends { transfer: 'personal' } ? never : Name;
}[SettingName];

export const settingNames = Object.keys(settingTable) as readonly SettingName[];
export const choiceNames = settingNames.filter(
  (name): name is ChoiceName => settingDescription(name).group !== undefined,
);
export const exportedNames = settingNames.filter((name): name is ExportedName => transferOf(name) !== 'personal');

export function settingDescription(name: SettingName): SettingDescription {
  return settingTable[name];
}

/** See `transfer` of the table. */
export function transferOf(name: SettingName): NonNullable<SettingDescription['transfer']> {
  return settingDescription(name).transfer ?? 'reset';
}

export function isSetting(name: string): name is SettingName {
  return Object.hasOwn(settingTable, name);
}

/** Returns changed settings. A setting in parts keeps the parts that the change does not name; a missing or undefined value changes nothing. */
export function withChange<Settings extends object>(settings: Settings, change: object): Settings {
  const before = settings as Readonly<Record<string, unknown>>;
  const changed = definedIn(change).map(([name, value]) => {
    const isInParts = isSetting(name) && settingDescription(name).parts !== undefined;
    return [
      name,
      isInParts ? { ...(before[name] as object), ...Object.fromEntries(definedIn(value as object)) } : value,
    ];
  });
  return { ...settings, ...Object.fromEntries(changed) };
}

function definedIn(values: object): [string, unknown][] {
  return Object.entries(values).filter(([, value]) => value !== undefined);
}
