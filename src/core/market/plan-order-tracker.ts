import type { Clock } from '../../shared/clock.ts';
import type { OpenPlan, PlanOrder, PlanStatus, Timestamp, UnreadableRow } from '../../shared/domain.ts';
import type { PlanOutcome } from '../../shared/market.ts';
import { type ClosingPlan, type KnownPlans, type PlanRef, planRef } from './monitor-state.ts';

/** A whole list of open plans, as it was read. */
export interface OpenPlanList {
  /** Of the account's archive. */
  readonly archive: string;
  readonly rows: ReadonlyMap<string, OpenPlan>;
  readonly unreadable: readonly UnreadableRow[];
  readonly fetchedAt: Timestamp;
}

/** What is kept over restarts. */
export interface WatchedPlans {
  readonly plans: KnownPlans | null;
  readonly leaving: readonly ClosingPlan[];
}

export interface PlanWatchOptions extends Clock {
  readonly kept: WatchedPlans;
  /** What the plan history says of them now, by key. Rejects where it cannot be read, or is no longer that of this archive. */
  readonly find: (
    plans: readonly PlanRef[],
    archive: string,
    signal: AbortSignal,
  ) => Promise<ReadonlyMap<string, PlanOrder>>;
  /** A plan has left. Answers the name of what was noted of it. */
  readonly onLeft: (plan: PlanRef, lastSeenAt: Timestamp, outcome: PlanOutcome | null) => string;
  /** The history says more, or something else, of a plan that was told. */
  readonly onOutcome: (activity: string, outcome: PlanOutcome) => void;
  /** A plan is in the list that was not in the one before. */
  readonly onCame: (plan: PlanRef, at: Timestamp) => void;
  /** What is kept has changed; `isNews` where it is more than the time of the list. */
  readonly onChange: (isNews: boolean) => void;
}

/**
 * The history may lag behind the list, and a plan's order takes a moment to be carried out: it is asked so often, after so many
 * milliseconds each time; about ten minutes together.
 */
const lookupDelays = [0, 2000, 4000, 8000, 15_000, 30_000, ...Array.from({ length: 9 }, () => 60_000)];
/** An outcome that is final may be put right by the service: it is asked for so often again, a minute apart. */
const looksAtFinal = 2;
/** A plan that only one list lacks, and the history as well, may have been left out by mistake. */
const absencesToTell = 2;
const graceMs = 8000;
/** Told by then in any case, though nobody looks at the list any more. */
const longestGraceMs = 25_000;
/** Not worth telling yet (service-api.md 3.2). */
const passing: ReadonlySet<string> = new Set<PlanStatus>(['pending', 'placing-order']);
/** More may become of it: the history is asked again. */
const unsettled: ReadonlySet<string> = new Set<PlanStatus>(['pending', 'placing-order', 'partially-executed']);

/**
 * Tells which plans have left the list of open plans, also while the program did not run, and what became of them as the history says
 * it. Only whole lists count; a plan that may be one of the rows that cannot be read has not left.
 */
export class PlanOrderTracker {
  readonly #options: PlanWatchOptions;
  readonly #leaving: Map<string, ClosingPlan>;
  /** When the history is to be asked next, by key; monotonic milliseconds. */
  readonly #due = new Map<string, number>();
  #plans: KnownPlans | null;
  #cancelTimer: (() => void) | null = null;
  #lookup: AbortController | null = null;
  /** The history is asked only while the list can be read. */
  #isSuspended = true;

  constructor(options: PlanWatchOptions) {
    this.#options = options;
    this.#plans = options.kept.plans;
    this.#leaving = new Map(options.kept.leaving.map((leaving) => [leaving.plan.key, leaving]));
  }

  get kept(): WatchedPlans {
    return { plans: this.#plans, leaving: [...this.#leaving.values()] };
  }

  /** A whole list was read. */
  take(list: OpenPlanList): void {
    const before = this.#plans;
    if (before?.archive === list.archive) this.#compare(before, list);
    else this.#begin(list);
    this.#isSuspended = false;
    this.#tellWhatIsDue();
    this.#lookUpNext();
  }

  close(): void {
    this.#cancelTimer?.();
    this.#lookup?.abort();
    this.#isSuspended = true;
  }

  /** The first list of a key: there is nothing to compare it with. */
  #begin(list: OpenPlanList): void {
    for (const leaving of [...this.#leaving.values()]) if (leaving.archive !== list.archive) this.#end(leaving);
    this.#plans = knownOf(list, list.unreadable.filter((row) => nameIn(row) === null).length, []);
    this.#options.onChange(true);
  }

  #compare(before: KnownPlans, list: OpenPlanList): void {
    const known = new Set(before.plans.map(({ key }) => key));
    const names = list.unreadable.map(nameIn);
    const unnamed = names.filter((name) => name === null).length;
    const hidden: PlanRef[] = [];
    let isNews = false;
    for (const leaving of this.#leaving.values()) {
      const { key } = leaving.plan;
      const absences = Math.min(leaving.absences + 1, absencesToTell);
      // Fewer rows that cannot be read than when it went missing: it is none of them.
      const maybeOf = unnamed < leaving.maybeOf ? 0 : leaving.maybeOf;
      if (list.rows.has(key)) this.#leaving.delete(key);
      else if (absences === leaving.absences && maybeOf === leaving.maybeOf) continue;
      else this.#leaving.set(key, { ...leaving, absences, maybeOf });
      isNews = true;
    }
    for (const plan of before.plans) {
      if (list.rows.has(plan.key)) continue;
      if (names.includes(plan.id)) {
        hidden.push(plan);
        continue;
      }
      isNews = true;
      this.#leaving.set(plan.key, {
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
    this.#plans = knownOf(list, unnamed, hidden);
    for (const plan of list.rows.values()) {
      if (known.has(plan.key)) continue;
      isNews = true;
      this.#options.onCame(planRef(plan), list.fetchedAt);
    }
    this.#options.onChange(isNews);
  }

  #tellWhatIsDue(): void {
    for (const leaving of [...this.#leaving.values()]) {
      if (leaving.activity !== null) continue;
      const age = this.#options.now() - leaving.missedAt;
      const isKnown = leaving.outcome !== null && !passing.has(leaving.outcome.status);
      const isAgreed = leaving.absences >= absencesToTell && age >= graceMs;
      if (isKnown || (leaving.maybeOf === 0 && (isAgreed || age >= longestGraceMs))) this.#tell(leaving);
    }
  }

  #tell(leaving: ClosingPlan): void {
    const { plan, lastSeenAt, outcome } = leaving;
    const activity = this.#options.onLeft(plan, lastSeenAt, outcome);
    this.#leaving.set(plan.key, { ...leaving, activity });
    this.#options.onChange(true);
  }

  /** Nothing more will be known of it. */
  #end(leaving: ClosingPlan): void {
    if (leaving.activity === null && (leaving.maybeOf === 0 || leaving.outcome !== null)) this.#tell(leaving);
    this.#leaving.delete(leaving.plan.key);
    this.#due.delete(leaving.plan.key);
    this.#options.onChange(true);
  }

  #lookUpNext(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    if (this.#isSuspended || this.#lookup !== null) return;
    const now = this.#options.monotonicNow();
    for (const key of this.#due.keys()) if (!this.#leaving.has(key)) this.#due.delete(key);
    for (const [key, { lookups }] of this.#leaving) {
      if (!this.#due.has(key)) this.#due.set(key, now + (lookupDelays[lookups] ?? 0));
    }
    const earliest = Math.min(...this.#due.values());
    if (earliest <= now) void this.#lookUp(now);
    else if (earliest !== Number.POSITIVE_INFINITY) {
      this.#cancelTimer = this.#options.schedule(() => this.#lookUpNext(), earliest - now);
    }
  }

  async #lookUp(now: number): Promise<void> {
    const keys = [...this.#due].filter(([, due]) => due <= now).map(([key]) => key);
    const plans = keys.flatMap((key) => this.#leaving.get(key)?.plan ?? []);
    const controller = new AbortController();
    this.#lookup = controller;
    try {
      const found = await this.#options.find(plans, this.#plans?.archive ?? '', controller.signal);
      if (controller.signal.aborted) return;
      for (const key of keys) this.#lookedUp(key, found.get(key));
    } catch {
      if (controller.signal.aborted) return;
      // What keeps the history from being read keeps the list from being read too, and is told there.
      this.#isSuspended = true;
    }
    this.#lookup = null;
    this.#tellWhatIsDue();
    this.#lookUpNext();
  }

  #lookedUp(key: string, row: PlanOrder | undefined): void {
    const leaving = this.#leaving.get(key);
    this.#due.delete(key);
    if (leaving === undefined) return;
    const outcome = row === undefined ? leaving.outcome : { status: row.status, filledQuantity: row.filledQuantity };
    const isNew = JSON.stringify(outcome) !== JSON.stringify(leaving.outcome);
    const isFinal = outcome !== null && !unsettled.has(outcome.status);
    const lookups = Math.max(leaving.lookups + 1, isFinal ? lookupDelays.length - looksAtFinal : 0);
    const after = { ...leaving, outcome, lookups };
    this.#leaving.set(key, after);
    if (isNew && outcome !== null && leaving.activity !== null) this.#options.onOutcome(leaving.activity, outcome);
    if (lookups >= lookupDelays.length) this.#end(after);
    else this.#options.onChange(isNew);
  }
}

function knownOf({ archive, rows, fetchedAt }: OpenPlanList, unnamed: number, hidden: readonly PlanRef[]): KnownPlans {
  return { archive, fetchedAt, unnamed, plans: [...[...rows.values()].map(planRef), ...hidden] };
}

const numberedName = /"order_id"\s*:\s*(\d+)/;

/** The id of a row that cannot be read otherwise; `null` where it does not tell. */
function nameIn({ raw }: UnreadableRow): string | null {
  try {
    const row: unknown = JSON.parse(raw);
    if (typeof row !== 'object' || row === null || !('order_id' in row)) return null;
    if (typeof row.order_id === 'string') return row.order_id === '' ? null : row.order_id;
    // As it stands there: a binary float may not hold it.
    return typeof row.order_id === 'number' ? (numberedName.exec(raw)?.[1] ?? null) : null;
  } catch {
    return null;
  }
}
