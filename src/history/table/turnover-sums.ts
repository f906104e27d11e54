import Big from 'big.js';
import type { Fees, Rates, RateTurnover } from '../../shared/orders/fees.ts';
import { feesOf } from '../../shared/orders/fees.ts';
import type { Decimal } from '../../shared/values/domain.ts';
import { float64At, uint32At } from '../../shared/values/elements.ts';

/** Which rate an order has paid; `either` if both are possible (docs/results.md 2). */
export const feeRoles = ['maker', 'taker', 'either'] as const;
export type FeeRole = (typeof feeRoles)[number];

/** Significant digits of a turnover, which is a sum of floats. */
const turnoverDigits = 10;

/** Turnovers by the rate that was paid, of groups that are numbered from 0. */
export class TurnoverSums {
  readonly #sums: Float64Array;
  readonly #unpriced: Uint32Array;

  constructor(groups: number) {
    this.#sums = new Float64Array(groups * feeRoles.length);
    this.#unpriced = new Uint32Array(groups);
  }

  /** Adds the turnover of an executed order; NaN counts as unpriced. */
  add(group: number, role: FeeRole, turnover: number): void {
    if (Number.isNaN(turnover)) {
      this.#unpriced[group] = (this.#unpriced[group] ?? 0) + 1;
      return;
    }
    const index = group * feeRoles.length + feeRoles.indexOf(role);
    this.#sums[index] = (this.#sums[index] ?? 0) + turnover;
  }

  /** Adds a group of other sums. */
  addSum(group: number, others: TurnoverSums, other: number): void {
    for (let role = 0; role < feeRoles.length; role++) {
      const index = group * feeRoles.length + role;
      this.#sums[index] = (this.#sums[index] ?? 0) + others.floatOf(other, role);
    }
    this.#unpriced[group] = (this.#unpriced[group] ?? 0) + uint32At(others.#unpriced, other);
  }

  of(group: number): RateTurnover {
    const textOf = (role: number): Decimal => {
      const sum = this.floatOf(group, role);
      return sum === 0 ? '0' : new Big(sum.toPrecision(turnoverDigits)).toFixed();
    };
    const unpriced = uint32At(this.#unpriced, group);
    return { maker: textOf(0), taker: textOf(1), either: textOf(2), unpriced };
  }

  /** `role`: index in `feeRoles`. */
  floatOf(group: number, role: number): number {
    return float64At(this.#sums, group * feeRoles.length + role);
  }
}

/** The turnovers of rows by their numbers, and the rates of the account. */
export class RowFees {
  readonly turnovers: TurnoverSums;
  readonly rates: Rates;
  /** In the order of `feeRoles`, as shares. */
  readonly #ends: Readonly<Record<'lowest' | 'highest', readonly [number, number, number]>>;

  constructor(turnovers: TurnoverSums, rates: Rates) {
    this.turnovers = turnovers;
    this.rates = rates;
    const [maker, taker] = [Number(rates.maker) / 100, Number(rates.taker) / 100];
    this.#ends = {
      lowest: [maker, taker, Math.min(maker, taker)],
      highest: [maker, taker, Math.max(maker, taker)],
    };
  }

  /** The lowest or the highest fee of a row, as a float. */
  floatOf(row: number, end: 'lowest' | 'highest'): number {
    const { turnovers } = this;
    const [maker, taker, either] = this.#ends[end];
    return maker * turnovers.floatOf(row, 0) + taker * turnovers.floatOf(row, 1) + either * turnovers.floatOf(row, 2);
  }

  /** The fees of groups of rows. */
  feesOf(sums: TurnoverSums, ...groups: readonly number[]): Fees {
    return feesOf(
      groups.map((group) => sums.of(group)),
      this.rates,
    );
  }
}
