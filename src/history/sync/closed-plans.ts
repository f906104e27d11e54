import type { SeenPlan } from '../../shared/contract/plans.ts';
import type { HistoryList } from '../../shared/orders/history.ts';
import type { MarginMode, Timestamp } from '../../shared/values/domain.ts';
import { lookupsDueBy, lookupTimes } from '../plans/lookup-times.ts';
import { facts } from '../store/meta-table.ts';
import type { ClosedPlan } from '../store/plan-life-table.ts';
import type { Cursor } from '../store/spans.ts';
import { type FetchOptions, priorityOf, type SyncTrigger } from './exchange.ts';
import type { ModePages } from './mode-pages.ts';
import { reread } from './reread.ts';
import { Walk } from './walk.ts';

/**
 * Hands the open plan orders of now to their owner, `OpenPlans`. Resolves with those that are no longer among them and have not ended yet;
 * those that have are in the store. Rejects if the open plan orders cannot be read or recorded.
 */
export type MissingPlans = (marginMode: MarginMode, options: FetchOptions) => Promise<readonly SeenPlan[]>;

export interface ClosedPlansOptions<List extends HistoryList> {
  readonly pages: ModePages<List>;
  readonly missingPlans: MissingPlans;
  /** Epoch milliseconds. */
  readonly now: () => Timestamp;
  /** Called when a part of the work is done, so that the next failure is the first one again. */
  readonly onProgress: () => void;
}

/** Requests for one lookup. One is usually enough; more are needed if many rows share a creation time. */
const maxRequestsPerLookup = 20;
/** Milliseconds by which this computer's clock may be ahead of the service's. Requests are refused if it is more than a minute. */
const maxClockErrorMs = 600_000;

/**
 * Finds plan orders that enter the history late. The service inserts a plan order at its creation time when it closes, possibly months
 * later, so reading the newest rows misses it. This class looks up each plan that is no longer open (`OpenPlans` compares the lists). Plans
 * that opened and closed between two checks are found by reading the newest rows again.
 */
export class ClosedPlans<List extends HistoryList> {
  /** A lookup that was requested while another one is running. */
  wanted: SyncTrigger | null = null;
  readonly #options: ClosedPlansOptions<List>;
  readonly #pages: ModePages<List>;
  /** True if the open plans were recorded in this session. */
  #isRecorded = false;
  #hasFailed = false;

  constructor(options: ClosedPlansOptions<List>) {
    this.#options = options;
    this.#pages = options.pages;
  }

  /** True if plans may have entered the stored part of the history unnoticed, because the open plans cannot be read. */
  get isUnsure(): boolean {
    const newest = this.#newest;
    return this.#hasFailed && newest !== null && this.#checkedTo()?.id !== newest.id;
  }

  /** True if a plan enters the history late because it closed: it was open, or opened after the last check. */
  isExpected({ id, createdAt }: Cursor): boolean {
    const checkedTo = this.#checkedTo();
    if (createdAt === null || checkedTo?.createdAt == null || createdAt >= checkedTo.createdAt) return true;
    return this.#pages.store.wasOpen(this.#pages.marginMode, id);
  }

  /** Records the open plans. Called before the history is read for the first time in a session. */
  async begin(trigger: SyncTrigger, signal: AbortSignal): Promise<void> {
    if (!this.#isRecorded) await this.#record(trigger, signal);
  }

  async read(signal: AbortSignal): Promise<void> {
    do {
      const trigger = this.wanted ?? 'program';
      this.wanted = null;
      try {
        const newest = this.#newest;
        const missing = await this.#record(trigger, signal);
        if (newest !== null) await this.#readBack(newest, trigger, signal);
        this.#hasFailed = false;
        await this.#lookUp(missing, trigger, signal);
      } catch (error) {
        this.#hasFailed = true;
        throw error;
      }
    } while (this.wanted !== null && !signal.aborted);
  }

  get #newest(): Cursor | null {
    return this.#pages.spans[0]?.newest ?? null;
  }

  /** The newest row when the open plans were last recorded; plans above it may have opened and closed since. */
  #checkedTo(): Cursor | null {
    const { store, marginMode } = this.#pages;
    return store.recall(facts.plansCheckedTo[marginMode]);
  }

  /** Records the open plans. Returns those that are missing. */
  async #record(trigger: SyncTrigger, signal: AbortSignal): Promise<readonly SeenPlan[]> {
    const { now, missingPlans } = this.#options;
    const { store, marginMode } = this.#pages;
    const isEmpty = this.#newest === null;
    const missing = await missingPlans(marginMode, { priority: priorityOf(trigger), signal });
    signal.throwIfAborted();
    // All of the history is read after this, so only plans from now on can be missed.
    if (isEmpty) store.remember(facts.plansCheckedTo[marginMode], { id: '', createdAt: now() - maxClockErrorMs });
    this.#isRecorded = true;
    return missing;
  }

  /**
   * Reads the newest rows again, back to the one that was the newest when the open plans were last recorded. `newest`: the newest row when
   * they were recorded now. Continues where an earlier attempt failed.
   */
  async #readBack(newest: Cursor, trigger: SyncTrigger, signal: AbortSignal): Promise<void> {
    const checkedTo = this.#checkedTo();
    if (checkedTo?.id === newest.id) return;
    const { store, marginMode } = this.#pages;
    const unfinished = facts.plansCheck[marginMode];
    const earlier = store.recall(unfinished);
    const begin = earlier?.newest ?? newest;
    await reread(this.#pages, {
      start: earlier?.cursor ?? null,
      until: checkedTo?.createdAt ?? null,
      priority: priorityOf(trigger),
      signal,
      onPage: (cursor) => {
        store.remember(unfinished, { newest: begin, cursor });
        this.#options.onProgress();
      },
    });
    store.remember(unfinished, null);
    store.remember(facts.plansCheckedTo[marginMode], begin);
    // Rows have come since the interrupted attempt began.
    if (begin.id !== newest.id) await this.#readBack(newest, trigger, signal);
  }

  /** Looks up missing plans, and those that have ended. Lookups by the user that come early do not count. */
  async #lookUp(missing: readonly SeenPlan[], trigger: SyncTrigger, signal: AbortSignal): Promise<void> {
    const { store, list, marginMode } = this.#pages;
    const now = this.#options.now();
    const closed = store.read(({ lives }) => lives.closed(marginMode));
    const due = closed.filter((plan) => isDue(plan, now));
    const wanted = [...missing, ...(trigger === 'user' ? closed : due)];
    for (const plan of wanted.toSorted((one, other) => other.createdAt - one.createdAt)) {
      if (!store.isPlaced(list, marginMode, plan)) await this.#readAround(plan, trigger, signal);
    }
    const misses = new Map<string, number | null>();
    for (const { id, closedAt } of due) {
      const lookups = lookupsDueBy(ageSince(closedAt, now));
      misses.set(id, lookups < lookupTimes.length ? lookups : null);
    }
    for (const plan of closed) if (store.isPlaced(list, marginMode, plan)) misses.set(plan.id, null);
    store.savePlanLookups(marginMode, misses);
  }

  /** Reads the rows around the place that a plan's creation gives it. */
  async #readAround(
    { id, createdAt }: Cursor & { readonly createdAt: Timestamp },
    trigger: SyncTrigger,
    signal: AbortSignal,
  ): Promise<void> {
    const { store, list, marginMode } = this.#pages;
    const options = { priority: priorityOf(trigger), signal };
    const walk = new Walk(this.#pages, options);
    let cursor = store.rowBefore(list, marginMode, createdAt);
    if (cursor === null) cursor = walk.save(await this.#pages.request(null, options), null).next;
    for (let requests = 0; requests < maxRequestsPerLookup && cursor !== null; requests++) {
      if (store.isPlaced(list, marginMode, { id, createdAt }) || (walk.frontier ?? createdAt) < createdAt) return;
      const step = await walk.read(cursor);
      if (step.kind !== 'page') return;
      cursor = step.next;
    }
  }
}

function isDue({ closedAt, misses }: ClosedPlan, now: Timestamp): boolean {
  return lookupsDueBy(ageSince(closedAt, now)) > misses;
}

/** The clock may have been set back. */
function ageSince(time: Timestamp, now: Timestamp): number {
  return Math.max(0, now - time);
}
