/** Turnover of the orders of a statement, from which the page estimates fees (docs/results.md 2). */
import { z } from 'zod';
import { statementBases } from '../orders/history.ts';
import type { Question } from './channel.ts';
import { versionSchema } from './lists.ts';
import { accountIdSchema, countSchema, daySchema, decimalSchema, timeZoneSchema } from './values.ts';

const turnoverSchema = z.strictObject({
  symbol: z.string(),
  quote: z.string(),
  /** See `RateTurnover`. */
  maker: decimalSchema,
  taker: decimalSchema,
  either: decimalSchema,
  unpriced: countSchema,
});
export type Turnover = z.output<typeof turnoverSchema>;

/** The span and the basis of a statement. */
const statementSpan = { from: daySchema, to: daySchema, basis: z.enum(statementBases) };
const statementSpanSchema = z.strictObject(statementSpan);
export type StatementSpan = z.output<typeof statementSpanSchema>;

export const feeQuestions = {
  readTurnover: {
    title: 'Turnover',
    description: 'Adds up what the orders of a statement have turned over, by symbol, as a basis for estimated fees.',
    input: z.strictObject({ account: accountIdSchema, zone: timeZoneSchema, ...statementSpan }),
    output: z.strictObject({ version: versionSchema, turnovers: z.array(turnoverSchema) }),
  },
} satisfies Record<string, Question>;
