import { growWords } from './growing-arrays.ts';
import { GrowingRanks } from './growing-ranks.ts';
import type { IdColumn } from './id-column.ts';
import type { RadixSorter } from './radix-sorter.ts';
import { TextPieces } from './text-pieces.ts';

/** The order of the ids, that of `compareTexts`. */
export class IdRanks extends GrowingRanks {
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

  protected keepAll(rows: Uint32Array, count: number): void {
    this.#rows = rows.slice(0, count);
    this.#count = count;
  }

  protected keepMore(rows: readonly number[], before: readonly number[]): void {
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
    const pieces = new TextPieces(this.#ids.folded, size);
    yield;
    const rows = new Uint32Array(size);
    const keys = new Float64Array(size + 1);
    for (let number = 1; number <= size; number++) {
      rows[number - 1] = number;
      keys[number] = pieces.piece(number, pieces.prefix);
    }
    yield;
    yield* this.#sorter.sortByKey(rows, keys, 'ascending');
    yield;
    const same = new Uint8Array(size);
    for (let place = 1; place < size; place++) {
      if (keys[rows[place] as number] === keys[rows[place - 1] as number]) same[place] = 1;
    }
    let depth = pieces.prefix;
    let undecided = runsOf(same);
    while (undecided.length > 0) {
      depth += pieces.length;
      yield;
      undecided = yield* this.#decide(rows, same, undecided, pieces, depth);
    }
    this.#settleFolded(rows, same);
    return { rows, same };
  }

  /** Orders each run of places by the piece at `depth`. Answers the places whose runs go on being equal there, and go on. */
  *#decide(
    rows: Uint32Array,
    same: Uint8Array,
    places: Uint32Array,
    pieces: TextPieces,
    depth: number,
  ): Generator<void, Uint32Array, void> {
    const { length } = places;
    const numbers = new Uint32Array(length);
    const keys = new Float64Array(length);
    const order = new Uint32Array(length);
    const runOf = new Uint32Array(length);
    let run = 0;
    for (let i = 0; i < length; i++) {
      const place = places[i] as number;
      const number = rows[place] as number;
      numbers[i] = number;
      keys[i] = pieces.piece(number, depth);
      order[i] = i;
      if (same[place] !== 1) run++;
      runOf[i] = run;
    }
    yield;
    yield* this.#sorter.sortByKey(order, keys, 'ascending');
    yield;
    const runs = order.map((i) => runOf[i] as number);
    this.#sorter.sort(order, runs, run);
    let ongoing = 0;
    const left = new Uint32Array(length);
    let isOpen = false;
    for (let i = 0; i < length; i++) {
      const place = places[i] as number;
      const key = keys[order[i] as number] as number;
      rows[place] = numbers[order[i] as number] as number;
      if (same[place] === 1 && key !== keys[order[i - 1] as number]) same[place] = 0;
      if (same[place] !== 1) {
        isOpen = false;
      } else if (pieces.goesOn(key)) {
        if (!isOpen) left[ongoing++] = places[i - 1] as number;
        left[ongoing++] = place;
        isOpen = true;
      }
    }
    return left.subarray(0, ongoing);
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

/** The places of all runs of more than one. */
function runsOf(same: Uint8Array): Uint32Array {
  let count = 0;
  const places = new Uint32Array(same.length);
  for (let place = 1; place < same.length; place++) {
    if (same[place] !== 1) continue;
    if (same[place - 1] !== 1) places[count++] = place - 1;
    places[count++] = place;
  }
  return places.slice(0, count);
}
