import type { KeyWord } from './refining-sort.ts';

const littleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;
const highHalf = littleEndian ? 1 : 0;
const lowHalf = 1 - highHalf;
const signBit = 0x80000000;
const largest = 0xffffffff;

/**
 * The order of floats as whole numbers: `bits` are those of the floats, by row, none of which is NaN or -0. Where the high words of
 * two are equal the low ones decide.
 */
export function highWord(bits: Uint32Array): KeyWord {
  return {
    largest,
    fill: (rows, words) => {
      for (let i = 0; i < rows.length; i++) {
        const high = bits[2 * (rows[i] as number) + highHalf] as number;
        words[i] = high >= signBit ? ~high : high | signBit;
      }
    },
  };
}

/** See `highWord`. */
export function lowWord(bits: Uint32Array): KeyWord {
  return {
    largest,
    fill: (rows, words) => {
      for (let i = 0; i < rows.length; i++) {
        const at = 2 * (rows[i] as number);
        const low = bits[at + lowHalf] as number;
        words[i] = (bits[at + highHalf] as number) >= signBit ? ~low : low;
      }
    },
  };
}
