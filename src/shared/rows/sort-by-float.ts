const littleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;
const highHalf = littleEndian ? 1 : 0;
const lowHalf = 1 - highHalf;
const signBit = 0x80000000;

/**
 * Sorts positions by their keys (`keys[position]`), ascending for the sign 1, descending for -1. Omits positions whose key is NaN. Positions
 * with equal keys keep their order in `before`.
 *
 * Packs the upper half of each key and the index in `before` into a 64-bit integer, because the runtime sorts integers without calling a
 * comparison. Keys with equal upper halves are then compared.
 */
export function sortByFloat(keys: Float64Array, before: Uint32Array, sign: 1 | -1): Uint32Array {
  const entries = new BigUint64Array(before.length);
  const floats = new Float64Array(entries.buffer);
  const words = new Uint32Array(entries.buffer);
  let count = 0;
  for (let index = 0; index < before.length; index++) {
    const key = keys[before[index] as number] as number;
    if (Number.isNaN(key)) continue;
    // Adding 0 turns -0 into 0, whose bits differ although the numbers are equal.
    floats[count] = sign === 1 ? key + 0 : 0 - key;
    const high = words[2 * count + highHalf] as number;
    // Makes the order of the bits as an integer equal to the order of the floats.
    words[2 * count + highHalf] = high >= signBit ? ~high : high | signBit;
    words[2 * count + lowHalf] = index;
    count++;
  }
  entries.subarray(0, count).sort();

  const order = new Uint32Array(count);
  let start = 0;
  for (let index = 0; index < count; index++) {
    order[index] = before[words[2 * index + lowHalf] as number] as number;
    if (words[2 * index + highHalf] === words[2 * start + highHalf]) continue;
    if (index - start > 1) sortRun(order, start, index, keys, sign);
    start = index;
  }
  sortRun(order, start, count, keys, sign);
  return order;
}

/** Sorts a run of positions whose keys have equal upper halves. */
function sortRun(order: Uint32Array, start: number, end: number, keys: Float64Array, sign: 1 | -1): void {
  const compare = (one: number, other: number) => sign * ((keys[one] as number) - (keys[other] as number));
  for (let index = start + 1; index < end; index++) {
    if (compare(order[index - 1] as number, order[index] as number) <= 0) continue;
    order.set(Array.from(order.subarray(start, end)).sort(compare), start);
    return;
  }
}
