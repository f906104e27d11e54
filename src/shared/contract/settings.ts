import { z } from 'zod';
import { alertKinds, tickerMarkets } from '../market/market.ts';
import { historyLists } from '../orders/history.ts';
import { type ArchiveList, settlements } from '../orders/trades.ts';
import { fileRoles } from '../reconcile/reconcile.ts';
import {
  defaultPinning,
  maxNameLength,
  maxRecentChoices,
  maxSortColumns,
  maxViews,
  maxWatchlists,
  tableNames,
  tickerViews,
} from '../settings/choices.ts';
import {
  isSetting,
  type PlainSettingName,
  type PlainValue,
  type SettingName,
  settingDescription,
  settingNames,
} from '../settings/settings.ts';
import type { Channel } from './channel.ts';
import { historyFilterSchema } from './history.ts';
import { tradeFilterSchema } from './trades.ts';
import { positiveDecimalSchema, shortDecimalSchema, symbolSchema, timestampSchema, timeZoneSchema } from './values.ts';

const columnName = z.string().min(1).max(60);

const columnSort = z.strictObject({ id: columnName, desc: z.boolean() });
/** One column of a sort, as TanStack Table has it. `id` is the ID of the column. */
export type ColumnSort = z.output<typeof columnSort>;
/** The first column decides; each next one decides where all before it are equal. Empty: the order of the list. */
const sortingSchema = z.array(columnSort).max(maxSortColumns);

const columnNames = z.array(columnName).max(60);

/** The saved layout of one table: the parts of the state of TanStack Table that outlive the page. */
const tableLayoutSchema = z.strictObject({
  /** Column IDs in the user's order. A column that is not named comes after them. */
  columnOrder: columnNames.default([]),
  /** False for a hidden column. A column that is not named is shown. */
  columnVisibility: z.record(columnName, z.boolean()).default({}),
  /** Widths in CSS pixels. The table limits them to its own range. */
  columnSizing: z.record(columnName, z.number().min(0).max(100_000)).default({}),
  /** Columns that stay in sight when the table is scrolled sideways. */
  columnPinning: z
    .strictObject({ start: columnNames.default([]), end: columnNames.default([]) })
    .default(defaultPinning),
  sorting: sortingSchema.default([]),
});

const viewName = z.string().trim().min(1).max(maxNameLength);
/** A named filter and sort of a list. */
const savedViewSchema = z.discriminatedUnion('list', [
  z.strictObject({
    list: z.enum(historyLists),
    name: viewName,
    filter: historyFilterSchema,
    sort: sortingSchema,
  }),
  z.strictObject({ list: z.literal('trades'), name: viewName, filter: tradeFilterSchema, sort: sortingSchema }),
]);
export type SavedView = z.output<typeof savedViewSchema>;

const listFilters = {
  'order-history': historyFilterSchema.optional(),
  'plan-history': historyFilterSchema.optional(),
  trades: tradeFilterSchema.optional(),
} satisfies Record<ArchiveList, z.ZodType>;

const timeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/);

/** In the exchange's form, unchecked. */
const tickerSymbol = z.string().min(1).max(300);
/** In the user's order. */
const symbolList = z.array(tickerSymbol).max(2000);
/** A named list of symbols. */
const watchlistSchema = z.strictObject({
  name: z.string().trim().min(1).max(maxNameLength),
  market: z.enum(tickerMarkets),
  symbols: symbolList,
});
export type Watchlist = z.output<typeof watchlistSchema>;
const tickerViewSchema = z.strictObject({
  view: z.enum(tickerViews),
  /** Quote currency; `null` for all. */
  quote: z.string().max(300).nullable(),
  /** Symbols that are shown: all, the favorites, or those of the named watchlist. */
  shown: z.union([z.literal('all'), z.literal('favorites'), z.strictObject({ watchlist: z.string() })]),
  favorites: symbolList,
});
/** View of the tickers of a market. */
export type TickerViewSettings = z.output<typeof tickerViewSchema>;
const defaultTickerView: TickerViewSettings = { view: 'table', quote: null, shown: 'all', favorites: [] };
const watchSchema = z.strictObject({
  market: z.enum(tickerMarkets),
  shown: z.union([z.literal('busiest'), z.literal('favorites'), z.strictObject({ watchlist: z.string() })]),
});
/** Tickers in the watch window. */
export type WatchChoice = z.output<typeof watchSchema>;

/** Percent of the turnover; `null` until the user enters it. Below zero: a rebate. */
const feeRateSchema = shortDecimalSchema.nullable();
const feeRatesSchema = z.strictObject({ maker: feeRateSchema, taker: feeRateSchema });

/** The schemas of a setting: for a stored value, of which an invalid or missing one becomes the default, and for a change. */
interface Entry {
  readonly stored: z.ZodType;
  readonly change: z.ZodType;
}

/** The settings whose schema does not follow from the table. */
const dataEntries = {
  /** `local`: the current zone of the computer. */
  timeZone: withDefault(z.union([z.literal('local'), timeZoneSchema]), 'local'),
  notify: inMembers(forEach(alertKinds, z.boolean()), forEach(alertKinds, true)),
  /** From and to in the chosen time zone, such as "22:00" and "07:00". Equal times mean no quiet hours. */
  quietHours: withDefault(z.strictObject({ from: timeOfDay, to: timeOfDay }).nullable(), null),
  planLadder: withDefault(z.boolean().nullable(), null),
  tables: inParts(forEach(tableNames, tableLayoutSchema.optional())),
  filters: inParts(listFilters),
  views: listOf(savedViewSchema, maxViews),
  tickers: inMembers(forEach(tickerMarkets, tickerViewSchema), forEach(tickerMarkets, defaultTickerView)),
  watchlists: listOf(watchlistSchema, maxWatchlists),
  watch: withDefault(watchSchema, { market: 'futures', shown: 'favorites' }),
  account: withDefault(z.string().min(1).max(100), 'demo'),
  catchUps: forEachKey(z.strictObject({ since: timestampSchema, lastLook: timestampSchema.nullable() })),
  feeRates: forEachKey(feeRatesSchema),
  renamedSymbols: forEachKey(z.record(tickerSymbol, tickerSymbol)),
  settledOrders: forEachKey(z.record(z.string().min(1).max(300), z.enum(settlements))),
  fileColumns: forEachKey(z.partialRecord(z.enum(fileRoles), z.string().max(200))),
  contractSizes: forEachKey(z.record(symbolSchema, positiveDecimalSchema)),
  recentChoices: withDefault(z.array(z.string().min(1).max(200)).max(maxRecentChoices), []),
} satisfies Record<Exclude<SettingName, PlainSettingName>, Entry>;

type Data = typeof dataEntries;
type Schema<Name extends SettingName, Use extends keyof Entry> = Name extends keyof Data
  ? Data[Name][Use]
  : Name extends PlainSettingName
    ? z.ZodType<PlainValue<Name>, PlainValue<Name>>
    : never;

function entryOf(name: SettingName): Entry {
  const { values, default: first } = settingDescription(name);
  if (values !== undefined) return withDefault(z.enum(values), String(first));
  return first === undefined ? dataEntries[name as keyof Data] : withDefault(z.boolean(), first === true);
}

/** A missing or invalid setting gets its default. It does not affect the other settings. */
export const settingsSchema = z.object(
  Object.fromEntries(settingNames.map((name) => [name, entryOf(name).stored])) as {
    [Name in SettingName]: Schema<Name, 'stored'>;
  },
);
export type Settings = z.output<typeof settingsSchema>;
export type TableLayout = z.output<typeof tableLayoutSchema>;

/** Replaces the given settings, and of settings in parts the given parts, and keeps the others. */
export const settingsChangeSchema = z.strictObject(
  Object.fromEntries(settingNames.map((name) => [name, entryOf(name).change.optional()])) as {
    [Name in SettingName]: z.ZodOptional<Schema<Name, 'change'>>;
  },
);
export type SettingsChange = z.input<typeof settingsChangeSchema>;

/** Returns the paths of stored values that are invalid, and so do not apply. Names that this program does not know are not among them. */
export function invalidValues(stored: object): string[] {
  return Object.entries(stored).flatMap(([name, value]) => {
    if (!isSetting(name)) return [];
    const issues = settingsChangeSchema.shape[name].safeParse(value).error?.issues ?? [];
    const invalid = issues.filter(({ code, path }) => code !== 'unrecognized_keys' && isIn(value, path));
    return [...new Set(invalid.map(({ path }) => [name, ...path.map(String)].join('.')))];
  });
}

/** False for a member that is missing. */
function isIn(value: unknown, path: readonly PropertyKey[]): boolean {
  return path.reduce((inner, key) => Reflect.get(Object(inner), key), value) !== undefined;
}

export const settingsChannels = {
  readSettings: { input: z.strictObject({}), output: settingsSchema },
  changeSettings: { input: settingsChangeSchema, output: settingsSchema },
} satisfies Record<string, Channel>;

export const settingsEvents = { settingsChanged: settingsSchema };

function withDefault<Schema extends z.ZodType>(schema: Schema, value: z.core.util.NoUndefined<z.output<Schema>>) {
  return { stored: schema.catch(value), change: schema };
}

/** An object whose members have defaults of their own. A change replaces all of them. */
function inMembers<Shape extends Record<string, z.ZodType>>(
  shape: Shape,
  defaults: { readonly [Name in keyof Shape]: z.output<Shape[Name]> },
) {
  const members = Object.entries(shape).map(([name, schema]) => [name, schema.catch(defaults[name])]);
  const stored = Object.fromEntries(members) as { [Name in keyof Shape]: z.ZodCatch<Shape[Name]> };
  return { stored: z.preprocess(orEmpty, z.object(stored)), change: z.strictObject(shape) };
}

/** An object of optional parts. Unknown and invalid parts that are stored are left out. */
function inParts<Shape extends Record<string, z.ZodType>>(shape: Shape) {
  const parts = z.strictObject(shape);
  const onlyValid = (value: unknown): unknown =>
    Object.fromEntries(
      Object.entries(orEmpty(value)).filter(
        ([name, part]) => Object.hasOwn(shape, name) && shape[name]?.safeParse(part).success,
      ),
    );
  return { stored: z.preprocess(onlyValid, parts), change: parts };
}

/** Values by accounts and the like. Invalid entries that are stored are left out. */
function forEachKey<Value extends z.ZodType>(value: Value) {
  const entries = z.record(z.string().min(1).max(100), value);
  const onlyValid = (stored: unknown): unknown =>
    Object.fromEntries(
      Object.entries(orEmpty(stored)).filter(([name, each]) => entries.safeParse({ [name]: each }).success),
    );
  return { stored: z.preprocess(onlyValid, entries), change: entries };
}

/** A list. Invalid items that are stored are left out. */
function listOf<Item extends z.ZodType>(item: Item, most: number) {
  const onlyValid = (value: unknown): unknown =>
    Array.isArray(value) ? value.filter((each) => item.safeParse(each).success) : [];
  return { stored: z.preprocess(onlyValid, z.array(item)), change: z.array(item).max(most) };
}

function forEach<const Name extends string, Value>(names: readonly Name[], value: Value): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, value])) as Record<Name, Value>;
}

function orEmpty(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}
