import { z } from 'zod';
import type { AlertCondition } from '../../shared/market.ts';
import { liveLists } from '../../shared/market.ts';

/**
 * What an alert remembers from tick to tick and over restarts, so that it tells of a crossing once.
 *
 * price: the side of the level on which the last price was, `crossed-…` where it went over the level and has not been away from it by
 * the margin since. change: within the percentage or beyond it. plan-near: the plans of which nothing is to be told before they have
 * been away. stale, account-silent: whether it is told, and of which list.
 */
export const alertStateSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('price'),
    side: z.enum(['unknown', 'below', 'above', 'crossed-up', 'crossed-down']),
  }),
  z.strictObject({ kind: z.literal('change'), side: z.enum(['unknown', 'within', 'beyond']) }),
  z.strictObject({
    kind: z.literal('plan-near'),
    /** Whether there was a look at the plans at all: those that are near at the first one did not come near. */
    hasBegun: z.boolean(),
    near: z.array(
      z.strictObject({
        plan: z.string(),
        /** Since when it is not in the list: it may be back soon. */
        absentSince: z.number().nullable(),
      }),
    ),
  }),
  z.strictObject({ kind: z.literal('plan-left') }),
  z.strictObject({ kind: z.literal('stale'), told: z.boolean() }),
  z.strictObject({ kind: z.literal('account-silent'), told: z.enum(liveLists).nullable() }),
]);

export type AlertState = z.output<typeof alertStateSchema>;
export type StateOf<Kind extends AlertState['kind']> = Extract<AlertState, { kind: Kind }>;
export type PriceSide = StateOf<'price'>['side'];
export type ChangeSide = StateOf<'change'>['side'];

/** Of an alert that is new, changed or resumed: it has seen nothing yet. */
export function initialState({ kind }: AlertCondition): AlertState {
  switch (kind) {
    case 'price':
    case 'change':
      return { kind, side: 'unknown' };
    case 'plan-near':
      return { kind, hasBegun: false, near: [] };
    case 'plan-left':
      return { kind };
    case 'stale':
      return { kind, told: false };
    case 'account-silent':
      return { kind, told: null };
  }
}
