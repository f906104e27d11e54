import { growWords } from './growing-arrays.ts';

const mostBits = 11;
const littleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;
const highHalf = littleEndian ? 1 : 0;
const signBit = 0x80000000;

/** Sorts many row numbers without a comparison. Keeps its scratch memory, which costs as much to make as to use. */
export class RadixSorter {
  #rows = new Uint32Array(0);
  #words = new Uint32Array(0);
  #keyWords = new Uint32Array(0);
  readonly #next = new Uint32Array(1 << mostBits);

  /**
   * Sorts in place, by word, ascending: `words[i]` belongs to `rows[i]` and moves with it. Rows with equal words stay in the
   * order in which they came. `largest`: no word is above it.
   */
  sort(rows: Uint32Array, words: Uint32Array, largest: number): void {
    const { length } = rows;
    if (length < 2) return;
    this.#rows = growWords(this.#rows, length);
    this.#words = growWords(this.#words, length);
    const bits = 32 - Math.clz32(largest);
    const passes = Math.ceil(bits / mostBits);
    const width = passes === 0 ? 0 : Math.ceil(bits / passes);
    let fromRows = rows;
    let fromWords = words;
    let intoRows: Uint32Array = this.#rows;
    let intoWords: Uint32Array = this.#words;
    for (let pass = 0; pass < passes; pass++) {
      if (!this.#count(fromWords, length, pass * width, width)) continue;
      this.#distribute(fromRows, fromWords, intoRows, intoWords, length, pass * width, width);
      [fromRows, fromWords, intoRows, intoWords] = [intoRows, intoWords, fromRows, fromWords];
    }
    if (fromRows === rows) return;
    rows.set(fromRows.subarray(0, length));
    words.set(fromWords.subarray(0, length));
  }

  /**
   * Sorts `rows` in place by `keys[row]`, in two steps of a few dozen milliseconds for a million. No key of a row may be NaN
   * or -0, or change in between. Rows with equal keys stay in the order in which they came.
   */
  *sortByKey(
    rows: Uint32Array,
    keys: Float64Array,
    direction: 'ascending' | 'descending',
  ): Generator<void, void, void> {
    this.#sortByHalf(rows, keys, direction, false);
    yield;
    this.#sortByHalf(rows, keys, direction, true);
  }

  /** Where each digit's rows begin, in `#next`. Answers whether there are two different digits. */
  #count(words: Uint32Array, length: number, shift: number, width: number): boolean {
    const next = this.#next.subarray(0, 1 << width);
    const mask = (1 << width) - 1;
    next.fill(0);
    for (let i = 0; i < length; i++) {
      const digit = ((words[i] as number) >>> shift) & mask;
      next[digit] = (next[digit] as number) + 1;
    }
    if (next[((words[0] as number) >>> shift) & mask] === length) return false;
    let start = 0;
    for (let digit = 0; digit <= mask; digit++) {
      const count = next[digit] as number;
      next[digit] = start;
      start += count;
    }
    return true;
  }

  #distribute(
    fromRows: Uint32Array,
    fromWords: Uint32Array,
    intoRows: Uint32Array,
    intoWords: Uint32Array,
    length: number,
    shift: number,
    width: number,
  ): void {
    const next = this.#next;
    const mask = (1 << width) - 1;
    for (let i = 0; i < length; i++) {
      const word = fromWords[i] as number;
      const digit = (word >>> shift) & mask;
      const place = next[digit] as number;
      intoRows[place] = fromRows[i] as number;
      intoWords[place] = word;
      next[digit] = place + 1;
    }
  }

  #sortByHalf(rows: Uint32Array, keys: Float64Array, direction: 'ascending' | 'descending', high: boolean): void {
    this.#keyWords = growWords(this.#keyWords, rows.length);
    const words = this.#keyWords.subarray(0, rows.length);
    const bits = new Uint32Array(keys.buffer, keys.byteOffset, keys.length * 2);
    const flip = direction === 'ascending' ? 0 : 0xffffffff;
    for (let i = 0; i < rows.length; i++) {
      const at = 2 * (rows[i] as number) + highHalf;
      const highBits = bits[at] as number;
      const negative = highBits >= signBit;
      // Changed so that the order of the bits as whole numbers is that of the floats.
      const ordered = high
        ? negative
          ? ~highBits
          : highBits | signBit
        : negative
          ? ~(bits[at ^ 1] as number)
          : (bits[at ^ 1] as number);
      words[i] = ordered ^ flip;
    }
    this.sort(rows, words, 0xffffffff);
  }
}
