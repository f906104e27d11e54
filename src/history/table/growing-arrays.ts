/** Typed arrays by row number, or by another number from 0 on. */
export type NumberArray = Float64Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Uint8Array<ArrayBuffer>;

/** Returns the array if it has at least `length` entries, otherwise a copy that is at least half as long again, with zeros at its end. */
export function grow<Numbers extends NumberArray>(array: Numbers, length: number): Numbers {
  return array.length >= length ? array : grown(array, length);
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
    const start = before[i] as number;
    opened.copyWithin(start + i + 1, start, end);
    end = start;
  }
  return opened;
}

function grown<Numbers extends NumberArray>(array: Numbers, length: number): Numbers {
  const Numbers = array.constructor as new (length: number) => Numbers;
  const copy = new Numbers(Math.max(length, Math.ceil(array.length * 1.5), 1024));
  copy.set(array);
  return copy;
}
