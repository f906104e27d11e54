import type { SeenPlan } from '../contract/plans.ts';
import type { PlanRef } from '../contract/tracked-plans.ts';

export function planRef({ key, id, symbol, marginMode, createdAt, side, triggerPrice }: SeenPlan): PlanRef {
  return { key, id, symbol, marginMode, createdAt, side, triggerPrice };
}
