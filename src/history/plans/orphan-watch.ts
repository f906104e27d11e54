import type { SeenPlan } from '../../shared/contract/plans.ts';
import { knowsPositions, type PlanRemark, type PositionBook, planRemark } from '../../shared/risk/position-book.ts';
import type { Timestamp } from '../../shared/values/domain.ts';

/** Whether an open plan order is orphaned: its position is closed, or smaller than the plan order. */
export interface OrphanMark {
  readonly key: string;
  readonly symbol: string;
  /** `null` if the history does not tell. */
  readonly isOrphaned: boolean | null;
  readonly reason?: PlanRemark['reason'] | undefined;
}

export interface OrphanWatchOptions {
  /**
   * Returns the open positions of the account, for these plans. `null` if the newest orders were not read at `since` or later. Rejects if the
   * history cannot be read.
   */
  readonly readPositions: (plans: readonly SeenPlan[], since: Timestamp) => Promise<PositionBook | null>;
  /** The marks are those of the plans of a list that are still open with the same quantity. */
  readonly onMarks: (marks: readonly OrphanMark[]) => void;
}

interface WaitingList {
  readonly plans: readonly SeenPlan[];
  readonly fetchedAt: Timestamp;
}

/**
 * Marks orphaned plan orders, for one list at a time. A list waits until orders have been read after it: an order that opened a position
 * together with a plan would be missing otherwise, and the plan would look orphaned.
 */
export class OrphanWatch {
  readonly #options: OrphanWatchOptions;
  #latest: readonly SeenPlan[] = [];
  #waiting: WaitingList | null = null;
  #isReading = false;

  constructor(options: OrphanWatchOptions) {
    this.#options = options;
  }

  /** Takes a complete list. `isNeeded`: an alert needs the marks. */
  take({ plans, fetchedAt }: WaitingList, isNeeded: boolean): void {
    this.#latest = plans;
    if (isNeeded) this.#waiting ??= { plans, fetchedAt };
    else this.#waiting = null;
    if (!this.#isReading) void this.#read();
  }

  async #read(): Promise<void> {
    const { readPositions, onMarks } = this.#options;
    const waiting = this.#waiting;
    if (waiting === null) return;
    this.#isReading = true;
    try {
      const book = await readPositions(waiting.plans, waiting.fetchedAt);
      if (book !== null && this.#waiting === waiting) {
        this.#waiting = null;
        // A plan whose quantity was changed meanwhile belongs to other orders.
        const quantities = new Map(this.#latest.map(({ key, quantity }) => [key, quantity]));
        const unchanged = waiting.plans.filter(({ key, quantity }) => quantities.get(key) === quantity);
        onMarks(unchanged.map((plan) => markOf(plan, book)));
      }
    } catch {
      // The history reports its failures itself. The next list tries again.
    }
    this.#isReading = false;
  }
}

function markOf(plan: SeenPlan, book: PositionBook): OrphanMark {
  const reason = planRemark(plan, book)?.reason;
  return {
    key: plan.key,
    symbol: plan.symbol,
    isOrphaned: knowsPositions(book, plan) ? reason !== undefined : null,
    reason,
  };
}
