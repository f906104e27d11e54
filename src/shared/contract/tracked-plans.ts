/** Open plan orders that are followed from list to list, also over restarts. Stored with the alerts of an account. */
import { z } from 'zod';
import { marginModes, sides } from '../values/domain.ts';
import { planOutcomeSchema } from './plans.ts';

/** Fields of an open plan order that identify it, locate it in the plan history and name it in a notice. */
export const planRefSchema = z.object({
  key: z.string().min(1).max(300),
  id: z.string().min(1).max(200),
  symbol: z.string().min(1).max(200),
  marginMode: z.enum(marginModes),
  createdAt: z.number(),
  side: z.enum(sides).nullable(),
  triggerPrice: z.string().nullable(),
});
export type PlanRef = z.output<typeof planRefSchema>;

/** Where a list comes from. Plan orders of different origins are never compared. */
const originSchema = z.object({
  /** Name of the account's archive: it changes with the key and the address. */
  archive: z.string(),
  /** See `LiveAccount.run`. */
  run: z.string(),
});
export type PlanOrigin = z.output<typeof originSchema>;

/** The last complete list of open plans. */
export const knownPlansSchema = originSchema.extend({
  fetchedAt: z.number(),
  /** Number of unreadable rows without an ID. */
  unnamed: z.number(),
  plans: z.array(planRefSchema),
});
export type KnownPlans = z.output<typeof knownPlansSchema>;

/** A plan order that is missing from the list while its outcome is looked up. */
export const closingPlanSchema = originSchema.extend({
  plan: planRefSchema,
  /** `fetchedAt` of the last list with the plan. */
  lastSeenAt: z.number(),
  /** Time of the first list without the plan. */
  missedAt: z.number(),
  /** Consecutive complete lists without the plan. */
  absences: z.number(),
  /** Number of unreadable rows of which the plan may be one; 0 if it is none of them. */
  unreadableCandidates: z.number(),
  /** Number of lookups in the plan history. */
  lookups: z.number(),
  outcome: planOutcomeSchema.nullable(),
  /** ID of the event that reports the plan; `null` before it is reported. */
  activity: z.string().nullable(),
});
export type ClosingPlan = z.output<typeof closingPlanSchema>;

export interface TrackedPlans {
  /** `null` before the first list. */
  readonly plans: KnownPlans | null;
  readonly closing: readonly ClosingPlan[];
}
