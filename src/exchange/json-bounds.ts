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
    let { length } = bytes;
    for (let at = 0; at < length; at++) {
      const byte = bytes[at];
      if (this.#isInString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (byte === backslash) this.#isEscaped = true;
        else if (byte === quote) this.#isInString = false;
      } else if (byte === quote) this.#isInString = true;
      else if (byte === comma || byte === colon) this.#values++;
      else if (byte === openBracket || byte === openBrace) {
        this.#depth++;
        this.#values++;
        if (this.#depth > maxDepth) length = 0;
      } else if (byte === closeBracket || byte === closeBrace) this.#depth--;
    }
    if (this.#depth > maxDepth)
      throw new OrderglassError('bad-answer', `the response is nested deeper than ${maxDepth}`);
    if (this.#values > maxValues)
      throw new OrderglassError('bad-answer', `the response has more than ${maxValues} values`);
  }
}
