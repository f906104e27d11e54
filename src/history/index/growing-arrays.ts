/** The same array, or a longer copy of it: by half, so that rows that come one by one are seldom copied. */
export function growFloats(array: Float64Array<ArrayBuffer>, length: number): Float64Array<ArrayBuffer> {
  if (array.length >= length) return array;
  const grown = new Float64Array(roomFor(array.length, length));
  grown.set(array);
  return grown;
}

/** See `growFloats`. */
export function growWords(array: Uint32Array<ArrayBuffer>, length: number): Uint32Array<ArrayBuffer> {
  if (array.length >= length) return array;
  const grown = new Uint32Array(roomFor(array.length, length));
  grown.set(array);
  return grown;
}

/** See `growFloats`. */
export function growBytes(array: Uint8Array<ArrayBuffer>, length: number): Uint8Array<ArrayBuffer> {
  if (array.length >= length) return array;
  const grown = new Uint8Array(roomFor(array.length, length));
  grown.set(array);
  return grown;
}

function roomFor(length: number, wanted: number): number {
  return Math.max(wanted, Math.ceil(length * 1.5), 1024);
}
