import { z } from 'zod';
import { accountIdSchema } from './account-schemas.ts';
import { planStatuses, sides } from './domain.ts';
import { errorCodes } from './errors.ts';
import { decimalSchema, keySchema, symbolSchema } from './history-schemas.ts';
import {
  type Activity,
  type Alert,
  type AlertCondition,
  type AnyLiveChange,
  liveLists,
  maxActivities,
  type PlanOutcome,
  tickerMarkets,
} from './market.ts';

const positive = decimalSchema.refine((text) => !text.startsWith('-') && /[1-9]/.test(text), 'not above zero');

const alertConditionSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('plan-near'),
    percent: positive,
    plan: keySchema.optional(),
    symbol: symbolSchema.optional(),
  }),
  z.strictObject({ kind: z.literal('plan-left'), plan: keySchema.optional(), symbol: symbolSchema.optional() }),
  z.strictObject({ kind: z.literal('plan-orphaned'), plan: keySchema.optional(), symbol: symbolSchema.optional() }),
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
}) satisfies z.ZodType<Alert>;

const unknown = z.templateLiteral(['unknown:', z.string()]);
export const planOutcomeSchema = z.strictObject({
  status: z.union([z.enum(planStatuses), unknown]),
  filledQuantity: z.string().nullable(),
}) satisfies z.ZodType<PlanOutcome>;

export const activitySchema = z.strictObject({
  id: z.string().min(1).max(60),
  account: accountIdSchema,
  at: z.number(),
  event: z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('plan-left'),
      plan: keySchema,
      symbol: z.string(),
      side: z.enum(sides).nullable(),
      triggerPrice: z.string().nullable(),
      lastSeenAt: z.number(),
      outcome: planOutcomeSchema.nullable(),
      backAt: z.number().nullable(),
    }),
    z.strictObject({
      kind: z.literal('alert'),
      alert: z.string(),
      condition: alertConditionSchema,
      symbol: z.string().nullable(),
      plan: keySchema.nullable(),
      list: z.enum(liveLists).nullable(),
      value: z.string().nullable(),
      failure: z.enum(errorCodes).nullable(),
      remark: z.enum(['none-open', 'larger']).optional(),
    }),
  ]),
  read: z.boolean(),
  notify: z.boolean(),
}) satisfies z.ZodType<Activity>;

/** Without `id`: a new alert. */
export const alertChangeSchema = z.strictObject({
  id: z.string().min(1).max(60).optional(),
  account: accountIdSchema,
  condition: alertConditionSchema,
  paused: z.boolean(),
});

export const liveQuerySchema = z.strictObject({ account: accountIdSchema, list: z.enum(liveLists) });

/** Default: all accounts. */
export const accountFilterSchema = z.strictObject({ account: accountIdSchema.optional() });
export const alertQuerySchema = z.strictObject({ account: accountIdSchema, id: z.string().min(1).max(60) });
/** Without `ids`: all activities of the account. */
export const readMarkSchema = z.strictObject({
  account: accountIdSchema,
  ids: z.array(z.string().min(1).max(60)).max(maxActivities).optional(),
});

export const lookSchema = z.strictObject({ account: accountIdSchema, isInFront: z.boolean() });

/** Subscriptions of a page. They expire after `watchHoldsForMs` unless renewed, so that a closed page needs no cleanup. */
export const watchSchema = z.strictObject({
  /** ID that the page chose for itself. */
  page: z.string().min(1).max(60),
  watched: z.array(liveQuerySchema).max(50),
  /** Account of the page. Its open plan orders are polled seldom, so that their lives are recorded while no screen shows them. */
  account: accountIdSchema.optional(),
});

/** Checks the frame only. The rows were validated when they were read, and thousands of them pass several times a minute. */
export const liveChangeSchema = z.custom<AnyLiveChange>(isLiveChange);
export const accountAlertsSchema = z.strictObject({ account: accountIdSchema, alerts: z.array(alertSchema) });

function isLiveChange(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (!('account' in value && 'list' in value && 'base' in value && 'version' in value)) return false;
  if (!('put' in value && 'removed' in value && 'unreadable' in value && 'failure' in value)) return false;
  return (
    typeof value.account === 'string' &&
    liveLists.some((list) => list === value.list) &&
    typeof value.base === 'number' &&
    typeof value.version === 'number' &&
    Array.isArray(value.put) &&
    Array.isArray(value.removed)
  );
}
