import type { SortDirection } from '../../shared/rows/row-order.ts';
import { growWords } from './growing-arrays.ts';
import type { SortSource } from './sort-source.ts';
import type { TimeOrder } from './time-order.ts';

/** The order of the times of creation: the default order, in which rows of one time have different places, has them sorted already. */
export class TimeRankIndex implements SortSource {
  readonly #order: TimeOrder;
  /** The default order that the ranks were read from. */
  #ranked: Uint32Array | null = null;
  /** By number, from the newest. */
  #ranks = new Uint32Array(0);
  #count = 0;

  constructor(order: TimeOrder) {
    this.#order = order;
  }

  get rankCount(): number {
    return this.#count;
  }

  *prepare(): Generator<void, void, void> {
    yield* this.#order.prepare();
    const numbers = this.#order.read();
    if (numbers === this.#ranked) return;
    const ranks = growWords(this.#ranks, numbers.length + 1);
    let count = 0;
    for (let place = 0; place < numbers.length; place++) {
      const number = numbers[place] as number;
      if (place === 0 || !this.#order.isSameTime(numbers[place - 1] as number, number)) count++;
      ranks[number] = count - 1;
    }
    this.#ranks = ranks;
    this.#count = count;
    this.#ranked = numbers;
  }

  appendDigits(rows: Uint32Array, digits: Uint32Array, direction: SortDirection): void {
    const ranks = this.#ranks;
    const oldest = this.#count - 1;
    const radix = this.#count + 1;
    const descending = direction === 'descending';
    for (let i = 0; i < rows.length; i++) {
      const rank = ranks[rows[i] as number] as number;
      digits[i] = (digits[i] as number) * radix + (descending ? rank : oldest - rank);
    }
  }
}
