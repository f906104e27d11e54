import Big from 'big.js';
import type { DecimalRange } from '../../shared/contract/values.ts';
import type { Decimal } from '../../shared/values/domain.ts';
import { float64At, signedAt, uint32At, uintAt } from '../../shared/values/elements.ts';
import type { DecimalColumn } from '../table/decimal-column.ts';
import { noRank } from '../table/row-sort.ts';
import { finish } from '../table/steps.ts';

/** Bins of the results on each side of zero, but the last one, which is open. */
const resultBins = 6;
/** Share of the results that the bins of equal width reach. */
const reachedShare = 0.9;

/** Start of a bin: at a value, or behind it. */
export interface BinStart {
  readonly value: Decimal;
  readonly isIncluded: boolean;
}

/** The lowest and the highest value of each bin; `null` for a bin without rows. */
export type BinRanges = readonly (DecimalRange | null)[];

/**
 * Writes the index of each row's bin; the number of bins for a row without a value. Bins are spans of ranks, and so exact. `starts`: of all bins
 * but the first, ascending.
 */
export function binRows(
  { rankIndex }: DecimalColumn,
  starts: readonly BinStart[],
  rows: Uint32Array,
  bins: Uint32Array,
): BinRanges {
  finish(rankIndex.prepare());
  const { ranks, rankCount } = rankIndex;
  const count = starts.length + 1;
  const binOfRank = new Uint16Array(rankCount + 1);
  for (const [index, { value, isIncluded }] of starts.entries()) {
    binOfRank.fill(index + 1, rankIndex.firstRankFrom(value, isIncluded));
  }
  binOfRank[noRank] = count;
  const none = rankCount + 1;
  const lowest = new Uint32Array(count + 1).fill(none);
  const highest = new Uint32Array(count + 1);
  for (let index = 0; index < rows.length; index++) {
    const rank = uintAt(ranks, uint32At(rows, index));
    const bin = uintAt(binOfRank, rank);
    bins[index] = bin;
    if (rank < uint32At(lowest, bin)) lowest[bin] = rank;
    if (rank > uint32At(highest, bin)) highest[bin] = rank;
  }
  return Array.from({ length: count }, (_, bin) => {
    const low = uint32At(lowest, bin);
    return low === none ? null : { from: rankIndex.textOf(low), to: rankIndex.textOf(uint32At(highest, bin)) };
  });
}

/** Returns the edges of the bins of the results, the middle one of which is zero (docs/results.md 1.2). */
export function resultEdges({ keys }: DecimalColumn, trades: Uint32Array): Decimal[] {
  const sizes = new Float64Array(trades.length);
  let count = 0;
  for (const trade of trades) {
    const size = Math.abs(signedAt(keys, trade));
    if (size > 0) sizes[count++] = size;
  }
  if (count === 0) return ['0'];
  const reached = smallest(sizes.subarray(0, count), Math.ceil(count * reachedShare));
  // Sizes beyond the range of floats are infinite, or as small as a float can be.
  const width = roundWidth(Math.min(Math.max(reached / resultBins, Number.MIN_VALUE), Number.MAX_VALUE));
  const edges = Array.from({ length: resultBins }, (_, i) => width.times(i + 1));
  return [...edges.toReversed().map((edge) => edge.neg()), new Big(0), ...edges].map((edge) => edge.toFixed());
}

/** Returns the lowest of 1, 2 and 5 times a power of ten that is not below `least`. */
function roundWidth(least: number): Big {
  const exponent = Math.floor(Math.log10(least));
  for (const digit of [1, 2, 5]) {
    const width = new Big(`${digit}e${exponent}`);
    if (width.toNumber() >= least) return width;
  }
  return new Big(`1e${exponent + 1}`);
}

/** Returns the `rank`th smallest value, counted from 1. Reorders the values. */
function smallest(values: Float64Array, rank: number): number {
  let [from, to] = [0, values.length - 1];
  while (from < to) {
    const pivot = float64At(values, (from + to) >>> 1);
    let [low, high] = [from, to];
    while (low <= high) {
      while (float64At(values, low) < pivot) low++;
      while (float64At(values, high) > pivot) high--;
      if (low > high) break;
      const swapped = float64At(values, low);
      values[low++] = float64At(values, high);
      values[high--] = swapped;
    }
    if (rank - 1 <= high) to = high;
    else if (rank - 1 >= low) from = low;
    else break;
  }
  return float64At(values, rank - 1);
}
