import type { Decimal } from '../../shared/domain.ts';
import { growFloats } from './growing-arrays.ts';

/** Digits of a limb. */
export const limbDigits = 15;
/** A limb is a whole number below this, which a float holds exactly; so is the sum of a few of them. */
export const limbBase = 1e15;
/** `10 ** n` for 0 to 15: all of them exact floats. */
const powersOfTen: readonly number[] = Array.from({ length: limbDigits + 1 }, (_, places) => Number(`1e${places}`));

/** Decimals with at most this many digits that differ have floats that differ, and come back out of their floats. */
const shortDigits = 15;
const minus = 0x2d;
const point = 0x2e;
const zero = 0x30;

/**
 * Decimals of any length, each as two numbers. `key` is the float nearest to it: where two keys differ they are in the order of
 * the decimals. `detail` says what the float lost: up to 15 it is a short decimal's number of places after the point, which
 * makes the key exact; above, it leads to the limbs of a long one. A decimal other than 0 never has the key 0, and none has -0.
 */
export class ExactDecimals {
  /** Of each long decimal: the place of its first limb, how many limbs it has, and the limbs, the most significant first. */
  #limbs = new Float64Array(0);
  #used = 0;

  /** What `read` has read. */
  key = 0;
  detail = 0;

  /** Reads a decimal in plain notation (see `readDecimal`) into `key` and `detail`. */
  read(text: Decimal): void {
    const negative = text.charCodeAt(0) === minus;
    if (!this.#readShort(text, negative)) this.#readLong(text, negative);
  }

  #readShort(text: Decimal, negative: boolean): boolean {
    let digits = 0;
    let mantissa = 0;
    let places = 0;
    let isFraction = false;
    let pendingZeros = 0;
    for (let at = negative ? 1 : 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === point) {
        isFraction = true;
        // Zeros at the end of the whole part are digits; those at the end of the fraction are not.
        digits += pendingZeros;
        if (digits > shortDigits) return false;
        mantissa *= powersOfTen[pendingZeros] as number;
        pendingZeros = 0;
      } else if (code === zero) {
        if (isFraction || mantissa !== 0) pendingZeros++;
      } else {
        const added = pendingZeros + 1;
        if (mantissa !== 0) digits += added;
        else digits = 1;
        if (isFraction) places += added;
        if (digits > shortDigits || places > limbDigits) return false;
        mantissa = mantissa * (mantissa === 0 ? 1 : (powersOfTen[added] as number)) + (code - zero);
        pendingZeros = 0;
      }
    }
    if (!isFraction && pendingZeros > 0) {
      if (digits + pendingZeros > shortDigits) return false;
      mantissa *= powersOfTen[pendingZeros] as number;
    }
    // One division of exact floats: the nearest float to the quotient, as `Number(text)` would be.
    const magnitude = places === 0 ? mantissa : mantissa / (powersOfTen[places] as number);
    this.key = negative && mantissa !== 0 ? -magnitude : magnitude;
    this.detail = places;
    return true;
  }

  #readLong(text: Decimal, negative: boolean): void {
    const [whole = '', fraction = ''] = (negative ? text.slice(1) : text).split('.');
    const wholeLimbs = Math.ceil(whole.length / limbDigits);
    const fractionLimbs = Math.ceil(fraction.length / limbDigits);
    const digits = whole.padStart(wholeLimbs * limbDigits, '0') + fraction.padEnd(fractionLimbs * limbDigits, '0');
    const limbs = Array.from({ length: wholeLimbs + fractionLimbs }, (_, limb) =>
      Number(digits.slice(limb * limbDigits, (limb + 1) * limbDigits)),
    );
    const first = limbs.findIndex((limb) => limb !== 0);
    const last = limbs.findLastIndex((limb) => limb !== 0);
    const start = this.#used;
    this.#limbs = growFloats(this.#limbs, start + 2 + last - first + 1);
    this.#limbs[start] = wholeLimbs - 1 - first;
    this.#limbs[start + 1] = last - first + 1;
    for (let limb = first; limb <= last; limb++) {
      this.#limbs[start + 2 + limb - first] = negative ? -(limbs[limb] as number) : (limbs[limb] as number);
    }
    this.#used = start + 2 + last - first + 1;
    const key = Number(text);
    this.key = key !== 0 ? key : negative ? -Number.MIN_VALUE : Number.MIN_VALUE;
    this.detail = start + limbDigits + 1;
  }

  /** For `forgetFrom`. */
  get used(): number {
    return this.#used;
  }

  /** Forgets what was read since `used` was that: for decimals that are needed for a moment only. */
  forgetFrom(used: number): void {
    this.#used = used;
  }

  /** Negative, zero or positive. */
  compare(aKey: number, aDetail: number, bKey: number, bDetail: number): number {
    if (aKey !== bKey) return aKey < bKey ? -1 : 1;
    if (aDetail <= limbDigits && bDetail <= limbDigits) return 0;
    const top = Math.max(this.topLimb(aDetail), this.topLimb(bDetail));
    const bottom = Math.min(this.bottomLimb(aDetail), this.bottomLimb(bDetail));
    for (let place = top; place >= bottom; place--) {
      const difference = this.limb(aKey, aDetail, place) - this.limb(bKey, bDetail, place);
      if (difference !== 0) return difference;
    }
    return 0;
  }

  /** Limb 0 is the lowest of the whole part, limb -1 the highest of the fraction. */
  topLimb(detail: number): number {
    return detail <= limbDigits ? 0 : (this.#limbs[detail - limbDigits - 1] as number);
  }

  bottomLimb(detail: number): number {
    if (detail <= limbDigits) return -1;
    return this.topLimb(detail) - (this.#limbs[detail - limbDigits] as number) + 1;
  }

  /** With the sign of the decimal; 0 where it has none at that place. */
  limb(key: number, detail: number, place: number): number {
    if (detail <= limbDigits) {
      const whole = Math.trunc(key);
      if (place === 0) return whole;
      return place === -1 ? shortFraction(key - whole, detail) : 0;
    }
    const down = this.topLimb(detail) - place;
    const count = this.#limbs[detail - limbDigits] as number;
    return down < 0 || down >= count ? 0 : (this.#limbs[detail - limbDigits + 1 + down] as number);
  }

  /** Without zeros that mean nothing: "1.50" comes back as "1.5". */
  textOf(key: number, detail: number): Decimal {
    if (detail <= limbDigits) return key.toFixed(detail);
    const bottom = Math.min(this.bottomLimb(detail), 0);
    let units = 0n;
    for (let place = this.topLimb(detail); place >= bottom; place--) {
      units = units * BigInt(limbBase) + BigInt(this.limb(key, detail, place));
    }
    return decimalOfUnits(units, -bottom * limbDigits);
  }
}

/** The highest limb of the fraction of a short decimal, of which `fraction` is the part after the point as a float. */
export function shortFraction(fraction: number, places: number): number {
  return Math.round(fraction * (powersOfTen[places] as number)) * (powersOfTen[limbDigits - places] as number);
}

/** `units` / 10 ** `places`, without zeros that mean nothing. */
export function decimalOfUnits(units: bigint, places: number): Decimal {
  const negative = units < 0n;
  const digits = (negative ? -units : units).toString().padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  const fraction = digits.slice(digits.length - places).replace(/0+$/, '');
  return `${negative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}
