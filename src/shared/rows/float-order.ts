const littleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;
const highHalf = littleEndian ? 1 : 0;
const signBit = 0x80000000;
const digitBits = 16;
const digitMask = 0xffff;

/** The keys' bits, changed so that their order as unsigned integers is that of the floats. */
function orderedBits(keys: Float64Array): Uint32Array {
  const bits = new Uint32Array(keys.slice().buffer);
  for (let high = highHalf; high < bits.length; high += 2) {
    const word = bits[high] as number;
    if (word >= signBit) {
      bits[high] = ~word;
      bits[high ^ 1] = ~(bits[high ^ 1] as number);
    } else {
      bits[high] = word | signBit;
    }
  }
  return bits;
}

/**
 * The positions in ascending order of their keys (`keys[position]`); positions with equal keys stay in the order in which
 * they came. No key of a position may be NaN or -0. A radix sort: it calls no comparison, which is what sorting many rows
 * otherwise spends its time on.
 */
export function orderByFloat(keys: Float64Array, positions: Uint32Array): Uint32Array {
  const bits = orderedBits(keys);
  const next = new Uint32Array(digitMask + 1);
  let from = positions.slice();
  let into = new Uint32Array(positions.length);
  for (let pass = 0; pass < 4; pass++) {
    const half = pass < 2 ? 1 - highHalf : highHalf;
    const shift = (pass % 2) * digitBits;
    next.fill(0);
    for (let i = 0; i < from.length; i++) {
      const digit = ((bits[2 * (from[i] as number) + half] as number) >>> shift) & digitMask;
      next[digit] = (next[digit] as number) + 1;
    }
    let start = 0;
    for (let digit = 0; digit <= digitMask; digit++) {
      const count = next[digit] as number;
      next[digit] = start;
      start += count;
    }
    for (let i = 0; i < from.length; i++) {
      const position = from[i] as number;
      const digit = ((bits[2 * position + half] as number) >>> shift) & digitMask;
      const place = next[digit] as number;
      into[place] = position;
      next[digit] = place + 1;
    }
    [from, into] = [into, from];
  }
  return from;
}
