/** Tickers, symbol rules, and the live lists, which are polled while a page shows them or an alert needs them. */
import { z } from 'zod';
import { type LiveList, liveLists } from '../market/market.ts';
import type { Channel } from './channel.ts';
import { failureSchema } from './failure.ts';
import { type OpenPlan, openPlanSchema, unreadableRowSchema } from './orders.ts';
import { accountIdSchema, decimalSchema, timestampSchema } from './values.ts';

const decimal = decimalSchema.nullable();

/**
 * 24-hour statistics of a symbol (docs/service.md 2.5 and 2.6). The row has no time of its own, so its age is the time since its fetch.
 */
const futuresTickerSchema = z.strictObject({
  symbol: z.string(),
  last: decimal,
  open: decimal,
  high: decimal,
  low: decimal,
  /** Futures: in contracts. Spot: in the base currency. */
  volume: decimal,
  /** In the quote currency. */
  turnover: decimal,
  /** Number of trades. */
  trades: decimal,
  /** Number of the latest trade, as text; absent in spot tickers, and if it is no whole number. A lower one is an older snapshot. */
  tradeId: z.string().optional(),
  /** The row's JSON text as received. */
  raw: z.string(),
});
export interface FuturesTicker extends z.output<typeof futuresTickerSchema> {}

const spotTickerSchema = z.strictObject({ ...futuresTickerSchema.shape, bid: decimal, ask: decimal });
export interface SpotTicker extends z.output<typeof spotTickerSchema> {}

/** Precision and limits of orders for a symbol (docs/service.md 2.7). */
const symbolRulesSchema = z.strictObject({
  symbol: z.string(),
  /** Number of decimal places. */
  quantityPrecision: z.number().nullable(),
  /** Number of decimal places. */
  pricePrecision: z.number().nullable(),
  /** In contracts. */
  minQuantity: decimal,
  /** In contracts. */
  maxQuantity: decimal,
  minPrice: decimal,
  maxPrice: decimal,
  /** The record's JSON text as received. */
  raw: z.string(),
});
export interface SymbolRules extends z.output<typeof symbolRulesSchema> {}

/** A whole list, fetched with one request. */
function snapshotSchema<Row extends z.ZodType>(row: Row) {
  return z.strictObject({
    rows: z.array(row),
    unreadable: z.array(unreadableRowSchema),
    fetchedAt: timestampSchema,
  });
}
export type Snapshot<Row> = z.output<ReturnType<typeof snapshotSchema<z.ZodType<Row>>>>;

export interface LiveRows {
  'futures-tickers': FuturesTicker;
  'spot-tickers': SpotTicker;
  'open-plans': OpenPlan;
}
const liveRowSchemas: { readonly [List in LiveList]: z.ZodType<LiveRows[List]> } = {
  'futures-tickers': futuresTickerSchema,
  'spot-tickers': spotTickerSchema,
  'open-plans': openPlanSchema,
};
const liveRow = <List extends LiveList>(list: List): z.ZodType<LiveRows[List]> => liveRowSchemas[list];

/** Status of a live list. */
const liveStatusSchema = z.strictObject({
  /**
   * Increases with every successful poll, and when the list is reset because the account has another key or address. 0 before the first
   * poll since the program's start.
   */
  version: z.number(),
  /** Time of the response with the rows, the oldest of several; `null` before the first. */
  fetchedAt: timestampSchema.nullable(),
  /** Failure of the last poll; `null` if it succeeded. After a failure the rows are those of the last success. */
  failure: failureSchema.nullable(),
});
export type LiveStatus = z.output<typeof liveStatusSchema>;

/** All rows of a live list, in the order of their first appearance. */
function liveSnapshotSchema<List extends LiveList>(list: List) {
  return z.strictObject({
    account: z.string(),
    list: z.literal(list),
    ...liveStatusSchema.shape,
    rows: z.array(liveRow(list)),
    unreadable: z.array(unreadableRowSchema),
  });
}
export type LiveSnapshot<List extends LiveList = LiveList> = z.output<ReturnType<typeof liveSnapshotSchema<List>>>;
const anyLiveSnapshotSchema = z.discriminatedUnion('list', [
  liveSnapshotSchema('futures-tickers'),
  liveSnapshotSchema('spot-tickers'),
  liveSnapshotSchema('open-plans'),
]);
/** Discriminated by `list`. */
export type AnyLiveSnapshot = z.output<typeof anyLiveSnapshotSchema>;

/** Change of a live list. Applies to version `base` only; a page with another version must read the whole list. */
function liveChangeSchema<List extends LiveList>(list: List) {
  return z.strictObject({
    account: z.string(),
    list: z.literal(list),
    ...liveStatusSchema.shape,
    /** Equal to `version` if only `failure` changed. */
    base: z.number(),
    /** New and changed rows. */
    put: z.array(liveRow(list)),
    /** Keys of removed rows: see `liveKey`. */
    removed: z.array(z.string()),
    /** `null` if unchanged. */
    unreadable: z.array(unreadableRowSchema).nullable(),
  });
}
export type LiveChange<List extends LiveList = LiveList> = z.output<ReturnType<typeof liveChangeSchema<List>>>;
/** Discriminated by `list`. */
export type AnyLiveChange = { [List in LiveList]: LiveChange<List> }[LiveList];
/** The rows were validated when they were read, and thousands of them pass several times a minute. */
const changeFrameSchema = z.looseObject({
  ...liveChangeSchema('open-plans').shape,
  list: z.enum(liveLists),
  put: z.array(z.unknown()),
});

const liveQuerySchema = z.strictObject({ account: accountIdSchema, list: z.enum(liveLists) });
export type LiveQuery = z.output<typeof liveQuerySchema>;

/** Subscriptions of a page. They expire after `watchHoldsForMs` unless renewed, so that a closed page needs no cleanup. */
const watchSchema = z.strictObject({
  /** ID that the page chose for itself. */
  page: z.string().min(1).max(60),
  watched: z.array(liveQuerySchema).max(50),
  /** Account of the page. Its open plan orders are polled seldom, so that their lives are recorded while no screen shows them. */
  account: accountIdSchema.optional(),
});
export type MarketWatch = z.output<typeof watchSchema>;

export const marketChannels = {
  readSymbolRules: { input: z.strictObject({ account: accountIdSchema }), output: snapshotSchema(symbolRulesSchema) },
  /** Replaces the page's subscriptions. Subscribed lists are polled. A subscription expires after `holdsForMs` unless it is renewed. */
  watchMarket: { input: watchSchema, output: z.strictObject({ holdsForMs: z.number() }) },
  /** Returns the current rows of a live list immediately, none before the first poll. Does not poll: see `watchMarket` and `refreshLive`. */
  readLive: { input: liveQuerySchema, output: anyLiveSnapshotSchema },
  /** Polls now, even after failures. Returns a failure in the status. `liveChanged` sends the rows. */
  refreshLive: { input: liveQuerySchema, output: liveStatusSchema },
} satisfies Record<string, Channel>;

export const marketEvents = {
  /** Changes of subscribed lists. */
  liveChanged: z.custom<AnyLiveChange>((change) => changeFrameSchema.safeParse(change).success),
};
