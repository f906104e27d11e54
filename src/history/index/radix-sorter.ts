import { growWords } from './growing-arrays.ts';
import { finish } from './sort-source.ts';

const leastBits = 4;
const mostBits = 11;
/** Up to here rows are sorted by inserting one after the other. */
const shortRun = 12;

interface Scratch {
  readonly rows: Uint32Array<ArrayBuffer>;
  readonly words: Uint32Array<ArrayBuffer>;
}
const noScratch: Scratch = { rows: new Uint32Array(0), words: new Uint32Array(0) };

/** Sorts many row numbers without a comparison. Keeps its scratch memory, which costs as much to make as to use. */
export class RadixSorter {
  #scratch = noScratch;
  readonly #next = new Uint32Array(1 << mostBits);

  /**
   * Sorts the part from `start` to before `end` in place, by word, ascending: `words[i]` belongs to `rows[i]` and moves with it. Rows
   * with equal words stay in the order in which they came. `largest`: no word is above it.
   */
  sort(rows: Uint32Array, words: Uint32Array, start: number, end: number, largest: number): void {
    if (end - start <= shortRun) insert(rows, words, start, end);
    else finish(this.sortInSteps(rows, words, start, end, largest));
  }

  /** The same in steps of a dozen milliseconds for a million rows, between which others may be sorted. */
  *sortInSteps(
    rows: Uint32Array,
    words: Uint32Array,
    start: number,
    end: number,
    largest: number,
  ): Generator<void, void, void> {
    const length = end - start;
    const scratch = this.#takeScratch(length);
    const bits = 32 - Math.clz32(largest);
    const passes = Math.ceil(bits / Math.min(mostBits, Math.max(leastBits, 32 - Math.clz32(length))));
    const width = passes === 0 ? 0 : Math.ceil(bits / passes);
    let isMoved = false;
    for (let pass = 0; pass < passes; pass++) {
      const shift = pass * width;
      if (isMoved) {
        if (!this.#count(scratch.words, 0, length, shift, width)) continue;
        this.#distribute(scratch.rows, scratch.words, 0, length, rows, words, start, shift, width);
      } else {
        if (!this.#count(words, start, length, shift, width)) continue;
        this.#distribute(rows, words, start, length, scratch.rows, scratch.words, 0, shift, width);
      }
      isMoved = !isMoved;
      yield;
    }
    if (isMoved) {
      rows.set(scratch.rows.subarray(0, length), start);
      words.set(scratch.words.subarray(0, length), start);
    }
    this.#scratch = scratch;
  }

  /** Nobody else has it until it is given back. */
  #takeScratch(length: number): Scratch {
    const { rows, words } = this.#scratch;
    this.#scratch = noScratch;
    return { rows: growWords(rows, length), words: growWords(words, length) };
  }

  /** Where each digit's rows begin, in `#next`. Answers whether there are two different digits. */
  #count(words: Uint32Array, start: number, length: number, shift: number, width: number): boolean {
    const next = this.#next;
    const mask = (1 << width) - 1;
    for (let digit = 0; digit <= mask; digit++) next[digit] = 0;
    for (let i = start; i < start + length; i++) {
      const digit = ((words[i] as number) >>> shift) & mask;
      next[digit] = (next[digit] as number) + 1;
    }
    if (next[((words[start] as number) >>> shift) & mask] === length) return false;
    let place = 0;
    for (let digit = 0; digit <= mask; digit++) {
      const count = next[digit] as number;
      next[digit] = place;
      place += count;
    }
    return true;
  }

  #distribute(
    fromRows: Uint32Array,
    fromWords: Uint32Array,
    from: number,
    length: number,
    intoRows: Uint32Array,
    intoWords: Uint32Array,
    into: number,
    shift: number,
    width: number,
  ): void {
    const next = this.#next;
    const mask = (1 << width) - 1;
    for (let i = from; i < from + length; i++) {
      const word = fromWords[i] as number;
      const digit = (word >>> shift) & mask;
      const place = next[digit] as number;
      intoRows[into + place] = fromRows[i] as number;
      intoWords[into + place] = word;
      next[digit] = place + 1;
    }
  }
}

function insert(rows: Uint32Array, words: Uint32Array, start: number, end: number): void {
  for (let i = start + 1; i < end; i++) {
    const row = rows[i] as number;
    const word = words[i] as number;
    let place = i;
    while (place > start && (words[place - 1] as number) > word) {
      rows[place] = rows[place - 1] as number;
      words[place] = words[place - 1] as number;
      place--;
    }
    rows[place] = row;
    words[place] = word;
  }
}
