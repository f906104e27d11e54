import { uint32At } from '../../shared/values/elements.ts';
import { grow, release } from './growing-arrays.ts';
import { finish } from './steps.ts';

const minDigitBits = 4;
const maxDigitBits = 11;
/** Up to this many rows, insertion sort is faster than a radix pass. */
const maxInsertionRows = 12;

interface Buffers {
  readonly rows: Uint32Array<ArrayBuffer>;
  readonly words: Uint32Array<ArrayBuffer>;
}
const noBuffers: Buffers = { rows: new Uint32Array(0), words: new Uint32Array(0) };

/** Sorts row numbers by 32-bit words without comparisons (LSD radix sort). Owns buffers of 8 bytes per row and reuses them. */
export class RadixSorter {
  #buffers = noBuffers;
  readonly #next = new Uint32Array(1 << maxDigitBits);

  /**
   * Sorts the part from `start` to before `end` in place and ascending. `words[i]` is the key of `rows[i]` and moves with the row. Rows
   * with equal words keep their order. `largest`: no word is larger. `keepsWords`: if false, the words are arbitrary afterwards, which is
   * faster.
   */
  sort(rows: Uint32Array, words: Uint32Array, start: number, end: number, largest: number, keepsWords: boolean): void {
    if (end - start <= maxInsertionRows) insertionSort(rows, words, start, end);
    else finish(this.sortInSteps(rows, words, start, end, largest, keepsWords));
  }

  /** Like `sort`, with a step for each pass. Other parts may be sorted between two steps. */
  *sortInSteps(
    rows: Uint32Array,
    words: Uint32Array,
    start: number,
    end: number,
    largest: number,
    keepsWords: boolean,
  ): Generator<void, void, void> {
    const length = end - start;
    const buffers = this.#takeBuffers(length);
    const bits = 32 - Math.clz32(largest);
    const passes = Math.ceil(bits / Math.min(maxDigitBits, Math.max(minDigitBits, 32 - Math.clz32(length))));
    const width = passes === 0 ? 0 : Math.ceil(bits / passes);
    let isInBuffers = false;
    for (let pass = 0; pass < passes; pass++) {
      const shift = pass * width;
      const movesWords = keepsWords || pass < passes - 1;
      if (isInBuffers) {
        if (!this.#countDigits(buffers.words, 0, length, shift, width)) continue;
        this.#distribute(buffers.rows, buffers.words, 0, length, rows, words, start, shift, width, movesWords);
      } else {
        if (!this.#countDigits(words, start, length, shift, width)) continue;
        this.#distribute(rows, words, start, length, buffers.rows, buffers.words, 0, shift, width, movesWords);
      }
      isInBuffers = !isInBuffers;
      yield;
    }
    if (isInBuffers) {
      rows.set(buffers.rows.subarray(0, length), start);
      if (keepsWords) words.set(buffers.words.subarray(0, length), start);
    }
    this.#buffers = buffers;
  }

  /** Frees the buffers until the next sort. */
  freeBuffers(): void {
    if (this.#buffers === noBuffers) return;
    for (const buffer of Object.values(this.#buffers)) release(buffer);
    this.#buffers = noBuffers;
  }

  /** Takes the buffers away until `sortInSteps` returns them, so that a sort between two steps uses others. */
  #takeBuffers(length: number): Buffers {
    const { rows, words } = this.#buffers;
    this.#buffers = noBuffers;
    return { rows: grow(rows, length), words: grow(words, length) };
  }

  /** Sets `#next` to the position of each digit's first row. Returns false if all rows have the same digit. */
  #countDigits(words: Uint32Array, start: number, length: number, shift: number, width: number): boolean {
    const next = this.#next;
    const mask = (1 << width) - 1;
    for (let digit = 0; digit <= mask; digit++) next[digit] = 0;
    for (let i = start; i < start + length; i++) {
      const digit = (uint32At(words, i) >>> shift) & mask;
      next[digit] = uint32At(next, digit) + 1;
    }
    if (next[(uint32At(words, start) >>> shift) & mask] === length) return false;
    let position = 0;
    for (let digit = 0; digit <= mask; digit++) {
      const count = uint32At(next, digit);
      next[digit] = position;
      position += count;
    }
    return true;
  }

  #distribute(
    fromRows: Uint32Array,
    fromWords: Uint32Array,
    from: number,
    length: number,
    toRows: Uint32Array,
    toWords: Uint32Array,
    to: number,
    shift: number,
    width: number,
    movesWords: boolean,
  ): void {
    const next = this.#next;
    const mask = (1 << width) - 1;
    // A loop for each case: a condition within the loop takes longer.
    if (movesWords) {
      for (let i = from; i < from + length; i++) {
        const word = uint32At(fromWords, i);
        const digit = (word >>> shift) & mask;
        const position = uint32At(next, digit);
        toRows[to + position] = uint32At(fromRows, i);
        toWords[to + position] = word;
        next[digit] = position + 1;
      }
      return;
    }
    for (let i = from; i < from + length; i++) {
      const digit = (uint32At(fromWords, i) >>> shift) & mask;
      const position = uint32At(next, digit);
      toRows[to + position] = uint32At(fromRows, i);
      next[digit] = position + 1;
    }
  }
}

function insertionSort(rows: Uint32Array, words: Uint32Array, start: number, end: number): void {
  for (let i = start + 1; i < end; i++) {
    const row = uint32At(rows, i);
    const word = uint32At(words, i);
    let position = i;
    while (position > start && uint32At(words, position - 1) > word) {
      rows[position] = uint32At(rows, position - 1);
      words[position] = uint32At(words, position - 1);
      position--;
    }
    rows[position] = row;
    words[position] = word;
  }
}
