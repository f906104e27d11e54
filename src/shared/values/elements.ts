/**
 * Reads elements of arrays: each function throws a RangeError if the array has none at the index. There are several, each for as few classes of
 * arrays as possible, because V8 compiles a function for the classes of all its calls: in a loop, one for two classes takes 2.5 times as long as one
 * for a single class, and one for all classes 13 times. A loop over all rows checks in place instead: `keys[row] ?? noElement(row)` takes no longer
 * than an access without a check.
 */

export function float64At(array: Float64Array, index: number): number {
  return array[index] ?? noElement(index);
}

export function uint32At(array: Uint32Array, index: number): number {
  return array[index] ?? noElement(index);
}

export function int32At(array: Int32Array, index: number): number {
  return array[index] ?? noElement(index);
}

export function uint8At(array: Uint8Array, index: number): number {
  return array[index] ?? noElement(index);
}

/** For arrays of whole numbers that are as wide as their numbers need. */
export function uintAt(array: Uint8Array | Uint16Array | Uint32Array, index: number): number {
  return array[index] ?? noElement(index);
}

/** For arrays of numbers most of which are small whole ones, in no wider elements than they need. */
export function signedAt(array: Int8Array | Int16Array | Int32Array | Float64Array, index: number): number {
  return array[index] ?? noElement(index);
}

/** For arrays of any class, outside of loops over all rows. */
export function numberAt(array: ArrayLike<number>, index: number): number {
  return array[index] ?? noElement(index);
}

/** Throws a RangeError. For an element that is read in place. */
export function noElement(index: number): never {
  throw new RangeError(`An array has no element ${index}.`);
}
