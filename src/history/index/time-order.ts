import type { CodeColumn } from './code-column.ts';
import type { RadixSorter } from './radix-sorter.ts';
import { type KeyWord, RefiningSort } from './refining-sort.ts';
import { finish } from './sort-source.ts';

/** More changes than this part of all rows make sorting afresh the faster way. */
const smallPart = 1 / 8;
const fewRows = 64;
const second = 1000;
const mostUnits = 2 ** 32 - 1;

/** What decides on the default order. */
interface TimeColumns {
  readonly size: number;
  readonly createdAt: Float64Array;
  /** The codes are in the order of the modes. */
  readonly marginMode: CodeColumn;
  readonly ties: Float64Array;
}

/** All rows in the default order: the newest first, isolated before cross, the higher tie first. */
export class TimeOrder {
  readonly #columns: TimeColumns;
  readonly #sorter: RadixSorter;
  /** Replaced, never written to again. */
  #order = new Uint32Array(0);
  readonly #changed = new Set<number>();
  #changes = 0;

  constructor(columns: TimeColumns, sorter: RadixSorter) {
    this.#columns = columns;
    this.#sorter = sorter;
  }

  /** Something that decides on the row's place has changed. */
  touch(number: number): void {
    this.#changes++;
    if (number <= this.#order.length) this.#changed.add(number);
  }

  /** The numbers of all rows. Stays as it is when rows are put later. */
  read(): Uint32Array {
    finish(this.prepare());
    return this.#order;
  }

  isSameTime(a: number, b: number): boolean {
    const { createdAt } = this.#columns;
    return createdAt[a] === createdAt[b];
  }

  /** Brings the order up to date in slices of a dozen milliseconds. Rows may be put between two of them. */
  *prepare(): Generator<void, void, void> {
    while (this.#pendingCount() > Math.max(fewRows, this.#order.length * smallPart)) {
      const changes = this.#changes;
      const rows = new Uint32Array(this.#columns.size);
      for (let place = 0; place < rows.length; place++) rows[place] = place + 1;
      const order = new RefiningSort(rows, this.#sorter);
      yield* order.refine(ageWord(this.#columns.createdAt, rows.length));
      yield;
      if (changes !== this.#changes) continue;
      this.#settleRuns(order);
      this.#order = rows;
      this.#changed.clear();
    }
    this.#placePending();
  }

  #pendingCount(): number {
    return this.#columns.size - this.#order.length + this.#changed.size;
  }

  /** Orders the rows of each run that equal each other so far. */
  #settleRuns({ rows, same }: RefiningSort): void {
    const compare = (a: number, b: number) => this.#compare(a, b);
    let start = 0;
    while (start < rows.length) {
      let end = start + 1;
      let isInOrder = true;
      while (end < rows.length && same[end] === 1) {
        if (isInOrder) isInOrder = compare(rows[end - 1] as number, rows[end] as number) < 0;
        end++;
      }
      if (!isInOrder) rows.subarray(start, end).sort(compare);
      start = end;
    }
  }

  /** Rows of which nothing else decides are in the order of their numbers. */
  #compare(a: number, b: number): number {
    const { createdAt, marginMode, ties } = this.#columns;
    return (
      (createdAt[b] as number) - (createdAt[a] as number) ||
      (marginMode.codes[a] as number) - (marginMode.codes[b] as number) ||
      (ties[b] as number) - (ties[a] as number) ||
      a - b
    );
  }

  #placePending(): void {
    const { size } = this.#columns;
    if (this.#pendingCount() === 0) return;
    const changed = this.#changed;
    const known = changed.size === 0 ? this.#order : this.#order.filter((number) => !changed.has(number));
    const pending = [...changed];
    for (let number = this.#order.length + 1; number <= size; number++) pending.push(number);
    pending.sort((a, b) => this.#compare(a, b));
    const order = new Uint32Array(size);
    let taken = 0;
    pending.forEach((number, before) => {
      let low = taken;
      let high = known.length;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (this.#compare(known[middle] as number, number) < 0) low = middle + 1;
        else high = middle;
      }
      order.set(known.subarray(taken, low), taken + before);
      order[low + before] = number;
      taken = low;
    });
    order.set(known.subarray(taken), taken + pending.length);
    this.#order = order;
    this.#changed.clear();
  }
}

/** How many seconds, or more where these would be too many, each row is older than the newest. */
function ageWord(times: Float64Array, size: number): KeyWord {
  let newest = Number.NEGATIVE_INFINITY;
  let oldest = Number.POSITIVE_INFINITY;
  for (let number = 1; number <= size; number++) {
    const time = times[number] as number;
    if (time > newest) newest = time;
    if (time < oldest) oldest = time;
  }
  const unit = Math.max(second, Math.ceil((newest - oldest) / mostUnits));
  return {
    largest: Math.floor((newest - oldest) / unit),
    fill: (rows, words) => {
      for (let i = 0; i < rows.length; i++) {
        words[i] = Math.floor((newest - (times[rows[i] as number] as number)) / unit);
      }
    },
  };
}
