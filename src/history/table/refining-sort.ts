import { uint8At, uint32At } from '../../shared/values/elements.ts';
import { release } from './growing-arrays.ts';
import type { RadixSorter } from './radix-sorter.ts';
import { finish, rowsPerStep } from './steps.ts';

/** A sort key of the rows, or a part of one, as whole numbers below 2^32. */
export interface KeyWord {
  /** No word is larger. */
  readonly largest: number;
  /** Sets `words[i]` to the word of `rows[i]`. Called with a part of the rows at a time. */
  fill(rows: Uint32Array, words: Uint32Array): void;
}

/**
 * Sorts rows by one key word after the other. Each word only reorders runs of rows that are equal in all words before it, so that later
 * words cost less. Rows that are equal in all words keep their order.
 */
export class RefiningSort {
  readonly rows: Uint32Array;
  /** By position: 1 if the row equals the row before it. */
  readonly same: Uint8Array;
  readonly #sorter: RadixSorter;
  /** Ascending positions of the rows that equal a neighbor; `null`: all positions, in one run. */
  #undecided: Uint32Array | null = null;

  /** `rows`: sorted in place. */
  constructor(rows: Uint32Array, sorter: RadixSorter) {
    this.rows = rows;
    this.same = new Uint8Array(rows.length).fill(1, 1);
    this.#sorter = sorter;
  }

  /** True if no rows are equal, so that another word changes nothing. */
  get isDecided(): boolean {
    return this.#undecided ? this.#undecided.length === 0 : this.rows.length < 2;
  }

  /** Sorts by the next word, in steps (see `rowsPerStep`). */
  *refine(word: KeyWord): Generator<void, void, void> {
    if (this.isDecided) return;
    const words = yield* this.#sortBy(word, true);
    yield;
    for (let start = 1; start < words.length; start += rowsPerStep) {
      this.#markSame(words, start, Math.min(words.length, start + rowsPerStep));
      yield;
    }
    const before = this.#undecided;
    this.#undecided = yield* this.#findUndecided();
    release(words);
    if (before !== null) release(before);
  }

  /** Sorts by the last word. Faster than `refine`, because `same` and `isDecided` are not updated. */
  finish(word: KeyWord): void {
    if (!this.isDecided) finish(this.#sortBy(word, false));
  }

  /** Frees the memory of the sort, with that of `rows` and `same`. */
  end(): void {
    if (this.#undecided !== null) release(this.#undecided);
    release(this.same);
    release(this.rows);
  }

  /** Sorts the rows that are equal in all words by comparison, and updates `same`. Must be the last call. */
  *settle(compare: (a: number, b: number) => number): Generator<void, void, void> {
    const positions = this.#undecided ?? Uint32Array.from(this.rows.keys());
    for (let start = 0; start < positions.length; ) {
      const stepEnd = Math.min(positions.length, start + rowsPerStep);
      while (start < stepEnd) {
        const end = this.#endOfRun(positions, start);
        this.#settleRun(uint32At(positions, start), end - start, compare);
        start = end;
      }
      yield;
    }
  }

  /** Returns the word of each undecided row, in the new order if `keepsWords` is true. */
  *#sortBy(word: KeyWord, keepsWords: boolean): Generator<void, Uint32Array, void> {
    const { rows } = this;
    const positions = this.#undecided;
    const undecided = positions ? rowsAt(positions, rows) : rows;
    const words = new Uint32Array(undecided.length);
    for (let start = 0; start < words.length; start += rowsPerStep) {
      const end = start + rowsPerStep;
      word.fill(undecided.subarray(start, end), words.subarray(start, end));
      yield;
    }
    if (!positions) {
      yield* this.#sorter.sortInSteps(undecided, words, 0, words.length, word.largest, keepsWords);
      return words;
    }
    yield* this.#sortRuns(positions, undecided, words, word.largest, keepsWords);
    for (let i = 0; i < positions.length; i++) rows[uint32At(positions, i)] = uint32At(undecided, i);
    release(undecided);
    return words;
  }

  *#sortRuns(
    positions: Uint32Array,
    undecided: Uint32Array,
    words: Uint32Array,
    largest: number,
    keepsWords: boolean,
  ): Generator<void, void, void> {
    for (let start = 0; start < positions.length; ) {
      const stepEnd = Math.min(positions.length, start + rowsPerStep);
      while (start < stepEnd) {
        const end = this.#endOfRun(positions, start);
        if (end - start > rowsPerStep)
          yield* this.#sorter.sortInSteps(undecided, words, start, end, largest, keepsWords);
        else this.#sorter.sort(undecided, words, start, end, largest, keepsWords);
        start = end;
      }
      yield;
    }
  }

  #endOfRun(positions: Uint32Array, start: number): number {
    const { same } = this;
    let end = start + 1;
    while (end < positions.length && same[uint32At(positions, end)] === 1) end++;
    return end;
  }

  #settleRun(start: number, length: number, compare: (a: number, b: number) => number): void {
    const { rows, same } = this;
    const end = start + length;
    let isSorted = true;
    for (let i = start + 1; i < end; i++) {
      const order = compare(uint32At(rows, i - 1), uint32At(rows, i));
      if (order > 0) isSorted = false;
      else if (order < 0) same[i] = 0;
    }
    if (isSorted) return;
    rows.subarray(start, end).sort(compare);
    for (let i = start + 1; i < end; i++) same[i] = Number(compare(uint32At(rows, i - 1), uint32At(rows, i)) === 0);
  }

  #markSame(words: Uint32Array, start: number, end: number): void {
    const { same } = this;
    const positions = this.#undecided;
    for (let i = start; i < end; i++) {
      const position = positions ? uint32At(positions, i) : i;
      same[position] = uint8At(same, position) & Number(words[i] === words[i - 1]);
    }
  }

  *#findUndecided(): Generator<void, Uint32Array, void> {
    const length = this.#undecided?.length ?? this.rows.length;
    // One entry more: a position that is not kept is overwritten by the next one, which is faster than a branch.
    const positions = new Uint32Array(length + 1);
    let count = 0;
    for (let start = 0; start < length; start += rowsPerStep) {
      count = this.#keepUndecided(positions, count, start, Math.min(length, start + rowsPerStep));
      yield;
    }
    const found = positions.slice(0, count);
    release(positions);
    return found;
  }

  /** Appends the undecided positions from `start` to before `end`. Returns the new number of positions. */
  #keepUndecided(positions: Uint32Array, countBefore: number, start: number, end: number): number {
    const { same } = this;
    const candidates = this.#undecided;
    const length = positions.length - 1;
    let count = countBefore;
    for (let i = start; i < end; i++) {
      const position = candidates ? uint32At(candidates, i) : i;
      const next = i + 1 === length ? 0 : uint8At(same, candidates ? uint32At(candidates, i + 1) : i + 1);
      positions[count] = position;
      count += uint8At(same, position) | next;
    }
    return count;
  }
}

function rowsAt(positions: Uint32Array, rows: Uint32Array): Uint32Array {
  const numbers = new Uint32Array(positions.length);
  for (let i = 0; i < positions.length; i++) numbers[i] = uint32At(rows, uint32At(positions, i));
  return numbers;
}
