import type { ResultsPart } from '../../shared/history.ts';
import type { ExactDecimals } from './exact-decimals.ts';
import { ExactSums } from './exact-sums.ts';

/** PnL, orders, wins and losses of each of a number of groups, counted from 0. */
export class ResultParts {
  readonly sums: ExactSums;
  readonly orders: Uint32Array;
  readonly #wins: Uint32Array;
  readonly #losses: Uint32Array;

  constructor(decimals: ExactDecimals, groups: number) {
    this.sums = new ExactSums(decimals, groups);
    this.orders = new Uint32Array(groups);
    this.#wins = new Uint32Array(groups);
    this.#losses = new Uint32Array(groups);
  }

  /** Adds an order whose PnL is given as `ExactDecimals` has it; NaN: it has none. */
  add(group: number, key: number, detail: number): void {
    this.orders[group] = (this.orders[group] as number) + 1;
    if (key > 0) this.#wins[group] = (this.#wins[group] as number) + 1;
    else if (key < 0) this.#losses[group] = (this.#losses[group] as number) + 1;
    else return;
    this.sums.add(group, key, detail);
  }

  /** Adds what a group of others adds up to. */
  addPart(group: number, others: ResultParts, other: number): void {
    this.orders[group] = (this.orders[group] as number) + (others.orders[other] as number);
    this.#wins[group] = (this.#wins[group] as number) + (others.#wins[other] as number);
    this.#losses[group] = (this.#losses[group] as number) + (others.#losses[other] as number);
    this.sums.addSum(group, others.sums, other);
  }

  partOf(group: number): ResultsPart {
    return {
      pnl: this.sums.textOf(group),
      orders: this.orders[group] as number,
      wins: this.#wins[group] as number,
      losses: this.#losses[group] as number,
    };
  }

  all(): ResultsPart[] {
    return Array.from(this.orders, (_, group) => this.partOf(group));
  }
}
