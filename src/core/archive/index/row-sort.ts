import type { SortDirection } from '../../../shared/rows/row-order.ts';
import { growWords } from './growing-arrays.ts';
import type { RadixSorter } from './radix-sorter.ts';
import type { SortSource } from './sort-source.ts';

/** A part of what rows are sorted by; its source is prepared. */
export interface SortPart {
  source: SortSource;
  direction: SortDirection;
}

const wordValues = 2 ** 32;
/** Up to here a run is sorted by comparisons. */
const shortRun = 24;
/** Sorting by more than so many words at once costs more than looking which rows the first ones leave equal. */
const mostLeading = 2;

/**
 * Sorts row numbers by several fields without a comparison: fields that follow each other are taken together as one number as long
 * as that fits a word, and rows are sorted by these words from the last to the first.
 */
export class RowSort {
  readonly #sorter: RadixSorter;
  #digits = new Uint32Array(0);

  constructor(sorter: RadixSorter) {
    this.#sorter = sorter;
  }

  /** In place. Rows that are equal stay in the order in which they came. */
  sort(rows: Uint32Array, parts: readonly SortPart[]): void {
    this.#sortByWords(rows, wordsOf(parts));
  }

  #sortByWords(rows: Uint32Array, words: readonly SortPart[][]): void {
    if (rows.length < 2) return;
    const leading = words.slice(0, mostLeading);
    const rest = words.slice(mostLeading);
    for (const word of leading.toReversed()) {
      const digits = this.#digitsOf(rows, word);
      this.#sorter.sort(rows, digits, valuesOf(word) - 1);
    }
    if (rest.length === 0) return;
    const parts = rest.flat();
    for (const [start, end] of this.#runsOf(rows, leading)) {
      const run = rows.subarray(start, end);
      if (run.length <= shortRun) sortByComparing(run, parts);
      else this.#sortByWords(run, rest);
    }
  }

  #digitsOf(rows: Uint32Array, word: readonly SortPart[]): Uint32Array {
    this.#digits = growWords(this.#digits, rows.length);
    const digits = this.#digits.subarray(0, rows.length);
    digits.fill(0);
    for (const { source, direction } of word) source.appendDigits(rows, digits, direction);
    return digits;
  }

  /** Start and end of each run of several rows that are equal in all the words. */
  #runsOf(rows: Uint32Array, words: readonly SortPart[][]): [number, number][] {
    const begins = new Uint8Array(rows.length);
    for (const word of words) {
      const digits = this.#digitsOf(rows, word);
      for (let i = 1; i < rows.length; i++) {
        if (digits[i] !== digits[i - 1]) begins[i] = 1;
      }
    }
    const runs: [number, number][] = [];
    let start = 0;
    for (let i = 1; i <= rows.length; i++) {
      if (i < rows.length && begins[i] !== 1) continue;
      if (i - start > 1) runs.push([start, i]);
      start = i;
    }
    return runs;
  }
}

function sortByComparing(rows: Uint32Array, parts: readonly SortPart[]): void {
  for (let i = 1; i < rows.length; i++) {
    const row = rows[i] as number;
    let place = i;
    while (place > 0 && compareBy(parts, rows[place - 1] as number, row) > 0) {
      rows[place] = rows[place - 1] as number;
      place--;
    }
    rows[place] = row;
  }
}

function compareBy(parts: readonly SortPart[], a: number, b: number): number {
  for (const { source, direction } of parts) {
    const order = source.compare(a, b, direction);
    if (order !== 0) return order;
  }
  return 0;
}

function wordsOf(parts: readonly SortPart[]): SortPart[][] {
  const words: SortPart[][] = [];
  for (const part of parts) {
    const word = words.at(-1);
    if (word && valuesOf([...word, part]) <= wordValues) word.push(part);
    else words.push([part]);
  }
  return words;
}

function valuesOf(word: readonly SortPart[]): number {
  return word.reduce((values, { source }) => values * (source.rankCount + 1), 1);
}
