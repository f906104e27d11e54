import { OrderglassError } from '../shared/errors.ts';

/** Several times the nesting of the service's responses, which is 5. */
const maxDepth = 32;
/** Several times the values of the service's longest list. */
const maxValues = 200_000;

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/**
 * Bounds the nesting and the number of values of a JSON text while it arrives, because parsing a text of nothing but brackets would block
 * the program for seconds. The text need not be valid.
 */
export class JsonBounds {
  #depth = 0;
  #values = 0;
  #isInString = false;
  #isEscaped = false;

  /** Takes the next bytes. Throws `bad-answer` beyond a bound. */
  accept(bytes: Uint8Array): void {
    // Local, because the loop runs for every byte that the exchange sends.
    let depth = this.#depth;
    let values = this.#values;
    let at = this.#isInString ? this.#endOfString(bytes, 0) : 0;
    for (; at < bytes.length && depth <= maxDepth; at++) {
      const byte = bytes[at];
      if (byte === quote) at = this.#endOfString(bytes, at + 1) - 1;
      else if (byte === comma || byte === colon) values++;
      else if (byte === openBracket || byte === openBrace) {
        depth++;
        values++;
      } else if (byte === closeBracket || byte === closeBrace) depth--;
    }
    this.#depth = depth;
    this.#values = values;
    if (this.#depth > maxDepth)
      throw new OrderglassError('bad-answer', `the response is nested deeper than ${maxDepth}`);
    if (this.#values > maxValues)
      throw new OrderglassError('bad-answer', `the response has more than ${maxValues} values`);
  }

  /** Returns the place after the quote that ends the string, or the length if the string goes on in the next bytes. */
  #endOfString(bytes: Uint8Array, from: number): number {
    let isEscaped = this.#isEscaped;
    let at = from;
    let isInString = true;
    for (; at < bytes.length && isInString; at++) {
      const byte = bytes[at];
      if (isEscaped) isEscaped = false;
      else if (byte === backslash) isEscaped = true;
      else if (byte === quote) isInString = false;
    }
    this.#isInString = isInString;
    this.#isEscaped = isEscaped;
    return at;
  }
}
