import { timeOfWire } from '../shared/time/time.ts';
import { readDecimal, signOf } from '../shared/values/decimal.ts';
import type { Decimal, Timestamp, Unknown } from '../shared/values/domain.ts';

const maxTextLength = 200;
const controlCharacter = /\p{Cc}/u;
const trailingZeroFraction = /\.0+$/;
const shortWholeNumber = /^\d{1,3}$/;
const maxPlaces = 100;

/**
 * Reads the fields of one row. Every method accepts numbers as numbers or as text. The first invalid field is kept in `problem`; from then
 * on the returned identifiers, times and places are meaningless; a decimal that cannot be read is `null`.
 */
export class FieldReader {
  /** The first invalid field and its problem; `null` if every field was valid. */
  problem: string | null = null;

  #fail(field: string, reason: string): void {
    this.problem ??= `${field}: ${reason}`;
  }

  /** Reads an opaque identifier: 1 to 200 characters without control characters. */
  identifier(field: string, value: unknown): string {
    const text = this.#text(field, value);
    if (text === '') this.#fail(field, 'missing');
    return text;
  }

  /** Returns '' if the field is missing. */
  optionalText(field: string, value: unknown): string {
    return this.#text(field, value);
  }

  /** Reads epoch seconds, also with a fraction, or epoch milliseconds if the number is too large for seconds. */
  time(field: string, value: unknown): Timestamp {
    const time = timeOfWire(value);
    if (typeof time === 'number') return time;
    this.#fail(field, isMissing(value) ? 'missing' : time);
    return 0;
  }

  /** Returns `null` if the field is missing or empty. */
  decimal(field: string, value: unknown): Decimal | null {
    const text = typeof value === 'number' ? String(value) : value;
    if (typeof text === 'string' && isPlainDecimal(text)) return text;
    if (isMissing(value)) return null;
    const decimal = typeof text === 'string' ? readDecimal(text) : null;
    if (decimal === null) this.#fail(field, 'not a decimal number');
    return decimal;
  }

  /** Reads a price. A price is above zero or there is none (docs/risk.md, "What the program may say"). */
  price(field: string, value: unknown): Decimal | null {
    const price = this.decimal(field, value);
    return price !== null && signOf(price) > 0 ? price : null;
  }

  /** Reads a number of decimal places, 0 to 100. Returns `null` if the field is missing or empty. */
  places(field: string, value: unknown): number | null {
    if (isMissing(value)) return null;
    const text = typeof value === 'number' || typeof value === 'string' ? wholeNumberText(value) : '';
    if (shortWholeNumber.test(text) && Number(text) <= maxPlaces) return Number(text);
    this.#fail(field, 'not a number of decimal places');
    return null;
  }

  /** Returns the word for a value of the wire; "unknown:" and the value if there is none. */
  word<Word extends string>(field: string, value: unknown, words: ReadonlyMap<string, Word>): Word | Unknown {
    // Before the checks of a text, because nearly every value is known.
    const known = typeof value === 'string' || typeof value === 'number' ? words.get(String(value)) : undefined;
    if (known !== undefined) return known;
    const text = this.#text(field, value);
    return words.get(wholeNumberText(text)) ?? words.get(text.toLowerCase()) ?? `unknown:${text}`;
  }

  #text(field: string, value: unknown): string {
    if (value === undefined || value === null) return '';
    if (typeof value === 'number') return String(value);
    if (typeof value !== 'string') {
      this.#fail(field, 'neither text nor a number');
      return '';
    }
    if (isPlainText(value)) return value;
    if (value.length > maxTextLength) this.#fail(field, `longer than ${maxTextLength} characters`);
    else if (controlCharacter.test(value)) this.#fail(field, 'contains a control character');
    else if (!value.isWellFormed()) this.#fail(field, 'not well-formed Unicode');
    return value;
  }
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** True for up to 200 printable ASCII characters. Avoids a regular expression, because three texts of every row are checked. */
function isPlainText(text: string): boolean {
  const { length } = text;
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x20 || code > 0x7e) return false;
  }
  return length <= maxTextLength;
}

/** Turns "3.0" into "3". */
function wholeNumberText(value: string | number): string {
  return String(value).replace(trailingZeroFraction, '');
}

const maxPlainLength = 60;

/** True for the usual form, which `readDecimal` returns unchanged. Avoids a regular expression, because every figure is checked. */
function isPlainDecimal(text: string): boolean {
  const length = text.length;
  if (length > maxPlainLength) return false;
  let at = text.charCodeAt(0) === 0x2d ? 1 : 0;
  const first = text.charCodeAt(at);
  let digits = 0;
  let code = first;
  while (code >= 0x30 && code <= 0x39) {
    digits++;
    code = text.charCodeAt(++at);
  }
  if (digits === 0 || (first === 0x30 && digits > 1)) return false;
  if (at === length) return true;
  if (code !== 0x2e || at + 1 === length) return false;
  for (at++; at < length; at++) {
    code = text.charCodeAt(at);
    if (code < 0x30 || code > 0x39) return false;
  }
  return true;
}
