import { type FormatStep, isObject, type JsonObject } from '../json/json-format.ts';

/**
 * Steps of the settings from each version to the next. The settings in the data folder and in a file that the user exported have the same
 * versions. A step keeps values that it does not expect, because users edit these files.
 */
export const settingsSteps: readonly FormatStep[] = [withAmericanNames, withMorePresets];

const americanNames = new Map([
  ['priceColours', 'priceColors'],
  ['colour-blind', 'color-blind'],
  ['marketDesks', 'tickers'],
  ['favourites', 'favorites'],
  ['favourite', 'favorite'],
  ['command next-price-colours', 'command next-price-colors'],
  ['setting priceColours green-up', 'setting priceColors green-up'],
  ['setting priceColours red-up', 'setting priceColors red-up'],
  ['setting priceColours colour-blind', 'setting priceColors color-blind'],
]);
const settingsWithNames = ['priceColours', 'marketDesks', 'tables', 'watch', 'recentChoices'];
/** As in `tables`: a table, a part of its layout, the start or the end of its pinned columns, a name. */
const maxDepth = 4;

function withAmericanNames(settings: JsonObject): JsonObject {
  return mapMembers(settings, (name, value) => (settingsWithNames.includes(name) ? renamed(value, maxDepth) : value));
}

function renamed(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return americanNames.get(value) ?? value;
  if (depth === 0) return value;
  if (Array.isArray(value)) return value.map((item) => renamed(item, depth - 1));
  if (!isObject(value)) return value;
  // The user has named the watchlist.
  return mapMembers(value, (name, member) => (name === 'watchlist' ? member : renamed(member, depth - 1)));
}

/** Returns the object with American names of its members. */
function mapMembers(object: JsonObject, newValue: (name: string, value: unknown) => unknown): JsonObject {
  const members = Object.entries(object).map(([name, value]) => [
    americanNames.get(name) ?? name,
    newValue(name, value),
  ]);
  return Object.fromEntries(members);
}

/** A filter can have presets of weeks and quarters, which an earlier version would take for damage. */
function withMorePresets(settings: JsonObject): JsonObject {
  return settings;
}
