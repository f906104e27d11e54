import { z } from 'zod';
import {
  type Bounds,
  defaultPinning,
  densities,
  figureChoices,
  flashStrengths,
  languageChoices,
  liveForBounds,
  marginModeChoices,
  maxNameLength,
  maxRecentChoices,
  maxSortColumns,
  maxViews,
  maxWatchlists,
  numberGroupings,
  planAccountChoices,
  priceColours,
  refreshBounds,
  screens,
  themes,
  tickerViews,
  tinyPriceChoices,
} from '../choices.ts';
import { historyLists } from '../history.ts';
import { type AlertKind, alertKinds, type LiveList, tickerMarkets } from '../market.ts';
import { type ArchiveList, resultLists } from '../trades.ts';
import type { Channel } from './channel.ts';
import { historyFilterSchema } from './history.ts';
import { tradeFilterSchema } from './trades.ts';
import { timeZoneSchema } from './values.ts';

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

const tablesSchema = z.partialRecord(z.enum(screens), tableLayoutSchema);

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
const filtersSchema = z.strictObject(listFilters);
const recentChoicesSchema = z.array(z.string().min(1).max(200)).max(maxRecentChoices);
/** `local`: the current zone of the computer. */
const zoneChoiceSchema = z.union([z.literal('local'), timeZoneSchema]);

const seconds = ([min, max]: Bounds) => z.number().int().min(min).max(max);
const refreshRates = {
  'futures-tickers': seconds(refreshBounds['futures-tickers']),
  'spot-tickers': seconds(refreshBounds['spot-tickers']),
  'open-plans': seconds(refreshBounds['open-plans']),
  alerts: seconds(refreshBounds.alerts),
} satisfies Record<LiveList | 'alerts', z.ZodType<number>>;
const defaultRefreshRates = { 'futures-tickers': 3, 'spot-tickers': 3, 'open-plans': 5, alerts: 15 };
const liveFor = seconds(liveForBounds);
const defaultLiveFor = 15;
const timeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/);
/** From and to in the chosen time zone, such as "22:00" and "07:00". Equal times mean no quiet hours. */
const quietHours = z.strictObject({ from: timeOfDay, to: timeOfDay }).nullable();
/** Kinds of alerts that show system notifications. */
const notify = z.record(z.enum(alertKinds), z.boolean());

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
  shown: z.union([z.literal('all'), z.literal('favourites'), z.strictObject({ watchlist: z.string() })]),
  favourites: symbolList,
});
/** View of the tickers of a market. */
export type TickerViewSettings = z.output<typeof tickerViewSchema>;
const defaultTickerView: TickerViewSettings = { view: 'table', quote: null, shown: 'all', favourites: [] };
const watchSchema = z.strictObject({
  market: z.enum(tickerMarkets),
  shown: z.union([z.literal('busiest'), z.literal('favourites'), z.strictObject({ watchlist: z.string() })]),
});
/** Tickers in the watch window. */
export type WatchChoice = z.output<typeof watchSchema>;

/** A missing or invalid setting gets its default. It does not affect the other settings. */
export const settingsSchema = z.object({
  theme: z.enum(themes).catch('dark'),
  priceColours: z.enum(priceColours).catch('green-up'),
  density: z.enum(densities).catch('normal'),
  language: z.enum(languageChoices).catch('system'),
  numberGrouping: z.enum(numberGroupings).catch('comma'),
  figures: z.enum(figureChoices).catch('short'),
  tinyPrices: z.enum(tinyPriceChoices).catch('full'),
  flashes: z.enum(flashStrengths).catch('subtle'),
  account: z.string().min(1).max(100).catch('demo'),
  screen: z.enum(screens).catch('open-plans'),
  /** True once the user has dismissed the strip that explains the demo account. */
  isDemoStripDismissed: z.boolean().catch(false),
  marginMode: z.enum(marginModeChoices).catch('all'),
  planAccounts: z.enum(planAccountChoices).catch('this'),
  /** True if the price ladder stands beside the open plans; `null`: if the window is wide enough. */
  planLadder: z.boolean().nullable().catch(null),
  /** True if the open positions are listed above the open plans. */
  planPositions: z.boolean().catch(true),
  /** The list whose results are shown. */
  resultsOf: z.enum(resultLists).catch('order-history'),
  timeZone: zoneChoiceSchema.catch('local'),
  tables: z.preprocess(onlyValid(Object.fromEntries(screens.map((name) => [name, tableLayoutSchema]))), tablesSchema),
  /** Last filter of each list. */
  filters: z.preprocess(onlyValid(listFilters), filtersSchema),
  views: z.preprocess(
    (views) => (Array.isArray(views) ? views.filter((view) => savedViewSchema.safeParse(view).success) : []),
    z.array(savedViewSchema),
  ),
  /** Last choices in the command palette, newest first. A choice that was made again occurs again, so that its uses can be counted. */
  recentChoices: recentChoicesSchema.catch([]),
  marketDesks: z.preprocess(
    orEmpty,
    z.object({ futures: tickerViewSchema.catch(defaultTickerView), spot: tickerViewSchema.catch(defaultTickerView) }),
  ),
  watchlists: z.preprocess(
    (lists) => (Array.isArray(lists) ? lists.filter((list) => watchlistSchema.safeParse(list).success) : []),
    z.array(watchlistSchema),
  ),
  watch: watchSchema.catch({ market: 'futures', shown: 'busiest' }),
  refreshRates: z.preprocess(
    orEmpty,
    z.object({
      'futures-tickers': refreshRates['futures-tickers'].catch(defaultRefreshRates['futures-tickers']),
      'spot-tickers': refreshRates['spot-tickers'].catch(defaultRefreshRates['spot-tickers']),
      'open-plans': refreshRates['open-plans'].catch(defaultRefreshRates['open-plans']),
      alerts: refreshRates.alerts.catch(defaultRefreshRates.alerts),
    }),
  ),
  liveFor: liveFor.catch(defaultLiveFor),
  quietHours: quietHours.catch(null),
  notify: z.preprocess(
    orEmpty,
    z.object({
      'plan-near': z.boolean().catch(true),
      'plan-left': z.boolean().catch(true),
      'plan-orphaned': z.boolean().catch(true),
      price: z.boolean().catch(true),
      change: z.boolean().catch(true),
      stale: z.boolean().catch(true),
      'account-silent': z.boolean().catch(true),
    }) satisfies z.ZodType<Record<AlertKind, boolean>>,
  ),
  /** True if notifications play a sound. */
  sound: z.boolean().catch(false),
  /** True if the program may look for updates, which contacts another server than the exchange's. */
  updates: z.boolean().catch(false),
});

export type TableLayout = z.output<typeof tableLayoutSchema>;
export type Settings = z.output<typeof settingsSchema>;

/** Replaces the given top-level settings and keeps the others. */
export const settingsChangeSchema = z.strictObject({
  theme: z.enum(themes).optional(),
  priceColours: z.enum(priceColours).optional(),
  density: z.enum(densities).optional(),
  language: z.enum(languageChoices).optional(),
  numberGrouping: z.enum(numberGroupings).optional(),
  figures: z.enum(figureChoices).optional(),
  tinyPrices: z.enum(tinyPriceChoices).optional(),
  flashes: z.enum(flashStrengths).optional(),
  account: z.string().min(1).max(100).optional(),
  screen: z.enum(screens).optional(),
  isDemoStripDismissed: z.boolean().optional(),
  marginMode: z.enum(marginModeChoices).optional(),
  planAccounts: z.enum(planAccountChoices).optional(),
  planLadder: z.boolean().nullable().optional(),
  planPositions: z.boolean().optional(),
  resultsOf: z.enum(resultLists).optional(),
  /** Replaces the layouts of the given tables only. */
  tables: tablesSchema.optional(),
  timeZone: zoneChoiceSchema.optional(),
  /** Replaces the filters of the given lists only. */
  filters: filtersSchema.optional(),
  views: z.array(savedViewSchema).max(maxViews).optional(),
  recentChoices: recentChoicesSchema.optional(),
  marketDesks: z.strictObject({ futures: tickerViewSchema, spot: tickerViewSchema }).optional(),
  watchlists: z.array(watchlistSchema).max(maxWatchlists).optional(),
  watch: watchSchema.optional(),
  refreshRates: z.strictObject(refreshRates).optional(),
  liveFor: liveFor.optional(),
  quietHours: quietHours.optional(),
  notify: notify.optional(),
  sound: z.boolean().optional(),
  updates: z.boolean().optional(),
});
export type SettingsChange = z.input<typeof settingsChangeSchema>;

export const settingsChannels = {
  readSettings: { input: z.strictObject({}), output: settingsSchema },
  changeSettings: { input: settingsChangeSchema, output: settingsSchema },
} satisfies Record<string, Channel>;

export const settingsEvents = { settingsChanged: settingsSchema };

function orEmpty(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? value : {};
}

/** Returns a function that drops unknown names and invalid values from an object. */
function onlyValid(schemas: Record<string, z.ZodType>) {
  const known = new Map(Object.entries(schemas));
  return (parts: unknown): unknown => {
    if (typeof parts !== 'object' || parts === null) return {};
    const entries = Object.entries(parts);
    return Object.fromEntries(entries.filter(([name, value]) => known.get(name)?.safeParse(value).success));
  };
}
