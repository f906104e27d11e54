/** JSON for a value of the structured clone algorithm. */
export type Encoded =
  | null
  | boolean
  | number
  | string
  | { kind: 'undefined' }
  | { kind: 'number' | 'bigint'; text: string }
  | { kind: 'date'; time: number | null }
  | { kind: 'bytes'; type: string; bytes: number[] }
  | { kind: 'error'; name: string; message: string; stack: string }
  | { kind: 'array' | 'set'; items: Encoded[] }
  | { kind: 'object'; entries: [string, Encoded][] }
  | { kind: 'map'; entries: [Encoded, Encoded][] }
  | { kind: 'again'; position: number };

export interface Codec {
  /** Encodes a structured clone. Throws for rare types that it does not support. */
  encode(value: unknown): Encoded;
  decode(encoded: Encoded): unknown;
}

/**
 * Encodes structured clones as JSON, including cycles and shared objects. Runs in Node and, as the text of this
 * function, in a page, so it must not use anything outside itself.
 */
export function createCodec(): Codec {
  const views = [Uint8Array, Int8Array, Uint16Array, Int16Array, Uint32Array, Int32Array, Float32Array, Float64Array];

  function encode(root: unknown): Encoded {
    const seen = new Map<object, number>();
    return visit(root);

    function visit(value: unknown): Encoded {
      if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
      if (value === undefined) return { kind: 'undefined' };
      if (typeof value === 'bigint') return { kind: 'bigint', text: String(value) };
      if (typeof value === 'number') {
        if (Number.isFinite(value) && !Object.is(value, -0)) return value;
        return { kind: 'number', text: Object.is(value, -0) ? '-0' : String(value) };
      }
      if (typeof value !== 'object') throw new TypeError('An object could not be cloned.');
      const position = seen.get(value);
      if (position !== undefined) return { kind: 'again', position };
      seen.set(value, seen.size);
      return visitObject(value);
    }

    function visitObject(value: object): Encoded {
      if (Array.isArray(value)) return { kind: 'array', items: value.map(visit) };
      if (value instanceof Set) return { kind: 'set', items: [...value].map(visit) };
      if (value instanceof Map)
        return { kind: 'map', entries: [...value].map(([key, item]) => [visit(key), visit(item)]) };
      if (value instanceof Date) return { kind: 'date', time: Number.isNaN(value.getTime()) ? null : value.getTime() };
      if (value instanceof Error)
        return { kind: 'error', name: value.name, message: value.message, stack: value.stack ?? '' };
      if (value instanceof ArrayBuffer)
        return { kind: 'bytes', type: 'ArrayBuffer', bytes: [...new Uint8Array(value)] };
      for (const View of views) {
        if (!(value instanceof View)) continue;
        const bytes = [...new Uint8Array(value.buffer, value.byteOffset, value.byteLength)];
        return { kind: 'bytes', type: View.name, bytes };
      }
      if (Object.prototype.toString.call(value) !== '[object Object]')
        throw new TypeError(`The Electron double does not model sending a ${value.constructor.name}.`);
      return { kind: 'object', entries: Object.entries(value).map(([key, item]) => [key, visit(item)]) };
    }
  }

  function decode(root: Encoded): unknown {
    const seen: unknown[] = [];
    return visit(root);

    function visit(encoded: Encoded): unknown {
      if (encoded === null || typeof encoded !== 'object') return encoded;
      switch (encoded.kind) {
        case 'undefined':
          return undefined;
        case 'number':
          return Number(encoded.text);
        case 'bigint':
          return BigInt(encoded.text);
        case 'again':
          return seen[encoded.position];
        case 'date':
          return remember(new Date(encoded.time ?? Number.NaN));
        case 'error':
          return remember(Object.assign(new Error(encoded.message), { name: encoded.name, stack: encoded.stack }));
        case 'bytes': {
          const { buffer } = Uint8Array.from(encoded.bytes);
          const View = views.find(({ name }) => name === encoded.type);
          return remember(View ? new View(buffer) : buffer);
        }
        case 'array': {
          const items: unknown[] = [];
          remember(items);
          for (const item of encoded.items) items.push(visit(item));
          return items;
        }
        case 'set': {
          const items = new Set();
          remember(items);
          for (const item of encoded.items) items.add(visit(item));
          return items;
        }
        case 'map': {
          const entries = new Map();
          remember(entries);
          for (const [key, item] of encoded.entries) entries.set(visit(key), visit(item));
          return entries;
        }
        case 'object': {
          const object = {};
          remember(object);
          for (const [key, item] of encoded.entries)
            Object.defineProperty(object, key, {
              value: visit(item),
              writable: true,
              enumerable: true,
              configurable: true,
            });
          return object;
        }
      }
    }

    function remember<Value>(value: Value): Value {
      seen.push(value);
      return value;
    }
  }

  return { encode, decode };
}
