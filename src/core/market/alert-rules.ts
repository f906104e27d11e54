import { compareDecimals, compareDistance, product, signOf } from '../../shared/decimal.ts';
import type { Decimal, OpenPlan, Timestamp } from '../../shared/domain.ts';
import type { AlertCondition } from '../../shared/market.ts';
import type { ChangeSide, PriceSide, StateOf } from './alert-state.ts';

type ConditionOf<Kind extends AlertCondition['kind']> = Extract<AlertCondition, { kind: Kind }>;

interface Transition<State> {
  readonly state: State;
  readonly fires: boolean;
}

/** A plan that is gone from the list for longer than this begins anew when it is there again. */
const absenceMs = 600_000;

/** What a price makes of a price alert. Away from the level is a thousandth of it. */
export function nextPriceState(
  { level, direction }: ConditionOf<'price'>,
  side: PriceSide,
  price: Decimal,
): Transition<PriceSide> {
  const against = compareDecimals(price, level);
  const isAwayBelow = compareDecimals(price, product(level, '0.999')) <= 0;
  const isAwayAbove = compareDecimals(price, product(level, '1.001')) >= 0;
  const tellsRise = direction !== 'falls-to';
  const tellsFall = direction !== 'rises-to';
  const quiet = (state: PriceSide) => ({ state, fires: false });
  switch (side) {
    case 'unknown':
      if (against < 0) return quiet(tellsRise ? 'below' : 'crossed-down');
      if (against > 0) return quiet(tellsFall ? 'above' : 'crossed-up');
      if (tellsRise && tellsFall) return quiet('unknown');
      return quiet(tellsRise ? 'crossed-up' : 'crossed-down');
    case 'below':
      if (against < 0) return quiet('below');
      return { state: isAwayAbove && tellsFall ? 'above' : 'crossed-up', fires: true };
    case 'above':
      if (against > 0) return quiet('above');
      return { state: isAwayBelow && tellsRise ? 'below' : 'crossed-down', fires: true };
    case 'crossed-up':
      if (isAwayBelow) return { state: 'below', fires: tellsFall };
      return quiet(isAwayAbove && tellsFall ? 'above' : 'crossed-up');
    case 'crossed-down':
      if (isAwayAbove) return { state: 'above', fires: tellsRise };
      return quiet(isAwayBelow && tellsRise ? 'below' : 'crossed-down');
  }
}

/** What a change from `open` to `last` makes of a change alert. Within again is less than 95 % of the percentage. */
export function nextChangeState(
  { percent }: ConditionOf<'change'>,
  side: ChangeSide,
  open: Decimal,
  last: Decimal,
): Transition<ChangeSide> {
  const isBeyond = compareDistance(open, last, percent) >= 0;
  if (side === 'unknown') return { state: isBeyond ? 'beyond' : 'within', fires: false };
  if (side === 'within') return { state: isBeyond ? 'beyond' : 'within', fires: isBeyond };
  const isWithinAgain = compareDistance(open, last, product(percent, '0.95')) < 0;
  return { state: isWithinAgain ? 'within' : 'beyond', fires: false };
}

/** Whether an alert is about a plan. */
export function alertCoversPlan(
  { plan, symbol }: { readonly plan?: string | undefined; readonly symbol?: string | undefined },
  candidate: Pick<OpenPlan, 'key' | 'symbol'>,
): boolean {
  return (plan === undefined || plan === candidate.key) && (symbol === undefined || symbol === candidate.symbol);
}

export interface NearStep {
  readonly state: StateOf<'plan-near'>;
  /** The plans that have come near. */
  readonly fires: readonly OpenPlan[];
}

/**
 * What the open plans and the last prices make of an alert for plans near their trigger. Away is more than 110 % of the percentage. Of
 * plans without a trigger price, and of those whose future has no price, nothing is said, and what was known of them stays.
 */
export function nextNearState(
  condition: ConditionOf<'plan-near'>,
  state: StateOf<'plan-near'>,
  plans: ReadonlyMap<string, OpenPlan>,
  lastPrice: (symbol: string) => Decimal | null,
  now: Timestamp,
): NearStep {
  const before = new Set(state.near.map(({ plan }) => plan));
  const wide = product(condition.percent, '1.1');
  const near: StateOf<'plan-near'>['near'] = [];
  for (const { plan, absentSince } of state.near) {
    if (plans.has(plan)) continue;
    const since = absentSince ?? now;
    if (now - since <= absenceMs) near.push({ plan, absentSince: since });
  }
  const fires: OpenPlan[] = [];
  for (const plan of plans.values()) {
    if (!alertCoversPlan(condition, plan)) continue;
    const wasNear = before.has(plan.key);
    const isNear = nearness(plan, lastPrice(plan.symbol), wasNear ? wide : condition.percent) ?? wasNear;
    if (!isNear) continue;
    near.push({ plan: plan.key, absentSince: null });
    if (!wasNear && state.hasBegun) fires.push(plan);
  }
  return { state: { kind: 'plan-near', hasBegun: true, near }, fires };
}

/** Whether a plan is within so many percent of its trigger, at it or past it; `null` where that cannot be said. */
function nearness(plan: OpenPlan, last: Decimal | null, percent: Decimal): boolean | null {
  if (plan.triggerStatus === 'triggered') return true;
  const { triggerPrice, triggerDirection } = plan;
  if (triggerPrice === null || last === null || signOf(last) !== 1) return null;
  const against = compareDecimals(last, triggerPrice);
  if (triggerDirection === 'rises-to' && against >= 0) return true;
  if (triggerDirection === 'falls-to' && against <= 0) return true;
  return compareDistance(last, triggerPrice, percent) <= 0;
}
