import { foldText } from '../../shared/rows/fold-text.ts';
import { uint8At, uint32At } from '../../shared/values/elements.ts';
import type { NumberArray } from './growing-arrays.ts';
import type { RadixSorter } from './radix-sorter.ts';
import { RankIndex } from './rank-index.ts';
import { type KeyWord, RefiningSort } from './refining-sort.ts';
import type { ColumnImage } from './table-image.ts';
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

  textOf(number: number): string {
    return this.#raw.textOf(number);
  }

  /** Returns the rows with `among[number]` = 1 that have one of the IDs. */
  findIds(ids: ReadonlySet<string>, among: Uint8Array): number[] {
    return this.#raw.findTexts(ids, among);
  }

  image(): ColumnImage {
    const { arrays } = this.#raw.image();
    // Without texts if it is the same object.
    const folded = (this.#folded === this.#raw ? new TextBytes() : this.#folded).image().arrays;
    return {
      arrays: { ...arrays, foldedBytes: folded.bytes as NumberArray, foldedStarts: folded.starts as NumberArray },
    };
  }

  /** IDs from `first` on, `end` not included. */
  part(first: number, end: number): ColumnImage {
    const { bytes, starts } = this.#raw.part(first, end);
    // Without texts if it is the same object.
    const folded = this.#folded === this.#raw ? null : this.#folded.part(first, end);
    return { arrays: { bytes, starts, ...(folded && { foldedBytes: folded.bytes, foldedStarts: folded.starts }) } };
  }

  /** Adds a part of another column. */
  appendPart({ arrays }: ColumnImage): void {
    const [bytes, starts] = [arrays.bytes as Uint8Array, arrays.starts as Uint32Array];
    const foldedBytes = arrays.foldedBytes as Uint8Array | undefined;
    if (foldedBytes !== undefined && this.#folded === this.#raw) this.#folded = this.#raw.copy();
    this.#raw.appendPart(bytes, starts);
    if (this.#folded === this.#raw) return;
    if (foldedBytes === undefined) this.#folded.appendPart(bytes, starts);
    else this.#folded.appendPart(foldedBytes, arrays.foldedStarts as Uint32Array);
  }

  /** Takes the IDs of an image. */
  restore({ arrays: { bytes, starts, foldedBytes, foldedStarts } }: ColumnImage): void {
    this.#raw.restore({ arrays: { bytes: bytes as NumberArray, starts: starts as NumberArray } });
    const folded = new TextBytes();
    folded.restore({ arrays: { bytes: foldedBytes as NumberArray, starts: foldedStarts as NumberArray } });
    this.#folded = folded.count === this.#raw.count ? folded : this.#raw;
  }

  /** Adds the ID of the next number. */
  append(id: string): void {
    const mayDiffer = this.#raw.append(id);
    if (this.#folded === this.#raw && mayDiffer && foldText(id) !== id) this.#folded = this.#raw.copyWithoutLast();
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
    return this.#folded.compare(a, b) || (this.#folded === this.#raw ? 0 : this.#raw.compare(a, b));
  }
}

/** Ranks of the IDs in the order of `compareTexts`. */
export class IdRankIndex extends RankIndex {
  readonly #ids: IdColumn;
  readonly #sorter: RadixSorter;

  constructor(ids: IdColumn, sorter: RadixSorter) {
    super();
    this.#ids = ids;
    this.#sorter = sorter;
  }

  protected get size(): number {
    return this.#ids.size;
  }

  protected hasValue(): boolean {
    return true;
  }

  protected compareRows(a: number, b: number): number {
    return this.#ids.compare(a, b);
  }

  protected *sortRows(size: number): Generator<void, RefiningSort, void> {
    const { folded } = this.#ids;
    const rows = new Uint32Array(size);
    for (let i = 0; i < size; i++) rows[i] = i + 1;
    const sort = new RefiningSort(rows, this.#sorter);
    for (let offset = 0; offset < folded.maxLength && !sort.isDecided; offset += bytesPerWord) {
      yield* sort.refine(byteWord(folded, offset));
    }
    // Equal words may belong to different IDs: one of them may end with the byte 0, or they may differ in their unfolded forms.
    yield* sort.settle((a, b) => this.compareRows(a, b));
    return sort;
  }

  protected keepValue(): number {
    throw new Error('an ID never changes');
  }

  protected forgetValues(): void {}
}

const bytesPerWord = 4;

/** The bytes of each text from `offset` on as a key word, with zeros after the end of the text. */
function byteWord({ bytes, starts }: TextBytes, offset: number): KeyWord {
  return {
    largest: 256 ** bytesPerWord - 1,
    fill: (numbers, words) => {
      for (let i = 0; i < numbers.length; i++) {
        const number = uint32At(numbers, i);
        const start = uint32At(starts, number) + offset;
        const end = uint32At(starts, number + 1) - 1;
        let word = 0;
        for (let at = start; at < start + bytesPerWord; at++) word = (word << 8) | (at < end ? uint8At(bytes, at) : 0);
        words[i] = word;
      }
    },
  };
}
