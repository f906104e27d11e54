import type { Decimal } from '../../shared/values/domain.ts';
import { float64At } from '../../shared/values/elements.ts';
import { grow } from './growing-arrays.ts';

/** Decimal digits of a limb. */
export const limbDigits = 15;
/** Limbs are whole numbers below this: a float holds them, and the sum of several of them, exactly. */
export const limbBase = 1e15;
/** Largest detail of a short decimal. A float tells apart, and gives back, all decimals of up to 15 digits. */
export const maxShortDetail = 15;
/** `10 ** n` for `n` from 0 to 15, all exact as floats. */
const powersOfTen = Float64Array.from({ length: limbDigits + 1 }, (_, n) => Number(`1e${n}`));

const minusSign = 0x2d;
const decimalPoint = 0x2e;
const zeroDigit = 0x30;

/**
 * Stores decimals of any length as two numbers each, `key` and `detail`. The key is the nearest float, so that different keys are in the
 * order of their decimals; it is 0 for zero only, and never -0. The detail of a short decimal is its number of decimal places, with which
 * the key restores it; a detail above 15 leads to the limbs of a long decimal.
 */
export class ExactDecimals {
  /** For each long decimal: its highest limb's exponent, its number of limbs, and the limbs, highest first. */
  #limbs = new Float64Array(0);
  #limbCount = 0;

  /** The result of `read`. */
  key = 0;
  /** The result of `read`. */
  detail = 0;

  /** Reads a decimal in plain notation (see `readDecimal`) into `key` and `detail`. Stores the limbs of a long decimal. */
  read(text: Decimal): void {
    if (this.#readShort(text)) return;
    const trimmed = withoutTrailingZeros(text);
    if (!this.#readShort(trimmed)) this.#readLong(trimmed);
  }

  /** The limbs of all decimals. */
  get limbs(): Float64Array<ArrayBuffer> {
    return this.#limbs.subarray(0, this.#limbCount);
  }

  /** Adds the limbs of other decimals, so that details can lead to them. */
  append(limbs: Float64Array): AppendedLimbs {
    const start = this.#limbCount;
    this.#limbs = grow(this.#limbs, start + limbs.length);
    this.#limbs.set(limbs, start);
    this.#limbCount = start + limbs.length;
    return { start, count: limbs.length };
  }

  restore(limbs: Float64Array<ArrayBuffer>): void {
    this.#limbs = limbs;
    this.#limbCount = limbs.length;
  }

  /** Length of the limb storage, for `truncate`. */
  get limbCount(): number {
    return this.#limbCount;
  }

  /** Removes the limbs of all decimals that were read since `limbCount` had this value. */
  truncate(limbCount: number): void {
    this.#limbCount = limbCount;
  }

  /** Compares two decimals exactly. */
  compare(aKey: number, aDetail: number, bKey: number, bDetail: number): number {
    if (aKey !== bKey) return aKey < bKey ? -1 : 1;
    if (aDetail <= maxShortDetail && bDetail <= maxShortDetail) return 0;
    const top = Math.max(this.topLimb(aDetail), this.topLimb(bDetail));
    const bottom = Math.min(this.bottomLimb(aDetail), this.bottomLimb(bDetail));
    for (let exponent = top; exponent >= bottom; exponent--) {
      const difference = this.limb(aKey, aDetail, exponent) - this.limb(bKey, bDetail, exponent);
      if (difference !== 0) return difference;
    }
    return 0;
  }

  /** Returns the exponent of the highest limb. Limb `n` counts units of `limbBase ** n`: limb -1 is the first of the fraction. */
  topLimb(detail: number): number {
    return detail <= maxShortDetail ? 0 : float64At(this.#limbs, detail - maxShortDetail - 1);
  }

  /** Returns the exponent of the lowest limb. */
  bottomLimb(detail: number): number {
    if (detail <= maxShortDetail) return -1;
    return this.topLimb(detail) - float64At(this.#limbs, detail - maxShortDetail) + 1;
  }

  /** Returns a limb with the sign of the decimal; 0 if the decimal has no such limb. */
  limb(key: number, detail: number, exponent: number): number {
    if (detail <= maxShortDetail) {
      const whole = Math.trunc(key);
      if (exponent === 0) return whole;
      return exponent === -1 ? shortFraction(key - whole, detail) : 0;
    }
    const index = this.topLimb(detail) - exponent;
    const count = float64At(this.#limbs, detail - maxShortDetail);
    return index < 0 || index >= count ? 0 : float64At(this.#limbs, detail - maxShortDetail + 1 + index);
  }

  /** Returns the number of decimal places. Zeros at the end count in a short decimal only, because a long one is stored without them. */
  placesOf(detail: number): number {
    if (detail <= maxShortDetail) return detail;
    const bottom = this.bottomLimb(detail);
    if (bottom >= 0) return 0;
    const lowest = float64At(this.#limbs, detail - maxShortDetail + float64At(this.#limbs, detail - maxShortDetail));
    return -bottom * limbDigits - endingZeros(lowest);
  }

  /** Returns the decimal times `10 ** places`. `places`: at least those of `placesOf`. */
  unitsOf(key: number, detail: number, places: number): bigint {
    if (detail <= maxShortDetail) {
      const units = BigInt(Math.round(key * float64At(powersOfTen, detail)));
      return places === detail ? units : units * 10n ** BigInt(places - detail);
    }
    const bottom = Math.min(this.bottomLimb(detail), 0);
    const units = this.#unitsOfLong(key, detail, bottom);
    const shift = places + bottom * limbDigits;
    return shift < 0 ? units / 10n ** BigInt(-shift) : units * 10n ** BigInt(shift);
  }

  /** Reads the decimal `units / 10 ** places` into `key` and `detail`. */
  readUnits(units: bigint, places: number): void {
    const float = Number(units);
    if (places > maxShortDetail || float >= limbBase || float <= -limbBase) {
      this.read(decimalOfUnits(units, places));
      return;
    }
    this.key = float / float64At(powersOfTen, places);
    this.detail = places;
  }

  /** Returns the decimal without trailing zeros: "1.5" for "1.50". */
  textOf(key: number, detail: number): Decimal {
    if (detail <= maxShortDetail) return withoutTrailingZeros(key.toFixed(detail));
    const bottom = Math.min(this.bottomLimb(detail), 0);
    return decimalOfUnits(this.#unitsOfLong(key, detail, bottom), -bottom * limbDigits);
  }

  /** Returns a long decimal in units of its limb with the exponent `bottom`. */
  #unitsOfLong(key: number, detail: number, bottom: number): bigint {
    let units = 0n;
    for (let exponent = this.topLimb(detail); exponent >= bottom; exponent--) {
      units = units * BigInt(limbBase) + BigInt(this.limb(key, detail, exponent));
    }
    return units;
  }

  /** Reads a decimal of up to 15 digits. Returns false if there are more. */
  #readShort(text: Decimal): boolean {
    const isNegative = text.charCodeAt(0) === minusSign;
    const start = isNegative ? 1 : 0;
    if (text.length > start + maxShortDetail + 1) return false;
    let digits = 0;
    let mantissa = 0;
    let point = -1;
    for (let i = start; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code === decimalPoint) {
        point = i;
      } else {
        digits++;
        mantissa = mantissa * 10 + (code - zeroDigit);
      }
    }
    if (digits > maxShortDetail) return false;
    const places = point < 0 ? 0 : text.length - point - 1;
    // A division of two exact floats is rounded once, so the quotient is the nearest float.
    const magnitude = mantissa / float64At(powersOfTen, places);
    this.key = isNegative ? 0 - magnitude : magnitude;
    this.detail = places;
    return true;
  }

  #readLong(text: Decimal): void {
    const isNegative = text.charCodeAt(0) === minusSign;
    const [whole = '', fraction = ''] = (isNegative ? text.slice(1) : text).split('.');
    const wholeLimbs = Math.ceil(whole.length / limbDigits);
    const fractionLimbs = Math.ceil(fraction.length / limbDigits);
    const digits = whole.padStart(wholeLimbs * limbDigits, '0') + fraction.padEnd(fractionLimbs * limbDigits, '0');
    const limbs = Array.from({ length: wholeLimbs + fractionLimbs }, (_, limb) =>
      Number(digits.slice(limb * limbDigits, (limb + 1) * limbDigits)),
    );
    const first = limbs.findIndex((limb) => limb !== 0);
    const last = limbs.findLastIndex((limb) => limb !== 0);
    const start = this.#limbCount;
    const count = last - first + 1;
    this.#limbs = grow(this.#limbs, start + 2 + count);
    this.#limbs[start] = wholeLimbs - 1 - first;
    this.#limbs[start + 1] = count;
    for (const [i, limb] of limbs.slice(first, last + 1).entries()) {
      this.#limbs[start + 2 + i] = isNegative ? -limb : limb;
    }
    this.#limbCount = start + 2 + count;
    const key = Number(text);
    this.key = key !== 0 ? key : isNegative ? -Number.MIN_VALUE : Number.MIN_VALUE;
    this.detail = maxShortDetail + 1 + start;
  }
}

/** Where limbs of other decimals are. */
export interface AppendedLimbs {
  readonly start: number;
  readonly count: number;
}

/** Returns the detail of another decimal whose limbs were appended; NaN if they were not, because the decimal is newer than they are. */
export function detailIn({ start, count }: AppendedLimbs, detail: number): number {
  if (detail <= maxShortDetail) return detail;
  return detail - maxShortDetail - 1 < count ? detail + start : Number.NaN;
}

/** Returns the decimal `units / 10 ** places` without trailing zeros. */
export function decimalOfUnits(units: bigint, places: number): Decimal {
  const isNegative = units < 0n;
  const digits = (isNegative ? -units : units).toString().padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  return withoutTrailingZeros(`${isNegative ? '-' : ''}${whole}.${digits.slice(digits.length - places)}`);
}

/** Returns the number of zeros at the end of a limb. `limb`: not zero. */
function endingZeros(limb: number): number {
  let zeros = 0;
  while (limb % float64At(powersOfTen, zeros + 1) === 0) zeros++;
  return zeros;
}

/** Returns limb -1 of a short decimal. `fraction`: the part of its key after the decimal point. */
function shortFraction(fraction: number, places: number): number {
  return Math.round(fraction * float64At(powersOfTen, places)) * float64At(powersOfTen, limbDigits - places);
}

/** Removes trailing zeros after the decimal point, and the point if no digit follows. */
function withoutTrailingZeros(text: Decimal): Decimal {
  if (!text.includes('.')) return text;
  let end = text.length;
  while (text.charCodeAt(end - 1) === zeroDigit) end--;
  if (text.charCodeAt(end - 1) === decimalPoint) end--;
  return text.slice(0, end);
}
