/** Turnover of orders, from which the page estimates fees (docs/trades.md 13). */
import { z } from 'zod';
import { statementBases } from '../history.ts';
import { turnoverParts } from '../trades.ts';
import type { Question } from './channel.ts';
import { historyFilterSchema } from './history.ts';
import { versionSchema } from './lists.ts';
import { tradeFilterSchema } from './trades.ts';
import { accountIdSchema, countSchema, daySchema, decimalSchema, timeZoneSchema } from './values.ts';

const turnoverSchema = z.strictObject({
  part: z.enum(turnoverParts),
  symbol: z.string(),
  quote: z.string(),
  /** Turnover of the orders that have paid each rate, and of those that have paid either, in the quote currency. */
  maker: decimalSchema,
  taker: decimalSchema,
  either: decimalSchema,
  /** Executed orders that are not in it: the size of a contract, or their average price, is not known. */
  unpriced: countSchema,
});
export type Turnover = z.output<typeof turnoverSchema>;

/** Whose turnover: of filtered orders, of filtered trades, or of the orders of a statement. */
const turnoverOfSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('orders'), filter: historyFilterSchema }),
  z.strictObject({ kind: z.literal('trades'), filter: tradeFilterSchema }),
  z.strictObject({ kind: z.literal('statement'), from: daySchema, to: daySchema, basis: z.enum(statementBases) }),
]);
export type TurnoverOf = z.output<typeof turnoverOfSchema>;

export const feeQuestions = {
  readTurnover: {
    title: 'Turnover',
    description: 'Adds up what orders have turned over, by symbol, as a basis for estimated fees.',
    input: z.strictObject({ account: accountIdSchema, zone: timeZoneSchema, of: turnoverOfSchema }),
    output: z.strictObject({ version: versionSchema, turnovers: z.array(turnoverSchema) }),
  },
} satisfies Record<string, Question>;
