/** Both lists of an account's local history: historical orders (docs/service.md 2.2) and historical plan orders (2.3). */
import { z } from 'zod';
import { historyParts } from '../orders/filter-parts.ts';
import {
  archiveProblems,
  historyLists,
  historySortFields,
  lostKinds,
  maxFilterIds,
  syncActions,
  syncPhases,
} from '../orders/history.ts';
import { marginModes } from '../values/domain.ts';
import type { Question } from './channel.ts';
import { failureSchema } from './failure.ts';
import { filterShape } from './filters.ts';
import { part, sortSchema, versionSchema, windowSchema } from './lists.ts';
import { orderSchema, planOrderSchema, unreadableRowSchema } from './orders.ts';
import {
  accountIdSchema,
  archiveIdSchema,
  archiveKeySchema,
  countSchema,
  decimalSchema,
  feesSchema,
  keySchema,
  ratesSchema,
  timestampSchema,
  timeZoneSchema,
} from './values.ts';

const list = z.enum(historyLists);
/** Conditions that a row must all meet. */
export const historyFilterSchema = z.strictObject(filterShape(historyParts));
export interface HistoryFilter extends z.output<typeof historyFilterSchema> {}

/** Rows without a value come last in both directions. Equal rows are ordered by creation, the newest first, and so are all without a sort. */
export const historySortSchema = sortSchema(historySortFields);
export type HistorySort = z.output<typeof historySortSchema>[number];

/** Members of a query on a filtered list. */
export const filtered = {
  account: archiveIdSchema,
  filter: historyFilterSchema,
  /** Days begin at midnight here. */
  zone: timeZoneSchema,
};

const listQuerySchema = z.strictObject({ account: accountIdSchema, list });

/** `anchor`: key of a row whose position is wanted, too. */
const windowQuerySchema = z.strictObject({
  ...filtered,
  sort: historySortSchema,
  ...part,
  anchor: archiveKeySchema.optional(),
});
export type WindowQuery = z.output<typeof windowQuerySchema>;

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

/** Numbers of records that were damaged on the disk, and that are not used. */
const lostRecordsSchema = z.record(z.enum(lostKinds), countSchema);
export type LostRecords = z.output<typeof lostRecordsSchema>;

/** Status of a list of an account. */
const historyStateSchema = z.strictObject({
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
  /** Also during a retry, until that gets rows. */
  failure: failureSchema.nullable(),
  /** When the newest rows of both margin modes were last read; `null` if they never were. */
  checkedAt: timestampSchema.nullable(),
  /** Milliseconds by which this computer's clock was ahead of the exchange's then, below zero if behind; absent if by less than a second. See `readUntilOf`. */
  clockAhead: z.number().optional(),
  /** Share of the rows that the user's verification has read, 0 to 1; `null` if none is running. */
  verification: z.number().nullable(),
  /** Rows that a verification found missing, until the user dismisses them. */
  found: foundRowsSchema.nullable(),
  /** Rows that were damaged on the disk, until the user dismisses them. A sync replaces them. */
  damaged: foundRowsSchema.nullable(),
  /** Damaged records of the account's archive, until the user dismisses them. */
  lost: lostRecordsSchema.nullable(),
  /**
   * How often in this session responses repeated rows, did not know a row any longer, or contradicted a later state of an order. The sync found
   * its way after each of them.
   */
  oddities: countSchema,
  /** Number of IDs that belong to different rows, in both margin modes or of two symbols. All rows are kept. */
  sharedIds: countSchema,
  /** True if the exchange sends the same rows for both margin modes: they are counted once. */
  hasOneMode: z.boolean(),
  problem: archiveProblemSchema.nullable(),
});
export interface HistoryState extends z.output<typeof historyStateSchema> {}

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
  fees: feesSchema.optional(),
});
export type PnlSummary = z.output<typeof pnlSummarySchema>;

/** Totals of a filtered list. */
const historySummarySchema = z.strictObject({
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
  /** Orders that may have realized a PnL that the exchange did not send: they are in no sum. */
  unknownPnl: countSchema,
});
export type HistorySummary = z.output<typeof historySummarySchema>;

const choices = z.array(z.strictObject({ value: z.string(), rows: countSchema }));
/** Values that occur in a list, with their numbers of rows, for the filter's choices. */
const historyChoicesSchema = z.strictObject({
  version: versionSchema,
  symbols: choices,
  kinds: choices,
  statuses: choices,
});
export type HistoryChoices = z.output<typeof historyChoicesSchema>;

/** A change of a row that was seen. */
const rowChangeSchema = z.strictObject({
  /** When the change was seen. */
  at: timestampSchema,
  /** The row's JSON text as received before; `null` if the exchange had left the row out of a part of the list that was read before. */
  raw: z.string().nullable(),
});
export type RowChange = z.output<typeof rowChangeSchema>;

/** A part of an order that was executed between two readings. */
const executionSliceSchema = z.strictObject({
  /** Executed at this time or later: the last reading without this part, or the creation. Exchange's time. */
  from: timestampSchema,
  /** Executed at this time or earlier: the first reading with this part. */
  to: timestampSchema,
  /** In contracts. */
  quantity: decimalSchema,
  /** Rounded to 12 significant digits if the order was executed in parts; `null` if unknown. */
  averagePrice: decimalSchema.nullable(),
  /** Gross; `null` if the exchange sent none. */
  pnl: decimalSchema.nullable(),
});
export type ExecutionSlice = z.output<typeof executionSliceSchema>;

/** When an order was executed, as far as it was read in time. */
export const orderExecutionSchema = z.strictObject({
  /** In the order of execution. Empty if nothing was executed, and if it is not known when. */
  slices: z.array(executionSliceSchema),
  /** The last reading in which the order could still be executed (exchange's time); `null` for another order. */
  waitingAt: timestampSchema.nullable(),
});
export type OrderExecution = z.output<typeof orderExecutionSchema>;

/** Both lists are answered immediately and offline. `syncHistory` keeps them up to date. */
export const historyQuestions = {
  readOrderHistory: {
    title: 'Order history',
    description: 'Lists the past orders that match a filter, in any sort order, a part at a time.',
    input: windowQuerySchema,
    output: windowSchema(orderSchema),
  },
  readPlanHistory: {
    title: 'Plan history',
    description: 'Lists the past plan orders that match a filter, in any sort order, a part at a time.',
    input: windowQuerySchema,
    output: windowSchema(planOrderSchema),
  },
  readHistoryState: {
    title: 'Coverage and sync',
    description: 'Shows how far back a history is stored, where rows are missing, and what its sync is doing.',
    input: listQuerySchema,
    output: historyStateSchema,
  },
  syncHistory: {
    title: 'Sync',
    description:
      'Refreshes, pauses, resumes, or verifies a history, and returns its state without waiting for the end.',
    input: z.strictObject({ account: accountIdSchema, list, action: z.enum(syncActions) }),
    output: historyStateSchema,
  },
  summarizeHistory: {
    title: 'Totals of a history',
    description: 'Counts the orders or plan orders that match a filter, and adds up their PnL per quote currency.',
    input: z.strictObject({ ...filtered, list, rates: ratesSchema.optional() }),
    output: historySummarySchema,
  },
  readHistoryChoices: {
    title: 'Filter values',
    description: 'Lists the symbols, order types, and statuses that occur in a history, with their numbers of rows.',
    input: z.strictObject({ account: archiveIdSchema, list }),
    output: historyChoicesSchema,
  },
  readRowChanges: {
    title: 'Earlier versions of a row',
    description: 'Lists the earlier versions of an order or a plan order, the latest change first.',
    input: z.strictObject({ account: accountIdSchema, list, key: keySchema }),
    output: z.array(rowChangeSchema),
  },
  readOrderExecution: {
    title: 'When an order was executed',
    description: 'Shows between which readings of an order its parts were executed, if the program was running then.',
    input: z.strictObject({ account: accountIdSchema, key: keySchema }),
    output: orderExecutionSchema,
  },
  readOrdersByKey: {
    title: 'Orders by key',
    description: 'Reads the latest order of a history, and those with these keys, without its index.',
    input: z.strictObject({ account: accountIdSchema, keys: z.array(keySchema).max(maxFilterIds) }),
    output: z.strictObject({ latest: orderSchema.nullable(), found: z.array(orderSchema) }),
  },
  readUnreadableRows: {
    title: 'Unreadable rows',
    description: 'Lists the latest 1,000 rows of a history that the program could not read, the latest first.',
    input: listQuerySchema,
    output: z.array(unreadableRowSchema),
  },
} satisfies Record<string, Question>;

export const historyEvents = {
  /** The result of `readHistoryState`, at most a few times a second per list. */
  historyChanged: historyStateSchema,
};
