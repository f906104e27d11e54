import { grow } from './growing-arrays.ts';
import type { RefiningSort } from './refining-sort.ts';
import { noRank, type RankSource } from './row-sort.ts';
import { rowsPerStep } from './steps.ts';

/** Up to this many new or changed rows, or this share of all rows, ranking them one by one is faster than ranking all rows. */
const maxPendingRows = 64;
const maxPendingShare = 1 / 8;

/** True if sorting all rows is faster than placing the new and changed ones one by one. */
export function isRebuildFaster(pendingRows: number, sortedRows: number): boolean {
  return pendingRows > Math.max(maxPendingRows, sortedRows * maxPendingShare);
}

/** Ranks of a field with many different values. All rows are ranked once; later only new and changed rows are placed among them. */
export abstract class RankIndex implements RankSource {
  #ranks = new Uint32Array(0);
  /** Rows that have been ranked. */
  #ranked = 0;
  readonly #changed = new Set<number>();
  /** Full re-ranking in progress. The next call continues it; a changed row discards it. */
  #ranking: Iterator<void, void> | null = null;

  abstract readonly rankCount: number;

  get ranks(): Uint32Array {
    return this.#ranks;
  }

  /** Rows of the list. */
  protected abstract get size(): number;

  protected abstract hasValue(number: number): boolean;
  /** Compares the values of two rows that have one. */
  protected abstract compareRows(a: number, b: number): number;
  /** Compares the value of a rank with the value of a row. */
  protected abstract compareWithRank(rank: number, number: number): number;
  /** Sorts the rows from 1 to `size` that have a value. Rows may be put between two steps. */
  protected abstract sortRows(size: number): Generator<void, RefiningSort, void>;
  /** Replaces the values of all ranks: rank `i` has the value of `rows[i]`. */
  protected abstract rebuild(rows: Uint32Array): void;
  /** Adds ranks: the value of `rows[i]` comes before the value that has the rank `before[i]` so far. Both ascend. */
  protected abstract insert(rows: readonly number[], before: readonly number[]): void;

  /** Must be called after the value of a row has changed. */
  markChanged(number: number): void {
    this.#ranking = null;
    if (number <= this.#ranked) this.#changed.add(number);
  }

  *prepare(): Generator<void, void, void> {
    while (this.#needsRebuild()) {
      this.#ranking ??= this.#rankAll();
      if (this.#ranking.next().done) this.#ranking = null;
      else yield;
    }
    this.#rankPending();
  }

  #needsRebuild(): boolean {
    const pending = this.size - this.#ranked + this.#changed.size;
    return (this.#ranked === 0 && pending > 0) || isRebuildFaster(pending, this.#ranked);
  }

  *#rankAll(): Generator<void, void, void> {
    const { size } = this;
    const { rows, same } = yield* this.sortRows(size);
    yield;
    const ranks = new Uint32Array(size + 1).fill(noRank);
    const distinct = new Uint32Array(rows.length);
    let count = 0;
    for (let position = 0; position < rows.length; position++) {
      const number = rows[position] as number;
      if (same[position] !== 1) distinct[count++] = number;
      ranks[number] = count - 1;
      if ((position + 1) % rowsPerStep === 0) yield;
    }
    this.rebuild(distinct.subarray(0, count));
    this.#ranks = ranks;
    this.#ranked = size;
    this.#changed.clear();
  }

  #rankPending(): void {
    const { size } = this;
    if (size === this.#ranked && this.#changed.size === 0) return;
    this.#ranks = grow(this.#ranks, size + 1);
    const pending = [...this.#changed];
    for (let number = this.#ranked + 1; number <= size; number++) pending.push(number);
    const withNewValue: number[] = [];
    for (const number of pending) {
      this.#ranks[number] = noRank;
      if (!this.hasValue(number)) continue;
      const rank = this.#lowerBound(number);
      if (rank < this.rankCount && this.compareWithRank(rank, number) === 0) this.#ranks[number] = rank;
      else withNewValue.push(number);
    }
    if (withNewValue.length > 0) this.#addRanks(withNewValue.sort((a, b) => this.compareRows(a, b)));
    this.#ranked = size;
    this.#changed.clear();
  }

  /** `rows`: ordered by their values, none of which has a rank. */
  #addRanks(rows: readonly number[]): void {
    const distinct = rows.filter((number, i) => i === 0 || this.compareRows(rows[i - 1] as number, number) !== 0);
    const before = distinct.map((number) => this.#lowerBound(number));
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
    this.insert(distinct, before);
    let i = 0;
    for (const number of rows) {
      while (this.compareRows(distinct[i] as number, number) !== 0) i++;
      ranks[number] = (before[i] as number) + i;
    }
  }

  /** Returns the lowest rank whose value is not below the row's value; `rankCount` if there is none. */
  #lowerBound(number: number): number {
    return this.firstRankWhere((rank) => this.compareWithRank(rank, number) >= 0);
  }

  /** Returns the lowest rank that fulfills a condition; `rankCount` if none does. All ranks above one that fulfills it must, too. */
  protected firstRankWhere(condition: (rank: number) => boolean): number {
    let low = 0;
    let high = this.rankCount;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (condition(middle)) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
