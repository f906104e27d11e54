import type { SeenPlan } from '../contract/plans.ts';
import type { RiskPlan } from '../contract/positions.ts';
import type { PlanRef } from '../contract/tracked-plans.ts';
import { maxRiskPlans } from '../orders/history.ts';

export function planRef({ key, id, symbol, marginMode, createdAt, side, triggerPrice }: SeenPlan): PlanRef {
  return { key, id, symbol, marginMode, createdAt, side, triggerPrice };
}

/** Returns the plan orders of a question for the risk of an account. */
export function riskPlansOf(plans: readonly RiskPlan[]): RiskPlan[] {
  return plans.slice(0, maxRiskPlans).map(({ key, symbol, marginMode, side, quantity, createdAt }) => {
    return { key, symbol, marginMode, side, quantity, createdAt };
  });
}
