import { roundDecimal, signOf } from '../../../shared/values/decimal.ts';
import type { Decimal } from '../../../shared/values/domain.ts';

// Decimals that read at a glance. All functions work on the digits, and round half away from zero.

const zeroCode = '0'.charCodeAt(0);

/** Rounds to `places` decimal places; to two significant digits if nothing but zeros would be left. */
export function roundVisibly(value: Decimal, places: number): Decimal {
  const rounded = roundDecimal(value, places);
  if (signOf(rounded) !== 0 || signOf(value) === 0) return rounded;
  return roundDecimal(value, zerosAfterPoint(value) + 2);
}

/** Rounds a price to `places` decimal places, and a price below 1 to four significant digits at least. */
export function roundPrice(value: Decimal, places: number): Decimal {
  const isBelowOne = value.startsWith('0.') || value.startsWith('-0.');
  return roundDecimal(value, isBelowOne ? Math.max(places, zerosAfterPoint(value) + 4) : places);
}

/** Returns the number of zeros between the decimal point and the first other digit of a value below 1. */
function zerosAfterPoint(value: Decimal): number {
  const start = value.indexOf('.') + 1;
  let end = start;
  while (value.charCodeAt(end) === zeroCode) end++;
  return end - start;
}

/** Units of large numbers: powers of ten with their signs, the largest first. */
export type LargeUnits = readonly { exponent: number; sign: string }[];

/** Returns the units of a text such as "B 9, M 6, K 3". */
export function readLargeUnits(text: string): LargeUnits {
  return text.split(', ').map((unit) => {
    const [sign = '', exponent] = unit.split(' ');
    return { exponent: Number(exponent), sign };
  });
}

/**
 * Returns a decimal in its largest unit, such as 3.39 and "B"; `null` if it is smaller than every unit. It has one or two
 * decimal places, and if possible as many digits as the smallest unit has zeros.
 */
export function inLargeUnit(value: Decimal, units: LargeUnits): { value: Decimal; sign: string } | null {
  const isNegative = value.startsWith('-');
  const point = value.indexOf('.');
  const whole = value.slice(isNegative ? 1 : 0, point < 0 ? undefined : point);
  const index = units.findIndex(({ exponent }) => whole.length > exponent);
  const unit = units[index];
  if (!unit) return null;
  const { exponent, sign } = unit;
  const digits = units.at(-1)?.exponent ?? 0;
  const split = whole.length - exponent;
  const fraction = point < 0 ? '' : value.slice(point + 1);
  const scaled = `${whole.slice(0, split)}.${whole.slice(split)}${fraction}`;
  let rounded = roundDecimal(scaled, placesFor(split, digits));
  if (rounded.indexOf('.') > split) {
    const larger = units[index - 1];
    // Rounding has made 999.96K a round million.
    if (larger && larger.exponent === exponent + split)
      return { value: withSign('1.00', isNegative), sign: larger.sign };
    rounded = roundDecimal(scaled, placesFor(split + 1, digits));
  }
  return { value: withSign(rounded, isNegative), sign };
}

function placesFor(wholeDigits: number, digits: number): number {
  return Math.min(2, Math.max(1, digits - wholeDigits));
}

function withSign(value: Decimal, isNegative: boolean): Decimal {
  return isNegative ? `-${value}` : value;
}

/** Fewest zeros after the decimal point that `withCountedZeros` counts. */
const fewestCounted = 4;
const subscripts = '₀₁₂₃₄₅₆₇₈₉';

/** Replaces the zeros after the decimal point of a tiny decimal by their number: "0.00000491" becomes "0.0₅491". */
export function withCountedZeros(shown: string, fewest = fewestCounted): string {
  const match = /^([+−]?)0\.(0+)(?=[1-9])/.exec(shown);
  if (!match?.[2] || match[2].length < fewest) return shown;
  const counted = Array.from(String(match[2].length), (digit) => subscripts[Number(digit)]).join('');
  return `${match[1]}0.0${counted}${shown.slice(match[0].length)}`;
}

/** Most decimal places beyond two that the other figures of a column leave room for. */
const maxHanging = 6;

/** Returns the number of decimal places beyond two that a shown figure has; 0 if they are too many to leave room for. */
export function hangingPlaces(shown: string): number {
  const point = shown.lastIndexOf('.');
  const places = point < 0 ? 0 : shown.length - point - 3;
  return places > maxHanging ? 0 : Math.max(0, places);
}
