import Big from 'big.js';
import type { Decimal } from './domain.ts';

const plainForm = /^([+-]?)(\d+)(?:\.(\d*))?$/;
const anyForm = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/;
/** Most digits of a decimal. Without a limit, a hostile exponent could fill the memory. */
const maxDigits = 400;

/**
 * Converts a decimal in any usual notation to plain notation with all its digits: "1.50" -> "1.50", ".5" -> "0.5",
 * "4.9e-6" -> "0.0000049". Returns `null` if the text is no decimal or has more than 400 digits.
 */
export function readDecimal(text: string): Decimal | null {
  if (text.length > maxDigits) return null;
  const plain = plainForm.exec(text);
  if (plain) {
    const [, sign, integer, fraction] = plain;
    if (sign !== '+' && fraction !== '' && (integer === '0' || !integer?.startsWith('0'))) return text;
  }
  const parts = anyForm.exec(text);
  if (!parts) return null;
  const [, sign = '', integer = '', fraction = '', exponent = '0'] = parts;
  if (integer === '' && fraction === '') return null;
  const digits = integer + fraction;
  const point = integer.length + Number(exponent);
  if (point > maxDigits || digits.length - point > maxDigits) return null;
  const whole = point > 0 ? digits.slice(0, point).padEnd(point, '0') : '';
  const rest = point < digits.length ? '0'.repeat(Math.max(0, -point)) + digits.slice(Math.max(0, point)) : '';
  const plainWhole = whole.replace(/^0+(?=\d)/, '') || '0';
  return `${sign === '-' ? '-' : ''}${plainWhole}${rest === '' ? '' : `.${rest}`}`;
}

/** Returns `null` for zero. */
export function withoutZero(value: Decimal | null): Decimal | null {
  return value === null || isZero(value) ? null : value;
}

function isZero(value: Decimal): boolean {
  for (let i = 0; i < value.length; i++) {
    const code = value.charCodeAt(i);
    if (code > 48 && code <= 57) return false;
  }
  return true;
}

/** Compares two decimals in plain notation exactly: -1, 0 or 1. "1.0" equals "1.00", "-0" equals "0". */
export function compareDecimals(a: Decimal, b: Decimal): -1 | 0 | 1 {
  if (a === b) return 0;
  const aSign = isZero(a) ? 0 : a.startsWith('-') ? -1 : 1;
  const bSign = isZero(b) ? 0 : b.startsWith('-') ? -1 : 1;
  if (aSign !== bSign) return aSign < bSign ? -1 : 1;
  if (aSign === 0) return 0;
  const magnitude = compareMagnitudes(aSign < 0 ? a.slice(1) : a, bSign < 0 ? b.slice(1) : b);
  return aSign > 0 || magnitude === 0 ? magnitude : magnitude > 0 ? -1 : 1;
}

function compareMagnitudes(a: string, b: string): -1 | 0 | 1 {
  const aPoint = a.indexOf('.');
  const bPoint = b.indexOf('.');
  const aWhole = aPoint < 0 ? a.length : aPoint;
  const bWhole = bPoint < 0 ? b.length : bPoint;
  if (aWhole !== bWhole) return aWhole < bWhole ? -1 : 1;
  const length = Math.max(a.length, b.length);
  for (let i = 0; i < length; i++) {
    if (i === aWhole) continue;
    const left = i < a.length ? a.charCodeAt(i) : 48;
    const right = i < b.length ? b.charCodeAt(i) : 48;
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}

/** Returns -1, 0 or 1. */
export function signOf(value: Decimal): -1 | 0 | 1 {
  return isZero(value) ? 0 : value[0] === '-' ? -1 : 1;
}

/** Returns the absolute value. */
export function withoutSign(value: Decimal): Decimal {
  return value.startsWith('-') ? value.slice(1) : value;
}

/** Returns the value with the other sign; zero has none. */
export function opposite(value: Decimal): Decimal {
  return value.startsWith('-') || isZero(value) ? withoutSign(value) : `-${value}`;
}

/** Returns the number of decimal places. */
export function placesOf(value: Decimal): number {
  const point = value.indexOf('.');
  return point < 0 ? 0 : value.length - point - 1;
}

/** Returns `to` - `from`, exactly. */
export function difference(from: Decimal, to: Decimal): Decimal {
  const places = Math.max(placesOf(from), placesOf(to));
  const units = floatOf(to, places) - floatOf(from, places);
  return isExact(units) ? ofUnits(units, places) : new Big(to).minus(from).toFixed();
}

/** Returns `a` + `b`, exactly. */
export function sum(a: Decimal, b: Decimal): Decimal {
  const places = Math.max(placesOf(a), placesOf(b));
  const units = floatOf(a, places) + floatOf(b, places);
  return isExact(units) ? ofUnits(units, places) : new Big(a).plus(b).toFixed();
}

/** Returns the change from `from` to `to` in percent, rounded half away from zero to `places`; `null` if `from` is zero. */
export function percentChange(from: Decimal, to: Decimal, places = 2): Decimal | null {
  const percent = quotient(product(difference(from, to), '100'), from, places);
  return percent === null || !isZero(percent) ? percent : withoutSign(percent);
}

/** Returns `a` / `b`, rounded half away from zero to `places`; `null` if `b` is zero. */
export function quotient(a: Decimal, b: Decimal, places: number): Decimal | null {
  if (isZero(b)) return null;
  // As whole numbers of these places, both have a quotient in units of the last place asked for.
  const shift = places + placesOf(b) - placesOf(a);
  const aPlaces = placesOf(a) + Math.max(0, shift);
  const bPlaces = placesOf(b) + Math.max(0, -shift);
  const twice = 2 * Math.abs(floatOf(b, bPlaces));
  const above = 2 * Math.abs(floatOf(a, aPlaces)) + twice / 2;
  const rounded =
    isExact(above) && isExact(twice)
      ? (above - (above % twice)) / twice
      : roundedQuotient(bigOf(withoutSign(a), aPlaces), bigOf(withoutSign(b), bPlaces));
  const digits = String(rounded).padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  const text = places === 0 ? whole : `${whole}.${digits.slice(-places)}`;
  return a.startsWith('-') !== b.startsWith('-') && !isZero(text) ? `-${text}` : text;
}

function roundedQuotient(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}

/** Returns a decimal in units of a decimal place that it does not exceed. */
function bigOf(value: Decimal, places: number): bigint {
  return BigInt(value.replace('.', '') + '0'.repeat(places - placesOf(value)));
}

/** Returns `a` / `b`, rounded half away from zero to `digits` significant digits; `null` if `b` is zero. For quotients above 1e-20. */
export function significantQuotient(a: Decimal, b: Decimal, digits: number): Decimal | null {
  if (isZero(b)) return null;
  const { e: magnitude } = new Big(a).div(b);
  const places = digits - 1 - magnitude;
  // A quotient that is rounded up to the next power of ten has one digit more, which is zero.
  return places < 0 ? new Big(a).div(b).prec(digits).toFixed() : trimmed(quotient(a, b, places) ?? '0');
}

/** Returns the decimal without zeros at the end of its decimal places. */
export function trimmed(value: Decimal): Decimal {
  return value.includes('.') ? value.replace(/\.?0+$/, '') : value;
}

/**
 * Returns the position of `value` between `low` (0) and `high` (100) in percent, rounded to `places`; below 0 or above 100 if it is
 * outside. Returns `null` unless `high` is above `low`.
 */
export function positionPercent(low: Decimal, high: Decimal, value: Decimal, places = 0): Decimal | null {
  if (compareDecimals(high, low) <= 0) return null;
  return quotient(product(difference(low, value), '100'), difference(low, high), places);
}

/** Returns the spread in basis points of the mid price, rounded to `places`; `null` unless the mid price is above zero. */
export function spreadBasisPoints(bid: Decimal, ask: Decimal, places = 2): Decimal | null {
  const sum = new Big(bid).plus(ask).toFixed();
  if (signOf(sum) <= 0) return null;
  return quotient(product(difference(bid, ask), '20000'), sum, places);
}

/** Returns `a` * `b`, exactly. */
export function product(a: Decimal, b: Decimal): Decimal {
  const [aPlaces, bPlaces] = [placesOf(a), placesOf(b)];
  const units = floatOf(a, aPlaces) * floatOf(b, bPlaces);
  return isExact(units) ? ofUnits(units, aPlaces + bPlaces) : new Big(a).times(b).toFixed();
}

/** Most characters of a decimal whose digits are exact as a float. */
const maxFloatLength = 15;

/**
 * Returns a decimal in units of a decimal place that it does not exceed; NaN if that is no exact float. Prices and quantities are short as a
 * rule, and a tick of the tickers computes thousands of figures, for which `Big` takes several times as long.
 */
function floatOf(value: Decimal, places: number): number {
  if (value.length > maxFloatLength) return Number.NaN;
  let units = 0;
  let left = places;
  let isFraction = false;
  for (let i = value.startsWith('-') ? 1 : 0; i < value.length; i++) {
    const code = value.charCodeAt(i);
    if (code === pointCode) {
      isFraction = true;
      continue;
    }
    const digit = code - zeroCode;
    if (digit < 0 || digit > 9) return Number.NaN;
    units = 10 * units + digit;
    if (isFraction) left--;
  }
  for (; left > 0; left--) units *= 10;
  if (!isExact(units)) return Number.NaN;
  return value.startsWith('-') ? -units : units;
}

/** True if a sum or a product of exact whole numbers was not rounded. */
function isExact(units: number): boolean {
  return units <= Number.MAX_SAFE_INTEGER && units >= -Number.MAX_SAFE_INTEGER;
}

/** Returns a whole number of units of a decimal place as a decimal without zeros at the end of its places. */
function ofUnits(units: number, places: number): Decimal {
  if (units === 0) return '0';
  let [magnitude, kept] = [Math.abs(units), places];
  for (; kept > 0 && magnitude % 10 === 0; kept--) magnitude /= 10;
  const digits = String(magnitude).padStart(kept + 1, '0');
  const point = digits.length - kept;
  const text = kept === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
  return units < 0 ? `-${text}` : text;
}

/**
 * Compares the distance between `from` and `to` with `percent` percent of `from`, both as absolute values: -1, 0 or 1. Exact, because it
 * avoids a division. If `from` is zero, any distance is greater.
 */
export function compareDistance(from: Decimal, to: Decimal, percent: Decimal): -1 | 0 | 1 {
  const distance = new Big(to).minus(from).abs().times(100);
  return distance.cmp(new Big(from).times(percent).abs());
}

/** Returns a decimal rounded to `places` decimal places, half away from zero. A decimal with fewer places stays as it is. */
export function roundDecimal(value: Decimal, places: number): Decimal {
  if (placesOf(value) <= places) return value;
  const point = value.indexOf('.');
  const end = point + 1 + places;
  const kept = value.slice(0, places === 0 ? point : end);
  const rounded = value.charCodeAt(end) < fiveCode ? kept : withNextUnit(kept);
  return isZero(rounded) ? withoutSign(rounded) : rounded;
}

/**
 * Returns a decimal within a range, rounded to the power of ten nearest to the width of the range, or to the next lower one; `null` if both
 * leave the range. Has at most `maxPlaces` decimal places, which may take it out of the range.
 */
export function roundedWithin(
  value: Decimal,
  [low, high]: readonly [Decimal, Decimal],
  maxPlaces: number,
): Decimal | null {
  const exact = new Big(value);
  const width = Number(new Big(high).minus(low));
  const fewest = width === 0 ? maxPlaces : -Math.round(Math.log10(width));
  if (fewest >= maxPlaces) return exact.round(maxPlaces, Big.roundHalfUp).toFixed();
  for (const places of [fewest, fewest + 1]) {
    const rounded = exact.round(places, Big.roundHalfUp);
    if (rounded.gte(low) && rounded.lte(high)) return rounded.toFixed();
  }
  return null;
}

const zeroCode = '0'.charCodeAt(0);
const pointCode = '.'.charCodeAt(0);
const fiveCode = '5'.charCodeAt(0);

/** Returns a decimal one unit of its last place further from zero. */
function withNextUnit(value: Decimal): Decimal {
  for (let i = value.length - 1; i >= 0; i--) {
    const digit = value[i];
    if (digit === '.' || digit === '9') continue;
    if (digit === '-') break;
    return value.slice(0, i) + (Number(digit) + 1) + value.slice(i + 1).replaceAll('9', '0');
  }
  const sign = value.startsWith('-') ? '-' : '';
  return `${sign}1${value.slice(sign.length).replaceAll('9', '0')}`;
}

export interface DecimalFormat {
  /** Pads the fraction with zeros to this length. */
  minimumPlaces?: number;
  /** Cuts the fraction at this length. Marks cut digits other than zero with "…"; never rounds. */
  maximumPlaces?: number;
  /** Separates groups of three digits before the decimal point. Default ",". */
  separator?: string;
}

/** The sign of negative figures on the screen, as wide as a plus sign. Copies and files have a hyphen. */
export const minusSign = '−';

/** Formats a decimal for display, padded and grouped. Cut digits are marked with "…", so that a number never looks exact if it is not. */
export function formatDecimal(value: Decimal, format: DecimalFormat = {}): string {
  const { minimumPlaces = 0, maximumPlaces = Number.POSITIVE_INFINITY, separator = ',' } = format;
  const negative = value.startsWith('-') && !isZero(value);
  const [whole = '0', fraction = ''] = withoutSign(value).split('.');
  const significant = withoutEndingZeros(fraction);
  const kept = significant.length > maximumPlaces ? significant.slice(0, maximumPlaces) : significant;
  const mark = kept.length < significant.length ? '…' : '';
  const shown = mark ? kept : kept.padEnd(minimumPlaces, '0');
  const grouped = separator === '' ? whole : inGroups(whole, separator);
  return `${negative ? minusSign : ''}${grouped}${shown === '' ? '' : `.${shown}`}${mark}`;
}

// Without regular expressions, because a tick of the tickers formats hundreds of decimals.
function withoutEndingZeros(fraction: string): string {
  let end = fraction.length;
  while (end > 0 && fraction.charCodeAt(end - 1) === zeroCode) end--;
  return fraction.slice(0, end);
}

function inGroups(whole: string, separator: string): string {
  let start = whole.length % 3 || 3;
  let grouped = whole.slice(0, start);
  for (; start < whole.length; start += 3) grouped += separator + whole.slice(start, start + 3);
  return grouped;
}
