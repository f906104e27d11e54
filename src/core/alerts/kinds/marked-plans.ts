import { z } from 'zod';
import type { OpenPlan } from '../../../shared/contract/orders.ts';
import type { Timestamp } from '../../../shared/values/domain.ts';

/** Plans that do not fire until they have been away. */
export const markedPlansSchema = z.array(
  z.strictObject({
    plan: z.string(),
    /** Time of the first list without the plan, which may return; `null` while the list has it. */
    absentSince: z.number().nullable(),
  }),
);
export type MarkedPlans = z.output<typeof markedPlansSchema>;

/** Longest absence (ms) after which a returning plan order still counts as already marked. After a longer one its alert can fire again. */
const maxAbsenceMs = 600_000;

type MarkablePlan = Pick<OpenPlan, 'key' | 'symbol'>;

/** True if the alert applies to the plan. */
export function alertCoversPlan(
  { plan, symbol }: { readonly plan?: string | undefined; readonly symbol?: string | undefined },
  candidate: MarkablePlan,
): boolean {
  return (plan === undefined || plan === candidate.key) && (symbol === undefined || symbol === candidate.symbol);
}

/** Returns the plans of an alert that are marked, and those that were not marked before. `isMarked` returns `null` if it does not know. */
export function nextMarkedPlans<Plan extends MarkablePlan>(
  condition: Parameters<typeof alertCoversPlan>[0],
  before: MarkedPlans,
  plans: ReadonlyMap<string, Plan>,
  now: Timestamp,
  isMarked: (plan: Plan, wasMarked: boolean) => boolean | null,
): { readonly marked: MarkedPlans; readonly entered: readonly Plan[] } {
  const known = new Set(before.map(({ plan }) => plan));
  const marked: MarkedPlans = [];
  for (const { plan, absentSince } of before) {
    if (plans.has(plan)) continue;
    const since = absentSince ?? now;
    if (now - since <= maxAbsenceMs) marked.push({ plan, absentSince: since });
  }
  const entered: Plan[] = [];
  for (const plan of plans.values()) {
    if (!alertCoversPlan(condition, plan)) continue;
    const wasMarked = known.has(plan.key);
    if (!(isMarked(plan, wasMarked) ?? wasMarked)) continue;
    marked.push({ plan: plan.key, absentSince: null });
    if (!wasMarked) entered.push(plan);
  }
  return { marked, entered };
}
