import type { Timestamp } from '../../shared/values/domain.ts';
import { float64At } from '../../shared/values/elements.ts';
import type { OrderTable } from '../orders/list-table.ts';

/** When an order was executed, in epoch milliseconds. `to` is infinite if it is not known. */
export interface Interval {
  readonly from: Timestamp;
  readonly to: Timestamp;
}

/** The start and the end of an order's interval, by its row number. */
export interface IntervalOf {
  readonly fromOf: (row: number) => Timestamp;
  readonly toOf: (row: number) => Timestamp;
}

/** Kind of the orders that are executed when they are created. */
const marketKind = 'market';

/** When each order can have been executed (docs/trades.md 2.1). */
export class ExecutionIntervals {
  readonly #orders: OrderTable;
  /** Intervals that the program saw, by row number. */
  readonly #observed = new Map<number, Interval>();

  constructor(orders: OrderTable) {
    this.#orders = orders;
  }

  /** Sets when an order was executed, as far as the program saw it; `null` if it did not. The order need not have been put yet. */
  observe(row: number, interval: Interval | null): void {
    if (interval === null) this.#observed.delete(row);
    else this.#observed.set(row, interval);
  }

  /** Row numbers of the orders that the program saw executed. */
  observedRows(): Iterable<number> {
    return this.#observed.keys();
  }

  /** True if the program saw no order executed. */
  get isUnobserved(): boolean {
    return this.#observed.size === 0;
  }

  /** True if the program saw when an order was executed. */
  isObserved(row: number): boolean {
    return this.#observed.has(row);
  }

  /** True if the program read an order after its creation, before anything of it was executed. */
  wasSeenResting(row: number): boolean {
    return (this.#observed.get(row)?.from ?? Number.NEGATIVE_INFINITY) > float64At(this.#orders.times, row);
  }

  /** Returns the intervals of the orders as they are now. */
  read(): IntervalOf {
    const { times, columns } = this.#orders;
    const createdAt = (row: number) => float64At(times, row);
    const { codes } = columns.kind;
    const market = columns.kind.codeOf(marketKind);
    const latest = (row: number) => (codes[row] === market ? float64At(times, row) : Number.POSITIVE_INFINITY);
    const observed = this.#observed;
    if (observed.size === 0) return { fromOf: createdAt, toOf: latest };
    return {
      fromOf: (row) => Math.max(createdAt(row), observed.get(row)?.from ?? 0),
      toOf: (row) => {
        const interval = observed.get(row);
        return interval === undefined ? latest(row) : Math.max(createdAt(row), interval.to);
      },
    };
  }
}
