import { foldText } from '../../../shared/rows/fold-text.ts';
import type { CodeColumn } from './code-column.ts';
import { finish } from './sort-source.ts';
import { TextBytes } from './text-bytes.ts';

const rowsAtOnce = 20_000;

/** The id of each row, by the row's number: as it is, folded for searching and sorting, and found again by mode and id. */
export class IdColumn {
  readonly #raw = new TextBytes();
  /** The same as `#raw` while every id is its own folded form. */
  #folded = this.#raw;
  readonly #modes: CodeColumn;
  /** Numbers by the hash of mode and id, 0 where there is none; at least twice as long as there are rows in it. */
  #table = new Uint32Array(2048);
  /** Rows that are in it. */
  #entered = 0;

  /** `modes`: a row's margin mode is set there before its id is appended here. */
  constructor(modes: CodeColumn) {
    this.#modes = modes;
  }

  get size(): number {
    return this.#raw.count;
  }

  get folded(): TextBytes {
    return this.#folded;
  }

  /** The id of the next number. */
  append(id: string): void {
    const mayFold = this.#raw.append(id);
    if (this.#folded === this.#raw && mayFold && foldText(id) !== id) this.#folded = this.#raw.copyWithoutLast();
    if (this.#folded !== this.#raw) this.#folded.appendFolded(id);
  }

  isSame(number: number, id: string): boolean {
    this.#raw.append(id);
    const isSame = this.#raw.compare(number, this.#raw.count) === 0;
    this.#raw.removeLast();
    return isSame;
  }

  /** `null` where no row has that mode and id. */
  find(mode: number, id: string): number | null {
    finish(this.prepareToFind());
    this.#raw.append(id);
    const found = this.#table[this.#placeOf(this.#raw.count, mode)] as number;
    this.#raw.removeLast();
    return found === 0 ? null : found;
  }

  /** In the order of `compareTexts`. */
  compare(a: number, b: number): number {
    return this.#folded.compare(a, b) || this.compareRaw(a, b);
  }

  /** Of two ids whose folded forms are the same. */
  compareRaw(a: number, b: number): number {
    return this.#folded === this.#raw ? 0 : this.#raw.compare(a, b);
  }

  /** What `find` does first, in slices of a dozen milliseconds. Rows may be put between two of them. */
  *prepareToFind(): Generator<void, void, void> {
    while (this.#entered < this.size) {
      if (this.size * 2 > this.#table.length) {
        let length = this.#table.length;
        while (length < this.size * 2) length *= 2;
        this.#table = new Uint32Array(length);
        this.#entered = 0;
      }
      const last = Math.min(this.size, this.#entered + rowsAtOnce);
      while (this.#entered < last) this.#enter(++this.#entered);
      if (last < this.size) yield;
    }
  }

  #enter(number: number): void {
    const place = this.#placeOf(number, this.#modes.codes[number] as number);
    if (this.#table[place] === 0) this.#table[place] = number;
  }

  /** Where the table has that mode and the id that is text `number`, or would have it. */
  #placeOf(number: number, mode: number): number {
    const { codes } = this.#modes;
    const mask = this.#table.length - 1;
    let place = this.#hashOf(number, mode) & mask;
    for (;;) {
      const other = this.#table[place] as number;
      if (other === 0 || (codes[other] === mode && this.#raw.compare(other, number) === 0)) return place;
      place = (place + 1) & mask;
    }
  }

  /** FNV-1a, with its bits mixed once more: what follows each other must not lie side by side. */
  #hashOf(number: number, mode: number): number {
    const { bytes, starts } = this.#raw;
    const end = (starts[number + 1] as number) - 1;
    let hash = 0x811c9dc5 ^ mode;
    for (let at = starts[number] as number; at < end; at++) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    return hash ^ (hash >>> 13);
  }
}
