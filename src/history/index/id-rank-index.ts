import { growWords } from './growing-arrays.ts';
import type { IdColumn } from './id-column.ts';
import type { RadixSorter } from './radix-sorter.ts';
import { RankIndex } from './rank-index.ts';
import { RefiningSort } from './refining-sort.ts';
import { TextPieces } from './text-pieces.ts';

/** The order of the ids, that of `compareTexts`. */
export class IdRankIndex extends RankIndex {
  readonly #ids: IdColumn;
  readonly #sorter: RadixSorter;
  /** A row that has the id of each rank; ids do not change. */
  #rows = new Uint32Array(0);
  #count = 0;

  constructor(ids: IdColumn, sorter: RadixSorter) {
    super();
    this.#ids = ids;
    this.#sorter = sorter;
  }

  get rankCount(): number {
    return this.#count;
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

  protected compareWithRank(rank: number, number: number): number {
    return this.#ids.compare(this.#rows[rank] as number, number);
  }

  protected rebuild(rows: Uint32Array, count: number): Iterable<void> {
    this.#rows = rows.slice(0, count);
    this.#count = count;
    return [];
  }

  protected insert(rows: readonly number[], before: readonly number[]): void {
    const count = this.#count + rows.length;
    this.#rows = growWords(this.#rows, count);
    let end = this.#count;
    for (let place = rows.length - 1; place >= 0; place--) {
      const start = before[place] as number;
      this.#rows.copyWithin(start + place + 1, start, end);
      this.#rows[start + place] = rows[place] as number;
      end = start;
    }
    this.#count = count;
  }

  /** Sorts by as many characters at once as a float holds, then only what these leave undecided by the next ones, and so on. */
  protected *order(size: number): Generator<void, { rows: Uint32Array; same: Uint8Array }, void> {
    const { folded } = this.#ids;
    const pieces = yield* TextPieces.of(folded, size);
    yield;
    const rows = new Uint32Array(size);
    for (let number = 1; number <= size; number++) rows[number - 1] = number;
    const order = new RefiningSort(rows, this.#sorter);
    for (let depth = pieces.prefix; !order.isDecided; depth += pieces.length) {
      const end = depth + pieces.length;
      yield* order.refine(pieces.highWord(depth));
      yield* order.refine(pieces.lowWord(depth), (number) => folded.lengthOf(number) < end);
      yield;
    }
    this.#settleFolded(rows, order.same);
    return { rows, same: order.same };
  }

  /** Ids that are the same folded are ordered as they are. */
  #settleFolded(rows: Uint32Array, same: Uint8Array): void {
    let start = 0;
    while (start < rows.length) {
      let end = start + 1;
      while (end < rows.length && same[end] === 1) end++;
      if (end - start > 1) {
        rows.subarray(start, end).sort((a, b) => this.#ids.compareRaw(a, b));
        for (let place = start + 1; place < end; place++) {
          same[place] = this.#ids.compareRaw(rows[place - 1] as number, rows[place] as number) === 0 ? 1 : 0;
        }
      }
      start = end;
    }
  }
}
