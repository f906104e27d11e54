import type { AscendingList } from './paging.ts';
import type { MarginMode } from './wire-rows.ts';

interface ModeLists {
  readonly all: IntegerColumn;
  readonly bySymbol: readonly IntegerColumn[];
}

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
  readonly #instrument: IntegerColumn;
  readonly #mode: IntegerColumn;
  readonly #created: IntegerColumn;
  readonly #marketSeconds: IntegerColumn;
  readonly #lists: Readonly<Record<MarginMode, ModeLists>>;

  constructor(instrumentCount: number, capacity: number) {
    this.#instrument = new IntegerColumn(capacity);
    this.#mode = new IntegerColumn(capacity);
    this.#created = new IntegerColumn(capacity);
    this.#marketSeconds = new IntegerColumn(capacity);
    const lists = (): ModeLists => ({
      all: new IntegerColumn(),
      bySymbol: Array.from({ length: instrumentCount }, () => new IntegerColumn(4)),
    });
    this.#lists = { 1: lists(), 2: lists() };
  }

  get length(): number {
    return this.#created.length;
  }

  /** Returns the new entry's sequence number. */
  push(entry: SequenceEntry): number {
    const sequence = this.length;
    this.#instrument.push(entry.instrument);
    this.#mode.push(entry.marginMode);
    this.#created.push(entry.created);
    this.#marketSeconds.push(entry.marketSeconds);
    const lists = this.#lists[entry.marginMode];
    lists.all.push(sequence);
    lists.bySymbol[entry.instrument]?.push(sequence);
    return sequence;
  }

  at(sequence: number): SequenceEntry {
    return {
      instrument: this.#instrument.at(sequence),
      marginMode: this.#mode.at(sequence) === 1 ? 1 : 2,
      created: this.#created.at(sequence),
      marketSeconds: this.#marketSeconds.at(sequence),
    };
  }

  list(marginMode: MarginMode, instrument: number | undefined): AscendingList {
    const lists = this.#lists[marginMode];
    return instrument === undefined ? lists.all : (lists.bySymbol[instrument] ?? new IntegerColumn(1));
  }
}

/** A growing list of 32-bit integers, four bytes per entry. */
export class IntegerColumn {
  #values: Int32Array;
  #length = 0;

  constructor(capacity = 16) {
    this.#values = new Int32Array(Math.max(1, capacity));
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const larger = new Int32Array(this.#values.length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#length++] = value;
  }

  /** Returns an entry. Throws a RangeError if the position is not below `length`. */
  at(position: number): number {
    if (position < 0 || position >= this.#length) throw new RangeError(`no entry ${position} of ${this.#length}`);
    return this.#values[position] ?? 0;
  }
}
