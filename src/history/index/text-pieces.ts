import type { KeyWord } from './refining-sort.ts';
import { rowsPerStep } from './sort-source.ts';
import type { TextBytes } from './text-bytes.ts';

/** Whole numbers below it are exact floats. */
const mostInFloat = 2 ** 53;
const wordValues = 2 ** 32;

/** Texts cut into pieces of several bytes, each as a whole number in a float: in the order of the bytes, the end before all of them. */
export class TextPieces {
  /** Bytes that all texts begin with. */
  readonly prefix: number;
  /** Bytes of a piece. */
  readonly length: number;
  readonly #texts: TextBytes;
  /** By byte: from 1, in the order of the bytes, without those that do not occur; 0 ends a text. */
  readonly #digitOf = new Uint8Array(256);
  readonly #base: number;

  private constructor(texts: TextBytes, occurs: Uint8Array, prefix: number) {
    this.#texts = texts;
    this.prefix = prefix;
    let digits = 0;
    for (let byte = 0; byte < 255; byte++) {
      if (occurs[byte] === 1) this.#digitOf[byte] = ++digits;
    }
    this.#base = digits + 1;
    this.length = Math.floor(Math.log(mostInFloat) / Math.log(Math.max(this.#base, 2)));
  }

  /** Of the first `size` texts, in steps of some milliseconds. Texts may be appended between two of them. */
  static *of(texts: TextBytes, size: number): Generator<void, TextPieces, void> {
    const occurs = new Uint8Array(256);
    let prefix = size === 0 ? 0 : texts.lengthOf(1);
    for (let first = 1; first <= size; first += rowsPerStep) {
      const last = Math.min(size, first + rowsPerStep - 1);
      noteBytes(texts, first, last, occurs);
      prefix = commonPrefix(texts, first, last, prefix);
      yield;
    }
    return new TextPieces(texts, occurs, prefix);
  }

  /** The upper part of each text's piece at `depth`, which decides before the lower one. */
  highWord(depth: number): KeyWord {
    return {
      largest: Math.floor(mostInFloat / wordValues) - 1,
      fill: (numbers, words) => {
        for (let i = 0; i < numbers.length; i++) {
          words[i] = Math.floor(this.#pieceOf(numbers[i] as number, depth) / wordValues);
        }
      },
    };
  }

  /** See `highWord`. */
  lowWord(depth: number): KeyWord {
    return {
      largest: wordValues - 1,
      fill: (numbers, words) => {
        for (let i = 0; i < numbers.length; i++) {
          words[i] = this.#pieceOf(numbers[i] as number, depth) % wordValues;
        }
      },
    };
  }

  #pieceOf(number: number, depth: number): number {
    const { bytes } = this.#texts;
    const start = (this.#texts.starts[number] as number) + depth;
    const end = (this.#texts.starts[number + 1] as number) - 1;
    let piece = 0;
    for (let at = start; at < start + this.length; at++) {
      piece = piece * this.#base + (at < end ? (this.#digitOf[bytes[at] as number] as number) : 0);
    }
    return piece;
  }
}

function noteBytes({ bytes, starts }: TextBytes, first: number, last: number, occurs: Uint8Array): void {
  const end = starts[last + 1] as number;
  for (let at = starts[first] as number; at < end; at++) occurs[bytes[at] as number] = 1;
}

/** How many of the first `most` bytes of text 1 these texts begin with, too. */
function commonPrefix(texts: TextBytes, first: number, last: number, most: number): number {
  const { bytes, starts } = texts;
  const model = starts[1] as number;
  let prefix = most;
  for (let number = first; number <= last && prefix > 0; number++) {
    const start = starts[number] as number;
    const length = Math.min(prefix, texts.lengthOf(number));
    prefix = 0;
    while (prefix < length && bytes[start + prefix] === bytes[model + prefix]) prefix++;
  }
  return prefix;
}
