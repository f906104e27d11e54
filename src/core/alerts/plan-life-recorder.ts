import type { OpenPlanLives, PlanLifeBatch, PlanLifeEvent } from '../../history/index.ts';
import type { Clock } from '../../shared/clock.ts';
import type { OpenPlan } from '../../shared/contract/orders.ts';
import type { NearestApproach, SeenPlan, WatchSpan } from '../../shared/contract/plans.ts';
import { compareDecimals, signOf } from '../../shared/decimal.ts';
import type { Decimal, Timestamp } from '../../shared/domain.ts';
import { maxPlanLives, maxWatchGapMs } from '../../shared/history.ts';
import { fieldsOf } from '../../shared/order-fields.ts';
import { triggerDistance } from '../../shared/plan-distance.ts';
import type { LatestRows } from '../market/live-list.ts';
import type { OpenPlanList } from './plan-order-tracker.ts';

/** Where the lives of an account's open plan orders are kept. Both functions reject if that is not possible at the moment. */
export interface PlanLifeStore {
  /** `archive`: `LiveAccount.archive` of the plan orders. */
  readonly open: (archive: string) => Promise<OpenPlanLives>;
  readonly save: (archive: string, batch: PlanLifeBatch) => Promise<unknown>;
}

export interface PlanLifeRecorderOptions extends Clock {
  readonly store: PlanLifeStore;
}

interface Life {
  plan: SeenPlan;
  nearest: NearestApproach | null;
  /** True if the store does not have `nearest` yet. */
  isNearer: boolean;
  /** The last price that was compared; prices are often unchanged. */
  comparedLast: Decimal | null;
  seenAt: Timestamp;
}

/** Delays (ms) until a change, and until nearest approaches and the end of the watch alone, are saved. */
const changeDelayMs = 1000;
const seldomMs = 600_000;
/** Time (ms) after a failure of the store in which nothing is recorded. */
const retryAfterMs = 600_000;
/** Longest key of a plan order that is recorded. */
const maxKeyLength = 300;

const fields = fieldsOf('open-plans').flatMap(({ name }) => (name === 'raw' ? [] : [name]));

/**
 * Records the lives of an account's open plan orders: when each was first seen, its changes, its nearest approach to its trigger, and when it
 * left. Compares the polls in memory and saves differences only. After a failure of the store it starts again from what is stored.
 */
export class PlanLifeRecorder {
  readonly #options: PlanLifeRecorderOptions;
  #archive: string | null = null;
  /** By key; `null` until they have been read. */
  #lives: Map<string, Life> | null = null;
  #events: PlanLifeEvent[] = [];
  #watch: WatchSpan | null = null;
  #isWatchSaved = true;
  #opening: Promise<void> | null = null;
  #saving: Promise<void> = Promise.resolve();
  /** Failures of the store. A batch from before a failure continues what was not saved. */
  #failures = 0;
  #cancelSave: (() => void) | null = null;
  /** Time of the scheduled save, in monotonic milliseconds. */
  #savesAt = Number.POSITIVE_INFINITY;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  constructor(options: PlanLifeRecorderOptions) {
    this.#options = options;
  }

  /** Compares a complete list with the lives. `isAwaited`: true for a plan order that may be missing by mistake. */
  take(list: OpenPlanList, isAwaited: (key: string) => boolean): void {
    if (this.#isClosed || this.#options.monotonicNow() < this.#pausedUntil) return;
    if (list.archive !== this.#archive) {
      void this.save();
      this.#archive = list.archive;
      this.#lives = null;
      this.#opening = null;
    }
    if (this.#lives === null) this.#open(list, isAwaited);
    else this.#compare(this.#lives, list, isAwaited);
  }

  /** Compares the last prices with the nearest approaches. */
  price({ rows, fetchedAt }: Pick<LatestRows<'futures-tickers'>, 'rows' | 'fetchedAt'>): void {
    if (this.#isClosed || this.#lives === null) return;
    let isNearer = false;
    for (const life of this.#lives.values()) {
      const last = rows.get(life.plan.symbol)?.last ?? null;
      if (last === null || last === life.comparedLast || signOf(last) !== 1) continue;
      life.comparedLast = last;
      if (life.nearest !== null && !isNearerThan(life.plan, last, life.nearest.last)) continue;
      if (triggerDistance(life.plan, last) === null) continue;
      life.nearest = { last, at: fetchedAt };
      life.isNearer = true;
      isNearer = true;
    }
    if (isNearer) this.#saveWithin(seldomMs);
  }

  /** Saves everything that has been seen. Never rejects. */
  save(): Promise<void> {
    this.#cancelSave?.();
    this.#cancelSave = null;
    this.#savesAt = Number.POSITIVE_INFINITY;
    const archive = this.#archive;
    const batch = this.#takeBatch();
    const failures = this.#failures;
    if (archive !== null && batch !== null) {
      this.#saving = this.#saving
        .then(() => (failures === this.#failures ? this.#options.store.save(archive, batch) : null))
        .then(
          () => {},
          () => this.#failed(archive),
        );
    }
    return this.#saving;
  }

  /** Ends the recording. Resolves when everything that can be saved is saved. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.save();
  }

  /** Ends the recording and saves nothing more. */
  discard(): void {
    this.#isClosed = true;
    this.#cancelSave?.();
  }

  #open(list: OpenPlanList, isAwaited: (key: string) => boolean): void {
    const { archive } = list;
    if (this.#opening !== null) return;
    const opening: Promise<void> = this.#saving
      .then(() => this.#options.store.open(archive))
      .then(
        ({ lives, watchedUntil }) => {
          if (this.#opening !== opening || this.#isClosed) return;
          const seenAt = watchedUntil ?? 0;
          this.#lives = new Map(
            lives.map(({ plan, nearest }) => [
              plan.key,
              { plan, nearest, isNearer: false, comparedLast: null, seenAt },
            ]),
          );
          this.#watch = null;
          this.#compare(this.#lives, list, isAwaited);
        },
        () => {
          if (this.#opening === opening) this.#failed(archive);
        },
      );
    this.#opening = opening;
  }

  #compare(lives: Map<string, Life>, list: OpenPlanList, isAwaited: (key: string) => boolean): void {
    const { rows, fetchedAt } = list;
    this.#extendWatch(fetchedAt);
    const before = this.#events.length;
    for (const [key, row] of rows) {
      const life = lives.get(key);
      if (life === undefined) {
        if (lives.size < maxPlanLives && key.length <= maxKeyLength) this.#begin(lives, row, fetchedAt);
        continue;
      }
      // The clock may have been set back.
      life.seenAt = Math.min(life.seenAt, fetchedAt);
      if (fields.some((name) => life.plan[name] !== row[name])) this.#change(life, row, fetchedAt);
      life.seenAt = fetchedAt;
    }
    for (const [key, life] of lives) {
      if (rows.has(key) || isAwaited(key)) continue;
      this.#noteNearest(life);
      lives.delete(key);
      this.#events.push({ kind: 'left', key, lastSeenAt: Math.min(life.seenAt, fetchedAt), missedAt: fetchedAt });
    }
    this.#saveWithin(this.#events.length > before ? changeDelayMs : seldomMs);
  }

  #begin(lives: Map<string, Life>, row: OpenPlan, at: Timestamp): void {
    const plan = seenPlan(row);
    lives.set(row.key, { plan, nearest: null, isNearer: false, comparedLast: null, seenAt: at });
    this.#events.push({ kind: 'seen', at, after: null, plan, nearest: null });
  }

  #change(life: Life, row: OpenPlan, at: Timestamp): void {
    const plan = seenPlan(row);
    this.#noteNearest(life);
    const { triggerPrice, triggerDirection } = life.plan;
    if (triggerPrice !== plan.triggerPrice || triggerDirection !== plan.triggerDirection) {
      life.nearest = null;
      life.comparedLast = null;
    }
    life.plan = plan;
    this.#events.push({ kind: 'seen', at, after: life.seenAt, plan, nearest: life.nearest });
  }

  #noteNearest(life: Life): void {
    if (!life.isNearer || life.nearest === null) return;
    life.isNearer = false;
    this.#events.push({ kind: 'nearest', key: life.plan.key, nearest: life.nearest });
  }

  #extendWatch(at: Timestamp): void {
    const watch = this.#watch;
    const isContinued = watch !== null && at >= watch.to && at - watch.to <= maxWatchGapMs;
    if (!isContinued && !this.#isWatchSaved) void this.save();
    this.#watch = { from: isContinued ? watch.from : at, to: at };
    this.#isWatchSaved = false;
  }

  /** Everything that the store does not have yet; `null` if there is nothing. */
  #takeBatch(): PlanLifeBatch | null {
    for (const life of this.#lives?.values() ?? []) this.#noteNearest(life);
    const events = this.#events;
    const watch = this.#isWatchSaved ? null : this.#watch;
    this.#events = [];
    this.#isWatchSaved = true;
    return events.length === 0 && watch === null ? null : { events, watch };
  }

  /** Forgets what is in memory. The difference to what is stored is found again later. */
  #failed(archive: string): void {
    if (this.#archive !== archive) return;
    this.#failures++;
    this.#archive = null;
    this.#lives = null;
    this.#opening = null;
    this.#events = [];
    this.#isWatchSaved = true;
    this.#pausedUntil = this.#options.monotonicNow() + retryAfterMs;
  }

  /** Saves in at most `delayMs`. An earlier save that is already scheduled stays. */
  #saveWithin(delayMs: number): void {
    const at = this.#options.monotonicNow() + delayMs;
    if (this.#isClosed || at >= this.#savesAt) return;
    this.#cancelSave?.();
    this.#savesAt = at;
    this.#cancelSave = this.#options.schedule(() => void this.save(), delayMs);
  }
}

function seenPlan({ raw: _, ...plan }: OpenPlan): SeenPlan {
  return plan;
}

/** True if a price is nearer to the trigger of a plan order than another one. A price at the trigger or past it is as near as can be. */
function isNearerThan(plan: SeenPlan, last: Decimal, than: Decimal): boolean {
  const one = triggerDistance(plan, last);
  const other = triggerDistance(plan, than);
  if (one === null || other === null) return false;
  return signOf(other.left) > 0 && compareDecimals(one.left, other.left) < 0;
}
