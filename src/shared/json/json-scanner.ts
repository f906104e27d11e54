/** Position of an element of an array, or of a member's value of an object, in the text. */
export interface TextRange {
  /** The member's name; `null` in an array. */
  readonly key: string | null;
  readonly start: number;
  /** Position after the last character. */
  readonly end: number;
  /** Parts of the value, if `descendInto` names the member and the value is an array or an object; otherwise `null`. */
  readonly inner: readonly TextRange[] | null;
  /** Nesting of the value, 0 if it is neither an array nor an object, and number of names in its objects. Both 0 if there are `inner` ones. */
  readonly depth: number;
  readonly names: number;
}

const quote = 0x22;
const minus = 0x2d;
const point = 0x2e;
const zero = 0x30;
const nine = 0x39;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const letterF = 0x66;
const letterN = 0x6e;
const letterT = 0x74;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const lowerCaseBit = 0x20;
const letterE = 0x65;
/** Whole numbers with fewer digits are exact as binary floats. */
const minInexactDigits = 16;
/** Many times the length of the service's lists. Without a limit, a response of nothing but brackets could fill the memory. */
const maxParts = 10_000;

/**
 * Finds the parts of a JSON text without building values, so that a row's text can be kept as received. The scanner does not check the text:
 * of an invalid one, it throws a RangeError or returns any ranges.
 */
export class JsonScanner {
  /** Alternating starts and ends of the scanned numbers that may be inexact as binary floats: with a fraction, an exponent or many digits. */
  readonly inexactNumbers: number[] = [];
  readonly #text: string;
  /** Of the last value: see `TextRange`. */
  #depth = 0;
  #names = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns the position after the white space that starts at `from`. */
  skipSpace(from: number): number {
    let at = from;
    while (this.#text.charCodeAt(at) <= 0x20) at++;
    return at;
  }

  /**
   * Returns the elements or members of the array or object that starts at `start`, in the order of the text. `descendInto`: name of a
   * member whose own parts are returned, too. Throws a RangeError if there are more than 10,000.
   */
  rangesOf(start: number, descendInto?: string): { readonly ranges: TextRange[]; readonly end: number } {
    const text = this.#text;
    const isObject = text.charCodeAt(start) === openBrace;
    const ranges: TextRange[] = [];
    let at = this.skipSpace(start + 1);
    for (;;) {
      const code = text.charCodeAt(at);
      if (code === closeBrace || code === closeBracket) return { ranges, end: at + 1 };
      if (code === comma) {
        at = this.skipSpace(at + 1);
        continue;
      }
      let key: string | null = null;
      if (isObject) {
        if (code !== quote) throw new RangeError('no name');
        const endOfKey = this.#endOfString(at);
        key = keyAt(text, at, endOfKey);
        at = this.skipSpace(this.skipSpace(endOfKey) + 1);
      }
      const inner = key !== null && key === descendInto && this.#isContainer(at) ? this.rangesOf(at) : null;
      this.#depth = 0;
      this.#names = 0;
      const end = inner?.end ?? this.#endOfValue(at);
      if (ranges.length === maxParts) throw new RangeError('too many parts');
      ranges.push({ key, start: at, end, inner: inner?.ranges ?? null, depth: this.#depth, names: this.#names });
      at = this.skipSpace(end);
    }
  }

  #isContainer(at: number): boolean {
    const code = this.#text.charCodeAt(at);
    return code === openBrace || code === openBracket;
  }

  #endOfValue(start: number): number {
    const text = this.#text;
    let depth = 0;
    let deepest = 0;
    let names = 0;
    let at = start;
    do {
      if (at >= text.length) throw new RangeError('no end of the value');
      const code = text.charCodeAt(at);
      if (code === quote) {
        at = this.#endOfString(at);
      } else if (code === openBrace || code === openBracket) {
        if (++depth > deepest) deepest = depth;
        at++;
      } else if (code === closeBrace || code === closeBracket) {
        depth--;
        at++;
      } else if (code === minus || (code >= zero && code <= nine)) {
        at = this.#endOfNumber(at);
      } else if (code === letterT || code === letterN) {
        at += 4;
      } else if (code === letterF) {
        at += 5;
      } else {
        if (code === colon) names++;
        at++;
      }
    } while (depth > 0);
    this.#depth = deepest;
    this.#names = names;
    return at;
  }

  #endOfString(start: number): number {
    const text = this.#text;
    const { length } = text;
    for (let at = start + 1; at < length; at++) {
      const code = text.charCodeAt(at);
      if (code === quote) return at + 1;
      if (code === backslash) at++;
    }
    throw new RangeError('no end of the text');
  }

  #endOfNumber(start: number): number {
    const text = this.#text;
    let at = text.charCodeAt(start) === minus ? start + 1 : start;
    const firstDigit = at;
    let code = text.charCodeAt(at);
    while (code >= zero && code <= nine) code = text.charCodeAt(++at);
    const isWhole = code !== point && (code | lowerCaseBit) !== letterE;
    if (isWhole && at - firstDigit < minInexactDigits) return at;
    while (isInNumber(code)) code = text.charCodeAt(++at);
    this.inexactNumbers.push(start, at);
    return at;
  }
}

function isInNumber(code: number): boolean {
  return (
    (code >= zero && code <= nine) ||
    code === point ||
    code === minus ||
    code === 0x2b ||
    (code | lowerCaseBit) === letterE
  );
}

/** Returns a member's name. Only a name with an escape needs `JSON.parse`. */
function keyAt(text: string, start: number, end: number): string {
  const plain = text.slice(start + 1, end - 1);
  return plain.includes('\\') ? String(JSON.parse(text.slice(start, end))) : plain;
}
