import type { NearestApproach, SeenPlan, WatchSpan } from '../../shared/contract/plans.ts';
import { maxPlanLives, maxWatchGapMs } from '../../shared/orders/history.ts';
import { fieldsOf } from '../../shared/orders/order-fields.ts';
import { triggerDistance } from '../../shared/plans/plan-distance.ts';
import type { Clock } from '../../shared/time/clock.ts';
import { compareDecimals, signOf } from '../../shared/values/decimal.ts';
import type { Decimal, MarginMode, Timestamp } from '../../shared/values/domain.ts';
import type { OpenPlanLives, PlanLifeBatch, PlanLifeEvent } from '../store/plan-life-table.ts';

/** Where the lives are kept. The functions throw if that is not possible at the moment. */
export interface PlanLifeStore {
  readonly open: () => OpenPlanLives;
  readonly save: (batch: PlanLifeBatch) => void;
  /** Milliseconds by which the computer's clock is ahead of the exchange's, below zero if behind. Default: 0. */
  readonly clockAhead?: () => number;
}

export interface PlanLivesOptions extends Pick<Clock, 'monotonicNow' | 'schedule'> {
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
  /** Number of the last list that had the plan order. */
  listing: number;
  /** True if the last list lacked the plan order. */
  isMissing: boolean;
}

/** Delays (ms) until a change, and until nearest approaches and the end of the watch alone, are saved. */
const changeDelayMs = 1000;
const seldomMs = 600_000;
/** Time (ms) after a failure of the store in which nothing is recorded. */
const retryAfterMs = 600_000;
/** Longest time (ms) by which a list can come after a later one. A list that is older than this was fetched after the clock was set back. */
const maxDelayMs = 10_000;
/** Longest key of a plan order that is recorded. */
const maxKeyLength = 300;

const fresh = { nearest: null, isNearer: false, comparedLast: null, isMissing: false };

const fields = fieldsOf('open-plans').flatMap(({ name }) => (name === 'raw' ? [] : [name]));

/**
 * The lives of open plan orders: when each was first seen, its changes, its nearest approach to its trigger, and when it left. Saves
 * differences only. After a failure of the store it starts again from what is stored. Times are given by the computer's clock, and recorded by
 * the exchange's, as far as it is known, because they are compared with those of orders.
 */
export class PlanLives {
  readonly #options: PlanLivesOptions;
  /** By key; `null` until they have been read, and while nothing can be stored. */
  #lives: Map<string, Life> | null = null;
  #events: PlanLifeEvent[] = [];
  #watch: WatchSpan | null = null;
  #isWatchSaved = true;
  #cancelSave: (() => void) | null = null;
  /** Time of the scheduled save, in monotonic milliseconds. */
  #savesAt = Number.POSITIVE_INFINITY;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  /** Number of lists that were compared. */
  #listing = 0;
  /** True from `begin` to `end`, unless the list is not compared. */
  #isComparing = false;
  #comparedAt: Timestamp = 0;

  constructor(options: PlanLivesOptions) {
    this.#options = options;
  }

  /** Must be called before the plan orders of a list. A list that comes after a later one is not compared. */
  begin(fetchedAt: Timestamp): void {
    this.#isComparing = false;
    if (this.#options.monotonicNow() < this.#pausedUntil) return;
    this.#lives ??= this.#open();
    const at = this.#exchangeTime(fetchedAt);
    const delay = this.#comparedAt - at;
    if (delay > 0 && delay <= maxDelayMs) return;
    if (this.#lives !== null) this.#extendWatch(at);
    if (this.#lives === null) return;
    this.#isComparing = true;
    this.#comparedAt = at;
    this.#listing++;
  }

  /** The list has the plan order. */
  see(plan: SeenPlan, fetchedAt: Timestamp): void {
    const lives = this.#lives;
    if (lives === null || !this.#isComparing) return;
    const at = this.#exchangeTime(fetchedAt);
    const life = lives.get(plan.key);
    if (life === undefined) {
      if (lives.size >= maxPlanLives || plan.key.length > maxKeyLength) return;
      const listing = this.#listing;
      lives.set(plan.key, { ...fresh, plan, seenAt: at, listing });
      this.#add({ kind: 'seen', at, after: null, plan, nearest: null });
      return;
    }
    life.listing = this.#listing;
    // The clock may have been set back.
    life.seenAt = Math.min(life.seenAt, at);
    if (fields.some((name) => life.plan[name] !== plan[name])) this.#change(life, plan, at);
    life.seenAt = at;
  }

  /**
   * Must be called after the plan orders of a list. Ends the lives of those that the list lacks, unless they are awaited: a list may lack
   * an open plan order by mistake. `marginMode`: the only one of which the list has plan orders.
   */
  end(fetchedAt: Timestamp, isAwaited: (key: string) => boolean, marginMode?: MarginMode): void {
    if (this.#lives === null || !this.#isComparing) return;
    const at = this.#exchangeTime(fetchedAt);
    this.#isComparing = false;
    for (const [key, life] of this.#lives) {
      if (marginMode !== undefined && life.plan.marginMode !== marginMode) continue;
      life.isMissing = life.listing !== this.#listing;
      if (!life.isMissing || isAwaited(key)) continue;
      this.#noteNearest(life);
      this.#lives.delete(key);
      this.#add({ kind: 'left', key, lastSeenAt: Math.min(life.seenAt, at), missedAt: at });
    }
    this.#saveWithin(seldomMs);
  }

  /** Plan orders of a margin mode that the last list lacked and whose lives have not ended; `null` while nothing can be stored. */
  missing(marginMode: MarginMode): SeenPlan[] | null {
    if (this.#lives === null) return null;
    return [...this.#lives.values()].flatMap(({ plan, isMissing }) =>
      plan.marginMode === marginMode && isMissing ? plan : [],
    );
  }

  /** Compares the last prices, by symbol, with the nearest approaches. */
  price(last: ReadonlyMap<string, Decimal>, fetchedAt: Timestamp): void {
    const at = this.#exchangeTime(fetchedAt);
    let isNearer = false;
    for (const life of this.#lives?.values() ?? []) {
      const price = last.get(life.plan.symbol) ?? null;
      if (price === null || price === life.comparedLast || signOf(price) !== 1) continue;
      life.comparedLast = price;
      if (life.nearest !== null && !isNearerThan(life.plan, price, life.nearest.last)) continue;
      if (triggerDistance(life.plan, price) === null) continue;
      life.nearest = { last: price, at };
      life.isNearer = true;
      isNearer = true;
    }
    if (isNearer) this.#saveWithin(seldomMs);
  }

  /** Saves everything that has been seen. Never throws. */
  save(): void {
    this.#unschedule();
    for (const life of this.#lives?.values() ?? []) this.#noteNearest(life);
    const batch = { events: this.#events, watch: this.#isWatchSaved ? null : this.#watch };
    this.#events = [];
    this.#isWatchSaved = true;
    if (batch.events.length === 0 && batch.watch === null) return;
    try {
      this.#options.store.save(batch);
    } catch {
      this.reset();
      this.#pausedUntil = this.#options.monotonicNow() + retryAfterMs;
    }
  }

  /** Ends the time in which nothing is recorded after a failure of the store. */
  resume(): void {
    this.#pausedUntil = Number.NEGATIVE_INFINITY;
  }

  /** Forgets what is in memory. The next list is compared with what is stored. */
  reset(): void {
    this.#unschedule();
    this.#lives = null;
    this.#events = [];
    this.#isWatchSaved = true;
  }

  #exchangeTime(at: Timestamp): Timestamp {
    return at - (this.#options.store.clockAhead?.() ?? 0);
  }

  #open(): Map<string, Life> | null {
    try {
      const { lives, watchedUntil } = this.#options.store.open();
      const seenAt = watchedUntil ?? 0;
      this.#watch = null;
      return new Map(
        lives.map(({ plan, nearest }) => [plan.key, { ...fresh, plan, nearest, seenAt, listing: this.#listing }]),
      );
    } catch {
      this.#pausedUntil = this.#options.monotonicNow() + retryAfterMs;
      return null;
    }
  }

  #change(life: Life, plan: SeenPlan, at: Timestamp): void {
    this.#noteNearest(life);
    const { triggerPrice, triggerDirection } = life.plan;
    if (triggerPrice !== plan.triggerPrice || triggerDirection !== plan.triggerDirection) {
      life.nearest = null;
      life.comparedLast = null;
    }
    life.plan = plan;
    this.#add({ kind: 'seen', at, after: life.seenAt, plan, nearest: life.nearest });
  }

  #add(event: PlanLifeEvent): void {
    this.#events.push(event);
    this.#saveWithin(changeDelayMs);
  }

  #noteNearest(life: Life): void {
    if (!life.isNearer || life.nearest === null) return;
    life.isNearer = false;
    this.#events.push({ kind: 'nearest', key: life.plan.key, nearest: life.nearest });
  }

  #extendWatch(at: Timestamp): void {
    const watch = this.#watch;
    const isContinued = watch !== null && at >= watch.to && at - watch.to <= maxWatchGapMs;
    if (!isContinued && !this.#isWatchSaved) this.save();
    if (this.#lives === null) return;
    this.#watch = { from: isContinued ? watch.from : at, to: at };
    this.#isWatchSaved = false;
  }

  /** Saves in at most `delayMs`. An earlier save that is already scheduled stays. */
  #saveWithin(delayMs: number): void {
    const at = this.#options.monotonicNow() + delayMs;
    if (at >= this.#savesAt) return;
    this.#unschedule();
    this.#savesAt = at;
    this.#cancelSave = this.#options.schedule(() => this.save(), delayMs);
  }

  #unschedule(): void {
    this.#cancelSave?.();
    this.#cancelSave = null;
    this.#savesAt = Number.POSITIVE_INFINITY;
  }
}

/** True if a price is nearer to the trigger of a plan order than another one. A price at the trigger or past it is as near as can be. */
function isNearerThan(plan: SeenPlan, last: Decimal, than: Decimal): boolean {
  const one = triggerDistance(plan, last);
  const other = triggerDistance(plan, than);
  if (one === null || other === null) return false;
  return signOf(other.left) > 0 && compareDecimals(one.left, other.left) < 0;
}
