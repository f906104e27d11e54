/** Several times the values of the service's longest list. */
export const maxValues = 200_000;

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const openBrace = 0x7b;

/**
 * Bounds the number of values of a JSON text while it arrives, because parsing a text of nothing but brackets would block the program for
 * seconds. The text need not be valid.
 */
export class JsonBounds {
  #values = 0;
  #isInString = false;
  #isEscaped = false;

  /** Takes the next bytes. Returns false beyond the bound. */
  accepts(bytes: Uint8Array): boolean {
    // Local, because the loop runs for every byte that the exchange sends.
    let values = this.#values;
    let at = this.#isInString ? this.#endOfString(bytes, 0) : 0;
    for (; at < bytes.length; at++) {
      const byte = bytes[at];
      if (byte === quote) at = this.#endOfString(bytes, at + 1) - 1;
      else if (byte === comma || byte === colon || byte === openBracket || byte === openBrace) values++;
    }
    this.#values = values;
    return values <= maxValues;
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
