import type { SeenPlan } from '../../shared/contract/plans.ts';
import type { PlanPositions } from '../../shared/contract/positions.ts';
import type { Orphan } from '../../shared/risk/orphan.ts';
import type { Timestamp } from '../../shared/values/domain.ts';

/** Whether an open plan order is an orphan. */
export interface OrphanMark {
  readonly key: string;
  readonly symbol: string;
  readonly orphan: Orphan;
}

export interface OrphanWatchOptions {
  /**
   * Returns what the orders tell of the plans' positions, in their order. `null` if the newest orders were not read at `since` or later. Rejects if the
   * history cannot be read.
   */
  readonly readPositions: (plans: readonly SeenPlan[], since: Timestamp) => Promise<readonly PlanPositions[] | null>;
  /** The marks are those of the plans of a list that are still open with the same quantity. */
  readonly onMarks: (marks: readonly OrphanMark[]) => void;
}

interface WaitingList {
  readonly plans: readonly SeenPlan[];
  readonly fetchedAt: Timestamp;
}

/**
 * Marks orphans among the plan orders, for one list at a time. A list waits until orders have been read after it: an order that opened a position
 * together with a plan would be missing otherwise, and the plan would look like an orphan.
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
      const read = await readPositions(waiting.plans, waiting.fetchedAt);
      if (read !== null && this.#waiting === waiting) {
        this.#waiting = null;
        // A plan whose quantity was changed meanwhile belongs to other orders.
        const quantities = new Map(this.#latest.map(({ key, quantity }) => [key, quantity]));
        const isUnchanged = ({ key, quantity }: SeenPlan): boolean => quantities.get(key) === quantity;
        const marks = waiting.plans.flatMap((plan, place): OrphanMark[] => {
          const orphan = read[place]?.orphan;
          const { key, symbol } = plan;
          return orphan !== undefined && isUnchanged(plan) ? [{ key, symbol, orphan }] : [];
        });
        onMarks(marks);
      }
    } catch {
      // The history reports its failures itself. The next list tries again.
    }
    this.#isReading = false;
  }
}
