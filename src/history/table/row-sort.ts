import type { SortDirection } from '../../shared/rows/sort-rows.ts';
import { noElement } from '../../shared/values/elements.ts';
import type { WholeArray } from './growing-arrays.ts';
import type { RadixSorter } from './radix-sorter.ts';
import { type KeyWord, RefiningSort } from './refining-sort.ts';
import { finish } from './steps.ts';

/** Rank of a row without a value. The ranks of values begin with 1. */
export const noRank = 0;

/** The order of the rows by one field. */
export interface RankSource {
  /** Updates the ranks in steps (see `rowsPerStep`). Rows may be put between two steps. */
  prepare(): Iterable<void>;
  /** The highest rank, or a higher number. Current after `prepare`, like `ranks`. */
  readonly rankCount: number;
  /** Rank of each code, or of each row number if there are no codes. Equal values have equal ranks; `noRank` if there is no value. */
  readonly ranks: WholeArray;
  /** Code of each row number. */
  readonly codes?: WholeArray;
}

/** A field to sort by, with its ranks up to date. */
export interface SortPart {
  source: RankSource;
  direction: SortDirection;
}

const wordValues = 2 ** 32;

/**
 * Sorts row numbers in place by several fields, without comparisons. Rows without a value come last in both directions; equal rows keep
 * their order. Consecutive fields are combined into one word if it has enough values.
 */
export function sortByFields(rows: Uint32Array, parts: readonly SortPart[], sorter: RadixSorter): void {
  const sort = new RefiningSort(rows, sorter);
  const words = combineParts(parts).map(keyWordOf);
  const last = words.pop();
  for (const word of words) finish(sort.refine(word));
  if (last) sort.finish(last);
}

function combineParts(parts: readonly SortPart[]): SortPart[][] {
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

function keyWordOf(word: readonly SortPart[]): KeyWord {
  return {
    largest: valuesOf(word) - 1,
    fill: (rows, words) => {
      words.fill(0);
      for (const part of word) appendDigits(part, rows, words);
    },
  };
}

/** Sets `words[i]` to `words[i] * (rankCount + 1)` plus the place of `rows[i]` in the part's direction, the last one without a value. */
function appendDigits({ source, direction }: SortPart, rows: Uint32Array, words: Uint32Array): void {
  const { ranks, codes, rankCount } = source;
  const isAscending = direction === 'ascending';
  const radix = rankCount + 1;
  if (codes) {
    const digits = Uint32Array.from(ranks, (rank) =>
      rank === noRank ? rankCount : isAscending ? rank - 1 : rankCount - rank,
    );
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i] ?? noElement(i);
      const code = codes[row] ?? noElement(row);
      words[i] = (words[i] ?? noElement(i)) * radix + (digits[code] ?? noElement(code));
    }
    return;
  }
  // A loop for each direction: descending, a row without a value is the last one by its rank, and needs no branch.
  if (isAscending) {
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i] ?? noElement(i);
      const rank = ranks[row] ?? noElement(row);
      words[i] = (words[i] ?? noElement(i)) * radix + (rank === noRank ? rankCount : rank - 1);
    }
  } else {
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i] ?? noElement(i);
      words[i] = (words[i] ?? noElement(i)) * radix + rankCount - (ranks[row] ?? noElement(row));
    }
  }
}
