import type { AlertCondition } from '../../shared/contract/alerts.ts';
import type { OpenPlan } from '../../shared/contract/orders.ts';
import type { PriceDoubt } from '../../shared/market/last-price.ts';
import type { LiveList, TickerMarket } from '../../shared/market/market.ts';
import type { PositionSide } from '../../shared/orders/trades.ts';
import type { Orphan } from '../../shared/risk/orphan.ts';
import type { StopDoubt } from '../../shared/risk/protection.ts';
import { compareDecimals, compareDistance, opposite, product, signOf } from '../../shared/values/decimal.ts';
import type { Decimal, Timestamp } from '../../shared/values/domain.ts';
import { isTold, type Told } from '../../shared/values/told.ts';
import type { ChangeSide, MarkedPlans, PriceSide, StateOf } from './monitor-state.ts';

type ConditionOf<Kind extends AlertCondition['kind']> = Extract<AlertCondition, { kind: Kind }>;

interface Transition<State> {
  readonly state: State;
  readonly fires: boolean;
}

/** Longest absence (ms) after which a returning plan order still counts as already near. After a longer one its alert can fire again. */
const maxAbsenceMs = 600_000;

export const tickerLists = { futures: 'futures-tickers', spot: 'spot-tickers' } as const satisfies Record<
  TickerMarket,
  LiveList
>;

/** The last price for an alert. `older`: the latest snapshot is older than one before it. */
export type JudgedPrice = Told<Decimal, PriceDoubt | 'older'>;

/** Returns the lists that must be polled for an alert. A `stale` alert needs none: it watches the lists that others need. */
export function listsFor(condition: AlertCondition): LiveList[] {
  switch (condition.kind) {
    case 'plan-near':
    case 'position-unstopped':
    case 'pnl':
      return ['open-plans', 'futures-tickers'];
    case 'plan-left':
    case 'plan-orphaned':
    case 'account-silent':
      return ['open-plans'];
    case 'price':
    case 'change':
      return [tickerLists[condition.market]];
    case 'stale':
      return [];
  }
}

/** Returns the next state of a price alert for a new last price. The alert re-arms once the price is at least 0.1% away from its level. */
export function nextPriceState(
  { level, direction }: ConditionOf<'price'>,
  side: PriceSide,
  price: Decimal,
): Transition<PriceSide> {
  const against = compareDecimals(price, level);
  const isAwayBelow = compareDecimals(price, product(level, '0.999')) <= 0;
  const isAwayAbove = compareDecimals(price, product(level, '1.001')) >= 0;
  const firesOnRise = direction !== 'falls-to';
  const firesOnFall = direction !== 'rises-to';
  const quiet = (state: PriceSide) => ({ state, fires: false });
  switch (side) {
    case 'unknown':
      if (against < 0) return quiet(firesOnRise ? 'below' : 'crossed-down');
      if (against > 0) return quiet(firesOnFall ? 'above' : 'crossed-up');
      if (firesOnRise && firesOnFall) return quiet('unknown');
      return quiet(firesOnRise ? 'crossed-up' : 'crossed-down');
    case 'below':
      if (against < 0) return quiet('below');
      return { state: isAwayAbove && firesOnFall ? 'above' : 'crossed-up', fires: true };
    case 'above':
      if (against > 0) return quiet('above');
      return { state: isAwayBelow && firesOnRise ? 'below' : 'crossed-down', fires: true };
    case 'crossed-up':
      if (isAwayBelow) return { state: 'below', fires: firesOnFall };
      return quiet(isAwayAbove && firesOnFall ? 'above' : 'crossed-up');
    case 'crossed-down':
      if (isAwayAbove) return { state: 'above', fires: firesOnRise };
      return quiet(isAwayBelow && firesOnRise ? 'below' : 'crossed-down');
  }
}

/** Returns the next state of a change alert for the change from `open` to `last`. The alert re-arms below 95% of its percentage. */
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

/** True if the alert applies to the plan. */
export function alertCoversPlan(
  { plan, symbol }: { readonly plan?: string | undefined; readonly symbol?: string | undefined },
  candidate: Pick<OpenPlan, 'key' | 'symbol'>,
): boolean {
  return (plan === undefined || plan === candidate.key) && (symbol === undefined || symbol === candidate.symbol);
}

/**
 * Returns the next state of a plan-near alert for the current open plans and last prices, and the plans that have come near. A plan
 * re-arms at more than 110% of the alert's percentage. A plan without a trigger price or a last price keeps its state.
 */
export function nextNearState(
  condition: ConditionOf<'plan-near'>,
  state: StateOf<'plan-near'>,
  plans: ReadonlyMap<string, OpenPlan>,
  lastPrice: (symbol: string) => JudgedPrice,
  now: Timestamp,
): { readonly state: StateOf<'plan-near'>; readonly fires: readonly OpenPlan[] } {
  const rearmPercent = product(condition.percent, '1.1');
  const { marked, entered } = nextMarkedPlans(condition, state.near, plans, now, (plan, wasNear) =>
    isWithin(plan, lastPrice(plan.symbol), wasNear ? rearmPercent : condition.percent),
  );
  return { state: { kind: 'plan-near', hasBegun: true, near: marked }, fires: state.hasBegun ? entered : [] };
}

/** A position as an alert sees it. */
export interface WatchedPosition {
  /** Unique within the account. */
  readonly key: string;
  readonly symbol: string;
  readonly side: PositionSide;
  readonly hasStop: Told<boolean, StopDoubt>;
}

/** Returns the next state of an alert for positions without a stop, and the positions for which none was found for long enough. */
export function nextUnstoppedState<Each extends WatchedPosition>(
  { minutes, symbol }: ConditionOf<'position-unstopped'>,
  { bare }: StateOf<'position-unstopped'>,
  positions: readonly Each[],
  now: Timestamp,
): { readonly state: StateOf<'position-unstopped'>; readonly fires: readonly Each[] } {
  const fires: Each[] = [];
  const next = positions.flatMap((position) => {
    if (symbol !== undefined && position.symbol !== symbol) return [];
    const before = bare.find((each) => each.position === position.key);
    if (!isTold(position.hasStop)) return before ?? [];
    if (position.hasStop) return [];
    // The clock may have been set back.
    const since = Math.min(before?.since ?? now, now);
    const isDue = now - since >= minutes * 60_000;
    if (isDue && before?.hasFired !== true) fires.push(position);
    return { position: position.key, since, hasFired: isDue || before?.hasFired === true };
  });
  return { state: { kind: 'position-unstopped', bare: next }, fires };
}

/** A PnL that an alert watches; `null` if it is not known. */
export interface WatchedPnl {
  readonly key: string;
  readonly value: Decimal | null;
}

/** Returns the next state of a PnL alert, and the PnL that are beyond its amount since. One re-arms within 95% of the amount. */
export function nextPnlState<Each extends WatchedPnl>(
  { amount, direction }: Pick<ConditionOf<'pnl'>, 'amount' | 'direction'>,
  { hasBegun, beyond }: StateOf<'pnl'>,
  watched: readonly Each[],
): { readonly state: StateOf<'pnl'>; readonly fires: readonly Each[] } {
  const rearmAmount = product(amount, '0.95');
  const isBeyond = ({ key, value }: Each): boolean => {
    const wasBeyond = beyond.includes(key);
    if (value === null) return wasBeyond;
    const size = direction === 'loss' ? opposite(value) : value;
    return compareDecimals(size, wasBeyond ? rearmAmount : amount) >= 0;
  };
  const now = watched.filter(isBeyond);
  const fires = hasBegun ? now.filter(({ key }) => !beyond.includes(key)) : [];
  const isKnown = watched.length === 0 || watched.some(({ value }) => value !== null);
  return { state: { kind: 'pnl', hasBegun: hasBegun || isKnown, beyond: now.map(({ key }) => key) }, fires };
}

type MarkablePlan = Pick<OpenPlan, 'key' | 'symbol'>;

/**
 * Returns the next state of an alert for orphans, and the plans that look like orphans since. A plan of which that cannot be
 * told keeps its state, and does not fire later if that is so at the first evaluation.
 */
export function nextOrphanState<Plan extends MarkablePlan & { readonly orphan: Orphan }>(
  condition: ConditionOf<'plan-orphaned'>,
  state: StateOf<'plan-orphaned'>,
  plans: ReadonlyMap<string, Plan>,
  now: Timestamp,
): { readonly state: StateOf<'plan-orphaned'>; readonly fires: readonly Plan[] } {
  const { hasBegun, orphaned } = state;
  const isMarked = ({ orphan }: Plan) => (isTold(orphan) ? orphan !== false : hasBegun ? null : true);
  const { marked, entered } = nextMarkedPlans(condition, orphaned, plans, now, isMarked);
  return { state: { kind: 'plan-orphaned', hasBegun: true, orphaned: marked }, fires: hasBegun ? entered : [] };
}

/** Returns the plans of an alert that are marked, and those that were not marked before. `isMarked` returns `null` if it does not know. */
function nextMarkedPlans<Plan extends MarkablePlan>(
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

/** Times of day as "HH:MM", from `from` up to but excluding `to`. `to` may be on the next day. Empty if both are the same. */
export interface QuietHours {
  readonly from: string;
  readonly to: string;
}

/** True if `time` is within the quiet hours by the clocks of `zone` (IANA name), daylight saving included. */
export function isQuiet(time: Timestamp, { from, to }: QuietHours, zone: string): boolean {
  const clock = timeOfDay(time, zone);
  // Strings of two-digit hours and minutes sort like the times.
  return from <= to ? from <= clock && clock < to : from <= clock || clock < to;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function timeOfDay(time: Timestamp, zone: string): string {
  let formatter = formatters.get(zone);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    formatters.set(zone, formatter);
  }
  return formatter.format(time);
}
