import type { Timestamp } from '../../../shared/domain.ts';
import type { HistoryChoices, HistoryFilter, HistoryList, HistorySummary, Results } from '../../../shared/history.ts';
import type { ArchivedRow } from '../archived-rows.ts';
import type { HistoryQuestion, HistorySelection } from './history-question.ts';
import { NaiveHistory } from './testing/naive-history.ts';

/** One list of an account's archive in memory: what is asked of all its rows is answered here. */
export class HistoryIndex<List extends HistoryList> {
  readonly list: List;
  readonly #naive = new NaiveHistory<List>();
  readonly #keys = new Map<string, number>();
  #version = 0;
  #size = 0;

  constructor(list: List) {
    this.list = list;
  }

  /** Grows with every `put` of at least one row. */
  get version(): number {
    return this.#version;
  }

  /** Rows of the list; the highest number. */
  get size(): number {
    return this.#size;
  }

  /**
   * Takes rows that are new, and rows that have changed since in place of what they were. New numbers go on from `size` without
   * a gap, in any order within one call; a number's margin mode and id stay what they were first. Throws a RangeError otherwise.
   */
  put(rows: readonly ArchivedRow<List>[]): void {
    if (rows.length === 0) return;
    this.#naive.put(rows);
    for (const row of rows) {
      this.#size = Math.max(this.#size, row.number);
      this.#keys.set(row.key, row.number);
    }
    this.#version++;
  }

  select(question: HistoryQuestion): HistorySelection {
    const numbers = Uint32Array.from(this.#naive.select(question));
    return { version: this.#version, total: numbers.length, numbers };
  }

  /** Where the row is in the selection, from 0; `null` where it is not in it. */
  positionOf(selection: HistorySelection, number: number): number | null {
    const position = selection.numbers.indexOf(number);
    return position < 0 ? null : position;
  }

  /** Of the row with that key (`${marginMode}:${id}`); `null` where there is none. */
  numberOf(key: string): number | null {
    return this.#keys.get(key) ?? null;
  }

  /**
   * Prepares what the first questions would otherwise have to wait for, in slices of a few dozen milliseconds: to be stepped
   * through while there is nothing else to do. It may be given up at any point, and rows may be put between two steps.
   */
  *warm(): Generator<void, void, void> {}

  summarize(filter: HistoryFilter, zone: string, now: Timestamp): HistorySummary {
    return { version: this.#version, ...this.#naive.summarize(filter, zone, now) };
  }

  /** `quote`: the currency that is asked about; that with the most rows where it is not among the filtered rows. */
  results(filter: HistoryFilter, zone: string, now: Timestamp, quote?: string): Results {
    return { version: this.#version, ...this.#naive.results(filter, zone, now, quote) };
  }

  /** Symbols and kinds by text, statuses in the order in which they are sorted. */
  choices(): HistoryChoices {
    return { version: this.#version, ...this.#naive.choices() };
  }
}
