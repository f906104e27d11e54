import type { SortDirection } from '../../shared/rows/row-order.ts';
import { growWords } from './growing-arrays.ts';
import { noRank, rowsPerStep, type SortSource } from './sort-source.ts';

/** More rows than this that are new, or this part of all, and ranking all anew is the faster way. */
const fewRows = 64;
const smallPart = 1 / 8;

/**
 * Ranks of a field that has many different values. They are made once for all rows; afterwards only the rows that are new or
 * have changed are placed among the values that there are.
 */
export abstract class RankIndex implements SortSource {
  /** By number; `noRank` for a row without a value. */
  #ranks = new Uint32Array(0);
  #known = 0;
  readonly #changed = new Set<number>();
  /** Of all rows anew, as far as it has come: a question goes on where the preparing was. Dropped with a change of a row. */
  #ranking: Iterator<void, void> | null = null;

  abstract readonly rankCount: number;

  /** Rows of the list. */
  protected abstract get size(): number;

  protected abstract hasValue(number: number): boolean;
  /** Negative, zero or positive, of two rows with a value. */
  protected abstract compareRows(a: number, b: number): number;
  /** The same of the value of a rank and that of a row. */
  protected abstract compareWithRank(rank: number, number: number): number;
  /**
   * The rows from 1 to `size` that have a value, in the order of their values, with 1 in `same` (by position) where a row's
   * value is that of the one before. Nothing that it works with may be lost between two steps.
   */
  protected abstract order(size: number): Generator<void, { rows: Uint32Array; same: Uint8Array }, void>;
  /**
   * The values of these rows, which are in order and all different, are those of the ranks from 0 on. Those that there are hold until
   * the last step.
   */
  protected abstract rebuild(rows: Uint32Array, count: number): Iterable<void>;
  /** `rows[i]` has a value of its own, which comes before the value that has the rank `before[i]` so far. Both ascend. */
  protected abstract insert(rows: readonly number[], before: readonly number[]): void;

  /** The row's value has changed. */
  touch(number: number): void {
    this.#ranking = null;
    if (number <= this.#known) this.#changed.add(number);
  }

  *prepare(): Generator<void, void, void> {
    while (this.size > 0 && this.#isWorthAllAnew()) {
      this.#ranking ??= this.#rankAll();
      if (this.#ranking.next().done) this.#ranking = null;
      else yield;
    }
    this.#placePending();
  }

  appendDigits(rows: Uint32Array, digits: Uint32Array, direction: SortDirection): void {
    const ranks = this.#ranks;
    const none = this.rankCount;
    const radix = none + 1;
    const ascending = direction === 'ascending';
    for (let i = 0; i < rows.length; i++) {
      const rank = ranks[rows[i] as number] as number;
      const digit = rank === noRank ? none : ascending ? rank : none - 1 - rank;
      digits[i] = (digits[i] as number) * radix + digit;
    }
  }

  #isWorthAllAnew(): boolean {
    const pending = this.size - this.#known + this.#changed.size;
    return this.#known === 0 || pending > Math.max(fewRows, this.#known * smallPart);
  }

  *#rankAll(): Generator<void, void, void> {
    const { size } = this;
    const { rows, same } = yield* this.order(size);
    yield;
    // Those that there are hold until these are made: a row may change meanwhile.
    const ranks = new Uint32Array(size + 1).fill(noRank);
    const different = new Uint32Array(rows.length);
    let count = 0;
    for (let position = 0; position < rows.length; position++) {
      const number = rows[position] as number;
      if (same[position] !== 1) different[count++] = number;
      ranks[number] = count - 1;
      if ((position + 1) % rowsPerStep === 0) yield;
    }
    yield* this.rebuild(different, count);
    this.#ranks = ranks;
    this.#known = size;
    this.#changed.clear();
  }

  #placePending(): void {
    const { size } = this;
    if (size === this.#known && this.#changed.size === 0) return;
    this.#ranks = growWords(this.#ranks, size + 1);
    const pending = [...this.#changed];
    for (let number = this.#known + 1; number <= size; number++) pending.push(number);
    const fresh: number[] = [];
    for (const number of pending) {
      this.#ranks[number] = noRank;
      if (!this.hasValue(number)) continue;
      const rank = this.#firstNotBelow(number);
      if (rank < this.rankCount && this.compareWithRank(rank, number) === 0) this.#ranks[number] = rank;
      else fresh.push(number);
    }
    if (fresh.length > 0) this.#makeRoomFor(fresh.sort((a, b) => this.compareRows(a, b)));
    this.#known = size;
    this.#changed.clear();
  }

  #makeRoomFor(fresh: readonly number[]): void {
    const different = fresh.filter(
      (number, place) => place === 0 || this.compareRows(fresh[place - 1] as number, number) !== 0,
    );
    const before = different.map((number) => this.#firstNotBelow(number));
    const shifted = new Uint32Array(this.rankCount);
    let inserted = 0;
    for (let rank = 0; rank < shifted.length; rank++) {
      while (inserted < before.length && (before[inserted] as number) <= rank) inserted++;
      shifted[rank] = rank + inserted;
    }
    const ranks = this.#ranks;
    const { size } = this;
    for (let number = 1; number <= size; number++) {
      const rank = ranks[number] as number;
      if (rank !== noRank) ranks[number] = shifted[rank] as number;
    }
    this.insert(different, before);
    let place = 0;
    for (const number of fresh) {
      while (this.compareRows(different[place] as number, number) !== 0) place++;
      ranks[number] = (before[place] as number) + place;
    }
  }

  /** The least rank whose value is not below that of the row; `rankCount` where there is none. */
  #firstNotBelow(number: number): number {
    let low = 0;
    let high = this.rankCount;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.compareWithRank(middle, number) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
