import type { ColumnContext, DecimalColumn } from './decimal-column.ts';
import { limbDigits } from './exact-decimals.ts';
import { highWord, lowWord } from './float-words.ts';
import { growFloats, growWords } from './growing-arrays.ts';
import { RankIndex } from './rank-index.ts';
import { RefiningSort } from './refining-sort.ts';
import { rowsPerStep } from './sort-source.ts';

/** The order of a column of decimals: exact, whatever their length. */
export class DecimalRankIndex extends RankIndex {
  readonly #column: DecimalColumn;
  readonly #context: ColumnContext;
  /** Of each rank: rows change, and the value may be no row's any more. */
  #keys = new Float64Array(0);
  #details = new Uint32Array(0);
  #count = 0;

  constructor(column: DecimalColumn, context: ColumnContext) {
    super();
    this.#column = column;
    this.#context = context;
  }

  get rankCount(): number {
    return this.#count;
  }

  protected get size(): number {
    return this.#context.size;
  }

  protected hasValue(number: number): boolean {
    return !Number.isNaN(this.#column.keys[number]);
  }

  protected compareRows(a: number, b: number): number {
    const { keys, details, decimals } = this.#column;
    return decimals.compare(keys[a] as number, details[a] as number, keys[b] as number, details[b] as number);
  }

  protected compareWithRank(rank: number, number: number): number {
    const { keys, details, decimals } = this.#column;
    return decimals.compare(
      this.#keys[rank] as number,
      this.#details[rank] as number,
      keys[number] as number,
      details[number] as number,
    );
  }

  protected *order(size: number): Generator<void, { rows: Uint32Array; same: Uint8Array }, void> {
    const { keys } = this.#column;
    const all = new Uint32Array(size);
    let count = 0;
    for (let number = 1; number <= size; number++) {
      if (!Number.isNaN(keys[number])) all[count++] = number;
    }
    const rows = all.subarray(0, count);
    yield;
    const order = new RefiningSort(rows, this.#context.sorter);
    const bits = new Uint32Array(keys.buffer, keys.byteOffset, 2 * keys.length);
    yield* order.refine(highWord(bits));
    yield* order.refine(lowWord(bits));
    yield;
    yield* this.#settle(rows, order.same);
    return { rows, same: order.same };
  }

  /** Puts runs of equal keys in the order of their decimals, which may differ where one is long. */
  *#settle(rows: Uint32Array, same: Uint8Array): Generator<void, void, void> {
    for (let start = 0; start < rows.length; ) {
      start = this.#settleSome(rows, same, start);
      yield;
    }
  }

  /** As many runs as a step takes. Answers where the next one begins. */
  #settleSome(rows: Uint32Array, same: Uint8Array, first: number): number {
    const { details } = this.#column;
    const last = Math.min(rows.length, first + rowsPerStep);
    let start = first;
    while (start < last) {
      let anyLong = (details[rows[start] as number] as number) > limbDigits;
      let end = start + 1;
      while (end < rows.length && same[end] === 1) {
        if ((details[rows[end] as number] as number) > limbDigits) anyLong = true;
        end++;
      }
      if (anyLong && end - start > 1) this.#settleRun(rows.subarray(start, end), same.subarray(start, end));
      start = end;
    }
    return start;
  }

  #settleRun(run: Uint32Array, same: Uint8Array): void {
    const compare = (a: number, b: number) => this.compareRows(a, b);
    if (run.some((number, place) => place > 0 && compare(run[place - 1] as number, number) > 0)) run.sort(compare);
    for (let place = 1; place < run.length; place++) {
      if (compare(run[place - 1] as number, run[place] as number) !== 0) same[place] = 0;
    }
  }

  protected *rebuild(rows: Uint32Array, count: number): Generator<void, void, void> {
    const { keys, details } = this.#column;
    const ofRanks = { keys: new Float64Array(count), details: new Uint32Array(count) };
    for (let rank = 0; rank < count; rank++) {
      ofRanks.keys[rank] = keys[rows[rank] as number] as number;
      ofRanks.details[rank] = details[rows[rank] as number] as number;
      if ((rank + 1) % rowsPerStep === 0) yield;
    }
    this.#count = count;
    this.#keys = ofRanks.keys;
    this.#details = ofRanks.details;
  }

  protected insert(rows: readonly number[], before: readonly number[]): void {
    const { keys, details } = this.#column;
    const count = this.#count + rows.length;
    this.#keys = growFloats(this.#keys, count);
    this.#details = growWords(this.#details, count);
    let end = this.#count;
    for (let place = rows.length - 1; place >= 0; place--) {
      const start = before[place] as number;
      const number = rows[place] as number;
      this.#keys.copyWithin(start + place + 1, start, end);
      this.#details.copyWithin(start + place + 1, start, end);
      this.#keys[start + place] = keys[number] as number;
      this.#details[start + place] = details[number] as number;
      end = start;
    }
    this.#count = count;
  }
}
