/** Which order an executed plan order has placed. The service does not say it, so that it is inferred (docs/service.md 2.3). */
import type { Order, PlanOrder } from '../../shared/contract/orders.ts';
import type { PlanLife, PlanWindow } from '../../shared/contract/plans.ts';
import { compareDecimals } from '../../shared/values/decimal.ts';
import type { Timestamp } from '../../shared/values/domain.ts';

/** The service's times are whole seconds, and its clock may differ from that of this computer. */
export const clockErrorMs = 2000;
/** Longest time (ms) from the creation of a plan order that was not seen to end to that of its order. */
export const longestUnseenMs = 30 * 86_400_000;

/** Returns when a plan order placed its order: as it was seen, otherwise at any time after its creation. */
export function placingWindow(plan: Pick<PlanOrder, 'createdAt'>, life: Omit<PlanLife, 'outcome'> | null): PlanWindow {
  const end = life?.end ?? null;
  if (life === null || end === null) {
    return { from: plan.createdAt, to: plan.createdAt + longestUnseenMs, isSeen: false };
  }
  // While the service places the order, the plan order is still listed, and says that it is triggered.
  const triggered = life.states.find((state) => state.plan.triggerStatus === 'triggered');
  const before: Timestamp = triggered ? (triggered.after ?? triggered.at) : end.lastSeenAt;
  return { from: before - clockErrorMs, to: end.missedAt + clockErrorMs, isSeen: true };
}

/** True if an order of the placing window has the terms of a plan order. */
export function hasTermsOf(order: Order, plan: PlanOrder): boolean {
  if (order.symbol !== plan.symbol || order.marginMode !== plan.marginMode) return false;
  if (order.side === null || order.side !== plan.side || order.kind !== plan.kind) return false;
  if (!isSame(order.quantity, plan.quantity)) return false;
  return plan.kind === 'market' || isSame(order.price, plan.price);
}

function isSame(a: string | null, b: string | null): boolean {
  return a !== null && b !== null && compareDecimals(a, b) === 0;
}

/** True if a plan order has placed an order. */
export function isExecuted({ status }: Pick<PlanOrder, 'status'>): boolean {
  return status === 'partially-executed' || status === 'fully-executed';
}
