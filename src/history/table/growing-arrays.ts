import { numberAt } from '../../shared/values/elements.ts';

/** Whole numbers from 0 on, in no wider elements than the largest one of them needs. */
export type WholeArray = Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;
/** Numbers most of which are small whole ones, in no wider elements than they need. */
export type SignedArray =
  | Int8Array<ArrayBuffer>
  | Int16Array<ArrayBuffer>
  | Int32Array<ArrayBuffer>
  | Float64Array<ArrayBuffer>;
/** Typed arrays by row number, or by another number from 0 on. */
export type NumberArray = WholeArray | SignedArray;

/** Returns the array if it has at least `length` entries, otherwise a copy that is at least half as long again, with zeros at its end. */
export function grow<Numbers extends NumberArray>(array: Numbers, length: number): Numbers {
  return array.length >= length ? array : grown(array, length);
}

/** Returns the array if its elements hold `largest`, otherwise a copy with wider ones. `largest`: below 2^32. */
export function widen(array: WholeArray, largest: number): WholeArray {
  if (largest < 256 ** array.BYTES_PER_ELEMENT) return array;
  const wider = wholeArray(array.length, largest);
  wider.set(array);
  return wider;
}

/** Returns the array if its elements hold a number, otherwise a copy in which they do. */
export function widenSigned(array: SignedArray, value: number): SignedArray {
  const Numbers =
    (value << 24) >> 24 === value
      ? Int8Array
      : (value << 16) >> 16 === value
        ? Int16Array
        : (value | 0) === value
          ? Int32Array
          : Float64Array;
  return array.BYTES_PER_ELEMENT >= Numbers.BYTES_PER_ELEMENT ? array : new Numbers(array);
}

/** Returns an array of zeros whose elements hold `largest`, which is below 2^32. */
export function wholeArray(length: number, largest: number): WholeArray {
  return largest < 2 ** 8
    ? new Uint8Array(length)
    : largest < 2 ** 16
      ? new Uint16Array(length)
      : new Uint32Array(length);
}

/**
 * Returns the array with a free entry for each element of `before`, all ascending: entry `i` is free at `before[i] + i`, in front of
 * the entry that was at `before[i]`. `used`: entries of the array in use.
 */
export function openGaps<Numbers extends NumberArray>(
  array: Numbers,
  used: number,
  before: readonly number[],
): Numbers {
  const opened = grow(array, used + before.length);
  let end = used;
  for (let i = before.length - 1; i >= 0; i--) {
    const start = numberAt(before, i);
    opened.copyWithin(start + i + 1, start, end);
    end = start;
  }
  return opened;
}

/**
 * Frees the memory of an array that is not used any longer, before the garbage collector would. Does nothing if the array shares its memory
 * with others. Node 20 leaves the memory to the collector.
 */
export function release({ buffer, byteLength }: Uint32Array | Uint8Array): void {
  if (buffer.byteLength === byteLength) (buffer as ArrayBuffer).transfer?.(0);
}

function grown<Numbers extends NumberArray>(array: Numbers, length: number): Numbers {
  const Numbers = array.constructor as new (length: number) => Numbers;
  const copy = new Numbers(Math.max(length, Math.ceil(array.length * 1.5), 1024));
  copy.set(array);
  return copy;
}
