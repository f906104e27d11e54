import { rankTexts } from '../../shared/rows/compare-texts.ts';
import { float64At, uint8At, uint32At, uintAt } from '../../shared/values/elements.ts';
import type { CodedTexts } from '../rows.ts';
import { grow, type WholeArray, wholeArray, widen } from './growing-arrays.ts';
import { noRank, type RankSource } from './row-sort.ts';
import { type ColumnImage, type CopyValue, textIn } from './table-image.ts';

/** A text of each row that many rows share, by row number. Stores each distinct text once and a code per row. */
export class CodeColumn implements RankSource {
  codes: WholeArray = new Uint8Array(0);
  /** Ranks by code; current after `prepare`. */
  ranks = new Uint32Array(0);
  #values: (string | null)[] = [];
  #codeOf = new Map<string | null, number>();
  /** Rows with each code. */
  #counts: number[] = [];
  /** Rows that have been set, and the highest row number. */
  #size = 0;
  readonly #knownValues: number;
  #json: string | null = null;

  /** `knownValues`: get the codes from 0 on and come first in this order. Other values follow in the order of `compareTexts`. */
  constructor(knownValues: readonly string[] = []) {
    for (const value of knownValues) this.#addCode(value);
    this.#knownValues = knownValues.length;
  }

  get codeCount(): number {
    return this.#values.length;
  }

  get rankCount(): number {
    return this.ranks.length;
  }

  valueOf(code: number): string | null {
    return this.#values[code] ?? null;
  }

  /** Returns the code of a value; -1 if no row has had it. */
  codeOf(value: string): number {
    return this.#codeOf.get(value) ?? -1;
  }

  /** Returns the value of a row. */
  textOf(number: number): string | null {
    return this.valueOf(uintAt(this.codes, number));
  }

  /** True if the column was created with the value. */
  isKnown(value: string | null): boolean {
    return (this.#codeOf.get(value) ?? this.#knownValues) < this.#knownValues;
  }

  /** Returns the values of some rows. */
  coded(numbers: readonly number[]): CodedTexts {
    const [{ codes: all }, codes] = [this, wholeArray(numbers.length, this.codeCount)];
    let place = 0;
    for (const number of numbers) codes[place++] = uintAt(all, number);
    this.#json ??= JSON.stringify(this.#values);
    return { words: this.#json, codes };
  }

  /** `number`: at most one above the highest one so far. */
  set(number: number, value: string | null): void {
    const code = this.#codeOf.get(value) ?? this.#addCode(value);
    if (number > this.#size) {
      this.#size = number;
      this.codes = grow(this.codes, number + 1);
    } else {
      this.#addRows(uintAt(this.codes, number), -1);
    }
    this.#addRows(code, 1);
    this.codes[number] = code;
  }

  /** Returns 1 for each code whose value fulfills the condition, otherwise 0. */
  codesWhere(condition: (value: string | null) => boolean): Uint8Array {
    return Uint8Array.from(this.#values, (value) => (condition(value) ? 1 : 0));
  }

  /** Counts the rows with each code. `mask`: 1 by number for the rows to count; `null`: all rows. */
  countRows(mask: Uint8Array | null): Uint32Array {
    if (!mask) return Uint32Array.from(this.#counts);
    const counts = new Uint32Array(this.codeCount);
    const { codes } = this;
    for (let number = 1; number <= this.#size; number++) {
      const code = uintAt(codes, number);
      counts[code] = (counts[code] ?? 0) + uint8At(mask, number);
    }
    return counts;
  }

  /** Returns the values of all rows in the order of the column, with the number of rows of each. */
  choices(): { value: string; rows: number }[] {
    this.prepare();
    const { ranks } = this;
    const counts = this.#counts;
    return this.#values
      .flatMap((value, code) =>
        value === null || counts[code] === 0 ? [] : { value, rows: counts[code] ?? 0, rank: uint32At(ranks, code) },
      )
      .sort((a, b) => a.rank - b.rank)
      .map(({ value, rows }) => ({ value, rows }));
  }

  image(): ColumnImage & { words: readonly (string | null)[] } {
    return { arrays: { codes: this.codes.subarray(0, this.#size + 1) }, words: this.#values };
  }

  /** Rows from `first` on, `end` not included. */
  part(first: number, end: number): ColumnImage {
    return { arrays: { codes: this.codes.subarray(first, end) }, words: this.#values };
  }

  /** Returns a function that sets the value of a row to that of an index in a part of another column. */
  copier(image: ColumnImage): CopyValue {
    return (number, index) => this.set(number, textIn(image, index));
  }

  /** True if the column can take the rows of an image: the words of the program may be others by now. */
  fits({ words }: ColumnImage): boolean {
    return this.#values.slice(0, this.#knownValues).every((value, code) => words?.[code] === value);
  }

  /** Takes the rows of an image. `size`: highest row number. */
  restore({ arrays, words = [] }: ColumnImage, size: number): void {
    this.codes = arrays.codes as WholeArray;
    this.#values = [...words];
    this.#json = null;
    this.#codeOf = new Map(words.map((value, code) => [value, code]));
    this.#size = size;
    const { codes } = this;
    const counts = new Uint32Array(words.length);
    for (let number = 1; number <= size; number++) {
      const code = uintAt(codes, number);
      counts[code] = (counts[code] ?? 0) + 1;
    }
    this.#counts = [...counts];
  }

  prepare(): Iterable<void> {
    const values = this.#values;
    const known = this.#knownValues;
    if (this.ranks.length < values.length) {
      const others = rankTexts(values.slice(known));
      this.ranks = Uint32Array.from(values, (value, code) =>
        value === null ? noRank : 1 + (code < known ? code : known + float64At(others, code - known)),
      );
    }
    return [];
  }

  #addRows(code: number, rows: number): void {
    this.#counts[code] = (this.#counts[code] ?? 0) + rows;
  }

  #addCode(value: string | null): number {
    const code = this.#values.push(value) - 1;
    this.#json = null;
    this.#codeOf.set(value, code);
    this.#counts.push(0);
    this.codes = widen(this.codes, code);
    return code;
  }
}
