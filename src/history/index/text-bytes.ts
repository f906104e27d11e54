import { foldText } from '../../shared/rows/fold-text.ts';
import { growBytes, growWords } from './growing-arrays.ts';

const lastAscii = 0x7f;
const firstLower = 0x61;
const lastLower = 0x7a;
const toUpper = 0x20;
const encoder = new TextEncoder();

/** Many short texts in one piece of memory, in UTF-8, whose bytes are in the order of the code points. Counted from 1. */
export class TextBytes {
  /** One text after the other, `border` behind each. */
  bytes = new Uint8Array(0);
  /** Where each text begins; behind the last, where the next one will. */
  starts = new Uint32Array(2);
  count = 0;

  /** Never in UTF-8: nothing that is looked for goes over it. */
  static readonly border = 0xff;

  /** The number of bytes of a text. */
  lengthOf(number: number): number {
    return (this.starts[number + 1] as number) - (this.starts[number] as number) - 1;
  }

  /** Answers whether the text may differ from its folded form (see `foldText`). */
  append(text: string): boolean {
    const start = this.#room(text);
    const { bytes } = this;
    let mayFold = false;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code > lastAscii) {
        this.#encode(text, start);
        return true;
      }
      if (code >= firstLower && code <= lastLower) mayFold = true;
      bytes[start + at] = code;
    }
    this.#end(start + text.length);
    return mayFold;
  }

  appendFolded(text: string): void {
    const start = this.#room(text);
    const { bytes } = this;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code > lastAscii) {
        this.#encode(foldText(text), start);
        return;
      }
      bytes[start + at] = code >= firstLower && code <= lastLower ? code - toUpper : code;
    }
    this.#end(start + text.length);
  }

  removeLast(): void {
    this.count--;
  }

  /** Negative, zero or positive: by code point. */
  compare(a: number, b: number): number {
    const { bytes } = this;
    const aStart = this.starts[a] as number;
    const bStart = this.starts[b] as number;
    const aLength = this.lengthOf(a);
    const bLength = this.lengthOf(b);
    const length = Math.min(aLength, bLength);
    for (let at = 0; at < length; at++) {
      const difference = (bytes[aStart + at] as number) - (bytes[bStart + at] as number);
      if (difference !== 0) return difference;
    }
    return aLength - bLength;
  }

  /** All texts but the last. */
  copyWithoutLast(): TextBytes {
    const copy = new TextBytes();
    copy.bytes = this.bytes.slice();
    copy.starts = this.starts.slice();
    copy.count = this.count - 1;
    return copy;
  }

  #room(text: string): number {
    const start = this.starts[this.count + 1] as number;
    this.bytes = growBytes(this.bytes, start + text.length + 1);
    this.starts = growWords(this.starts, this.count + 3);
    return start;
  }

  #encode(text: string, start: number): void {
    const encoded = encoder.encode(text);
    this.bytes = growBytes(this.bytes, start + encoded.length + 1);
    this.bytes.set(encoded, start);
    this.#end(start + encoded.length);
  }

  #end(end: number): void {
    this.bytes[end] = TextBytes.border;
    this.count++;
    this.starts[this.count + 1] = end + 1;
  }
}
