import type { KeyWord } from './run-order.ts';
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

  constructor(texts: TextBytes, size: number) {
    this.#texts = texts;
    const { bytes, starts } = texts;
    const end = starts[size + 1] as number;
    const occurs = new Uint8Array(256);
    for (let at = 0; at < end; at++) occurs[bytes[at] as number] = 1;
    let digits = 0;
    for (let byte = 0; byte < 255; byte++) {
      if (occurs[byte] === 1) this.#digitOf[byte] = ++digits;
    }
    this.#base = digits + 1;
    this.length = Math.floor(Math.log(mostInFloat) / Math.log(Math.max(this.#base, 2)));
    this.prefix = size === 0 ? 0 : commonPrefix(texts, size);
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

/** Bytes that all of the first `size` texts begin with. */
function commonPrefix(texts: TextBytes, size: number): number {
  const { bytes, starts } = texts;
  const first = starts[1] as number;
  let prefix = texts.lengthOf(1);
  for (let number = 2; number <= size && prefix > 0; number++) {
    const start = starts[number] as number;
    const most = Math.min(prefix, texts.lengthOf(number));
    prefix = 0;
    while (prefix < most && bytes[start + prefix] === bytes[first + prefix]) prefix++;
  }
  return prefix;
}
