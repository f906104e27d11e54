import { z } from 'zod';
import { defineKind } from './kind.ts';

/** A plan order leaves the open ones. The follower of the plan orders reports that: see `AlertEngine.planLeft`. */
export const planLeft = defineKind('plan-left', {
  state: z.strictObject({ kind: z.literal('plan-left') }),
  initial: { kind: 'plan-left' },
  isArmed: () => true,
  lists: () => ['open-plans'],
  next: () => null,
});
