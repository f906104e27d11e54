import { z } from 'zod';
import type { OpenPlan } from '../../../shared/contract/orders.ts';
import type { LiveList } from '../../../shared/market/market.ts';
import {
  compareDecimals,
  compareDistance,
  percentChange,
  product,
  signOf,
  withoutSign,
} from '../../../shared/values/decimal.ts';
import type { Decimal, Timestamp } from '../../../shared/values/domain.ts';
import { isTold, untold } from '../../../shared/values/told.ts';
import { type ConditionOf, defineKind, type JudgedPrice } from './kind.ts';
import { markedPlansSchema, nextMarkedPlans } from './marked-plans.ts';

const stateSchema = z.strictObject({
  kind: z.literal('plan-near'),
  /** False before the first evaluation. Plans that are already near at the first evaluation do not fire. */
  hasBegun: z.boolean(),
  near: markedPlansSchema,
});
export type NearState = z.output<typeof stateSchema>;

const lists: LiveList[] = ['open-plans', 'futures-tickers'];

/** An open plan order comes near its trigger price. */
export const planNear = defineKind('plan-near', {
  state: stateSchema,
  initial: { kind: 'plan-near', hasBegun: false, near: [] },
  isArmed: () => true,
  lists: () => lists,
  next(event, { id, condition }, state, world) {
    const plans = world.rows('open-plans');
    if (event.kind !== 'rows' || !lists.includes(event.list) || plans === null) return null;
    if (world.rows('futures-tickers') === null) return null;
    const lastPrice = (symbol: string) => world.lastPrice({ market: 'futures', symbol }) ?? untold('not-listed');
    const next = nextNearState(condition, state, plans, lastPrice, world.now);
    const { marked, fires } = world.confirmations.plans(id, lists, {
      plans,
      before: state.near,
      now: next.state.near,
      entered: next.fires,
      isKnown: (key) => isTold(lastPrice(plans.get(key)?.symbol ?? '')),
    });
    return {
      state: { ...next.state, near: marked },
      fires: fires.map(({ key, symbol, triggerPrice }) => ({
        plan: key,
        symbol,
        value: distance(lastPrice(symbol), triggerPrice),
      })),
    };
  },
});

/**
 * Returns the next state of a plan-near alert for the current open plans and last prices, and the plans that have come near. A plan
 * re-arms at more than 110% of the alert's percentage. A plan without a trigger price or a last price keeps its state.
 */
export function nextNearState(
  condition: ConditionOf<'plan-near'>,
  state: NearState,
  plans: ReadonlyMap<string, OpenPlan>,
  lastPrice: (symbol: string) => JudgedPrice,
  now: Timestamp,
): { readonly state: NearState; readonly fires: readonly OpenPlan[] } {
  const rearmPercent = product(condition.percent, '1.1');
  const { marked, entered } = nextMarkedPlans(condition, state.near, plans, now, (plan, wasNear) =>
    isWithin(plan, lastPrice(plan.symbol), wasNear ? rearmPercent : condition.percent),
  );
  return { state: { kind: 'plan-near', hasBegun: true, near: marked }, fires: state.hasBegun ? entered : [] };
}

/** True if the plan is within `percent` of its trigger price, at it or past it; `null` without a trigger price or a last price. */
function isWithin(plan: OpenPlan, last: JudgedPrice, percent: Decimal): boolean | null {
  if (plan.triggerStatus === 'triggered') return true;
  const { triggerPrice, triggerDirection } = plan;
  if (triggerPrice === null || signOf(triggerPrice) !== 1 || !isTold(last)) return null;
  const against = compareDecimals(last, triggerPrice);
  if (triggerDirection === 'rises-to' && against >= 0) return true;
  if (triggerDirection === 'falls-to' && against <= 0) return true;
  return compareDistance(last, triggerPrice, percent) <= 0;
}

function distance(last: JudgedPrice, trigger: Decimal | null): Decimal | null {
  const percent = !isTold(last) || trigger === null ? null : percentChange(last, trigger);
  return percent && withoutSign(percent);
}
