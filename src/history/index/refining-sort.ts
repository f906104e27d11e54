import type { RadixSorter } from './radix-sorter.ts';
import { finish, rowsPerStep } from './sort-source.ts';

/** A part of what rows are sorted by, as a whole number below 2^32. */
export interface KeyWord {
  /** No row's number is above it. */
  readonly largest: number;
  /** Sets `words[i]` to the number of `rows[i]`; called for some of the rows after the other. */
  fill(rows: Uint32Array, words: Uint32Array): void;
}

/**
 * Rows that are sorted by one thing after the other: each next one only decides among the rows that are equal in all before it,
 * so that the later ones cost less and less. Rows that are equal in all of them stay in the order in which they came.
 */
export class RefiningSort {
  readonly rows: Uint32Array;
  /** By place: 1 for a row that equals the one before it. */
  readonly same: Uint8Array;
  readonly #sorter: RadixSorter;
  /** Places of the rows that equal a neighbour, in their order; `null`: all, in one run. */
  #undecided: Uint32Array | null = null;

  /** `rows` are sorted in place. */
  constructor(rows: Uint32Array, sorter: RadixSorter) {
    this.rows = rows;
    this.same = new Uint8Array(rows.length).fill(1, 1);
    this.#sorter = sorter;
  }

  /** Nothing could change any more. */
  get isDecided(): boolean {
    return this.#undecided ? this.#undecided.length === 0 : this.rows.length < 2;
  }

  /**
   * Goes on by the word, in steps of some milliseconds for a million rows. `isOver`: the row will go on being equal to those
   * that it equals now.
   */
  *refine(word: KeyWord, isOver?: (row: number) => boolean): Generator<void, void, void> {
    if (this.isDecided) return;
    const words = yield* this.#sort(word);
    yield;
    for (let start = 1; start < words.length; start += rowsPerStep) {
      this.#compare(words, start, Math.min(words.length, start + rowsPerStep));
      yield;
    }
    this.#undecided = yield* this.#runs(isOver);
  }

  /** The same at once, where nothing follows: `same` and `isDecided` are of no use any more. */
  finish(word: KeyWord): void {
    if (!this.isDecided) finish(this.#sort(word));
  }

  /** Answers the word of each undecided row, in the new order. */
  *#sort(word: KeyWord): Generator<void, Uint32Array, void> {
    const { rows } = this;
    const places = this.#undecided;
    const undecided = places ? numbersAt(places, rows) : rows;
    const words = new Uint32Array(undecided.length);
    for (let start = 0; start < words.length; start += rowsPerStep) {
      const end = start + rowsPerStep;
      word.fill(undecided.subarray(start, end), words.subarray(start, end));
      yield;
    }
    if (!places) {
      yield* this.#sorter.sortInSteps(undecided, words, 0, words.length, word.largest);
      return words;
    }
    yield* this.#sortRuns(places, undecided, words, word.largest);
    for (let i = 0; i < places.length; i++) rows[places[i] as number] = undecided[i] as number;
    return words;
  }

  *#sortRuns(
    places: Uint32Array,
    undecided: Uint32Array,
    words: Uint32Array,
    largest: number,
  ): Generator<void, void, void> {
    let start = 0;
    while (start < places.length) {
      const last = start + rowsPerStep;
      while (start < places.length && start < last) {
        const end = this.#endOfRun(places, start);
        if (end - start > rowsPerStep) yield* this.#sorter.sortInSteps(undecided, words, start, end, largest);
        else this.#sorter.sort(undecided, words, start, end, largest);
        start = end;
      }
      yield;
    }
  }

  #endOfRun(places: Uint32Array, start: number): number {
    const { same } = this;
    let end = start + 1;
    while (end < places.length && same[places[end] as number] === 1) end++;
    return end;
  }

  #compare(words: Uint32Array, start: number, end: number): void {
    const { same } = this;
    const places = this.#undecided;
    for (let i = start; i < end; i++) {
      const place = places ? (places[i] as number) : i;
      same[place] = (same[place] as number) & Number(words[i] === words[i - 1]);
    }
  }

  /** The places of rows that equal a neighbour. */
  *#runs(isOver: ((row: number) => boolean) | undefined): Generator<void, Uint32Array, void> {
    const length = this.#undecided?.length ?? this.rows.length;
    // One longer: what is not kept is written where the next one will be, which is faster than a branch.
    const places = new Uint32Array(length + 1);
    let count = 0;
    for (let start = 0; start < length; start += rowsPerStep) {
      count = this.#keepRuns(places, count, start, Math.min(length, start + rowsPerStep), isOver);
      yield;
    }
    return places.slice(0, count);
  }

  /** Of the undecided from `start` to before `end`. Answers how many places there are now. */
  #keepRuns(
    places: Uint32Array,
    known: number,
    start: number,
    end: number,
    isOver: ((row: number) => boolean) | undefined,
  ): number {
    const { rows, same } = this;
    const among = this.#undecided;
    const length = places.length - 1;
    let count = known;
    for (let i = start; i < end; i++) {
      const place = among ? (among[i] as number) : i;
      const next = i + 1 === length ? 0 : (same[among ? (among[i + 1] as number) : i + 1] as number);
      let isKept = (same[place] as number) | next;
      if (isOver && isKept === 1 && isOver(rows[place] as number)) isKept = 0;
      places[count] = place;
      count += isKept;
    }
    return count;
  }
}

function numbersAt(places: Uint32Array, rows: Uint32Array): Uint32Array {
  const numbers = new Uint32Array(places.length);
  for (let i = 0; i < places.length; i++) numbers[i] = rows[places[i] as number] as number;
  return numbers;
}
