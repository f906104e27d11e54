import type { Clock } from '../../shared/clock.ts';
import type { PlanOrder, UnreadableRow } from '../../shared/contract/orders.ts';
import type { PlanOutcome } from '../../shared/contract/plans.ts';
import type { PlanStatus, Timestamp } from '../../shared/domain.ts';
import type { LatestRows } from '../market/live-list.ts';
import { type ClosingPlan, type KnownPlans, type MonitorState, type PlanRef, planRef } from './monitor-state.ts';

/** A complete list of open plans. */
export type OpenPlanList = Omit<LatestRows<'open-plans'>, 'account' | 'list'>;

/** The part of the monitor's state that belongs to the tracker. */
export type TrackedPlans = Pick<MonitorState, 'plans' | 'closing'>;

export interface PlanOrderTrackerOptions extends Clock {
  readonly stored: TrackedPlans;
  /** Returns the plan history's rows of the plans, by key. Rejects if the history cannot be read, or belongs to another archive by now. */
  readonly lookUpPlans: (
    plans: readonly PlanRef[],
    archive: string,
    signal: AbortSignal,
  ) => Promise<ReadonlyMap<string, PlanOrder>>;
  /** A plan has left. Returns the ID of the activity that reports it. */
  readonly onLeft: (plan: PlanRef, lastSeenAt: Timestamp, outcome: PlanOutcome | null) => string;
  /** The history has a new outcome for a plan that was reported by `activity`. */
  readonly onOutcome: (activity: string, outcome: PlanOutcome) => void;
  /** The list has a plan that the list before did not have. */
  readonly onAppeared: (plan: PlanRef, at: Timestamp) => void;
  /** `stored` has changed. `isContent` is false if only the fetch time of the list is new. */
  readonly onChange: (isContent: boolean) => void;
}

/**
 * Delays (ms) between history lookups for a plan order that is no longer open; about ten minutes in total. The history can lag behind,
 * and executing the order takes a moment.
 */
const lookupDelays = [0, 2000, 4000, 8000, 15_000, 30_000, ...Array.from({ length: 9 }, () => 60_000)];
/** Number of lookups after a final outcome, one minute apart, because the service may correct it. */
const lookupsAfterFinal = 2;
/** Lists in a row that must lack a plan before it is reported: a single response may have left it out by mistake. */
const minAbsences = 2;
/** Shortest time (ms) from the first list without a plan to its report, if its outcome is unknown. */
const graceMs = 8000;
/** Time (ms) after which a plan is reported even if the list is not polled any more. */
const maxGraceMs = 25_000;
/** Statuses of an order that is being placed: too early to report (docs/service.md 3.2). */
const transient: ReadonlySet<string> = new Set<PlanStatus>(['pending', 'placing-order']);
/** Statuses that may change: the lookups continue. */
const unsettled: ReadonlySet<string> = new Set<PlanStatus>(['pending', 'placing-order', 'partially-executed']);

/**
 * Detects plan orders that leave the list of open plans, also between two runs of the program, and looks up their outcome in the plan
 * history. Only complete lists are compared. A plan that may be one of the list's unreadable rows does not count as missing.
 */
export class PlanOrderTracker {
  readonly #options: PlanOrderTrackerOptions;
  readonly #closing: Map<string, ClosingPlan>;
  /** Time of the next lookup of each plan, by key, in monotonic milliseconds. */
  readonly #lookupDue = new Map<string, number>();
  #plans: KnownPlans | null;
  #cancelTimer: (() => void) | null = null;
  #lookup: AbortController | null = null;
  /** True until a list was read, and after a failed lookup until the next list: no lookups meanwhile. */
  #isSuspended = true;

  constructor(options: PlanOrderTrackerOptions) {
    this.#options = options;
    this.#plans = options.stored.plans;
    this.#closing = new Map(options.stored.closing.map((closing) => [closing.plan.key, closing]));
  }

  get stored(): TrackedPlans {
    return { plans: this.#plans, closing: [...this.#closing.values()] };
  }

  /** True if the plan is open as far as is known: it may be missing from the list by mistake, or be one of its unreadable rows. */
  isAwaited(key: string): boolean {
    const closing = this.#closing.get(key);
    if (closing !== undefined) return closing.activity === null;
    return this.#plans?.plans.some((plan) => plan.key === key) === true;
  }

  /** Compares a complete list with the one before. */
  take(list: OpenPlanList): void {
    const before = this.#plans;
    if (before?.archive === list.archive) this.#compare(before, list);
    else this.#startWith(list);
    this.#isSuspended = false;
    this.#reportDue();
    this.#lookUpNext();
  }

  close(): void {
    this.#cancelTimer?.();
    this.#lookup?.abort();
    this.#isSuspended = true;
  }

  /** Stores the first list of a key. There is no earlier list to compare it with. */
  #startWith(list: OpenPlanList): void {
    for (const closing of [...this.#closing.values()]) if (closing.archive !== list.archive) this.#finish(closing);
    this.#plans = knownPlans(list, list.unreadable.filter((row) => idIn(row) === null).length, []);
    this.#options.onChange(true);
  }

  #compare(before: KnownPlans, list: OpenPlanList): void {
    const known = new Set(before.plans.map(({ key }) => key));
    const unreadableIds = list.unreadable.map(idIn);
    const unnamed = unreadableIds.filter((id) => id === null).length;
    const unreadable: PlanRef[] = [];
    let isContent = false;
    for (const closing of this.#closing.values()) {
      const { key } = closing.plan;
      const absences = Math.min(closing.absences + 1, minAbsences);
      // Fewer unreadable rows than when the plan went missing: the plan is none of them.
      const maybeOf = unnamed < closing.maybeOf ? 0 : closing.maybeOf;
      if (list.rows.has(key)) this.#closing.delete(key);
      else if (absences === closing.absences && maybeOf === closing.maybeOf) continue;
      else this.#closing.set(key, { ...closing, absences, maybeOf });
      isContent = true;
    }
    for (const plan of before.plans) {
      if (list.rows.has(plan.key)) continue;
      if (unreadableIds.includes(plan.id)) {
        unreadable.push(plan);
        continue;
      }
      isContent = true;
      this.#closing.set(plan.key, {
        plan,
        archive: list.archive,
        lastSeenAt: before.fetchedAt,
        missedAt: this.#options.now(),
        absences: 1,
        maybeOf: unnamed > before.unnamed ? unnamed : 0,
        lookups: 0,
        outcome: null,
        activity: null,
      });
    }
    this.#plans = knownPlans(list, unnamed, unreadable);
    for (const plan of list.rows.values()) {
      if (known.has(plan.key)) continue;
      isContent = true;
      this.#options.onAppeared(planRef(plan), list.fetchedAt);
    }
    this.#options.onChange(isContent);
  }

  /** Reports missing plans whose outcome is known, and those that several lists lack. */
  #reportDue(): void {
    for (const closing of [...this.#closing.values()]) {
      if (closing.activity !== null) continue;
      const age = this.#options.now() - closing.missedAt;
      const isKnown = closing.outcome !== null && !transient.has(closing.outcome.status);
      const isConfirmed = closing.absences >= minAbsences && age >= graceMs;
      if (isKnown || (closing.maybeOf === 0 && (isConfirmed || age >= maxGraceMs))) this.#report(closing);
    }
  }

  #report(closing: ClosingPlan): void {
    const { plan, lastSeenAt, outcome } = closing;
    const activity = this.#options.onLeft(plan, lastSeenAt, outcome);
    this.#closing.set(plan.key, { ...closing, activity });
    this.#options.onChange(true);
  }

  /** Reports the plan if that has not happened, and ends its lookups. */
  #finish(closing: ClosingPlan): void {
    if (closing.activity === null && (closing.maybeOf === 0 || closing.outcome !== null)) this.#report(closing);
    this.#closing.delete(closing.plan.key);
    this.#lookupDue.delete(closing.plan.key);
    this.#options.onChange(true);
  }

  #lookUpNext(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    if (this.#isSuspended || this.#lookup !== null) return;
    const now = this.#options.monotonicNow();
    for (const key of this.#lookupDue.keys()) if (!this.#closing.has(key)) this.#lookupDue.delete(key);
    for (const [key, { lookups }] of this.#closing) {
      if (!this.#lookupDue.has(key)) this.#lookupDue.set(key, now + (lookupDelays[lookups] ?? 0));
    }
    const earliest = Math.min(...this.#lookupDue.values());
    if (earliest <= now) void this.#lookUp(now);
    else if (earliest !== Number.POSITIVE_INFINITY) {
      this.#cancelTimer = this.#options.schedule(() => this.#lookUpNext(), earliest - now);
    }
  }

  async #lookUp(now: number): Promise<void> {
    const keys = [...this.#lookupDue].filter(([, due]) => due <= now).map(([key]) => key);
    const plans = keys.flatMap((key) => this.#closing.get(key)?.plan ?? []);
    const controller = new AbortController();
    this.#lookup = controller;
    try {
      const found = await this.#options.lookUpPlans(plans, this.#plans?.archive ?? '', controller.signal);
      if (controller.signal.aborted) return;
      for (const key of keys) this.#lookedUp(key, found.get(key));
    } catch {
      if (controller.signal.aborted) return;
      // The same cause lets the polls of the list fail, which report it. The lookups continue with the next list.
      this.#isSuspended = true;
    }
    this.#lookup = null;
    this.#reportDue();
    this.#lookUpNext();
  }

  #lookedUp(key: string, row: PlanOrder | undefined): void {
    const closing = this.#closing.get(key);
    this.#lookupDue.delete(key);
    if (closing === undefined) return;
    const outcome = row === undefined ? closing.outcome : { status: row.status, filledQuantity: row.filledQuantity };
    const isNew = JSON.stringify(outcome) !== JSON.stringify(closing.outcome);
    const isFinal = outcome !== null && !unsettled.has(outcome.status);
    const lookups = Math.max(closing.lookups + 1, isFinal ? lookupDelays.length - lookupsAfterFinal : 0);
    const after = { ...closing, outcome, lookups };
    this.#closing.set(key, after);
    if (isNew && outcome !== null && closing.activity !== null) this.#options.onOutcome(closing.activity, outcome);
    if (lookups >= lookupDelays.length) this.#finish(after);
    else this.#options.onChange(isNew);
  }
}

function knownPlans(
  { archive, rows, fetchedAt }: OpenPlanList,
  unnamed: number,
  unreadable: readonly PlanRef[],
): KnownPlans {
  return { archive, fetchedAt, unnamed, plans: [...[...rows.values()].map(planRef), ...unreadable] };
}

const numericId = /"order_id"\s*:\s*(\d+)/;

/** The ID of an unreadable row; `null` if the row has none that can be read. */
function idIn({ raw }: UnreadableRow): string | null {
  try {
    const row: unknown = JSON.parse(raw);
    if (typeof row !== 'object' || row === null || !('order_id' in row)) return null;
    if (typeof row.order_id === 'string') return row.order_id === '' ? null : row.order_id;
    // The digits of the text: a parsed number loses digits beyond 2^53.
    return typeof row.order_id === 'number' ? (numericId.exec(raw)?.[1] ?? null) : null;
  } catch {
    return null;
  }
}
