import { foldText } from '../../shared/rows/fold-text.ts';
import { TextBytes } from './text-bytes.ts';

/** The ID of each row, by row number: unchanged, and folded for searching and sorting. IDs never change. */
export class IdColumn {
  readonly #raw = new TextBytes();
  /** The same object as `#raw` while every ID equals its folded form. */
  #folded = this.#raw;

  get size(): number {
    return this.#raw.count;
  }

  get folded(): TextBytes {
    return this.#folded;
  }

  /** Adds the ID of the next number. */
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

  /** Compares the IDs of two rows in the order of `compareTexts`. */
  compare(a: number, b: number): number {
    return this.#folded.compare(a, b) || this.compareRaw(a, b);
  }

  /** Compares two IDs whose folded forms are equal. */
  compareRaw(a: number, b: number): number {
    return this.#folded === this.#raw ? 0 : this.#raw.compare(a, b);
  }
}
