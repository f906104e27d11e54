/** Rows of the three order lists. Their fields, and so their schemas and types, are those of `orderFields`. */
import { z } from 'zod';
import {
  type DecimalKind,
  type FieldOf,
  fieldsOf,
  type OrderField,
  type OrderListName,
  type orderFields,
  type VocabularyOf,
} from '../orders/order-fields.ts';
import { marginModes, sides, vocabularies } from '../values/domain.ts';
import { ofAccount } from './lists.ts';
import { noted } from './notes.ts';
import { decimalSchema, timestampSchema, unknownSchema } from './values.ts';

const decimal = decimalSchema.nullable();
/** Schemas of the kinds of fields, except words. */
const kinds = {
  text: z.string(),
  time: timestampSchema,
  'margin-mode': z.enum(marginModes),
  side: z.enum(sides).nullable(),
  price: decimal,
  quantity: decimal,
  leverage: decimal,
  profit: decimal,
} as const satisfies Record<DecimalKind, z.ZodType> & Record<string, z.ZodType>;

function wordSchema<const Words extends readonly string[]>(words: Words) {
  return z.union([z.enum(words), unknownSchema]);
}

type Word<Field extends OrderField, List extends OrderListName> = ReturnType<
  typeof wordSchema<(typeof vocabularies)[VocabularyOf<Field, List> & keyof typeof vocabularies]['words']>
>;
type FieldSchema<Field extends OrderField, List extends OrderListName> = (typeof kinds & {
  word: Word<Field, List>;
  'optional-word': z.ZodNullable<Word<Field, List>>;
})[(typeof orderFields)[Field]['kind']];
type RowShape<List extends OrderListName> = { -readonly [Field in FieldOf<List>]: FieldSchema<Field, List> };

function rowSchema<List extends OrderListName>(list: List): z.ZodObject<RowShape<List>, z.core.$strict> {
  const schemas = fieldsOf(list).map(({ name, kind, vocabulary }) => {
    if (kind !== 'word' && kind !== 'optional-word') return [name, kinds[kind]];
    const word = wordSchema(vocabulary === null ? [] : vocabularies[vocabulary].words);
    return [name, kind === 'word' ? word : word.nullable()];
  });
  // The fields are those of the list.
  return z.strictObject(Object.fromEntries(schemas) as RowShape<List>);
}

const order = rowSchema('order-history');
const planOrder = rowSchema('plan-history');
export const openPlanSchema = rowSchema('open-plans');
export const orderSchema = z.strictObject({ ...order.shape, ...noted, ...ofAccount });
/** When a plan order left the open ones: after `lastSeenAt`, and no later than `missedAt`. */
export const planEndSchema = z.strictObject({ lastSeenAt: timestampSchema, missedAt: timestampSchema });
export type PlanEnd = z.output<typeof planEndSchema>;
/** Facts about a plan order that the service does not send. */
const seen = { ended: planEndSchema.optional() };
export const planOrderSchema = z.strictObject({ ...planOrder.shape, ...noted, ...ofAccount, ...seen });

/** A historical order (docs/service.md 2.2). */
export interface Order extends z.output<typeof order> {}
/** A historical plan order (2.3). */
export interface PlanOrder extends z.output<typeof planOrder> {
  /** Absent if this computer did not see the plan order end. */
  readonly ended?: PlanEnd | undefined;
}
/** An open plan order (2.4). */
export interface OpenPlan extends z.output<typeof openPlanSchema> {}
/** Row type of each list. */
export interface OrderRows {
  'order-history': Order;
  'plan-history': PlanOrder;
  'open-plans': OpenPlan;
}
/** Fields of both kinds of plan orders. */
export interface PlanCommon extends Pick<OpenPlan, FieldOf<'plan-history'> & FieldOf<'open-plans'>> {}
/** Fields of every row of the three order lists. */
export interface OrderCommon extends Pick<PlanCommon, FieldOf<'order-history'> & keyof PlanCommon> {}

/** A row with an invalid field. It is kept as received, counted, and can be shown. */
export const unreadableRowSchema = z.strictObject({
  raw: z.string(),
  /** The field and its problem, in English. */
  reason: z.string(),
});
export type UnreadableRow = z.output<typeof unreadableRowSchema>;
