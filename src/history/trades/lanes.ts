import type { OrderTable } from '../orders/list-table.ts';
import type { Sizes } from './allowed-sizes.ts';

/** The orders of one symbol, margin mode and position side, and the trades that they form (docs/trades.md 2). */
export interface Lane {
  readonly symbol: number;
  readonly marginMode: number;
  /** 0: long, 1: short. */
  readonly side: number;
  /** Row numbers of its orders, the oldest first. */
  rows: Uint32Array;
  /** The same in the order in which they are taken. */
  taken: Uint32Array;
  /** Numbers of its trades, the oldest first. */
  trades: number[];
  /** Decimal places of the unit of its quantities. */
  places: number;
  /** Size of a contract with which its orders were taken; `undefined` if none of them waits, so that it plays no part. */
  contract: number | null | undefined;
  /** Sizes of a contract that its latest trades by lower ends allow (see `allowedSizes`); `null` until they are needed. */
  allowed: readonly (Sizes | null)[] | null;
}

/** Lane numbers of rows without a lane: the order does not count, or it counts and is a trade of its own. */
export const noLane = 0;
export const unplaced = 1;
const firstLane = 2;

/** Codes of `side` and `action` in the columns: buy and open are 0, sell and close are 1, everything else is above. */
const knownCodes = 2;

/** Assigns orders to lanes. 0 and 1 are reserved for `noLane` and `unplaced`. */
export class LaneNumbers {
  readonly lanes: Lane[] = [];
  readonly #orders: OrderTable;
  readonly #numbers = new Map<number, number>();

  constructor(orders: OrderTable) {
    this.#orders = orders;
  }

  lane(number: number): Lane {
    return this.lanes[number - firstLane] as Lane;
  }

  /** Returns the number of a row's lane. Adds the lane if it is new. */
  laneOf(row: number): number {
    const { filledQuantity, pnl, side, action, symbol, marginMode } = this.#orders.columns;
    const sideCode = side.codes[row] as number;
    const actionCode = action.codes[row] as number;
    if (!((filledQuantity.keys[row] as number) > 0)) {
      const result = pnl.keys[row] as number;
      return result !== 0 && !Number.isNaN(result) ? unplaced : noLane;
    }
    if (sideCode >= knownCodes || actionCode >= knownCodes) return unplaced;
    const symbolCode = symbol.codes[row] as number;
    const modeCode = marginMode.codes[row] as number;
    const positionSide = sideCode ^ actionCode;
    const key = symbolCode * 4 + modeCode * 2 + positionSide;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const lane: Lane = {
      symbol: symbolCode,
      marginMode: modeCode,
      side: positionSide,
      rows: new Uint32Array(0),
      taken: new Uint32Array(0),
      trades: [],
      places: 0,
      contract: undefined,
      allowed: null,
    };
    const number = this.lanes.push(lane) - 1 + firstLane;
    this.#numbers.set(key, number);
    return number;
  }

  /** Negative if row `a` is the older one of two orders of a lane. */
  compare(a: number, b: number): number {
    const { times, ties } = this.#orders;
    return (times[a] as number) - (times[b] as number) || (ties[a] as number) - (ties[b] as number) || b - a;
  }

  /** Changes the orders of a lane. `removed`: rows that it may have. `added`: rows that it does not keep otherwise, in any order. */
  change(lane: Lane, removed: ReadonlySet<number>, added: readonly number[]): void {
    const sorted = added.toSorted((a, b) => this.compare(a, b));
    const rows = new Uint32Array(lane.rows.length + sorted.length);
    let [count, next] = [0, 0];
    for (const row of lane.rows) {
      if (removed.has(row)) continue;
      while (next < sorted.length && this.compare(sorted[next] as number, row) < 0)
        rows[count++] = sorted[next++] as number;
      rows[count++] = row;
    }
    while (next < sorted.length) rows[count++] = sorted[next++] as number;
    lane.rows = rows.slice(0, count);
  }
}
