import Big from 'big.js';
import type { Decimal } from '../../shared/domain.ts';
import type { DecimalColumn } from '../table/decimal-column.ts';

/** Bins of the results on each side of zero, but the last one, which is open. */
const resultBins = 6;
/** Share of the results that the bins of equal width reach. */
const reachedShare = 0.9;

/**
 * Returns the group of each row; -1 for a row without a value. `groupOf`: returns the group for the place of a value among the ascending edges,
 * `2 * i` between edge `i - 1` and edge `i`, `2 * i + 1` at edge `i`. Exact.
 */
export function groupsAmong(
  column: DecimalColumn,
  edges: readonly Decimal[],
  rows: Uint32Array,
  groupOf: (place: number) => number,
): Int32Array {
  const { keys, details, decimals } = column;
  const { limbCount } = decimals;
  const edgeKeys = new Float64Array(edges.length);
  const edgeDetails = new Uint32Array(edges.length);
  edges.forEach((edge, i) => {
    decimals.read(edge);
    edgeKeys[i] = decimals.key;
    edgeDetails[i] = decimals.detail;
  });
  const groupOfPlace = Int32Array.from({ length: 2 * edges.length + 1 }, (_, place) => groupOf(place));
  const groups = new Int32Array(rows.length);
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as number;
    const key = keys[row] as number;
    // Without branches, because the processor could not predict them.
    let below = 0;
    for (let i = 0; i < edgeKeys.length; i++) below += Number(key > (edgeKeys[i] as number));
    let place = 2 * below;
    // Several edges have the same key only beyond the range of floats.
    for (let i = below; key === edgeKeys[i]; i++) {
      const order = decimals.compare(key, details[row] as number, key, edgeDetails[i] as number);
      if (order >= 0) place = 2 * i + (order === 0 ? 1 : 2);
    }
    groups[at] = Number.isNaN(key) ? -1 : (groupOfPlace[place] as number);
  }
  decimals.truncate(limbCount);
  return groups;
}

/** Returns the edges of the bins of the results, the middle one of which is zero (docs/trades.md 11.2). */
export function resultEdges({ keys }: DecimalColumn, trades: Uint32Array): Decimal[] {
  const sizes = new Float64Array(trades.length);
  let count = 0;
  for (const trade of trades) {
    const size = Math.abs(keys[trade] as number);
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
    const pivot = values[(from + to) >>> 1] as number;
    let [low, high] = [from, to];
    while (low <= high) {
      while ((values[low] as number) < pivot) low++;
      while ((values[high] as number) > pivot) high--;
      if (low > high) break;
      const swapped = values[low] as number;
      values[low++] = values[high] as number;
      values[high--] = swapped;
    }
    if (rank - 1 <= high) to = high;
    else if (rank - 1 >= low) from = low;
    else break;
  }
  return values[rank - 1] as number;
}
