import type { MarginMode, Timestamp } from '../../shared/domain.ts';
import type { Leftover } from './mode-stream.ts';

const longestAgeMs = 30_000;

/**
 * Rows that were read for one page and belong to the next, by the next page's cursor, for as long as somebody who scrolls takes.
 * Without it they are read again: it saves requests, and nothing is wrong where it has nothing.
 */
export class Leftovers<Row> {
  readonly #now: () => Timestamp;
  readonly #most: number;
  readonly #byCursor = new Map<string, ReadonlyMap<MarginMode, Leftover<Row>>>();

  constructor(now: () => Timestamp, most: number) {
    this.#now = now;
    this.#most = most;
  }

  keep(cursor: string, leftovers: ReadonlyMap<MarginMode, Leftover<Row>>): void {
    this.#byCursor.delete(cursor);
    this.#byCursor.set(cursor, leftovers);
    for (const oldest of this.#byCursor.keys()) {
      if (this.#byCursor.size <= this.#most) return;
      this.#byCursor.delete(oldest);
    }
  }

  find(cursor: string, marginMode: MarginMode): Leftover<Row> | undefined {
    const leftover = this.#byCursor.get(cursor)?.get(marginMode);
    return leftover !== undefined && this.#now() - leftover.fetchedAt <= longestAgeMs ? leftover : undefined;
  }
}
