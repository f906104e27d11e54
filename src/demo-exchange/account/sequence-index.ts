import { IntegerColumn } from '../numbers/integer-column.ts';
import type { AscendingList } from './paging.ts';
import type { MarginMode } from './wire-rows.ts';

interface ModeLists {
  readonly all: IntegerColumn;
  readonly bySymbol: readonly IntegerColumn[];
}

export interface SequenceEntry {
  /** Position of the instrument in the futures list. */
  readonly instrument: number;
  readonly marginMode: MarginMode;
  /** Creation in seconds after the anchor, by the server's clock: what `ctime` shows. Negative for history. */
  readonly created: number;
  /** Creation in seconds after the anchor in the market's time, which may run faster than the clock. */
  readonly marketSeconds: number;
}

/** What is known of every order or plan by its sequence number, with a list for every query that can be asked. */
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
