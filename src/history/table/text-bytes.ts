import { foldText } from '../../shared/rows/fold-text.ts';
import { uint8At, uint32At } from '../../shared/values/elements.ts';
import { grow } from './growing-arrays.ts';
import { rowsPerStep } from './steps.ts';
import type { ColumnImage } from './table-image.ts';

const maxAscii = 0x7f;
const firstLower = 0x61;
const lastLower = 0x7a;
const lowerToUpper = 0x20;
/** Byte after each text. Never occurs in UTF-8, so that no match spans two texts. */
const separator = 0xff;
/** Texts that are searched in a step. Each match takes as long as a step through some ten rows. */
const textsPerStep = rowsPerStep / 4;
/** Texts from which the share that contains a word is estimated, spread over all of them. */
const probedTexts = 500;
/** Times of searching one text by itself, of searching it as a part of all bytes, and of a match in all bytes, relative to each other. */
const singleTime = 7;
const partTime = 2;
const matchTime = 20;
const encoder = new TextEncoder();
/** Keeps U+FEFF at the start of a text, which is otherwise removed as a byte order mark. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Stores many short texts in one array as UTF-8, whose bytes compare like the code points. Texts are numbered from 1. */
export class TextBytes {
  bytes = new Uint8Array(0);
  /** Start of each text by number; the entry after the last text is the start of the next one. */
  starts = new Uint32Array(2);
  count = 0;
  /** Length (bytes) of the longest text that was ever appended. */
  maxLength = 0;

  image(): ColumnImage {
    const { bytes, starts, count } = this;
    return { arrays: { bytes: bytes.subarray(0, starts[count + 1]), starts: starts.subarray(0, count + 2) } };
  }

  /** Texts from `first` on, `end` not included. The starts are those of this object, and one more. */
  part(first: number, end: number): { bytes: Uint8Array<ArrayBuffer>; starts: Uint32Array<ArrayBuffer> } {
    const { bytes, starts } = this;
    return { bytes: bytes.subarray(starts[first], starts[end]), starts: starts.subarray(first, end + 1) };
  }

  /** Appends a part of another object. */
  appendPart(bytes: Uint8Array, starts: Uint32Array): void {
    const [from = 0] = starts;
    const at = uint32At(this.starts, this.count + 1);
    this.bytes = grow(this.bytes, at + bytes.length);
    this.bytes.set(bytes, at);
    const count = starts.length - 1;
    this.starts = grow(this.starts, this.count + count + 2);
    for (let index = 1; index <= count; index++) {
      this.count++;
      this.starts[this.count + 1] = uint32At(starts, index) - from + at;
      this.maxLength = Math.max(this.maxLength, this.lengthOf(this.count));
    }
  }

  /** Takes the texts of an image. */
  restore({ arrays }: ColumnImage): void {
    this.bytes = arrays.bytes as Uint8Array<ArrayBuffer>;
    this.starts = arrays.starts as Uint32Array<ArrayBuffer>;
    this.count = this.starts.length - 2;
    for (let number = 1; number <= this.count; number++) {
      const length = this.lengthOf(number);
      if (length > this.maxLength) this.maxLength = length;
    }
  }

  /** Returns the length of a text in bytes. */
  lengthOf(number: number): number {
    return uint32At(this.starts, number + 1) - uint32At(this.starts, number) - 1;
  }

  textOf(number: number): string {
    const start = uint32At(this.starts, number);
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
    const aStart = uint32At(this.starts, a);
    const bStart = uint32At(this.starts, b);
    const aLength = this.lengthOf(a);
    const bLength = this.lengthOf(b);
    const length = Math.min(aLength, bLength);
    for (let i = 0; i < length; i++) {
      const difference = uint8At(bytes, aStart + i) - uint8At(bytes, bStart + i);
      if (difference !== 0) return difference;
    }
    return aLength - bLength;
  }

  /** Estimates the share of the texts that contain the word, from 0 to 1. `word`: not empty. */
  shareOf(word: string): number {
    const wanted = encoder.encode(word);
    const { bytes, starts } = this;
    const step = Math.ceil(this.count / probedTexts);
    let probed = 0;
    let matches = 0;
    for (let number = 1; number <= this.count; number += step) {
      probed++;
      if (contains(bytes, uint32At(starts, number), uint32At(starts, number + 1), wanted)) matches++;
    }
    return matches / Math.max(probed, 1);
  }

  /** Sets in steps `found[number]` to 1 for each text with `among[number]` = 1 that contains the word. `word`: not empty. */
  *findWord(
    word: string,
    among: Uint8Array,
    found: Uint8Array,
    share = this.shareOf(word),
  ): Generator<void, void, void> {
    const wanted = encoder.encode(word);
    let searched = 0;
    for (let number = 1; number <= this.count; number++) searched += uint8At(among, number);
    const inAll = this.count * (partTime + matchTime * share) < searched * singleTime;
    for (let first = 1; first <= this.count; first += textsPerStep) {
      yield;
      const last = Math.min(this.count, first + textsPerStep - 1);
      if (inAll) this.#findInAll(wanted, among, found, first, last);
      else this.#findInEach(wanted, among, found, first, last);
    }
  }

  #findInEach(wanted: Uint8Array, among: Uint8Array, found: Uint8Array, first: number, last: number): void {
    const { bytes, starts } = this;
    for (let number = first; number <= last; number++) {
      if (among[number] !== 1) continue;
      if (contains(bytes, uint32At(starts, number), uint32At(starts, number + 1), wanted)) found[number] = 1;
    }
  }

  /** Returns the numbers of the texts with `among[number]` = 1 that equal one of the given texts. */
  findTexts(wanted: ReadonlySet<string>, among: Uint8Array): number[] {
    const { bytes, starts } = this;
    const hashes = new Set(Array.from(wanted, (text) => hashOf(encoder.encode(text))));
    const found: number[] = [];
    for (let number = 1; number <= this.count; number++) {
      if (among[number] !== 1) continue;
      const hash = hashOf(bytes, uint32At(starts, number), uint32At(starts, number + 1) - 1);
      if (hashes.has(hash) && wanted.has(this.textOf(number))) found.push(number);
    }
    return found;
  }

  /** Searches all bytes of the texts at once, which the runtime does several times as fast as text by text. */
  #findInAll(wanted: Uint8Array, among: Uint8Array, found: Uint8Array, first: number, last: number): void {
    const { starts } = this;
    const { buffer, byteOffset } = this.bytes;
    const used = Buffer.from(buffer, byteOffset, starts[last + 1]);
    let number = first;
    for (let at = used.indexOf(wanted, starts[first]); at >= 0; at = used.indexOf(wanted, starts[number])) {
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
      if (uint32At(this.starts, middle) <= at) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Returns a copy of all texts except the last. */
  copyWithoutLast(): TextBytes {
    const copy = this.copy();
    copy.count--;
    return copy;
  }

  copy(): TextBytes {
    const copy = new TextBytes();
    copy.bytes = this.bytes.slice();
    copy.starts = this.starts.slice();
    copy.count = this.count;
    copy.maxLength = this.maxLength;
    return copy;
  }

  /** Makes room for a text of ASCII characters and returns the text's start. */
  #reserve(length: number): number {
    const start = uint32At(this.starts, this.count + 1);
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

function hashOf(bytes: Uint8Array, start = 0, end = bytes.length): number {
  let hash = 0;
  for (let i = start; i < end; i++) hash = (Math.imul(hash, 31) + uint8At(bytes, i)) | 0;
  return hash;
}

/** True if the bytes from `start` to `end` contain the wanted ones. */
function contains(bytes: Uint8Array, start: number, end: number, wanted: Uint8Array): boolean {
  const { length } = wanted;
  const first = wanted[0];
  for (let i = start; i < end - length; i++) {
    if (bytes[i] !== first) continue;
    let matched = 1;
    while (matched < length && bytes[i + matched] === wanted[matched]) matched++;
    if (matched === length) return true;
  }
  return false;
}
