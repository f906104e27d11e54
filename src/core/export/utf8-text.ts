/** How a format writes the characters of a text. */
export interface Escapes {
  /** By ASCII character: 0 if it is written as it is, 1 behind `prefix`, 2 if `slowly` must write the whole text. */
  readonly kinds: Uint8Array;
  readonly prefix: number;
  /** Returns the text as it is written. Called for all texts with other characters. */
  readonly slowly: (text: string) => string;
}

/** Returns escapes by the characters that are no exceptions. */
export function escapesOf(plain: RegExp, prefixed = '', slowly: Escapes['slowly'] = String, prefix = '"'): Escapes {
  const kinds = Uint8Array.from({ length: 128 }, (_, code) => {
    const character = String.fromCharCode(code);
    return prefixed.includes(character) ? 1 : plain.test(character) ? 0 : 2;
  });
  return { kinds, prefix: prefix.charCodeAt(0), slowly };
}

/** Characters above which writing them one by one takes longer than a call. */
const fewCharacters = 40;

/** A long text that is built as UTF-8: a string of as many small parts takes four times as long to build and to encode. */
export class Utf8Text {
  #bytes = Buffer.allocUnsafe(1 << 16);
  #length = 0;

  put(text: string): void {
    const { length } = text;
    const bytes = this.#reserve(3 * length);
    if (length <= fewCharacters) {
      let at = this.#length;
      let all = 0;
      for (let i = 0; i < length; i++) {
        const code = text.charCodeAt(i);
        all |= code;
        bytes[at++] = code;
      }
      if (all < 128) {
        this.#length = at;
        return;
      }
    }
    this.#length += bytes.write(text, this.#length);
  }

  putEscaped(text: string, escapes: Escapes): void {
    if (!this.putIfPlain(text, escapes)) this.put(escapes.slowly(text));
  }

  /** False if the text must be written slowly, and was not put. */
  putIfPlain(text: string, { kinds, prefix }: Pick<Escapes, 'kinds' | 'prefix'>): boolean {
    const { length } = text;
    const bytes = this.#reserve(2 * length);
    let at = this.#length;
    for (let i = 0; i < length; i++) {
      const code = text.charCodeAt(i);
      const kind = code < 128 ? kinds[code] : 2;
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
