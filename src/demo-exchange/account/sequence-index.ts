import type { MarginMode } from './wire-rows.ts';

export interface SequenceEntry {
  /** Index of the instrument in the list of futures. */
  readonly instrument: number;
  readonly marginMode: MarginMode;
  /** Creation in seconds after the anchor by the server's clock, for `ctime`. Negative for the history. */
  readonly created: number;
  /** Creation in seconds after the anchor in market time, which may run faster than the clock. */
  readonly marketSeconds: number;
}

/** The stored facts of every order or plan by sequence number, with a list for every possible query. */
export class SequenceIndex {
  readonly #entries: SequenceEntry[] = [];
  /** Ascending sequence numbers of each margin mode, first of all instruments, then of each one. */
  readonly #lists: Readonly<Record<MarginMode, number[][]>> = { 1: [], 2: [] };

  get length(): number {
    return this.#entries.length;
  }

  /** Returns the new entry's sequence number. */
  push(entry: SequenceEntry): number {
    const sequence = this.#entries.push(entry) - 1;
    const lists = this.#lists[entry.marginMode];
    for (const index of [0, 1 + entry.instrument]) {
      lists[index] ??= [];
      lists[index].push(sequence);
    }
    return sequence;
  }

  /** Throws a RangeError if no entry has the sequence number. */
  at(sequence: number): SequenceEntry {
    const entry = this.#entries[sequence];
    if (entry === undefined) throw new RangeError(`no entry ${sequence} of ${this.length}`);
    return entry;
  }

  list(marginMode: MarginMode, instrument: number | undefined): readonly number[] {
    return this.#lists[marginMode][instrument === undefined ? 0 : 1 + instrument] ?? [];
  }
}
