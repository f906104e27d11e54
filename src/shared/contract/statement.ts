/** Statements of an account, derived from the orders of its local history: see docs/statement.md. */
import { z } from 'zod';
import { marginModes } from '../domain.ts';
import type { Question } from './channel.ts';
import { versionSchema } from './lists.ts';
import { positionSchema } from './trades.ts';
import { accountIdSchema, countSchema, daySchema, decimalSchema, timestampSchema, timeZoneSchema } from './values.ts';

/** Members of a query on a span of days. */
export const spanOfDays = {
  account: accountIdSchema,
  /** First and last day, in the time zone. */
  from: daySchema,
  to: daySchema,
  zone: timeZoneSchema,
};
export const isForward = ({ from, to }: { from: string; to: string }): boolean => from <= to;
export const backward = 'the last day is before the first';

const statementQuerySchema = z.strictObject(spanOfDays).refine(isForward, backward);
export type StatementQuery = z.output<typeof statementQuerySchema>;

/** Figures of a symbol or of a quote currency. Amounts are gross, in the quote currency. */
const statementFiguresSchema = z.strictObject({
  /** "USDT" of "BTC-USDT". */
  quote: z.string(),
  /** Sums of the PnL above zero, of the PnL below zero, and of both. */
  gains: decimalSchema,
  losses: decimalSchema,
  net: decimalSchema,
  /** Complete trades that were closed in the span, and incomplete ones whose last order was created in it. */
  trades: countSchema,
  incompleteTrades: countSchema,
  /** Orders that were created in the span. */
  orders: countSchema,
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

/** A statement of the orders that were created from `start` (inclusive) to `end` (exclusive). */
const statementSchema = z.strictObject({
  /** That of the order history. Not a part of the statement: the same orders give the same statement at every version. */
  version: versionSchema,
  /** First and last day in `zone`, an IANA name. */
  from: daySchema,
  to: daySchema,
  zone: z.string(),
  start: timestampSchema,
  end: timestampSchema,
  /** By quote currency, then by symbol. */
  symbols: z.array(z.strictObject({ symbol: z.string(), ...statementFiguresSchema.shape })),
  /** By quote currency. */
  totals: z.array(statementFiguresSchema),
  /** Open positions at the start and at the end, as the orders created before tell, by symbol. */
  opening: z.array(positionSchema),
  closing: z.array(positionSchema),
  /** Orders created before the end that were not final when last read, by symbol. `quantity`: what they may still execute, in contracts. */
  unfinished: z.array(z.strictObject({ symbol: z.string(), orders: countSchema, quantity: decimalSchema })),
  coverage: z.array(statementCoverageSchema),
  /** The newest orders were last read then, at most `end`: later ones may be missing. `null`: they have not been read yet. */
  readUntil: timestampSchema.nullable(),
  /** Orders that could not be read, at any time. The statement does not include them. */
  unreadable: countSchema,
  /** Orders that were created in the span, and earlier ones of trades that were open then or have an order in the span. */
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
