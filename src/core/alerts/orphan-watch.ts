import type { OpenPlan } from '../../shared/contract/orders.ts';
import type { Timestamp } from '../../shared/domain.ts';
import type { PositionBook } from '../../shared/position-book.ts';
import type { LatestRows } from '../market/live-list.ts';

/**
 * Returns the open positions of the account, for plans of this archive. `null` if the newest orders were not read at `since` or later. Rejects if
 * the history cannot be read.
 */
export type ReadPositions = (
  plans: readonly OpenPlan[],
  archive: string,
  since: Timestamp,
) => Promise<PositionBook | null>;

export interface OrphanWatchOptions {
  readonly readPositions: ReadPositions;
  /** True if an alert needs the positions. */
  readonly isNeeded: () => boolean;
  /** The plans are those of a list that are still open with the same quantity. The positions are of a later time. */
  readonly onRead: (plans: ReadonlyMap<string, OpenPlan>, book: PositionBook) => void;
}

/**
 * Reads the open positions for lists of open plans, one list at a time. A list waits until orders have been read after it: an order that
 * opened a position together with a plan would be missing otherwise, and the plan would look orphaned.
 */
export class OrphanWatch {
  readonly #options: OrphanWatchOptions;
  #latest: ReadonlyMap<string, OpenPlan> = new Map();
  #waiting: { plans: ReadonlyMap<string, OpenPlan>; fetchedAt: Timestamp; archive: string } | null = null;
  #isReading = false;

  constructor(options: OrphanWatchOptions) {
    this.#options = options;
  }

  /** Takes a complete list. */
  take({ rows, fetchedAt, archive }: Pick<LatestRows<'open-plans'>, 'rows' | 'fetchedAt' | 'archive'>): void {
    if (!this.#options.isNeeded()) {
      this.#waiting = null;
      return;
    }
    this.#latest = rows;
    if (this.#waiting?.archive !== archive) this.#waiting = { plans: rows, fetchedAt, archive };
    if (!this.#isReading) void this.#read();
  }

  async #read(): Promise<void> {
    const { readPositions, isNeeded, onRead } = this.#options;
    const waiting = this.#waiting;
    if (waiting === null) return;
    const { plans, archive, fetchedAt } = waiting;
    this.#isReading = true;
    try {
      const book = await readPositions([...plans.values()], archive, fetchedAt);
      if (book !== null && this.#waiting === waiting) {
        this.#waiting = null;
        // A plan whose quantity was changed meanwhile belongs to other orders.
        const unchanged = [...plans].filter(([key, { quantity }]) => this.#latest.get(key)?.quantity === quantity);
        if (isNeeded()) onRead(new Map(unchanged), book);
      }
    } catch {
      // The history reports its failures itself. The next list tries again.
    }
    this.#isReading = false;
  }
}
