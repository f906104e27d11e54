import Big from 'big.js';
import { placesOfFee } from '../../shared/orders/fees.ts';
import type { Decimal } from '../../shared/values/domain.ts';
import { noElement, uint32At } from '../../shared/values/elements.ts';
import type { DecimalColumn } from './decimal-column.ts';
import { decimalOfUnits } from './exact-decimals.ts';
import type { Steps } from './steps.ts';
import type { RowFees } from './turnover-sums.ts';
import { placesOf, plus, type Whole, wholeAt } from './units.ts';

/** The largest fall of a sum from a peak (docs/results.md 1.4). */
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
    total = plus(total, wholeAt(column, uint32At(rows, index), places));
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

/**
 * Returns the largest fall of the sum of a column after the lowest and after the highest fees of the rows, rounded as far as the fees within the
 * fall are known; one of them if they are equal. A row without a value has its fee. The fall grows with each fee, so that it is between both.
 */
export function* fallsAfter({ keys }: DecimalColumn, rows: Uint32Array, fees: RowFees): Steps<Decimal[]> {
  const fallAfter = (end: 'lowest' | 'highest'): Fall => {
    let [total, peak, fall] = [0, 0, 0];
    let [paid, paidAtPeak, paidInFall] = [0, 0, 0];
    for (let index = 0; index < rows.length; index++) {
      const row = uint32At(rows, index);
      const fee = fees.floatOf(row, end);
      const value = keys[row] ?? noElement(row);
      total += (Number.isNaN(value) ? 0 : value) - fee;
      paid += fee;
      if (total >= peak) {
        peak = total;
        paidAtPeak = paid;
      } else if (peak - total > fall) {
        fall = peak - total;
        paidInFall = paid - paidAtPeak;
      }
    }
    return { fall, paid: paidInFall };
  };
  const lowest = fallAfter('lowest');
  yield;
  const highest = fallAfter('highest');
  const places = placesOfFee(textOf(highest.paid));
  return [...new Set([lowest, highest].map(({ fall }) => textOf(fall, places)))];
}

/** A fall, and the fees within it. */
interface Fall {
  readonly fall: number;
  readonly paid: number;
}

/** Significant digits of a sum of floats. */
const floatDigits = 10;

function textOf(value: number, places: number | null = null): Decimal {
  const exact = new Big(value.toPrecision(floatDigits));
  return (places === null ? exact : exact.round(places, Big.roundHalfUp)).toFixed();
}
