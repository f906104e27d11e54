/** How a format writes the characters of a text. */
export interface Escapes {
  /** By byte: 0 if it is written as it is, 1 behind `prefix`, 2 if `slowly` must write the whole text, as with all that is not ASCII. */
  readonly kinds: Uint8Array;
  readonly prefix: number;
  /** Returns the text as it is written. */
  readonly slowly: (text: string) => string;
}

/** Returns escapes. `plain` matches each character that is written as it is, unless it is one of `prefixed`. */
export function escapesOf(plain: RegExp, prefixed = '', slowly: Escapes['slowly'] = String, prefix = '"'): Escapes {
  const kinds = Uint8Array.from({ length: 256 }, (_, code) => {
    const character = String.fromCharCode(code);
    return prefixed.includes(character) ? 1 : code < 128 && plain.test(character) ? 0 : 2;
  });
  return { kinds, prefix: prefix.charCodeAt(0), slowly };
}

/** Characters above which writing them one by one takes longer than a call. */
const fewCharacters = 40;
const noEscapes = escapesOf(/./s);
const nothing = new Uint8Array();

/** Returns the bytes of an ASCII text that is put often: reading them takes half as long as reading the characters of a text. */
export function asciiBytes(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** A long text that is built as UTF-8: a string of as many small parts takes four times as long to build and to encode. */
export class Utf8Text {
  #bytes = Buffer.allocUnsafe(1 << 16);
  #length = 0;

  put(text: string): void {
    if (!this.putIfPlain(text, noEscapes)) this.#length += this.#reserve(3 * text.length).write(text, this.#length);
  }

  putBytes(added: Uint8Array): void {
    const { length } = added;
    const bytes = this.#reserve(length);
    let at = this.#length;
    for (let place = 0; place < length; place++) bytes[at++] = added[place] as number;
    this.#length = at;
  }

  /** Puts `before` and the text. */
  putEscaped(text: string, escapes: Escapes, before: Uint8Array): void {
    if (this.putIfPlain(text, escapes, before)) return;
    this.putBytes(before);
    this.put(escapes.slowly(text));
  }

  /** The same, but false if the text must be written slowly: then nothing was put. */
  putIfPlain(text: string, { kinds, prefix }: Escapes, before: Uint8Array = nothing): boolean {
    const { length } = text;
    const bytes = this.#reserve(before.length + 5 * length);
    let at = this.#length;
    for (let place = 0; place < before.length; place++) bytes[at++] = before[place] as number;
    if (length <= fewCharacters) {
      for (let place = 0; place < length; place++) {
        const code = text.charCodeAt(place);
        const kind = code < 128 ? kinds[code] : 2;
        if (kind === 2) return false;
        if (kind === 1) bytes[at++] = prefix;
        bytes[at++] = code;
      }
      this.#length = at;
      return true;
    }
    // Reading characters takes four times as long as reading bytes, which are first written behind the place of the text.
    const source = at + 2 * length;
    const end = source + bytes.write(text, source);
    for (let place = source; place < end; place++) {
      const code = bytes[place] as number;
      const kind = kinds[code];
      if (kind === 2) return false;
      if (kind === 1) bytes[at++] = prefix;
      bytes[at++] = code;
    }
    this.#length = at;
    return true;
  }

  /** Returns what was put since the last call. */
  take(): Buffer {
    const taken = Buffer.from(this.#bytes.subarray(0, this.#length));
    this.#length = 0;
    return taken;
  }

  #reserve(added: number): Buffer {
    const needed = this.#length + added;
    if (needed > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(2 * needed);
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    return this.#bytes;
  }
}
