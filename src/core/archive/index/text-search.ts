import type { TextBytes } from './text-bytes.ts';

const encoder = new TextEncoder();

/** Texts from which it is told how many have a word. */
const sampled = 20_000;
/** Node's own search is the fastest there is, but each of its answers has a price: for more texts than this a loop is faster. */
const mostMatches = 250_000;
/** Words shorter than this give `findBackwards` too little to pass over. */
const shortWord = 3;

/** A word, not empty and folded, that is looked for in many folded texts. */
export class TextSearch {
  readonly #texts: TextBytes;
  readonly #wanted: Uint8Array;
  readonly #mostNatively: number;
  /** About how many texts have the word. */
  readonly expected: number;

  /** `mostNatively`: where more texts are expected to have the word, Node's own search is not used. */
  constructor(texts: TextBytes, word: string, mostNatively = mostMatches) {
    this.#texts = texts;
    this.#mostNatively = mostNatively;
    this.#wanted = encoder.encode(word);
    const most = Math.min(sampled, texts.count);
    this.expected = most === 0 ? 0 : (this.#findNatively(most, () => {}) * texts.count) / most;
  }

  /** Sets `found[number]` to 1 for each text that has the word. */
  findAll(found: Uint8Array): void {
    const { count } = this.#texts;
    if (this.expected <= this.#mostNatively) {
      this.#findNatively(count, (number) => {
        found[number] = 1;
      });
    } else if (this.#wanted.length < shortWord) {
      for (let number = 1; number <= count; number++) found[number] = Number(this.#isIn(number));
    } else {
      this.#findBackwards(found);
    }
  }

  /** The same for those texts only that have a 1 in `among`. */
  findAmong(found: Uint8Array, among: Uint8Array): void {
    const { count } = this.#texts;
    for (let number = 1; number <= count; number++) {
      if (among[number] === 1) found[number] = Number(this.#isIn(number));
    }
  }

  #isIn(number: number): boolean {
    const { bytes, starts } = this.#texts;
    const wanted = this.#wanted;
    const { length } = wanted;
    const first = wanted[0];
    const end = (starts[number + 1] as number) - length;
    for (let at = starts[number] as number; at < end; at++) {
      if (bytes[at] !== first) continue;
      let matched = 1;
      while (matched < length && bytes[at + matched] === wanted[matched]) matched++;
      if (matched === length) return true;
    }
    return false;
  }

  /** Among the texts up to `last`. Answers how many have the word. */
  #findNatively(last: number, found: (number: number) => void): number {
    const { bytes, starts } = this.#texts;
    const all = Buffer.from(bytes.buffer, bytes.byteOffset, starts[last + 1]);
    let number = 1;
    let matches = 0;
    for (let at = all.indexOf(this.#wanted); at >= 0; at = all.indexOf(this.#wanted, starts[++number])) {
      while ((starts[number + 1] as number) <= at) number++;
      found(number);
      matches++;
    }
    return matches;
  }

  /** All texts at once, the word from its last byte backwards (Horspool), so that most bytes are never read. */
  #findBackwards(found: Uint8Array): void {
    const { bytes, starts, count } = this.#texts;
    const wanted = this.#wanted;
    const { length } = wanted;
    const end = starts[count + 1] as number;
    const last = wanted[length - 1] as number;
    /** By the byte under the word's last: how far on the word can next be. */
    const skips = new Uint32Array(256).fill(length);
    for (let at = 0; at < length - 1; at++) skips[wanted[at] as number] = length - 1 - at;
    let number = 1;
    let at = length - 1;
    while (at < end) {
      const byte = bytes[at] as number;
      let matched = byte === last ? 1 : 0;
      while (matched > 0 && matched < length && bytes[at - matched] === wanted[length - 1 - matched]) matched++;
      if (matched < length) {
        at += skips[byte] as number;
        continue;
      }
      while ((starts[number + 1] as number) <= at) number++;
      found[number] = 1;
      at = (starts[number + 1] as number) + length - 1;
    }
  }
}
