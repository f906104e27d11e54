import { isDeepStrictEqual } from 'node:util';
import { type Settings, settingsSchema } from '../../shared/contract/settings.ts';
import { isObject, type JsonObject } from '../../shared/json/json-format.ts';
import { type SettingName, settingDescription, settingNames } from '../../shared/settings/settings.ts';

/** Settings that say what this computer shows now, or has seen. */
const ofThisComputer: ReadonlySet<SettingName> = new Set([
  'account',
  'catchUps',
  'isDemoStripDismissed',
  'recentChoices',
  'screen',
  'updates',
  'weeklyBackup',
]);
/** Settings whose entries belong to accounts. */
const byAccount: ReadonlySet<SettingName> = new Set(['feeRates', 'renamedSymbols', 'settledOrders']);

type Values = Readonly<Record<string, unknown>>;

/**
 * Returns the settings that a backup changes, with their new values. A setting that the user has not changed gets the value of the backup. What
 * has entries gets those that it does not have: lists by their names or IDs, others by their keys. `ownIds`: of the backup's accounts.
 */
export function mergedSettings(
  current: Settings,
  stored: JsonObject,
  ownIds: ReadonlyMap<string, string>,
): Partial<Settings> {
  const first: Values = settingsSchema.parse({});
  const own: Values = current;
  const added: Values = settingsSchema.parse(stored);
  const changed = settingNames.flatMap((name): [string, unknown][] => {
    if (ofThisComputer.has(name) || !Object.hasOwn(stored, name)) return [];
    const from = byAccount.has(name) ? withOwnIds(added[name], ownIds) : added[name];
    const hasEntries = settingDescription(name).parts !== undefined || isEmpty(first[name]) || name === 'tickers';
    const isUnchanged = isDeepStrictEqual(own[name], first[name]);
    const value = hasEntries ? withEntries(own[name], from) : isUnchanged ? from : own[name];
    return isDeepStrictEqual(value, own[name]) ? [] : [[name, value]];
  });
  return Object.fromEntries(changed);
}

/** True for a list, or an object, without entries. */
function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** Adds the entries that are missing. Of two values that are no lists and no objects, the own one stays. */
function withEntries(own: unknown, added: unknown): unknown {
  if (Array.isArray(own) && Array.isArray(added)) {
    const names = new Set(own.map(nameOf));
    return [...own, ...added.filter((item) => !names.has(nameOf(item)))];
  }
  if (!isObject(own) || !isObject(added)) return own ?? added;
  const names = [...new Set([...Object.keys(own), ...Object.keys(added)])];
  return Object.fromEntries(names.map((name) => [name, withEntries(own[name], added[name])]));
}

function nameOf(item: unknown): string {
  if (!isObject(item)) return JSON.stringify(item);
  return typeof item.id === 'string' ? item.id : JSON.stringify(item.name ?? item);
}

function withOwnIds(entries: unknown, ownIds: ReadonlyMap<string, string>): unknown {
  return Object.fromEntries(
    Object.entries(entries as object).flatMap(([id, value]) => {
      const own = ownIds.get(id);
      return own === undefined ? [] : [[own, value]];
    }),
  );
}
