import { randomUUID } from 'node:crypto';

/** Entries that are kept at least. A reader that is further behind begins again. */
const minKept = 10_000;

/** The latest changes of something, for readers that have its earlier state. */
export class ChangeLog<Entry> {
  /** Names the log: a position in another one says nothing. */
  readonly epoch = randomUUID();
  #start = 0;
  #entries: Entry[] = [];

  /** Position behind the latest entry. */
  get end(): number {
    return this.#start + this.#entries.length;
  }

  add(entry: Entry): void {
    this.#entries.push(entry);
    if (this.#entries.length <= 2 * minKept) return;
    this.#entries = this.#entries.slice(minKept);
    this.#start += minKept;
  }

  /** True if all entries from a position of a log on are known. */
  has({ epoch, position }: LogPosition): boolean {
    return epoch === this.epoch && position >= this.#start;
  }

  /** Returns at most `limit` entries from a position on. */
  from(position: number, limit: number): readonly Entry[] {
    return this.#entries.slice(position - this.#start, position - this.#start + limit);
  }
}

/** A position in a log: an entry, or the end. */
export interface LogPosition {
  readonly epoch: string;
  readonly position: number;
}
