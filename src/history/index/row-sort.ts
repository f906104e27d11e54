import type { SortDirection } from '../../shared/rows/row-order.ts';
import type { RadixSorter } from './radix-sorter.ts';
import { type KeyWord, RefiningSort } from './refining-sort.ts';
import { finish, type SortSource } from './sort-source.ts';

/** A part of what rows are sorted by; its source is prepared. */
export interface SortPart {
  source: SortSource;
  direction: SortDirection;
}

const wordValues = 2 ** 32;

/**
 * Sorts row numbers by several fields, in place, without a comparison. Rows that are equal stay in the order in which they came.
 * Fields that follow each other are taken together as one number as long as that fits a word.
 */
export function sortByFields(rows: Uint32Array, parts: readonly SortPart[], sorter: RadixSorter): void {
  const order = new RefiningSort(rows, sorter);
  const words = wordsOf(parts).map(keyWordOf);
  const last = words.pop();
  for (const word of words) finish(order.refine(word));
  if (last) order.finish(last);
}

function keyWordOf(word: readonly SortPart[]): KeyWord {
  return {
    largest: valuesOf(word) - 1,
    fill: (rows, words) => {
      words.fill(0);
      for (const { source, direction } of word) source.appendDigits(rows, words, direction);
    },
  };
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
