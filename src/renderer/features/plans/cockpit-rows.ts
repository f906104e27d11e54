import type { LastPrice } from '../../../shared/market/last-price.ts';
import { movePercent, moveTo, roughDistance } from '../../../shared/plans/plan-distance.ts';
import { type ClosingOrder, type Cover, closingSide, type Protection } from '../../../shared/risk/protection.ts';
import type { UnclearReason } from '../../../shared/risk/waiting.ts';
import { compareDecimals, signOf, sum, withoutSign } from '../../../shared/values/decimal.ts';
import type { Decimal, MarginMode } from '../../../shared/values/domain.ts';
import { smallest } from '../../../shared/values/extremes.ts';
import { isTold } from '../../../shared/values/told.ts';
import { type PlanRow, planFigures, planRowId } from '../../domain/plans/plan-row.ts';
import { type PositionRow, positionRowId } from '../../domain/plans/positions/position-row.ts';
import { perObject } from '../../platform/per-object.ts';
import { SameItems } from '../../platform/same-items.ts';
import { inOrder } from '../../ui/table/stable-sort.ts';

/**
 * What a plan order does to the position of its row (docs/risk.md 3). `adds`: it has the side of the position. `unclear`: it may close the
 * position, or that cannot be told; `reason`: `null` if the position is not known.
 */
export type PlanPart =
  | { kind: 'stop' | 'target'; closing: ClosingOrder }
  | { kind: 'adds' }
  | { kind: 'unclear'; reason: UnclearReason | null };

/** The next event of a row: a plan order, or a waiting order at a price. */
export interface NextEvent {
  /** Remaining move in percent of the last price, for sorting; negative if the price is past it. */
  closeness: Decimal;
  /** `null` for an order that is no plan order. */
  plan: PlanRow | null;
  level: Decimal | null;
}

/** A row of the open plans: a position, a plan order with the position that it belongs to, or several plan orders of a symbol without one. */
export interface CockpitRow {
  /** Unique across all of them. */
  readonly id: string;
  /** The ID of the row that a plan order is below. */
  readonly parent: string | null;
  readonly account: string;
  readonly symbol: string;
  readonly marginMode: MarginMode;
  readonly last: LastPrice;
  readonly isLive: boolean;
  /** `null` for a plan order whose symbol and margin mode have no position. */
  readonly position: PositionRow | null;
  /** `null` for the row of a position, and of several plan orders. */
  readonly plan: PlanRow | null;
  /** The plan orders below the row. */
  readonly plans: readonly PlanRow[];
}

/** Returns the ID of the row of a plan order, or of a position. */
export function cockpitIdOf(row: { plan: PlanRow } | { position: PositionRow }): string {
  return 'plan' in row ? `plan ${planRowId(row.plan)}` : `position ${positionRowId(row.position)}`;
}

/** A position with its plan orders. */
interface Held {
  id: string;
  position: PositionRow;
  plans: PlanRow[];
}

/** A plan order with its position. */
interface Placed {
  id: string;
  owner: Held | undefined;
  plan: PlanRow;
}

const noPlans: readonly PlanRow[] = [];

/** Makes the rows of positions and plan orders. `partOf` and `nextOf` calculate only for the rows that need it, because most rows are out of sight. */
export class CockpitRows {
  readonly #rows = new SameItems<CockpitRow>();

  /** `nameOf`: returns the symbol by which positions have that of a plan order (docs/trades.md 6.1). */
  of(
    plans: readonly PlanRow[],
    positions: readonly PositionRow[],
    nameOf: (plan: PlanRow) => string,
  ): readonly CockpitRow[] {
    const held = positions.map((position): Held => ({ id: cockpitIdOf({ position }), position, plans: [] }));
    const symbols = new Set(positions.map(({ symbol }) => symbol));
    const bySubject = Map.groupBy(held, ({ position }) => subjectOf(position));
    const placed = plans.map((plan): Placed => {
      const symbol = nameOf(plan);
      const { account, marginMode } = plan;
      const subject = symbols.has(symbol) ? subjectOf({ account, symbol, marginMode }) : null;
      const owner = subject === null ? undefined : ownerOf(plan, bySubject.get(subject));
      owner?.plans.push(plan);
      return { id: cockpitIdOf({ plan }), owner, plan };
    });
    return this.#rows.of<Held | Placed, readonly unknown[]>(
      [...held, ...placed],
      ({ id }) => id,
      (source) => ('plan' in source ? [source.plan, source.owner?.position] : [source.position, ...source.plans]),
      makeRow,
    );
  }
}

function makeRow(source: Held | Placed): CockpitRow {
  const isPlan = 'plan' in source;
  const { account, symbol, marginMode, last, isLive } = isPlan ? source.plan : source.position;
  return {
    id: source.id,
    parent: isPlan ? (source.owner?.id ?? null) : null,
    ...{ account, symbol, marginMode, last, isLive },
    position: isPlan ? (source.owner?.position ?? null) : source.position,
    plan: isPlan ? source.plan : null,
    plans: isPlan ? noPlans : source.plans,
  };
}

/** Several plan orders of an account, a symbol and a margin mode that belong to no position. */
interface Group {
  id: string;
  plans: readonly [PlanRow, ...PlanRow[]];
}

/** Puts plan orders without a position below a row for their symbol, if it has several. The row stands for those that the filter shows. */
export class GroupedRows {
  readonly #rows = new SameItems<CockpitRow>();

  of(rows: readonly CockpitRow[]): readonly CockpitRow[] {
    const single = rows.flatMap(({ plan, parent }) => (plan !== null && parent === null ? plan : []));
    const groups = [...Map.groupBy(single, subjectOf)].flatMap(([subject, [first, ...others]]): Group[] =>
      first && others.length > 0 ? [{ id: `symbol ${subject}`, plans: [first, ...others] }] : [],
    );
    const groupOf = new Map(groups.flatMap(({ id, plans }) => plans.map((plan) => [plan, id] as const)));
    const parentOf = ({ plan, parent }: CockpitRow) => (plan && groupOf.get(plan)) ?? parent;
    return this.#rows.of<Group | CockpitRow, readonly unknown[]>(
      [...groups, ...rows],
      ({ id }) => id,
      (source) => ('parent' in source ? [source, parentOf(source)] : source.plans),
      (source) => ('parent' in source ? { ...source, parent: parentOf(source) } : groupRow(source)),
    );
  }
}

function groupRow({ id, plans }: Group): CockpitRow {
  const [{ account, symbol, marginMode, last }] = plans;
  const isLive = plans.every((plan) => plan.isLive);
  return { id, parent: null, ...{ account, symbol, marginMode, last, isLive }, position: null, plan: null, plans };
}

/** What several plan orders would trade: the sum of the contracts that are certain on each side, and the number of plan orders in neither sum. */
export const contractsOf = perObject(({ plans }: CockpitRow) => {
  const ofSide = (wanted: PlanRow['side']): Decimal[] =>
    plans.flatMap(({ side, quantity }) =>
      side === wanted && quantity !== null && signOf(quantity) > 0 ? quantity : [],
    );
  const [buys, sells] = [ofSide('buy'), ofSide('sell')];
  const sides = [['buy', buys] as const, ['sell', sells] as const].flatMap(([side, quantities]) =>
    quantities.length > 0 ? { side, sum: quantities.reduce(sum) } : [],
  );
  return { sides, unknown: plans.length - buys.length - sells.length };
});

function subjectOf({ account, symbol, marginMode }: Pick<PlanRow, 'account' | 'symbol' | 'marginMode'>): string {
  return `${account} ${marginMode} ${symbol}`;
}

/** Returns the position that a plan order closes, otherwise one that it adds to. `held`: of its symbol and margin mode. */
function ownerOf(plan: PlanRow, held: readonly Held[] | undefined): Held | undefined {
  if (held === undefined || held.length < 2) return held?.[0];
  return (
    held.find(({ position }) => closingOf(position.protection, plan.key) !== undefined) ??
    held.find(({ position }) => plan.side === closingSide[position.side]) ??
    held[0]
  );
}

const byKey = perObject((orders: Cover['orders']) => new Map(orders.map((each) => [each.order.key, each])));

function closingOf(protection: Protection | null, key: string): PlanPart | undefined {
  if (protection === null) return undefined;
  const stop = byKey(protection.stops.orders).get(key);
  const target = stop ?? byKey(protection.targets.orders).get(key);
  return target && { kind: stop ? 'stop' : 'target', closing: target };
}

/** Returns what the plan order of a row does to its position; `null` without a position or a plan order. */
export const partOf = perObject(({ plan, position }: CockpitRow): PlanPart | null => {
  if (plan === null || position === null) return null;
  const { protection, side: held } = position;
  const closing = closingOf(protection, plan.key);
  if (closing) return closing;
  if (plan.side !== null && plan.side !== closingSide[held]) return { kind: 'adds' };
  const unclear = protection?.unclear.find(({ order }) => order.key === plan.key);
  return { kind: 'unclear', reason: unclear?.reason ?? null };
});

/** Returns the next event of a row: its plan order, or the next order of its position. `null` if no distance is known. */
export const nextOf = perObject(({ plan, position, plans }: CockpitRow): NextEvent | null => {
  if (plan !== null) return eventOf(plan);
  const events = [...plans.map(eventOf), ...(position === null ? [] : waitingEvents(position))];
  return events.reduce(
    (nearest, each) =>
      each !== null && (nearest === null || compareDecimals(each.closeness, nearest.closeness) < 0) ? each : nearest,
    null,
  );
});

function eventOf(plan: PlanRow): NextEvent | null {
  const { closeness } = planFigures(plan);
  return closeness === null ? null : { closeness, plan, level: plan.triggerPrice };
}

/** Decimal places that keep different distances different, as those of `closeness`. */
const orderPlaces = 20;

/** The targets of a position that are no plan orders. */
function waitingEvents({ protection, last }: PositionRow): (NextEvent | null)[] {
  const waiting = protection?.targets.orders.filter(({ order }) => order.trigger === null) ?? [];
  return waiting.map(({ level }) => {
    const closeness = isTold(last) ? movePercent(last, withoutSign(moveTo(last, level)), orderPlaces) : null;
    return closeness === null ? null : { closeness, plan: null, level };
  });
}

/**
 * Returns the remaining move of what fires next as a share of the last price, to sort hundreds of rows by; `null` as `nextOf`. In floating
 * point, because the exact distance of each would cost more than the rest of a tick.
 */
export function roughNext({ plan, position, plans, last }: CockpitRow): number | null {
  if (!isTold(last)) return null;
  if (plan !== null) return roughDistance(plan, last);
  const waiting = position?.protection?.targets.orders.filter(({ order }) => order.trigger === null) ?? [];
  const events = [
    ...plans.map((each) => roughDistance(each, last)),
    ...waiting.map(({ level }) => Math.abs(Number(level) / Number(last) - 1)),
  ].filter((each) => each !== null);
  return events.length === 0 ? null : smallest(events);
}

/** Returns rows in an earlier order of IDs, each position followed by its plan orders. Those of a folded position are left out. */
export function treeInOrder(
  rows: readonly CockpitRow[],
  order: readonly string[],
  isExpanded: (id: string) => boolean,
): CockpitRow[] {
  const ordered = inOrder(rows, ({ id }) => id, order);
  const below = Map.groupBy(ordered, ({ parent }) => parent);
  return (below.get(null) ?? []).flatMap((row) => [row, ...(isExpanded(row.id) ? (below.get(row.id) ?? []) : [])]);
}
