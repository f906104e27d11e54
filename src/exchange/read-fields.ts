import { readDecimal } from '../shared/decimal.ts';
import type { Decimal, Timestamp, Unknown } from '../shared/domain.ts';

const longestText = 200;
const controlCharacter = /\p{Cc}/u;
const decimalSeconds = /^\d{1,20}(?:\.\d{1,20})?(?:[eE]\+?\d{1,2})?$/;
const trailingZeroFraction = /\.0+$/;
/** Seconds would reach this in the year 5138. */
const leastMilliseconds = 1e11;
const earliestTime = Date.UTC(2009, 0, 1);
const latestTime = Date.UTC(2101, 0, 1);
const shortWholeNumber = /^\d{1,3}$/;
const mostPlaces = 100;

/**
 * Reads the fields of one row. The first thing that is wrong with any of them stays in `problem`; from then on what the
 * functions answer is of no use. Numbers may come as numbers or as text everywhere.
 */
export class FieldReader {
  /** Which field, and what is wrong with it; `null` while the row is fine. */
  problem: string | null = null;

  #fail(field: string, reason: string): void {
    this.problem ??= `${field}: ${reason}`;
  }

  /** An opaque identifier: not empty, at most 200 characters, none of them a control character. */
  identifier(field: string, value: unknown): string {
    const text = this.#text(field, value);
    if (text === '') this.#fail(field, 'missing');
    return text;
  }

  /** Empty where it is missing. */
  optionalText(field: string, value: unknown): string {
    return this.#text(field, value);
  }

  /** Seconds since 1970, also with a fraction; milliseconds where the number is too large for seconds. */
  time(field: string, value: unknown): Timestamp {
    const number =
      typeof value === 'number'
        ? value
        : typeof value === 'string' && decimalSeconds.test(value)
          ? Number(value)
          : null;
    if (number === null) {
      this.#fail(field, isMissing(value) ? 'missing' : 'not a time');
      return 0;
    }
    const time = Math.round(number >= leastMilliseconds ? number : number * 1000);
    if (!(time >= earliestTime && time < latestTime)) this.#fail(field, 'not a plausible time');
    return time;
  }

  /** `null` where it is missing or empty. */
  decimal(field: string, value: unknown): Decimal | null {
    if (isMissing(value)) return null;
    const text = typeof value === 'number' ? String(value) : value;
    if (typeof text === 'string') {
      if (isPlainDecimal(text)) return text;
      const decimal = readDecimal(text);
      if (decimal !== null) return decimal;
    }
    this.#fail(field, 'not a decimal number');
    return null;
  }

  /** A number of decimal places, 0 to 100; `null` where it is missing or empty. */
  places(field: string, value: unknown): number | null {
    if (isMissing(value)) return null;
    const text = typeof value === 'number' || typeof value === 'string' ? wholeNumberText(value) : '';
    if (shortWholeNumber.test(text) && Number(text) <= mostPlaces) return Number(text);
    this.#fail(field, 'not a number of decimal places');
    return null;
  }

  /** One of the words, by the value that stands for it on the wire; "unknown:" and the value where none does. */
  word<Word extends string>(field: string, value: unknown, words: ReadonlyMap<string, Word>): Word | Unknown {
    const text = this.#text(field, value);
    return words.get(text) ?? words.get(wholeNumberText(text)) ?? `unknown:${text}`;
  }

  #text(field: string, value: unknown): string {
    if (value === undefined || value === null) return '';
    if (typeof value === 'number') return String(value);
    if (typeof value !== 'string') {
      this.#fail(field, 'neither text nor a number');
      return '';
    }
    if (value.length > longestText) this.#fail(field, `longer than ${longestText} characters`);
    else if (controlCharacter.test(value)) this.#fail(field, 'contains a control character');
    else if (!value.isWellFormed()) this.#fail(field, 'not well-formed Unicode');
    return value;
  }
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** "3.0" is 3 where a whole number is meant. */
function wholeNumberText(value: string | number): string {
  return String(value).replace(trailingZeroFraction, '');
}

const longestPlain = 60;

/** The usual form, which `readDecimal` would answer unchanged: checked without a regular expression, for it is checked for every figure. */
function isPlainDecimal(text: string): boolean {
  const length = text.length;
  if (length > longestPlain) return false;
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
