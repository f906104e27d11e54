/** The lives of open plan orders, as far as this computer has seen them. */
import { z } from 'zod';
import { planStatuses } from '../domain.ts';
import type { Question } from './channel.ts';
import { openPlanSchema } from './orders.ts';
import {
  accountIdSchema,
  countSchema,
  daySchema,
  decimalSchema,
  keySchema,
  timestampSchema,
  timeZoneSchema,
  unknownSchema,
} from './values.ts';

/** Outcome of a closed plan, from the plan history. */
export const planOutcomeSchema = z.strictObject({
  status: z.union([z.enum(planStatuses), unknownSchema]),
  filledQuantity: z.string().nullable(),
});
export type PlanOutcome = z.output<typeof planOutcomeSchema>;

/** An open plan order as a poll returned it. */
const seenPlanSchema = openPlanSchema.omit({ raw: true });
export interface SeenPlan extends z.output<typeof seenPlanSchema> {}

/** The last price that came nearest to a trigger price, of those that were fetched; the first of equal ones. */
const nearestApproachSchema = z.strictObject({ last: decimalSchema, at: timestampSchema });
export type NearestApproach = z.output<typeof nearestApproachSchema>;

/** A span of time from the first to the last poll of an uninterrupted watch. */
const watchSpanSchema = z.strictObject({ from: timestampSchema, to: timestampSchema });
export type WatchSpan = z.output<typeof watchSpanSchema>;

/** What a plan order looked like from one poll on. */
const planLifeStateSchema = z.strictObject({
  /** First poll with this state. */
  at: timestampSchema,
  /** Last poll before `at` that returned the plan order; `null` for the first state. */
  after: timestampSchema.nullable(),
  plan: seenPlanSchema,
  /** For the trigger price of this state, since that price was first seen; `null` if no last price was known. */
  nearest: nearestApproachSchema.nullable(),
});
export interface PlanLifeState extends z.output<typeof planLifeStateSchema> {}

/** When a plan order left the open ones: after `lastSeenAt`, and no later than `missedAt`. */
const planLifeEndSchema = z.strictObject({ lastSeenAt: timestampSchema, missedAt: timestampSchema });
export type PlanLifeEnd = z.output<typeof planLifeEndSchema>;

const planLifeSchema = z.strictObject({
  /** The oldest first. */
  states: z.array(planLifeStateSchema),
  /** Changes after the first state that are no longer kept. */
  droppedStates: countSchema,
  /** `null` while the plan order is open. */
  end: planLifeEndSchema.nullable(),
  /** From the plan history; `null` while it does not contain the plan order. */
  outcome: planOutcomeSchema.nullable(),
  /** Last poll of the open plan orders. */
  watchedUntil: timestampSchema.nullable(),
  /** Number of gaps in the watch during the life, and the longest of them. */
  gaps: countSchema,
  longestGap: watchSpanSchema.nullable(),
});
export interface PlanLife extends z.output<typeof planLifeSchema> {}

/** A plan order that was waiting on a day. */
const waitingPlanSchema = z.strictObject({
  /** Its last known state before the end of the day. */
  plan: seenPlanSchema,
  firstSeenAt: timestampSchema,
  end: planLifeEndSchema.nullable(),
  /** Changes that were first seen on the day. */
  changes: countSchema,
  /** False if the plan order may have left before the day, while nothing was watched. */
  isCertain: z.boolean(),
});
export interface WaitingPlan extends z.output<typeof waitingPlanSchema> {}

const plansOfDaySchema = z.strictObject({
  /** The oldest first. */
  plans: z.array(waitingPlanSchema),
  /** Watches on the day, the earliest first. */
  watches: z.array(watchSpanSchema),
  /** First poll that is kept; `null` before it. */
  since: timestampSchema.nullable(),
  /** Lives that ended up to this time may no longer be kept; `null` if all are. */
  droppedUntil: timestampSchema.nullable(),
});
export interface PlansOfDay extends z.output<typeof plansOfDaySchema> {}

export const planQuestions = {
  readPlanLife: {
    title: 'Life of a plan order',
    description: 'Shows how an open plan order changed while this computer watched it, and what became of it.',
    input: z.strictObject({ account: accountIdSchema, key: keySchema }),
    output: planLifeSchema.nullable(),
  },
  readPlansOfDay: {
    title: 'Plan orders of a day',
    description: 'Lists the plan orders that were waiting on a day, as far as this computer watched.',
    /** The day in the zone. */
    input: z.strictObject({ account: accountIdSchema, day: daySchema, zone: timeZoneSchema }),
    output: plansOfDaySchema,
  },
} satisfies Record<string, Question>;
