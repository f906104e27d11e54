/** Many times the values of the service's longest list. */
export const maxValues = 400_000;

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
    const { length } = bytes;
    let at = this.#isEscaped ? from + 1 : from;
    while (at < length) {
      const byte = bytes[at];
      if (byte === quote) {
        this.#isInString = false;
        this.#isEscaped = false;
        return at + 1;
      }
      at += byte === backslash ? 2 : 1;
    }
    this.#isInString = true;
    // The escaped byte is the first of the next bytes.
    this.#isEscaped = at > length;
    return length;
  }
}
