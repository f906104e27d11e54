/** Both lists of an account's local history: historical orders (docs/service.md 2.2) and historical plan orders (2.3). */
import { z } from 'zod';
import { maxSortColumns } from '../choices.ts';
import { marginModes } from '../domain.ts';
import {
  archiveProblems,
  datePresets,
  historyFields,
  historyLists,
  maxFilterIds,
  pnlSigns,
  syncActions,
  syncPhases,
} from '../history.ts';
import { sortDirections } from '../rows/row-order.ts';
import { failureSchema } from './failure.ts';
import { noteFilter } from './notes.ts';
import {
  accountIdSchema,
  countSchema,
  daySchema,
  decimalRangeSchema,
  decimalSchema,
  keySchema,
  symbolSchema,
  timestampSchema,
  timeZoneSchema,
  wordSchema,
} from './values.ts';

const list = z.enum(historyLists);
/** Grows with every change of a list's rows: parts of different versions do not fit together. */
export const versionSchema = z.number();

/**
 * Days in the time zone of the query, or a span from `since` up to but excluding `before`. A preset refers to the time of the query.
 */
export const dateConditionSchema = z.union([
  z.strictObject({ preset: z.enum(datePresets) }),
  z.strictObject({ from: daySchema.optional(), to: daySchema.optional() }),
  z.strictObject({ since: timestampSchema, before: timestampSchema }),
]);
export type DateCondition = z.output<typeof dateConditionSchema>;

const words = z.array(wordSchema).max(100).optional();
/** Members of the filters of orders and of trades. */
export const commonFilter = {
  symbols: z.array(symbolSchema).max(1000).optional(),
  /** A row that has any of the values is left out, like in `withoutKinds` and `withoutStatuses`. */
  withoutSymbols: z.array(symbolSchema).max(1000).optional(),
  marginModes: z.array(z.enum(marginModes)).max(2).optional(),
  leverage: decimalRangeSchema.optional(),
  pnl: decimalRangeSchema.optional(),
  /** Weekdays in the query's time zone: 1 is Monday, 7 is Sunday. Of an order: of its creation; of a trade: of its opening. */
  weekdays: z.array(z.number().int().min(1).max(7)).max(7).optional(),
  /** Hours in the query's time zone, 0 to 23, of the same time. */
  hours: z.array(z.number().int().min(0).max(23)).max(24).optional(),
  ...noteFilter,
  /** Words that must all occur in the symbol, the note, or the ID (of a trade: of one of its orders), ignoring case and compatibility forms. */
  text: z.string().max(200).optional(),
};

/**
 * Conditions that a row must all meet. An array is met by any of its values; `other` is every value without a name in its array. A
 * condition on a field that the list does not have (`actions` and `pnl` of plan orders) is ignored.
 */
export const historyFilterSchema = z.strictObject({
  ...commonFilter,
  sides: z
    .array(z.enum(['buy', 'sell', 'other']))
    .max(3)
    .optional(),
  /** The service's words: "limit" of "buy-limit". */
  kinds: words,
  withoutKinds: words,
  actions: z
    .array(z.enum(['open', 'close', 'other']))
    .max(3)
    .optional(),
  /** Values of `orderStatuses` or `planStatuses`, or "unknown:7" as in a row. */
  statuses: words,
  withoutStatuses: words,
  created: dateConditionSchema.optional(),
  /** `none`: the service sent no PnL. */
  pnlSigns: z.array(z.enum(pnlSigns)).max(pnlSigns.length).optional(),
  /** Exact IDs. */
  ids: z.array(z.string().min(1).max(200)).max(maxFilterIds).optional(),
});
export interface HistoryFilter extends z.output<typeof historyFilterSchema> {}

/** Returns the schema of a sort by some fields: the first decides, each next one where all before it are equal. */
export function sortSchema<const Fields extends readonly string[]>(fields: Fields) {
  return z.array(z.strictObject({ field: z.enum(fields), direction: z.enum(sortDirections) })).max(maxSortColumns);
}
/** Rows without a value come last in both directions. Equal rows are ordered by creation, the newest first, and so are all without a sort. */
export const historySortSchema = sortSchema(historyFields);
export type HistorySort = z.output<typeof historySortSchema>[number];

/** Members of a query on a filtered list. */
export const filtered = {
  account: accountIdSchema,
  filter: historyFilterSchema,
  /** Days begin at midnight here. */
  zone: timeZoneSchema,
};

/** Members of a query on a part of a list. */
export const part = {
  /** Position of the first row, counted from 0. */
  from: countSchema,
  count: countSchema.max(1000),
};

export const listQuerySchema = z.strictObject({ account: accountIdSchema, list });
export type ListQuery = z.output<typeof listQuerySchema>;

/** `anchor`: key of a row whose position is wanted, too. */
export const windowQuerySchema = z.strictObject({
  ...filtered,
  sort: historySortSchema,
  ...part,
  anchor: keySchema.optional(),
});
export type WindowQuery = z.output<typeof windowQuerySchema>;

/** A part of a filtered, sorted list. Positions count from 0. */
export function windowSchema<Row extends z.ZodType>(row: Row) {
  return z.strictObject({
    rows: z.array(row),
    /** Number of rows of the whole filtered list. */
    total: countSchema,
    version: versionSchema,
    /** Position of the row that the query named as its anchor; `null` if the row is not in the list, or none was named. */
    anchor: countSchema.nullable(),
  });
}
export type HistoryWindow<Row> = z.output<ReturnType<typeof windowSchema<z.ZodType<Row>>>>;

/** Stored rows of one margin mode of a list. */
const modeCoverageSchema = z.strictObject({
  marginMode: z.enum(marginModes),
  rows: countSchema,
  /** Creation of the oldest and the newest row; `null` if there is no row. */
  oldest: timestampSchema.nullable(),
  newest: timestampSchema.nullable(),
  /**
   * True if all rows from the newest to the oldest one are stored: the service has confirmed that nothing is older, and the open plan
   * orders, which enter the plan history late, are known.
   */
  complete: z.boolean(),
  /** True if older rows cannot be requested: the next rows have no ID, or the service dropped all rows to continue from. */
  blocked: z.boolean(),
  /** Every row was compared with the service at this time or later; `null` while the list is not complete. */
  verifiedAt: timestampSchema.nullable(),
  /** Missing parts between stored rows, the newest first: rows after `from` and before `to` are unknown. */
  gaps: z.array(z.strictObject({ from: timestampSchema, to: timestampSchema })),
});
export type ModeCoverage = z.output<typeof modeCoverageSchema>;

/** Why the history cannot be stored, or that its file was replaced. */
const archiveProblemSchema = z.strictObject({ kind: z.enum(archiveProblems), file: z.string() });
export type ArchiveProblem = z.output<typeof archiveProblemSchema>;

/** Rows that were missing from a part of the list that had been read before, or damaged on the disk. */
const foundRowsSchema = z.strictObject({
  rows: countSchema,
  /** Creation of the oldest and the newest of them. */
  oldest: timestampSchema,
  newest: timestampSchema,
  /** When the last of them was found. */
  foundAt: timestampSchema,
});
export type FoundRows = z.output<typeof foundRowsSchema>;

/** Status of a list of an account. */
export const historyStateSchema = z.strictObject({
  account: z.string(),
  list,
  version: versionSchema,
  rows: countSchema,
  /** Number of rows that could not be read. They are kept as received. */
  unreadable: countSchema,
  modes: z.array(modeCoverageSchema),
  phase: z.enum(syncPhases),
  /** Rows that the current or the last sync has added. */
  fetched: countSchema,
  /** Rows per second of the current sync; `null` if none is running, or it has just begun. */
  rate: z.number().nullable(),
  /** Share of the account's past that is stored, 0 to 1, during a backfill; `null` if it is unknown where the account begins. */
  downloaded: z.number().nullable(),
  /** Seconds until the backfill ends; `null` if unknown. */
  secondsLeft: z.number().nullable(),
  failure: failureSchema.nullable(),
  /** When the newest rows of both margin modes were last read; `null` if they never were. */
  checkedAt: timestampSchema.nullable(),
  /** Share of the rows that the user's verification has read, 0 to 1; `null` if none is running. */
  verification: z.number().nullable(),
  /** Rows that a verification found missing, until the user dismisses them. */
  found: foundRowsSchema.nullable(),
  /** Rows that were damaged on the disk, until the user dismisses them. A sync replaces them. */
  damaged: foundRowsSchema.nullable(),
  /** Responses in this session that repeated rows or did not know a row any longer. The sync found its way after each of them. */
  oddities: countSchema,
  /** True if the exchange sends the same rows for both margin modes: they are counted once. */
  hasOneMode: z.boolean(),
  problem: archiveProblemSchema.nullable(),
});
export interface HistoryState extends z.output<typeof historyStateSchema> {}

export const syncQuerySchema = z.strictObject({ account: accountIdSchema, list, action: z.enum(syncActions) });

/** Figures of one quote currency. Amounts of different currencies are never added. */
export const pnlSummarySchema = z.strictObject({
  /** "USDT" of "BTC-USDT". */
  quote: z.string(),
  /** Exact sum of `pnl`, gross. */
  sum: decimalSchema,
  /** Orders with a PnL above, below and of zero. */
  wins: countSchema,
  losses: countSchema,
  zeros: countSchema,
  /** Wins per 100 wins and losses, rounded half away from zero to 2 decimal places; `null` if there are neither. */
  winRate: decimalSchema.nullable(),
  /** `sum` divided by wins and losses, that of trades by all of them, rounded half away from zero to 8 decimal places; `null` if there is none. */
  average: decimalSchema.nullable(),
  best: decimalSchema.nullable(),
  worst: decimalSchema.nullable(),
});
export type PnlSummary = z.output<typeof pnlSummarySchema>;

export const summaryQuerySchema = z.strictObject({ ...filtered, list });
export type SummaryQuery = z.output<typeof summaryQuerySchema>;

/** Totals of a filtered list. */
export const historySummarySchema = z.strictObject({
  version: versionSchema,
  rows: countSchema,
  /** Orders: filled. Plan orders: fully executed. */
  filled: countSchema,
  /** Canceled and partially canceled. */
  canceled: countSchema,
  /** Plan orders that failed; 0 for orders. */
  failed: countSchema,
  /** Sorted by the number of rows, the most first. Empty for plan orders. */
  pnl: z.array(pnlSummarySchema),
});
export type HistorySummary = z.output<typeof historySummarySchema>;

/** `quote`: '' for symbols without a quote currency. Default: the currency with the most rows. */
export const resultsQuerySchema = z.strictObject({ ...filtered, quote: z.string().max(60).optional() });
export type ResultsQuery = z.output<typeof resultsQuerySchema>;

/** Members of a part of the results. */
export const resultsPart = {
  pnl: decimalSchema,
  /** Number of orders, or of trades. */
  count: countSchema,
  wins: countSchema,
  losses: countSchema,
};
const resultsPartSchema = z.strictObject(resultsPart);
export type ResultsPart = z.output<typeof resultsPartSchema>;

/** Days with orders or trades, ascending. `total`: exact sum up to the end of the day. */
export const resultDaysSchema = z.array(z.strictObject({ ...resultsPart, day: daySchema, total: decimalSchema }));

/** PnL of a filtered list in one quote currency: gross, dated by the order's creation in the query's time zone. */
export const resultsSchema = z.strictObject({
  version: versionSchema,
  /** Quote currencies of the filtered list, the one with the most rows first. */
  quotes: z.array(z.string()),
  /** The quote currency of the other fields; '' if there is none. */
  quote: z.string(),
  days: resultDaysSchema,
  /** Sorted by PnL, the highest first. */
  symbols: z.array(z.strictObject({ ...resultsPart, symbol: z.string() })),
  /** Orders by the tags of their notes, sorted like the symbols. An order with several tags is in several parts. */
  tags: z.array(z.strictObject({ ...resultsPart, tag: z.string() })),
  /** Seven parts, Monday first. */
  weekdays: z.array(resultsPartSchema).length(7),
  /** 24 parts, the hour after midnight first. */
  hours: z.array(resultsPartSchema).length(24),
});
export interface Results extends z.output<typeof resultsSchema> {}

const choices = z.array(z.strictObject({ value: z.string(), rows: countSchema }));
/** Values that occur in a list, with their numbers of rows, for the filter's choices. */
export const historyChoicesSchema = z.strictObject({
  version: versionSchema,
  symbols: choices,
  kinds: choices,
  statuses: choices,
});
export type HistoryChoices = z.output<typeof historyChoicesSchema>;

export const rowQuerySchema = z.strictObject({ account: accountIdSchema, list, key: keySchema });

/** A change of a row that was seen. */
export const rowChangeSchema = z.strictObject({
  /** When the change was seen. */
  at: timestampSchema,
  /** The row's JSON text as received before; `null` if the exchange had left the row out of a part of the list that was read before. */
  raw: z.string().nullable(),
});
export type RowChange = z.output<typeof rowChangeSchema>;

export const historyEvents = {
  /** The result of `readHistoryState`, at most a few times a second per list. */
  historyChanged: historyStateSchema,
};
