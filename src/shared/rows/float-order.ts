const littleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;
const highHalf = littleEndian ? 1 : 0;
const lowHalf = 1 - highHalf;
const signBit = 0x80000000;

/**
 * The positions of `before` that have a key (`keys[position]`; NaN is none), from the smallest to the greatest for the sign 1, the
 * other way round for -1; positions with equal keys stay in the order in which they are in `before`. The runtime itself sorts
 * whole numbers of 64 bits, without a comparison to call and with nothing to warm up: each has the upper half of a key above
 * the place in `before`. Keys that share that half and differ in the other are compared.
 */
export function orderByFloat(keys: Float64Array, before: Uint32Array, sign: 1 | -1): Uint32Array {
  const entries = new BigUint64Array(before.length);
  const floats = new Float64Array(entries.buffer);
  const words = new Uint32Array(entries.buffer);
  let count = 0;
  for (let place = 0; place < before.length; place++) {
    const key = keys[before[place] as number] as number;
    if (Number.isNaN(key)) continue;
    // The sums turn -0 into 0: the two are equal, their bits are not.
    floats[count] = sign === 1 ? key + 0 : 0 - key;
    const high = words[2 * count + highHalf] as number;
    // So that the order of the bits as a whole number is that of the floats.
    words[2 * count + highHalf] = high >= signBit ? ~high : high | signBit;
    words[2 * count + lowHalf] = place;
    count++;
  }
  entries.subarray(0, count).sort();

  const order = new Uint32Array(count);
  let start = 0;
  for (let place = 0; place < count; place++) {
    order[place] = before[words[2 * place + lowHalf] as number] as number;
    if (words[2 * place + highHalf] === words[2 * start + highHalf]) continue;
    if (place - start > 1) sortRun(order, start, place, keys, sign);
    start = place;
  }
  sortRun(order, start, count, keys, sign);
  return order;
}

/** Positions of which the upper halves of the keys are the same. */
function sortRun(order: Uint32Array, start: number, end: number, keys: Float64Array, sign: 1 | -1): void {
  const compare = (one: number, other: number) => sign * ((keys[one] as number) - (keys[other] as number));
  for (let place = start + 1; place < end; place++) {
    if (compare(order[place - 1] as number, order[place] as number) <= 0) continue;
    order.set(Array.from(order.subarray(start, end)).sort(compare), start);
    return;
  }
}
