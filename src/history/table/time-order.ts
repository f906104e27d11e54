import { float64At, uint32At, uintAt } from '../../shared/values/elements.ts';
import type { CodeColumn } from './code-column.ts';
import { grow } from './growing-arrays.ts';
import type { RadixSorter } from './radix-sorter.ts';
import { isRebuildFaster } from './rank-index.ts';
import { type KeyWord, RefiningSort } from './refining-sort.ts';
import type { RankSource } from './row-sort.ts';
import { finish } from './steps.ts';

/** Unit (ms) of the ages that rows are sorted by first. */
const minAgeUnitMs = 1000;
const maxWord = 2 ** 32 - 1;

/** What decides the default order, by row number. */
interface TimeColumns {
  /** Highest row number. */
  readonly size: number;
  /** Epoch milliseconds. */
  readonly times: Float64Array;
  readonly tieBreaker: CodeColumn;
  /** Compares rows of one time and tie breaker: negative if row `a` is the newer one. */
  readonly compareTies: (a: number, b: number) => number;
}

/** Keeps all rows in the default order: newest first, then by the code of the tie breaker, then by the ties, then the lower row number. */
export class TimeOrder {
  readonly #columns: TimeColumns;
  readonly #sorter: RadixSorter;
  /** Replaced as a whole, never changed. */
  #rows = new Uint32Array(0);
  readonly #changed = new Set<number>();
  #changes = 0;

  constructor(columns: TimeColumns, sorter: RadixSorter) {
    this.#columns = columns;
    this.#sorter = sorter;
  }

  /** Must be called when the time, the tie breaker or the tie of a row changes. */
  markChanged(number: number): void {
    this.#changes++;
    if (number <= this.#rows.length) this.#changed.add(number);
  }

  /** Returns the numbers of all rows in the default order. The returned array does not change later. */
  read(): Uint32Array {
    finish(this.prepare());
    return this.#rows;
  }

  /** The order if no row has changed since it was made; otherwise empty. */
  image(): Uint32Array<ArrayBuffer> {
    return this.#pendingCount() === 0 ? this.#rows : new Uint32Array(0);
  }

  /** Takes the order of an image, unless that is empty. All rows must have been placed. */
  restore(rows: Uint32Array<ArrayBuffer>): void {
    if (rows.length === this.#columns.size) this.#rows = rows;
  }

  /** Updates the order in steps (see `rowsPerStep`). Rows may be put between two steps. */
  *prepare(): Generator<void, void, void> {
    while (isRebuildFaster(this.#pendingCount(), this.#rows.length)) {
      const changes = this.#changes;
      const rows = new Uint32Array(this.#columns.size);
      for (let i = 0; i < rows.length; i++) rows[i] = i + 1;
      const sort = new RefiningSort(rows, this.#sorter);
      yield* sort.refine(ageWord(this.#columns.times, rows.length));
      yield* sort.settle((a, b) => this.#compare(a, b));
      if (changes !== this.#changes) continue;
      this.#rows = rows;
      this.#changed.clear();
    }
    this.#placePending();
  }

  #pendingCount(): number {
    return this.#columns.size - this.#rows.length + this.#changed.size;
  }

  #compare(a: number, b: number): number {
    const { times, tieBreaker } = this.#columns;
    return (
      float64At(times, b) - float64At(times, a) ||
      uintAt(tieBreaker.codes, a) - uintAt(tieBreaker.codes, b) ||
      this.#columns.compareTies(a, b) ||
      a - b
    );
  }

  /** Returns the rows without the changed ones, in the order that they have. */
  #unchangedRows(): Uint32Array {
    const changed = this.#changed;
    if (changed.size === 0) return this.#rows;
    const isChanged = new Uint8Array(this.#rows.length + 1);
    for (const number of changed) isChanged[number] = 1;
    const unchanged = new Uint32Array(this.#rows.length - changed.size);
    let count = 0;
    for (const number of this.#rows) if (isChanged[number] === 0) unchanged[count++] = number;
    return unchanged;
  }

  /** Inserts the new and the changed rows one by one. */
  #placePending(): void {
    const { size } = this.#columns;
    if (this.#pendingCount() === 0) return;
    const placed = this.#unchangedRows();
    const pending = [...this.#changed];
    for (let number = this.#rows.length + 1; number <= size; number++) pending.push(number);
    pending.sort((a, b) => this.#compare(a, b));
    const rows = new Uint32Array(size);
    let copied = 0;
    pending.forEach((number, inserted) => {
      let low = copied;
      let high = placed.length;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (this.#compare(uint32At(placed, middle), number) < 0) low = middle + 1;
        else high = middle;
      }
      rows.set(placed.subarray(copied, low), copied + inserted);
      rows[low + inserted] = number;
      copied = low;
    });
    rows.set(placed.subarray(copied), copied + pending.length);
    this.#rows = rows;
    this.#changed.clear();
  }
}

/** Returns the age of each row against the newest row, in seconds, or in a longer unit if seconds need more than 32 bits. */
function ageWord(times: Float64Array, size: number): KeyWord {
  let newest = Number.NEGATIVE_INFINITY;
  let oldest = Number.POSITIVE_INFINITY;
  for (let number = 1; number <= size; number++) {
    const time = float64At(times, number);
    if (time > newest) newest = time;
    if (time < oldest) oldest = time;
  }
  const unit = Math.max(minAgeUnitMs, Math.ceil((newest - oldest) / maxWord));
  return {
    largest: Math.floor((newest - oldest) / unit),
    fill: (rows, words) => {
      for (let i = 0; i < rows.length; i++) {
        words[i] = Math.floor((newest - float64At(times, uint32At(rows, i))) / unit);
      }
    },
  };
}

/** Ranks of the times, the oldest first. Reads them from the default order, which has the rows sorted by time already. */
export class TimeRankIndex implements RankSource {
  readonly #order: TimeOrder;
  readonly #columns: TimeColumns;
  /** The default order from which the ranks were read. */
  #rows: Uint32Array | null = null;
  ranks = new Uint32Array(0);
  rankCount = 0;

  constructor(order: TimeOrder, columns: TimeColumns) {
    this.#order = order;
    this.#columns = columns;
  }

  *prepare(): Generator<void, void, void> {
    yield* this.#order.prepare();
    const rows = this.#order.read();
    if (rows === this.#rows) return;
    const { times } = this.#columns;
    const ranks = grow(this.ranks, rows.length + 1);
    let rank = 0;
    let before = Number.NaN;
    for (let position = rows.length - 1; position >= 0; position--) {
      const number = uint32At(rows, position);
      const time = float64At(times, number);
      if (time !== before) rank++;
      before = time;
      ranks[number] = rank;
    }
    this.ranks = ranks;
    this.rankCount = rank;
    this.#rows = rows;
  }
}
