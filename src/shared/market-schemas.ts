import { z } from 'zod';
import { accountIdSchema } from './account-schemas.ts';
import { readDecimal } from './decimal.ts';
import { symbolSchema } from './history-schemas.ts';
import { type AlertCondition, liveLists, tickerMarkets } from './market.ts';

const decimal = z
  .string()
  .max(60)
  .refine((text) => readDecimal(text) === text, 'not a plain decimal');
const positive = decimal.refine((text) => !text.startsWith('-') && /[1-9]/.test(text), 'not above zero');
const key = z.string().min(1).max(300);

export const alertConditionSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('plan-near'),
    percent: positive,
    plan: key.optional(),
    symbol: symbolSchema.optional(),
  }),
  z.strictObject({ kind: z.literal('plan-left'), plan: key.optional(), symbol: symbolSchema.optional() }),
  z.strictObject({
    kind: z.literal('price'),
    market: z.enum(tickerMarkets),
    symbol: symbolSchema,
    level: positive,
    direction: z.enum(['rises-to', 'falls-to', 'crosses']),
  }),
  z.strictObject({
    kind: z.literal('change'),
    market: z.enum(tickerMarkets),
    symbol: symbolSchema,
    percent: positive,
  }),
  z.strictObject({ kind: z.literal('stale'), minutes: z.number().int().min(1).max(1440) }),
  z.strictObject({ kind: z.literal('account-silent') }),
]) satisfies z.ZodType<AlertCondition>;

export const alertSchema = z.strictObject({
  id: z.string().min(1).max(60),
  account: accountIdSchema,
  condition: alertConditionSchema,
  paused: z.boolean(),
  createdAt: z.number(),
  lastFiredAt: z.number().nullable(),
});

/** Without an id: a new one. */
export const alertChangeSchema = z.strictObject({
  id: z.string().min(1).max(60).optional(),
  account: accountIdSchema,
  condition: alertConditionSchema,
  paused: z.boolean(),
});

export const liveQuerySchema = z.strictObject({ account: accountIdSchema, list: z.enum(liveLists) });

/**
 * What a page looks at. It holds for 20 seconds, so that a page that is gone needs nothing any more; a page says it again in time.
 */
export const watchSchema = z.strictObject({
  /** The page's own name for itself. */
  page: z.string().min(1).max(60),
  watched: z.array(liveQuerySchema).max(50),
});
