import { foldText } from '../../shared/rows/fold-text.ts';
import { grow } from './growing-arrays.ts';

const maxAscii = 0x7f;
const firstLower = 0x61;
const lastLower = 0x7a;
const lowerToUpper = 0x20;
/** Byte after each text. Never occurs in UTF-8, so that no match spans two texts. */
const separator = 0xff;
/** Texts that tell whether a word is rare, and the largest share of them that contains a rare word. */
const probedTexts = 2000;
const maxRareShare = 0.1;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Stores many short texts in one array as UTF-8, whose bytes compare like the code points. Texts are numbered from 1. */
export class TextBytes {
  bytes = new Uint8Array(0);
  /** Start of each text by number; the entry after the last text is the start of the next one. */
  starts = new Uint32Array(2);
  count = 0;
  /** Length (bytes) of the longest text that was ever appended. */
  maxLength = 0;

  /** Returns the length of a text in bytes. */
  lengthOf(number: number): number {
    return (this.starts[number + 1] as number) - (this.starts[number] as number) - 1;
  }

  textOf(number: number): string {
    const start = this.starts[number] as number;
    return decoder.decode(this.bytes.subarray(start, start + this.lengthOf(number)));
  }

  /** Appends a text. Returns false if the text surely equals its folded form (`foldText`). */
  append(text: string): boolean {
    const start = this.#reserve(text.length);
    const { bytes } = this;
    let mayDiffer = false;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code > maxAscii) {
        this.#appendEncoded(text, start);
        return true;
      }
      if (code >= firstLower && code <= lastLower) mayDiffer = true;
      bytes[start + i] = code;
    }
    this.#close(start + text.length);
    return mayDiffer;
  }

  /** Appends the folded form of a text. */
  appendFolded(text: string): void {
    const start = this.#reserve(text.length);
    const { bytes } = this;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code > maxAscii) {
        this.#appendEncoded(foldText(text), start);
        return;
      }
      bytes[start + i] = code >= firstLower && code <= lastLower ? code - lowerToUpper : code;
    }
    this.#close(start + text.length);
  }

  removeLast(): void {
    this.count--;
  }

  /** Compares two texts by code point. */
  compare(a: number, b: number): number {
    const { bytes } = this;
    const aStart = this.starts[a] as number;
    const bStart = this.starts[b] as number;
    const aLength = this.lengthOf(a);
    const bLength = this.lengthOf(b);
    const length = Math.min(aLength, bLength);
    for (let i = 0; i < length; i++) {
      const difference = (bytes[aStart + i] as number) - (bytes[bStart + i] as number);
      if (difference !== 0) return difference;
    }
    return aLength - bLength;
  }

  /** Sets `found[number]` to 1 for each text with `among[number]` = 1 that contains the word. `word`: not empty. */
  findWord(word: string, among: Uint8Array, found: Uint8Array): void {
    const wanted = encoder.encode(word);
    const probed = Math.min(this.count, probedTexts);
    this.#findInEach(wanted, among, found, 1, probed);
    let matches = 0;
    for (let number = 1; number <= probed; number++) matches += found[number] as number;
    if (matches > probed * maxRareShare) this.#findInEach(wanted, among, found, probed + 1, this.count);
    else this.#jumpToMatches(wanted, among, found, probed + 1);
  }

  /** Several times as fast as `#findInEach` for a word that few texts contain, because the runtime searches all bytes at once. */
  #jumpToMatches(wanted: Uint8Array, among: Uint8Array, found: Uint8Array, from: number): void {
    const { starts, count } = this;
    const { buffer, byteOffset } = this.bytes;
    const used = Buffer.from(buffer, byteOffset, starts[count + 1]);
    let number = from;
    for (let at = used.indexOf(wanted, starts[from]); at >= 0; at = used.indexOf(wanted, starts[number])) {
      number = this.#numberAt(at, number);
      if (among[number] === 1) found[number] = 1;
      number++;
    }
  }

  /** Returns the number of the text that contains a byte. `first`: a text at or before it. */
  #numberAt(at: number, first: number): number {
    let low = first;
    let high = this.count;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((this.starts[middle] as number) <= at) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #findInEach(wanted: Uint8Array, among: Uint8Array, found: Uint8Array, from: number, to: number): void {
    const { bytes, starts } = this;
    const { length } = wanted;
    const first = wanted[0];
    for (let number = from; number <= to; number++) {
      if (among[number] !== 1) continue;
      const end = (starts[number + 1] as number) - length;
      for (let i = starts[number] as number; i < end; i++) {
        if (bytes[i] !== first) continue;
        let matched = 1;
        while (matched < length && bytes[i + matched] === wanted[matched]) matched++;
        if (matched < length) continue;
        found[number] = 1;
        break;
      }
    }
  }

  /** Returns a copy of all texts except the last. */
  copyWithoutLast(): TextBytes {
    const copy = new TextBytes();
    copy.bytes = this.bytes.slice();
    copy.starts = this.starts.slice();
    copy.count = this.count - 1;
    copy.maxLength = this.maxLength;
    return copy;
  }

  /** Makes room for a text of ASCII characters and returns the text's start. */
  #reserve(length: number): number {
    const start = this.starts[this.count + 1] as number;
    this.bytes = grow(this.bytes, start + length + 1);
    this.starts = grow(this.starts, this.count + 3);
    return start;
  }

  #appendEncoded(text: string, start: number): void {
    const encoded = encoder.encode(text);
    this.bytes = grow(this.bytes, start + encoded.length + 1);
    this.bytes.set(encoded, start);
    this.#close(start + encoded.length);
  }

  /** Ends the text that was written up to `end`. */
  #close(end: number): void {
    this.bytes[end] = separator;
    this.count++;
    this.starts[this.count + 1] = end + 1;
    this.maxLength = Math.max(this.maxLength, this.lengthOf(this.count));
  }
}
