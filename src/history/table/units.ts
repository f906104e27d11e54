import { float64At, noElement, uint32At } from '../../shared/values/elements.ts';
import type { DecimalColumn } from './decimal-column.ts';
import { maxShortDetail } from './exact-decimals.ts';

/** A decimal as a whole number of units of `10 ** -places`. */
export interface Units {
  readonly units: bigint;
  readonly places: number;
}

/** Significant digits of averages. */
const averageDigits = 12;

/** A whole number: exact as a float up to `Number.MAX_SAFE_INTEGER`, which is several times as fast as a bigint. */
export type Whole = number | bigint;

/** Returns the sum of two whole numbers of one type. */
export function wholeSum(a: Whole, b: Whole): Whole {
  return typeof a === 'number' && typeof b === 'number' ? a + b : BigInt(a) + BigInt(b);
}

/** Largest product whose rounding error is below 0.5, so that `Math.round` restores the exact whole number. */
const maxExact = 1e15;

/** An exact sum of whole numbers. */
class WholeSum {
  #small = 0;
  #large = 0n;

  add(value: Whole): void {
    if (typeof value === 'bigint') {
      this.#large += value;
      return;
    }
    const sum = this.#small + value;
    if (sum <= Number.MAX_SAFE_INTEGER && sum >= -Number.MAX_SAFE_INTEGER) this.#small = sum;
    else {
      this.#large += BigInt(this.#small);
      this.#small = value;
    }
  }

  get total(): bigint {
    return this.#large + BigInt(this.#small);
  }
}

/** Returns the exact sum of a column over rows. Rows without a value add nothing. */
export function sumOf(column: DecimalColumn, rows: Uint32Array, start: number, end: number): Units {
  const places = placesOf(column, rows, start, end);
  const sum = new WholeSum();
  for (let place = start; place < end; place++) {
    const number = uint32At(rows, place);
    if (!Number.isNaN(column.keys[number])) sum.add(wholeAt(column, number, places));
  }
  return { units: sum.total, places };
}

/** Values of a column and quantities, by places from 0 on. */
export interface Weighted {
  /** Value of a place as a float; NaN without one. */
  readonly value: (place: number) => number;
  /** The same, exact, in units of `10 ** -places`. */
  readonly exact: (place: number) => bigint;
  /** At least the most decimal places of the values. */
  readonly places: number;
  readonly quantity: (place: number) => Whole;
  readonly isFirst: (place: number) => boolean;
}

/**
 * Returns the exact sums of the products of values and quantities over the places for which `isFirst` returns true, and over the others; `null` for a
 * sum of which a value is missing or not above zero.
 */
export function weightedSumsOf(
  { value, exact, places, quantity, isFirst }: Weighted,
  start: number,
  end: number,
): [first: Units | null, others: Units | null] {
  const [first, others] = [new WholeSum(), new WholeSum()];
  let [isFirstKnown, areOthersKnown] = [true, true];
  const power = floatPowers[places];
  for (let place = start; place < end; place++) {
    const float = value(place);
    const isOfFirst = isFirst(place);
    if (float > 0) {
      // A value below 1e15 units has so few digits that the error of the product is below 0.5.
      const whole = power === undefined ? Number.NaN : Math.round(float * power);
      (isOfFirst ? first : others).add(product(whole <= maxExact ? whole : exact(place), quantity(place)));
    } else if (isOfFirst) isFirstKnown = false;
    else areOthersKnown = false;
  }
  return [
    isFirstKnown ? { units: first.total, places } : null,
    areOthersKnown ? { units: others.total, places } : null,
  ];
}

function product(a: Whole, b: Whole): Whole {
  if (typeof a === 'number' && typeof b === 'number' && a * b <= Number.MAX_SAFE_INTEGER) return a * b;
  return BigInt(a) * BigInt(b);
}

export function plus(a: Whole, b: Whole): Whole {
  if (typeof a === 'number' && typeof b === 'number') {
    const sum = a + b;
    if (sum <= Number.MAX_SAFE_INTEGER && sum >= -Number.MAX_SAFE_INTEGER) return sum;
  }
  return BigInt(a) + BigInt(b);
}

/** The same as `unitsAt`, as a float if it is exact. */
export function wholeAt(column: DecimalColumn, number: number, places: number): Whole {
  if (places <= maxShortDetail && (column.details[number] ?? noElement(number)) <= maxShortDetail) {
    const whole = Math.round((column.keys[number] ?? noElement(number)) * float64At(floatPowers, places));
    if (whole <= maxExact && whole >= -maxExact) return whole;
  }
  return unitsAt(column, number, places);
}

/** Returns the values of rows in units of `10 ** -places`, as floats, which must hold them exactly. */
export function floatsAt(column: DecimalColumn, rows: Uint32Array, places: number): Float64Array {
  const floats = new Float64Array(rows.length);
  for (let place = 0; place < rows.length; place++)
    floats[place] = Number(wholeAt(column, uint32At(rows, place), places));
  return floats;
}

const floatPowers = Float64Array.from({ length: maxShortDetail + 1 }, (_, exponent) => Number(`1e${exponent}`));

/** Returns the most decimal places of a column's values in rows; 0 if none has a value. */
export function placesOf(column: DecimalColumn, rows: Uint32Array, start: number, end: number): number {
  let places = 0;
  for (let place = start; place < end; place++) {
    const own = placesAt(column, uint32At(rows, place));
    if (own > places) places = own;
  }
  return places;
}

/** Returns the decimal places of the value of a row; 0 if it has none. */
export function placesAt({ details, decimals }: DecimalColumn, row: number): number {
  const detail = details[row] ?? noElement(row);
  return detail <= maxShortDetail ? detail : decimals.placesOf(detail);
}

/** Returns the value of a row, which must have one, in units of `10 ** -places`. */
export function unitsAt({ decimals, keys, details }: DecimalColumn, number: number, places: number): bigint {
  return decimals.unitsOf(keys[number] ?? noElement(number), details[number] ?? noElement(number), places);
}

/** Returns `dividend / divisor`, rounded half away from zero to 12 significant digits. `divisor`: above zero. */
export function averageOf(dividend: Units, divisor: Units): Units {
  const { units } = dividend;
  if (units === 0n) return { units, places: 0 };
  const magnitude = units < 0n ? -units : units;
  const scale = dividend.places - divisor.places;
  let places = averageDigits - digitsOf(magnitude) + digitsOf(divisor.units) + scale;
  for (;;) {
    // The quotient is dividend.units / divisor.units * 10 ** -scale.
    const shift = places - scale;
    const top = shift > 0 ? magnitude * powerOfTen(shift) : magnitude;
    const bottom = shift < 0 ? divisor.units * powerOfTen(-shift) : divisor.units;
    if (top >= bottom * powerOfTen(averageDigits)) {
      places--;
      continue;
    }
    const rounded = (2n * top + bottom) / (2n * bottom);
    const signed = units < 0n ? -rounded : rounded;
    return places < 0 ? { units: signed * powerOfTen(-places), places: 0 } : { units: signed, places };
  }
}

/** Returns the move from a price to another one in percent, rounded half away from zero to 2 decimal places; `null` unless the first is above zero. */
export function percentMove(from: Units, to: Units): Units | null {
  if (from.units <= 0n) return null;
  const places = Math.max(from.places, to.places);
  const start = from.units * powerOfTen(places - from.places);
  // Percent with two decimal places are ten thousandths.
  const move = (to.units * powerOfTen(places - to.places) - start) * 10_000n;
  const rounded = (2n * (move < 0n ? -move : move) + start) / (2n * start);
  return { units: move < 0n ? -rounded : rounded, places: 2 };
}

function powerOfTen(exponent: number): bigint {
  powersOfTen[exponent] ??= 10n ** BigInt(exponent);
  return powersOfTen[exponent];
}

const powersOfTen: bigint[] = [];

/** Number of decimal digits. `value`: at least 0. */
function digitsOf(value: bigint): number {
  // A float holds every whole number below 1e15.
  const float = Number(value);
  if (float >= 1e15) return value.toString().length;
  let digits = 1;
  while (float >= float64At(floatPowers, digits)) digits++;
  return digits;
}
