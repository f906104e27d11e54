/** Statements of an account, derived from the orders of its local history: see docs/statement.md. */
import { z } from 'zod';
import { statementBases } from '../orders/history.ts';
import { costMethods } from '../orders/trades.ts';
import { marginModes } from '../values/domain.ts';
import type { Question } from './channel.ts';
import { versionSchema } from './lists.ts';
import { positionSchema } from './trades.ts';
import { accountIdSchema, countSchema, daySchema, decimalSchema, timestampSchema, timeZoneSchema } from './values.ts';

/** Members of a query for a statement. */
export const statementQuery = {
  account: accountIdSchema,
  /** First and last day, in the time zone. */
  from: daySchema,
  to: daySchema,
  zone: timeZoneSchema,
  /** `undefined`: by execution if enough of the latest executions were seen, otherwise by creation. */
  basis: z.enum(statementBases).optional(),
};
export const isForward = ({ from, to }: { from: string; to: string }): boolean => from <= to;
export const backward = 'the last day is before the first';

const statementQuerySchema = z.strictObject(statementQuery).refine(isForward, backward);
export type StatementQuery = z.output<typeof statementQuerySchema>;

const boundsSchema = z.strictObject({
  gains: decimalSchema,
  losses: decimalSchema,
  net: decimalSchema,
  trades: countSchema,
  orders: countSchema,
});

/** Figures of a symbol or of a quote currency. Amounts are gross, in the quote currency. */
const statementFiguresSchema = z.strictObject({
  /** "USDT" of "BTC-USDT". */
  quote: z.string(),
  /** Sums of the PnL above zero, of the PnL below zero, and of both. */
  gains: decimalSchema,
  losses: decimalSchema,
  net: decimalSchema,
  /** Complete trades that were closed in the span, and incomplete ones whose last order is of the span. */
  trades: countSchema,
  incompleteTrades: countSchema,
  /** Orders of the span: those with their moment in it. */
  orders: countSchema,
  /** Those of them that may have realized a PnL that the exchange did not send: it is in no amount. */
  unknownPnl: countSchema,
  /** The lowest and the highest values, if orders cross an end of the span (docs/statement.md 1.1). `null` if none does. */
  lowest: boundsSchema.nullable(),
  highest: boundsSchema.nullable(),
});
export type StatementFigures = z.output<typeof statementFiguresSchema>;

/** Where orders of a margin mode may be missing, as far as a statement depends on them. */
const statementCoverageSchema = z.strictObject({
  marginMode: z.enum(marginModes),
  /**
   * The history is complete from this time to the end of the period. Older orders may be missing. `null`: complete from the first order on.
   */
  backTo: timestampSchema.nullable(),
  /** Creation of the oldest order; `null` if no order was created before the span's end. */
  oldest: timestampSchema.nullable(),
  /** Gaps that begin before the span's end, the newest first: orders after `from` and before `to` may be missing. */
  gaps: z.array(z.strictObject({ from: timestampSchema, to: timestampSchema })),
});
export type StatementCoverage = z.output<typeof statementCoverageSchema>;

/** A statement of the orders with their moments from `start` (inclusive) to `end` (exclusive). */
const statementSchema = z.strictObject({
  /** That of the order history. Not a part of the statement: the same orders give the same statement at every version. */
  version: versionSchema,
  /** First and last day in `zone`, an IANA name. */
  from: daySchema,
  to: daySchema,
  zone: z.string(),
  start: timestampSchema,
  end: timestampSchema,
  basis: z.enum(statementBases),
  /** By quote currency, then by symbol. */
  symbols: z.array(z.strictObject({ symbol: z.string(), ...statementFiguresSchema.shape })),
  /** By quote currency. */
  totals: z.array(statementFiguresSchema),
  /** Open positions at the start and at the end, as the orders before tell, by symbol. */
  opening: z.array(positionSchema),
  closing: z.array(positionSchema),
  /**
   * Orders created before the end that were not final when last read, by symbol. `quantity`: what they may still execute, in contracts, without the `odd`
   * ones, whose executed quantity does not fit their quantity.
   */
  unfinished: z.array(
    z.strictObject({ symbol: z.string(), orders: countSchema, quantity: decimalSchema, odd: countSchema.optional() }),
  ),
  /** Executed orders that cross an end of the span, by end and symbol. `quantity`: what they have executed, in contracts. */
  between: z.array(
    z.strictObject({
      edge: z.enum(['start', 'end']),
      symbol: z.string(),
      orders: countSchema,
      quantity: decimalSchema,
    }),
  ),
  /** Orders of the span that count by creation, because their execution was not seen. Zero if all count by creation. */
  unseen: countSchema,
  /** Which entry the PnL of the account fits, as of all its orders; `null` if they do not tell. No part of the hash. */
  costMethod: z.enum(costMethods).nullable(),
  coverage: z.array(statementCoverageSchema),
  /** The newest orders were last read then, at most `end`: later ones may be missing. `null`: they have not been read yet. */
  readUntil: timestampSchema.nullable(),
  /** Orders that could not be read, at any time. The statement does not include them. */
  unreadable: countSchema,
  /** Orders of the span, and earlier ones of trades that were open then or have an order in the span, or that cross its start. */
  orders: countSchema,
  earlierOrders: countSchema,
  /** SHA-256 (hex) over these orders. */
  hash: z.string(),
});
export interface Statement extends z.output<typeof statementSchema> {}

export const statementQuestions = {
  readStatement: {
    title: 'Statement',
    description: 'Adds up gains, losses, and positions of a period of days.',
    input: statementQuerySchema,
    output: statementSchema,
  },
} satisfies Record<string, Question>;
