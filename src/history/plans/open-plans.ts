import { randomUUID } from 'node:crypto';
import type { PlanOrder, UnreadableRow } from '../../shared/contract/orders.ts';
import type { PlanOutcome, SeenPlan } from '../../shared/contract/plans.ts';
import type {
  ClosingPlan,
  KnownPlans,
  PlanOrigin,
  PlanRef,
  TrackedPlans,
} from '../../shared/contract/tracked-plans.ts';
import { planRef } from '../../shared/plans/plan-ref.ts';
import type { Clock } from '../../shared/time/clock.ts';
import type { Decimal, MarginMode, PlanStatus, Timestamp } from '../../shared/values/domain.ts';
import { OrderglassError } from '../../shared/values/errors.ts';
import { smallest } from '../../shared/values/extremes.ts';
import { lookupDelay, promptLookups } from './lookup-times.ts';
import { type OrphanMark, OrphanWatch, type OrphanWatchOptions } from './orphan-watch.ts';
import { type PlanLifeStore, PlanLives } from './plan-lives.ts';

/** A complete list of open plan orders of both margin modes. */
export interface OpenPlanList extends PlanOrigin {
  readonly plans: readonly SeenPlan[];
  readonly unreadable: readonly UnreadableRow[];
  readonly fetchedAt: Timestamp;
}

export type PlanEvent =
  /** A list has the plan order, and the list before did not have it. */
  | { readonly kind: 'appeared'; readonly plan: PlanRef; readonly at: Timestamp }
  /** `id`: of this event, for later ones. */
  | {
      readonly kind: 'left';
      readonly id: string;
      readonly plan: PlanRef;
      readonly lastSeenAt: Timestamp;
      readonly outcome: PlanOutcome | null;
    }
  /** The plan history has a new outcome for the plan order of a `left` event. */
  | { readonly kind: 'ended-as'; readonly id: string; readonly outcome: PlanOutcome }
  | { readonly kind: 'orphans'; readonly marks: readonly OrphanMark[] };

/** Events, and what must be stored together with their consequences, so that none comes twice or not at all after a restart. */
export interface PlanUpdate {
  readonly events: readonly PlanEvent[];
  readonly tracked: TrackedPlans;
  /** False if only the fetch time of the list or a number of lookups is new. */
  readonly isContent: boolean;
  /** True while outcomes are looked up, which needs no further list. */
  readonly isPending: boolean;
}

export interface OpenPlansOptions extends Clock {
  readonly lives: PlanLifeStore;
  /** Returns the plan history's rows of the plans, by key. Rejects if the history cannot be read. */
  readonly lookUp: (plans: readonly PlanRef[], signal: AbortSignal) => Promise<ReadonlyMap<string, PlanOrder>>;
  readonly readPositions: OrphanWatchOptions['readPositions'];
  readonly onUpdate: (update: PlanUpdate) => void;
}

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
 * The one owner of an account's open plan orders. Compares each complete list once with the one before, also between two runs of the
 * program: records the lives, detects plan orders that leave, looks up their outcome in the plan history, and reports all of it as events.
 * A plan that may be one of the list's unreadable rows does not count as missing. Needs no archive to report: only lives are stored there.
 */
export class OpenPlans {
  readonly #options: OpenPlansOptions;
  readonly #lives: PlanLives;
  readonly #orphans: OrphanWatch;
  readonly #closing = new Map<string, ClosingPlan>();
  /** Time of the next lookup of each plan, by key, in monotonic milliseconds. */
  readonly #lookupDue = new Map<string, number>();
  #plans: KnownPlans | null = null;
  #hasBegun = false;
  #events: PlanEvent[] = [];
  #hasChanged = false;
  #hasNewContent = false;
  #cancelTimer: (() => void) | null = null;
  #lookup: AbortController | null = null;
  /** True until a list was read, and after a failed lookup until the next list: no lookups meanwhile. */
  #isSuspended = true;
  #isClosed = false;

  constructor(options: OpenPlansOptions) {
    this.#options = options;
    this.#lives = new PlanLives({ ...options, store: options.lives });
    this.#orphans = new OrphanWatch({ ...options, onMarks: (marks) => this.#marked(marks) });
  }

  /**
   * Compares a complete list with the one before. `tracked`: what was stored of the last update, which only the first list needs. Returns false
   * if it is missing then: the list was not taken. `marksOrphans`: an alert needs to know which plans are orphans.
   */
  take(list: OpenPlanList, tracked: TrackedPlans | null, marksOrphans: boolean): boolean {
    if (this.#isClosed) return true;
    if (!this.#hasBegun) {
      if (tracked === null) return false;
      this.#continue(tracked);
    }
    const { fetchedAt } = list;
    const listed = new Set(list.plans.map(({ key }) => key));
    const before = this.#plans;
    const isComparable = before !== null && isSameOrigin(before, list);
    const unreadable = isComparable ? this.#miss(before, list, listed) : this.#finishOthers(list);
    const known = new Set(before?.plans.map(({ key }) => key));
    for (const plan of list.plans) {
      if (isComparable && !known.has(plan.key)) this.#add({ kind: 'appeared', plan: planRef(plan), at: fetchedAt });
    }
    const { archive, run } = list;
    const unnamed = list.unreadable.filter((row) => idIn(row) === null).length;
    this.#plans = { archive, run, fetchedAt, unnamed, plans: [...list.plans.map(planRef), ...unreadable] };
    this.#markChanged(!isComparable);
    this.#isSuspended = false;
    this.#reportDue();
    this.#recordLives(list.plans, fetchedAt);
    this.#publish();
    this.#orphans.take(list, marksOrphans);
    this.#lookUpNext();
    return true;
  }

  /**
   * Records the lives of plan orders of one margin mode that were fetched for the sync. `take` gets them with those of the other one, before
   * or after. Returns those that the list lacks and that have not ended yet. Throws `storage-failed`.
   */
  missing(marginMode: MarginMode, plans: readonly SeenPlan[], fetchedAt: Timestamp): readonly SeenPlan[] {
    this.#lives.resume();
    this.#recordLives(plans, fetchedAt, marginMode);
    this.#lives.save();
    const missing = this.#lives.missing(marginMode);
    if (missing === null) throw new OrderglassError('storage-failed', 'the open plan orders cannot be stored');
    return missing;
  }

  /** See `PlanLives.price`. */
  price(last: ReadonlyMap<string, Decimal>, at: Timestamp): void {
    if (!this.#isClosed) this.#lives.price(last, at);
  }

  /** Saves what was seen of the lives. Never throws. */
  save(): void {
    this.#lives.save();
  }

  /** The archive is closed or was replaced. */
  forgetLives(): void {
    this.#lives.reset();
  }

  /** Ends the lookups and saves the lives. */
  close(): void {
    this.#isClosed = true;
    this.#cancelTimer?.();
    this.#lookup?.abort();
    this.#isSuspended = true;
    this.#lives.save();
  }

  #marked(marks: readonly OrphanMark[]): void {
    if (this.#isClosed) return;
    this.#events.push({ kind: 'orphans', marks });
    this.#markChanged(false);
    this.#publish();
  }

  #continue({ plans, closing }: TrackedPlans): void {
    this.#hasBegun = true;
    this.#plans = plans;
    for (const each of closing) this.#closing.set(each.plan.key, each);
  }

  #recordLives(plans: readonly SeenPlan[], at: Timestamp, marginMode?: MarginMode): void {
    this.#lives.begin(at);
    for (const plan of plans) this.#lives.see(plan, at);
    this.#lives.end(at, (key) => this.#isAwaited(key), marginMode);
  }

  /**
   * True if the plan is open as far as is known: it may be missing from the list by mistake, or be one of its unreadable rows. Before the
   * first list of both margin modes, all are.
   */
  #isAwaited(key: string): boolean {
    if (!this.#hasBegun) return true;
    const closing = this.#closing.get(key);
    if (closing !== undefined) return closing.activity === null;
    return this.#plans?.plans.some((plan) => plan.key === key) === true;
  }

  /** Ends what belongs to another key: the list has nothing to be compared with. */
  #finishOthers(list: OpenPlanList): readonly PlanRef[] {
    for (const closing of [...this.#closing.values()]) if (!isSameOrigin(closing, list)) this.#finish(closing);
    return [];
  }

  /** Notes which known plans the list lacks. Returns those that are unreadable rows of the list. */
  #miss(before: KnownPlans, list: OpenPlanList, listed: ReadonlySet<string>): readonly PlanRef[] {
    const unreadableIds = list.unreadable.map(idIn);
    const unnamed = unreadableIds.filter((id) => id === null).length;
    for (const closing of this.#closing.values()) {
      const { key } = closing.plan;
      const absences = Math.min(closing.absences + 1, minAbsences);
      // Fewer unreadable rows than when the plan went missing: the plan is none of them.
      const unreadableCandidates = unnamed < closing.unreadableCandidates ? 0 : closing.unreadableCandidates;
      if (listed.has(key)) this.#closing.delete(key);
      else if (absences === closing.absences && unreadableCandidates === closing.unreadableCandidates) continue;
      else this.#closing.set(key, { ...closing, absences, unreadableCandidates });
      this.#markChanged(true);
    }
    const missing = before.plans.filter(({ key }) => !listed.has(key));
    const unreadable = missing.filter(({ id }) => unreadableIds.includes(id));
    for (const plan of missing) {
      if (unreadable.includes(plan)) continue;
      this.#markChanged(true);
      this.#closing.set(plan.key, {
        plan,
        archive: list.archive,
        run: list.run,
        lastSeenAt: before.fetchedAt,
        missedAt: this.#options.now(),
        absences: 1,
        unreadableCandidates: unnamed > before.unnamed ? unnamed : 0,
        lookups: 0,
        outcome: null,
        activity: null,
      });
    }
    return unreadable;
  }

  /** Reports missing plans whose outcome is known, and those that several lists lack. */
  #reportDue(): void {
    for (const closing of [...this.#closing.values()]) {
      if (closing.activity !== null) continue;
      const age = this.#options.now() - closing.missedAt;
      const isKnown = closing.outcome !== null && !transient.has(closing.outcome.status);
      const isConfirmed = closing.absences >= minAbsences && age >= graceMs;
      if (isKnown || (closing.unreadableCandidates === 0 && (isConfirmed || age >= maxGraceMs))) this.#report(closing);
    }
  }

  #report(closing: ClosingPlan): void {
    const { plan, lastSeenAt, outcome } = closing;
    const id = randomUUID();
    this.#closing.set(plan.key, { ...closing, activity: id });
    this.#add({ kind: 'left', id, plan, lastSeenAt, outcome });
  }

  /** Reports the plan if that has not happened, and ends its lookups. */
  #finish(closing: ClosingPlan): void {
    if (closing.activity === null && (closing.unreadableCandidates === 0 || closing.outcome !== null))
      this.#report(closing);
    this.#closing.delete(closing.plan.key);
    this.#lookupDue.delete(closing.plan.key);
    this.#markChanged(true);
  }

  #lookUpNext(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    if (this.#isSuspended || this.#lookup !== null) return;
    const now = this.#options.monotonicNow();
    for (const key of this.#lookupDue.keys()) if (!this.#closing.has(key)) this.#lookupDue.delete(key);
    for (const [key, { lookups }] of this.#closing) {
      if (!this.#lookupDue.has(key)) this.#lookupDue.set(key, now + lookupDelay(lookups));
    }
    const earliest = smallest(this.#lookupDue.values());
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
      const found = await this.#options.lookUp(plans, controller.signal);
      if (controller.signal.aborted) return;
      for (const key of keys) this.#lookedUp(key, found.get(key));
    } catch {
      if (controller.signal.aborted) return;
      // The same cause lets the polls of the list fail, which report it. The lookups continue with the next list.
      this.#isSuspended = true;
      this.#markChanged(false);
    }
    this.#lookup = null;
    this.#reportDue();
    this.#publish();
    this.#lookUpNext();
  }

  #lookedUp(key: string, row: PlanOrder | undefined): void {
    const closing = this.#closing.get(key);
    this.#lookupDue.delete(key);
    if (closing === undefined) return;
    const outcome = row === undefined ? closing.outcome : { status: row.status, filledQuantity: row.filledQuantity };
    const isNew = JSON.stringify(outcome) !== JSON.stringify(closing.outcome);
    const isFinal = outcome !== null && !unsettled.has(outcome.status);
    const lookups = Math.max(closing.lookups + 1, isFinal ? promptLookups - lookupsAfterFinal : 0);
    const after = { ...closing, outcome, lookups };
    this.#closing.set(key, after);
    if (isNew && outcome !== null && closing.activity !== null)
      this.#add({ kind: 'ended-as', id: closing.activity, outcome });
    if (lookups >= promptLookups) this.#finish(after);
    else this.#markChanged(isNew);
  }

  #add(event: PlanEvent): void {
    this.#events.push(event);
    this.#markChanged(true);
  }

  #markChanged(isContent: boolean): void {
    this.#hasChanged = true;
    this.#hasNewContent ||= isContent;
  }

  #publish(): void {
    if (!this.#hasChanged) return;
    const events = this.#events;
    const isContent = this.#hasNewContent;
    this.#events = [];
    this.#hasChanged = false;
    this.#hasNewContent = false;
    const tracked = { plans: this.#plans, closing: [...this.#closing.values()] };
    this.#options.onUpdate({ events, tracked, isContent, isPending: !this.#isSuspended && this.#closing.size > 0 });
  }
}

function isSameOrigin(one: PlanOrigin, other: PlanOrigin): boolean {
  return one.archive === other.archive && one.run === other.run;
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
