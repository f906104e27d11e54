/** Trades and positions that are derived from the orders of an account's local history: see docs/trades.md. The service sends neither. */

import { z } from 'zod';
import { tradeParts } from '../orders/filter-parts.ts';
import {
  doubtReasons,
  executionMarks,
  incompleteReasons,
  levelRoles,
  positionSides,
  settlements,
  sizeReasons,
  type TradeField,
  type TradeFieldKind,
  tradeFieldKinds,
  tradeFields,
  tradeSortFields,
  tradeStates,
} from '../orders/trades.ts';
import { marginModes } from '../values/domain.ts';
import type { Question } from './channel.ts';
import { filterShape } from './filters.ts';
import { type HistoryFilter, pnlSummarySchema } from './history.ts';
import { ofAccount, part, sortSchema, versionSchema, windowSchema } from './lists.ts';
import { noted } from './notes.ts';
import { orderSchema } from './orders.ts';
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

const decimal = decimalSchema.nullable();
const incomplete = z.array(z.enum(incompleteReasons));
const side = z.enum(positionSides);

const valueSchemas = {
  symbol: z.string(),
  'margin-mode': z.enum(marginModes),
  side: side.nullable(),
  state: z.enum(tradeStates).nullable(),
  /** Epoch milliseconds, like `time`. */
  opening: timestampSchema,
  time: timestampSchema.nullable(),
  executions: z.enum(executionMarks),
  /** Milliseconds. */
  duration: z.number().nullable(),
  count: countSchema,
  quantity: decimal,
  price: decimal,
  sum: decimal,
  profit: decimal,
  percent: decimal,
  leverage: decimal,
} satisfies Record<TradeFieldKind, z.ZodType>;
const fieldSchemas = Object.fromEntries(tradeFields.map((field) => [field, valueSchemas[tradeFieldKinds[field]]])) as {
  readonly [Field in TradeField]: (typeof valueSchemas)[(typeof tradeFieldKinds)[Field]];
};

/** A round trip of one symbol, margin mode and position side (docs/trades.md 5). */
export const tradeSchema = z.strictObject({
  /** Key of its first order. Another key if an older order is found. */
  key: z.string(),
  ...fieldSchemas,
  /** Its result in multiples of the risk to its stop (docs/trades.md 12); `null` if that is unknown. */
  r: decimal,
  /** Empty for a complete trade. */
  incomplete,
  fees: feesSchema.optional(),
  ...noted,
  ...ofAccount,
});
export interface Trade extends z.output<typeof tradeSchema> {}

/** Conditions that a trade must all meet. */
export const tradeFilterSchema = z.strictObject(filterShape(tradeParts));
export interface TradeFilter extends z.output<typeof tradeFilterSchema> {}

/** The filter of each list. */
export interface ListFilters {
  'order-history': HistoryFilter;
  'plan-history': HistoryFilter;
  trades: TradeFilter;
}

/** Trades without a value come last in both directions. Equal trades are ordered by their opening, the newest first. */
export const tradeSortSchema = sortSchema(tradeSortFields);
export type TradeSort = z.output<typeof tradeSortSchema>[number];

/** Members of a query on filtered trades. */
export const filteredTrades = {
  account: archiveIdSchema,
  filter: tradeFilterSchema,
  /** Days begin at midnight here. */
  zone: timeZoneSchema,
};

/** A number of trades and their PnL; `null` if none of them has one. */
export const tradeSumSchema = z.strictObject({ trades: countSchema, sum: decimal, fees: feesSchema.optional() });

/** PnL of one quote currency. The parts are never added: together they are the sum of the orders (docs/trades.md 5). */
const tradeQuoteSummarySchema = z.strictObject({
  quote: z.string(),
  /** Complete closed trades: sum, wins, losses and averages. */
  closed: pnlSummarySchema,
  open: tradeSumSchema,
  incomplete: tradeSumSchema,
});
export type TradeQuoteSummary = z.output<typeof tradeQuoteSummarySchema>;

/** Totals of a filtered list of trades. */
const tradeSummarySchema = z.strictObject({
  version: versionSchema,
  trades: countSchema,
  /** Complete trades by state, and incomplete ones. */
  closed: countSchema,
  open: countSchema,
  incomplete: countSchema,
  /** Those of all of them of which the order of executions is uncertain. */
  uncertain: countSchema,
  /** Sorted by the number of trades, the most first. */
  quotes: z.array(tradeQuoteSummarySchema),
});
export type TradeSummary = z.output<typeof tradeSummarySchema>;

/** What is held of one symbol, margin mode and position side, as far as the orders tell (docs/trades.md 6). */
export const positionSchema = z.strictObject({
  symbol: z.string(),
  marginMode: z.enum(marginModes),
  side,
  /** In contracts. */
  quantity: decimalSchema,
  /** Average of what is still held; `null` if an order has no average price. */
  entryPrice: decimal,
  since: timestampSchema,
  /** Key of the open trade. */
  trade: z.string(),
  incomplete,
});
export interface Position extends z.output<typeof positionSchema> {}

/** An order of which it cannot be told what it did to the positions of its symbol and margin mode (docs/trades.md 4.1). */
export const orderDoubtSchema = z.strictObject({
  /** Names it among those of the account. */
  id: z.string(),
  reason: z.enum(doubtReasons),
  /** `null` if the order could not be read. Its symbol and its creation may be unknown then, too. */
  key: z.string().nullable(),
  /** `null`: it may be any symbol. */
  symbol: z.string().nullable(),
  marginMode: z.enum(marginModes),
  at: timestampSchema.nullable(),
  /** For `more-closed`: the contracts that were closed beyond the position, and the position side that an opening of them has. */
  excess: z.strictObject({ quantity: decimalSchema, side }).optional(),
  /** What the user says that it did. It casts no doubt then. */
  settled: z.enum(settlements).optional(),
});
export type OrderDoubt = z.output<typeof orderDoubtSchema>;

const comparisonSchema = { compared: countSchema, agreed: countSchema };

/** How often the PnL that the entry predicts agreed with the reported one when an order closed (docs/risk.md 6). */
const pnlAgreementSchema = z.strictObject({
  ...comparisonSchema,
  /** Of the latest closings, which decide. */
  latest: z.strictObject(comparisonSchema),
  /** `null` if too few could be compared. */
  isUncertain: z.boolean().nullable(),
});
export type PnlAgreement = z.output<typeof pnlAgreementSchema>;

/** The size of a symbol's contract as its trades show it, or as the user has typed it (docs/trades.md 7). The service does not send it. */
export const contractSizeSchema = z.strictObject({
  /** In the base currency, or why it cannot be told. */
  size: z.union([decimalSchema, z.strictObject({ cannotBeTold: z.enum(sizeReasons) })]),
  /** The sizes that the agreeing trades allow; `null` without a size. */
  from: decimal,
  to: decimal,
  /** Opening of the first trade with the size, if earlier trades show another one. */
  since: timestampSchema.nullable(),
  /** The user's word, which is the size unless `contradicts`: the trades show another one. */
  typed: z.strictObject({ size: decimalSchema, contradicts: z.boolean() }).nullable(),
  /** Measurable trades that allow the size, and all of them. */
  agreeing: countSchema,
  trades: countSchema,
  /** How often the PnL calculated with it agreed. */
  pnl: pnlAgreementSchema,
});
export type ContractSize = z.output<typeof contractSizeSchema>;

/** An order of a trade. */
const tradeOrderSchema = z.strictObject({
  order: orderSchema,
  /** Size of the position after the order; `null` for an order that is a trade of its own. */
  size: decimal,
});
export type TradeOrder = z.output<typeof tradeOrderSchema>;

/** A part of the orders of a trade, the oldest first. */
const tradeOrdersSchema = z.strictObject({
  version: versionSchema,
  /** The trade that contains the order that the query named; `null` if the order does not count, or is not stored. */
  trade: tradeSchema.nullable(),
  /** False if the PnL disagrees with the prices and the observed contract size; `null` if that is unknown. */
  pnlFits: z.boolean().nullable(),
  orders: z.array(tradeOrderSchema),
});

/** An order of a trade as it was executed. */
const tradeExecutionSchema = z.strictObject({
  key: z.string(),
  /** Not earlier than this. `isSeen`: and hardly later, because the program saw the execution, or the order is of kind `market`. */
  at: timestampSchema,
  isSeen: z.boolean(),
  opens: z.boolean(),
  quantity: decimal,
  /** `null` if the order has no average price. */
  price: decimal,
  /** Size of the position after it. */
  size: decimal,
});

/** A plan order that could close the position, as it was seen: see docs/trades.md 12. */
const seenLevelSchema = z.strictObject({
  key: keySchema,
  role: z.enum(levelRoles),
  price: decimalSchema,
  quantity: decimal,
  from: timestampSchema,
  /** The last time at which it was there; `null`: only its creation is known. */
  to: timestampSchema.nullable(),
});
export type SeenLevel = z.output<typeof seenLevelSchema>;

const tradePictureSchema = z.strictObject({
  version: versionSchema,
  /** The oldest first. At most `maxPictured`. */
  executions: z.array(tradeExecutionSchema),
  levels: z.array(seenLevelSchema),
  /** Orders and levels that are left out, because they are too many. */
  leftOut: countSchema,
  /** The stop that was there (docs/trades.md 12), and the result of the trade in multiples of the risk to it. `null` if they are unknown. */
  stop: decimal,
  r: decimal,
});
export type TradePicture = z.output<typeof tradePictureSchema>;

export const tradeQuestions = {
  readTrades: {
    title: 'Trades',
    description: 'Lists the trades that match a filter, in any sort order, a part at a time.',
    /** `anchor`: the key of a trade, or of any of its orders. */
    input: z.strictObject({
      ...filteredTrades,
      sort: tradeSortSchema,
      ...part,
      anchor: archiveKeySchema.optional(),
      rates: ratesSchema.optional(),
    }),
    output: windowSchema(tradeSchema),
  },
  summarizeTrades: {
    title: 'Totals of trades',
    description: 'Counts the trades that match a filter, and adds up their PnL per quote currency.',
    input: z.strictObject({ ...filteredTrades, rates: ratesSchema.optional() }),
    output: tradeSummarySchema,
  },
  readTradePicture: {
    title: 'Course of a trade',
    description:
      'Returns when and at which prices a trade was executed, the stops and targets that were seen, and its R multiple.',
    /** `key`: of a trade, or of any of its orders. `null` if it belongs to none. */
    input: z.strictObject({ account: accountIdSchema, key: keySchema }),
    output: tradePictureSchema.nullable(),
  },
  readTradeOrders: {
    title: 'Orders of a trade',
    description: 'Lists the orders of one trade, with the size of the position after each.',
    /** `key`: of a trade, or of any of its orders. */
    input: z.strictObject({ account: accountIdSchema, key: keySchema, ...part }),
    output: tradeOrdersSchema,
  },
} satisfies Record<string, Question>;
