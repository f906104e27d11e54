/** The lives of open plan orders, as far as this computer has seen them. */
import { z } from 'zod';
import { maxOrdersOfPlans } from '../orders/history.ts';
import { planStatuses } from '../values/domain.ts';
import type { Question } from './channel.ts';
import { filtered, orderExecutionSchema } from './history.ts';
import { versionSchema } from './lists.ts';
import { openPlanSchema, orderSchema, planEndSchema, planOrderSchema } from './orders.ts';
import { tradeSchema } from './trades.ts';
import { accountIdSchema, countSchema, decimalSchema, keySchema, timestampSchema, unknownSchema } from './values.ts';

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
export const watchSpanSchema = z.strictObject({ from: timestampSchema, to: timestampSchema });
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

export const planLifeSchema = z.strictObject({
  /** The oldest first. */
  states: z.array(planLifeStateSchema),
  /** Changes after the first state that are no longer kept. */
  droppedStates: countSchema,
  /** `null` while the plan order is open. */
  end: planEndSchema.nullable(),
  /** From the plan history; `null` while it does not contain the plan order. */
  outcome: planOutcomeSchema.nullable(),
  /** Last poll of the open plan orders. */
  watchedUntil: timestampSchema.nullable(),
  /** Number of gaps in the watch during the life, and the longest of them. */
  gaps: countSchema,
  longestGap: watchSpanSchema.nullable(),
});
export interface PlanLife extends z.output<typeof planLifeSchema> {}

/** The plan orders that the last list had. `at`: when it was polled; `null` if none was. */
const lastPlansSchema = z.strictObject({ plans: z.array(seenPlanSchema), at: timestampSchema.nullable() });

/** The time in which a plan order ended, as far as this computer watched. `isSeen`: false if it can have been at any time. */
const planWindowSchema = z.strictObject({ from: timestampSchema, to: timestampSchema, isSeen: z.boolean() });
export type PlanWindow = z.output<typeof planWindowSchema>;

/** What became of a plan order: the order that it placed, and the trade of that order. The service says neither. */
const planChainSchema = z.strictObject({
  window: planWindowSchema,
  /** The orders that it may have placed: usually one. The earliest, if there are more than `maxChainOrders`. */
  orders: z.array(
    z.strictObject({
      order: orderSchema,
      /** `null` if the order has executed nothing. */
      trade: tradeSchema.nullable(),
      execution: orderExecutionSchema,
    }),
  ),
  /** Of a failed plan order that was seen to end: what was there at that time. */
  around: z
    .strictObject({
      /** Other orders of the symbol and margin mode, at most `maxChainOrders`. */
      orders: z.array(orderSchema),
      /** True if a position that its side closes, and one that its side adds to, was open then. */
      couldClose: z.boolean(),
      couldAdd: z.boolean(),
    })
    .nullable(),
});
export type PlanChain = z.output<typeof planChainSchema>;

/** The plan order that has probably placed an order. */
const orderPlanSchema = z.strictObject({ order: z.string(), plan: planOrderSchema, isSeen: z.boolean() });
export type OrderPlan = z.output<typeof orderPlanSchema>;

/** How many plan orders have which outcome. `executed`: fully. The rest of `plans` is pending, or has an unknown status. */
const planOutcomesSchema = z.strictObject({
  plans: countSchema,
  executed: countSchema,
  partial: countSchema,
  failed: countSchema,
  canceled: countSchema,
});
export interface PlanOutcomes extends z.output<typeof planOutcomesSchema> {}

export const planQuestions = {
  readPlanOutcomes: {
    title: 'Outcomes of plan orders',
    description: 'Counts filtered plan orders by outcome, for each symbol and order type.',
    input: z.strictObject(filtered),
    output: z.strictObject({
      version: versionSchema,
      all: planOutcomesSchema,
      /** The most plan orders first. */
      symbols: z.array(planOutcomesSchema.extend({ symbol: z.string() })),
      /** The service's words, the most plan orders first; `null` if it sent none. */
      kinds: z.array(planOutcomesSchema.extend({ kind: z.string().nullable() })),
    }),
  },
  readPlanChain: {
    title: 'Order of a plan order',
    description: 'Infers which order an executed plan order has placed, and shows what surrounded a failed one.',
    input: z.strictObject({ account: accountIdSchema, key: keySchema }),
    output: planChainSchema.nullable(),
  },
  readOrderPlans: {
    title: 'Plan orders of orders',
    description: 'Infers which plan order has placed each of some orders, and leaves out orders without one.',
    input: z.strictObject({ account: accountIdSchema, keys: z.array(keySchema).max(maxOrdersOfPlans) }),
    output: z.array(orderPlanSchema),
  },
  readPlanLife: {
    title: 'Life of a plan order',
    description: 'Shows how an open plan order changed while this computer watched it, and what became of it.',
    input: z.strictObject({ account: accountIdSchema, key: keySchema }),
    output: planLifeSchema.nullable(),
  },
  readLastPlans: {
    title: 'Last known open plan orders',
    description: 'Lists the plan orders that were open when this computer last read them, which may be long ago.',
    input: z.strictObject({ account: accountIdSchema }),
    output: lastPlansSchema,
  },
} satisfies Record<string, Question>;
