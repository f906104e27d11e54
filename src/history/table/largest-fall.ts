import type { Decimal } from '../../shared/domain.ts';
import type { DecimalColumn } from './decimal-column.ts';
import { decimalOfUnits } from './exact-decimals.ts';
import { placesOf, plus, type Whole, wholeAt } from './units.ts';

/** The largest fall of a sum from a peak (docs/trades.md 11.4). */
export interface LargestFall {
  readonly amount: Decimal;
  /** Indexes of the rows that reach the peak, the lowest sum, and the peak again; `from` and `recovered` are -1 if no row does. */
  readonly from: number;
  readonly to: number;
  readonly recovered: number;
}

/** Returns the largest fall of the sum of a column over rows, the earliest of several; `null` if the sum never falls. Each row has a value. */
export function largestFall(column: DecimalColumn, rows: Uint32Array): LargestFall | null {
  const places = placesOf(column, rows, 0, rows.length);
  let total: Whole = 0;
  let peak: Whole = 0;
  let peakIndex = -1;
  let largest: Whole = 0;
  let [from, to, recovered] = [-1, -1, -1];
  let lostPeak: Whole = 0;
  for (let index = 0; index < rows.length; index++) {
    total = plus(total, wholeAt(column, rows[index] as number, places));
    if (to >= 0 && recovered < 0 && total >= lostPeak) recovered = index;
    if (total >= peak) {
      peak = total;
      peakIndex = index;
      continue;
    }
    const fall = plus(peak, -total);
    if (fall <= largest) continue;
    [largest, lostPeak] = [fall, peak];
    [from, to, recovered] = [peakIndex, index, -1];
  }
  return to < 0 ? null : { amount: decimalOfUnits(BigInt(largest), places), from, to, recovered };
}
