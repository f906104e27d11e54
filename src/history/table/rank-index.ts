import { numberAt, uint8At, uint32At, uintAt } from '../../shared/values/elements.ts';
import { grow, openGaps, type WholeArray, wholeArray, widen } from './growing-arrays.ts';
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
  #ranks: WholeArray = new Uint8Array(0);
  /** See `#readRowOf`. Empty until ranks are first searched, because most fields are only sorted by. */
  #rowOf = new Uint32Array(0);
  #rankCount = 0;
  /** Rows that have been ranked. */
  #ranked = 0;
  readonly #changed = new Set<number>();
  /** Full re-ranking in progress. The next call continues it; a changed row discards it. */
  #ranking: Iterator<void, void> | null = null;

  get rankCount(): number {
    return this.#rankCount;
  }

  get ranks(): WholeArray {
    return this.#ranks;
  }

  /** Rows of the list. */
  protected abstract get size(): number;

  protected abstract hasValue(number: number): boolean;
  /** Compares the values of two rows that have one. The first one may be a number that `keepValue` has returned. */
  protected abstract compareRows(a: number, b: number): number;
  /** Sorts the rows from 1 to `size` that have a value. Rows may be put between two steps. */
  protected abstract sortRows(size: number): Generator<void, RefiningSort, void>;
  /** Returns a number above those of all rows that stands for the value of a row, which changes next. */
  protected abstract keepValue(number: number): number;
  /** Called when no kept value is needed any longer. */
  protected abstract forgetValues(): void;

  /** Must be called before the value of a row changes. */
  markChanged(number: number): void {
    this.#ranking = null;
    if (number > this.#ranked) return;
    this.#changed.add(number);
    const rank = uintAt(this.#ranks, number);
    if (rank === noRank) return;
    const rowOf = this.#readRowOf();
    if (rowOf[rank] === number) rowOf[rank] = this.keepValue(number);
  }

  /** A row with the value of a rank, or a number that `keepValue` has returned. */
  protected rowOf(rank: number): number {
    return uint32At(this.#readRowOf(), rank);
  }

  /** By rank: a row with its value, or the number that `keepValue` has returned for that row. Made while each ranked row has the value of its rank. */
  #readRowOf(): Uint32Array {
    if (this.#rowOf.length > this.#rankCount) return this.#rowOf;
    this.#rowOf = new Uint32Array(this.#rankCount + 1);
    for (let number = this.#ranked; number > 0; number--) this.#rowOf[uintAt(this.#ranks, number)] = number;
    return this.#rowOf;
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
    const sort = yield* this.sortRows(size);
    const { rows, same } = sort;
    yield;
    let rankCount = rows.length;
    for (let position = 0; position < rows.length; position++) rankCount -= uint8At(same, position);
    const ranks = wholeArray(size + 1, rankCount);
    let rank: number = noRank;
    for (let position = 0; position < rows.length; position++) {
      const number = uint32At(rows, position);
      if (same[position] !== 1) rank++;
      ranks[number] = rank;
      if ((position + 1) % rowsPerStep === 0) yield;
    }
    this.#rowOf = new Uint32Array(0);
    this.#rankCount = rankCount;
    this.#ranks = ranks;
    this.forgetValues();
    sort.end();
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
      if (rank <= this.#rankCount && this.compareRows(this.rowOf(rank), number) === 0) this.#ranks[number] = rank;
      else withNewValue.push(number);
    }
    if (withNewValue.length > 0) this.#addRanks(withNewValue.sort((a, b) => this.compareRows(a, b)));
    this.#ranked = size;
    this.#changed.clear();
  }

  /** `rows`: ordered by their values, none of which has a rank. */
  #addRanks(rows: readonly number[]): void {
    const distinct = rows.filter((number, i) => i === 0 || this.compareRows(numberAt(rows, i - 1), number) !== 0);
    const before = distinct.map((number) => this.#lowerBound(number));
    const shifted = new Uint32Array(this.#rankCount + 1);
    let inserted = 0;
    for (let rank = 1; rank < shifted.length; rank++) {
      while (inserted < before.length && numberAt(before, inserted) <= rank) inserted++;
      shifted[rank] = rank + inserted;
    }
    this.#rowOf = openGaps(this.#rowOf, this.#rankCount + 1, before);
    for (const [i, number] of distinct.entries()) this.#rowOf[numberAt(before, i) + i] = number;
    this.#rankCount += distinct.length;
    const ranks = widen(this.#ranks, this.#rankCount);
    this.#ranks = ranks;
    const { size } = this;
    // The place of `noRank` stays.
    for (let number = 1; number <= size; number++) ranks[number] = uint32At(shifted, uintAt(ranks, number));
    let i = 0;
    for (const number of rows) {
      while (this.compareRows(numberAt(distinct, i), number) !== 0) i++;
      ranks[number] = numberAt(before, i) + i;
    }
  }

  /** Returns the lowest rank whose value is not below the row's value; one above all if there is none. */
  #lowerBound(number: number): number {
    return this.firstRankWhere((row) => this.compareRows(row, number) >= 0);
  }

  /** Returns the lowest rank whose value (`rowOf`) fulfills a condition; one above all if none does. All ranks above one that fulfills it must, too. */
  protected firstRankWhere(condition: (row: number) => boolean): number {
    let low = 1;
    let high = this.#rankCount + 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (condition(this.rowOf(middle))) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
