/**
 * What only one computer has seen of an account, and no exchange can send again: see HistoryStore. A backup has it as JSON Lines.
 */
import { z } from 'zod';
import type { Timestamp } from '../values/domain.ts';
import { orderSchema } from './orders.ts';
import { planLifeSchema, watchSpanSchema } from './plans.ts';
import { countSchema, decimalSchema, keySchema, timestampSchema } from './values.ts';

const decimal = decimalSchema.nullable();

/** An order with what it had executed each time that it was read: see ExecutionTable. */
export const observedOrderSchema = z.strictObject({
  order: orderSchema,
  readings: z
    .array(
      z.strictObject({
        quantity: decimalSchema,
        averagePrice: decimal,
        pnl: decimal,
        firstAt: timestampSchema,
        lastAt: timestampSchema,
      }),
    )
    .min(1)
    .max(10_000),
});
export type ObservedOrder = z.output<typeof observedOrderSchema>;

/** The life of a plan order as it is stored. */
export const observedPlanSchema = z.strictObject({
  key: keySchema,
  firstSeenAt: timestampSchema,
  end: planLifeSchema.shape.end,
  /** Lookups in the plan history; `null` if its place there is known, or while it is open. */
  lookups: countSchema.nullable(),
  dropped: countSchema,
  /** The last price at its creation. */
  createdLast: decimal,
  states: planLifeSchema.shape.states.min(1).max(1000),
});
export type ObservedPlan = z.output<typeof observedPlanSchema>;

/** `watches`: times in which the open plan orders were polled. */
export const observedSchema = z.strictObject({
  orders: z.array(observedOrderSchema),
  plans: z.array(observedPlanSchema),
  watches: z.array(watchSpanSchema),
});
export type Observed = z.output<typeof observedSchema>;
/** Keys of orders and plan orders, and starts of watches. */
export interface ObservedKeys {
  readonly orders: readonly string[];
  readonly plans: readonly string[];
  readonly watches: readonly Timestamp[];
}
