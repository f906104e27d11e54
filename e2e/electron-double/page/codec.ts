/** JSON for a value that a page and the program exchange. */
export type Encoded =
  | null
  | boolean
  | number
  | string
  | { kind: 'undefined' }
  | Encoded[]
  | { kind: 'object'; entries: [string, Encoded][] };

export interface Codec {
  /** Encodes a structured clone. Throws for values that are not modeled: only plain objects, arrays and simple values are. */
  encode(value: unknown): Encoded;
  decode(encoded: Encoded): unknown;
}

/** Encodes structured clones as JSON. Runs in Node and, as the text of this function, in a page, so it must not use anything outside itself. */
export function createCodec(): Codec {
  function encode(value: unknown): Encoded {
    if (value === null || typeof value === 'boolean' || typeof value === 'string' || Number.isFinite(value))
      return value as Encoded;
    if (value === undefined) return { kind: 'undefined' };
    if (Array.isArray(value)) return value.map(encode);
    if (Object.prototype.toString.call(value) !== '[object Object]')
      throw new TypeError(`The Electron double does not model sending ${Object.prototype.toString.call(value)}.`);
    return { kind: 'object', entries: Object.entries(value as object).map(([key, item]) => [key, encode(item)]) };
  }

  function decode(encoded: Encoded): unknown {
    if (encoded === null || typeof encoded !== 'object') return encoded;
    if (Array.isArray(encoded)) return encoded.map(decode);
    if (encoded.kind === 'undefined') return undefined;
    const object = {};
    for (const [key, item] of encoded.entries)
      Object.defineProperty(object, key, { value: decode(item), writable: true, enumerable: true, configurable: true });
    return object;
  }

  return { encode, decode };
}
