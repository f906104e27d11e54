import { z } from 'zod';
import {
  type Bounds,
  densities,
  languageChoices,
  liveForBounds,
  longestName,
  marginModeChoices,
  mostViews,
  mostWatchlists,
  numberGroupings,
  planAccountChoices,
  priceColours,
  refreshBounds,
  screens,
  themes,
  tickerViews,
} from './choices.ts';
import { historyLists } from './history.ts';
import { historyFilterSchema, timeZoneSchema } from './history-schemas.ts';
import { type AlertKind, alertKinds, type LiveList, tickerMarkets } from './market.ts';

const columnName = z.string().min(1).max(60);

const columnSort = z.strictObject({ column: columnName, direction: z.enum(['ascending', 'descending']) });
export type ColumnSort = z.output<typeof columnSort>;

const tableLayoutSchema = z.strictObject({
  /** Columns in the reader's order; columns that a later version adds come after them. */
  order: z.array(columnName).max(60).default([]),
  hidden: z.array(columnName).max(60).default([]),
  /** In CSS pixels. */
  widths: z.record(columnName, z.number().int().min(30).max(2000)).default({}),
  /** The first decides; each next one where all before it are equal. Empty: the list's own order. */
  sort: z.preprocess(asList, z.array(columnSort).max(8).default([])),
});

const tablesSchema = z.partialRecord(z.enum(screens), tableLayoutSchema);

/** A filter and an order that the reader gave a name. */
const savedViewSchema = z.strictObject({
  list: z.enum(historyLists),
  name: z.string().trim().min(1).max(longestName),
  filter: historyFilterSchema,
  sort: z.array(columnSort).max(8),
});
export type SavedView = z.output<typeof savedViewSchema>;

const filtersSchema = z.partialRecord(z.enum(historyLists), historyFilterSchema);
const recentChoicesSchema = z.array(z.string().min(1).max(200)).max(20);
/** `local` is the zone of the machine, whatever it is at the time. */
const zoneChoiceSchema = z.union([z.literal('local'), timeZoneSchema]);

const seconds = ([least, most]: Bounds) => z.number().int().min(least).max(most);
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
/** In the time zone that is chosen, "22:00" to "07:00"; none where both are the same. */
const quietHours = z.strictObject({ from: timeOfDay, to: timeOfDay }).nullable();
/** Which kinds of alerts are told outside of the page, too. */
const notify = z.record(z.enum(alertKinds), z.boolean());

/** As the exchange writes it, whatever it is. */
const tickerSymbol = z.string().min(1).max(300);
/** In the reader's order. */
const symbolList = z.array(tickerSymbol).max(2000);
/** Symbols that the reader put together, in the reader's order. */
const watchlistSchema = z.strictObject({
  name: z.string().trim().min(1).max(longestName),
  market: z.enum(tickerMarkets),
  symbols: symbolList,
});
export type Watchlist = z.output<typeof watchlistSchema>;
const marketDeskSchema = z.strictObject({
  view: z.enum(tickerViews),
  /** `null`: all. */
  quote: z.string().max(300).nullable(),
  /** Which symbols are shown: all, the favourites, or those of the watchlist of that name. */
  shown: z.union([z.literal('all'), z.literal('favourites'), z.strictObject({ watchlist: z.string() })]),
  favourites: symbolList,
});
/** How the tickers of a market are looked at. */
export type TickerViewSettings = z.output<typeof marketDeskSchema>;
const emptyDesk: TickerViewSettings = { view: 'table', quote: null, shown: 'all', favourites: [] };
const watchSchema = z.strictObject({
  market: z.enum(tickerMarkets),
  shown: z.union([z.literal('busiest'), z.literal('favourites'), z.strictObject({ watchlist: z.string() })]),
});
/** Which tickers the watch window shows. */
export type WatchChoice = z.output<typeof watchSchema>;

/** A value that is missing or cannot be used falls back to its default alone: one bad line never costs the others. */
export const settingsSchema = z.object({
  theme: z.enum(themes).catch('dark'),
  priceColours: z.enum(priceColours).catch('green-up'),
  density: z.enum(densities).catch('normal'),
  language: z.enum(languageChoices).catch('system'),
  numberGrouping: z.enum(numberGroupings).catch('comma'),
  account: z.string().min(1).max(100).catch('demo'),
  screen: z.enum(screens).catch('open-plans'),
  marginMode: z.enum(marginModeChoices).catch('all'),
  planAccounts: z.enum(planAccountChoices).catch('this'),
  timeZone: zoneChoiceSchema.catch('local'),
  tables: z.preprocess(onlyReadable(screens, tableLayoutSchema), tablesSchema),
  /** Of each history, as it was left. */
  filters: z.preprocess(onlyReadable(historyLists, historyFilterSchema), filtersSchema),
  views: z.preprocess(
    (views) => (Array.isArray(views) ? views.filter((view) => savedViewSchema.safeParse(view).success) : []),
    z.array(savedViewSchema),
  ),
  /** What was chosen in the command palette, the latest first. */
  recentChoices: recentChoicesSchema.catch([]),
  marketDesks: z.preprocess(
    orEmpty,
    z.object({ futures: marketDeskSchema.catch(emptyDesk), spot: marketDeskSchema.catch(emptyDesk) }),
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
      price: z.boolean().catch(true),
      change: z.boolean().catch(true),
      stale: z.boolean().catch(true),
      'account-silent': z.boolean().catch(true),
    }) satisfies z.ZodType<Record<AlertKind, boolean>>,
  ),
  /** Whether what is told makes a sound, too. */
  sound: z.boolean().catch(false),
});

export type TableLayout = z.output<typeof tableLayoutSchema>;
export type Settings = z.output<typeof settingsSchema>;

/** A change names whole top-level settings; what it does not name stays. */
export const settingsChangeSchema = z.strictObject({
  theme: z.enum(themes).optional(),
  priceColours: z.enum(priceColours).optional(),
  density: z.enum(densities).optional(),
  language: z.enum(languageChoices).optional(),
  numberGrouping: z.enum(numberGroupings).optional(),
  account: z.string().min(1).max(100).optional(),
  screen: z.enum(screens).optional(),
  marginMode: z.enum(marginModeChoices).optional(),
  planAccounts: z.enum(planAccountChoices).optional(),
  /** Tables that are named are replaced, the others stay. */
  tables: tablesSchema.optional(),
  timeZone: zoneChoiceSchema.optional(),
  /** Filters that are named are replaced, the others stay. */
  filters: filtersSchema.optional(),
  views: z.array(savedViewSchema).max(mostViews).optional(),
  recentChoices: recentChoicesSchema.optional(),
  marketDesks: z.strictObject({ futures: marketDeskSchema, spot: marketDeskSchema }).optional(),
  watchlists: z.array(watchlistSchema).max(mostWatchlists).optional(),
  watch: watchSchema.optional(),
  refreshRates: z.strictObject(refreshRates).optional(),
  liveFor: liveFor.optional(),
  quietHours: quietHours.optional(),
  notify: notify.optional(),
  sound: z.boolean().optional(),
});
export type SettingsChange = z.input<typeof settingsChangeSchema>;

function orEmpty(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? value : {};
}

/** Earlier versions knew one column, or none, to sort by. */
function asList(sort: unknown): unknown {
  if (sort === null) return [];
  return typeof sort === 'object' && !Array.isArray(sort) ? [sort] : sort;
}

/** One part that cannot be read does not cost the others. */
function onlyReadable(names: readonly string[], part: z.ZodType) {
  return (parts: unknown): unknown => {
    if (typeof parts !== 'object' || parts === null) return {};
    const entries = Object.entries(parts);
    return Object.fromEntries(entries.filter(([name, value]) => names.includes(name) && part.safeParse(value).success));
  };
}
