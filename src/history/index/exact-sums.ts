import type { Decimal } from '../../shared/domain.ts';
import { decimalOfUnits, type ExactDecimals, limbBase, limbDigits, shortFraction } from './exact-decimals.ts';

/** Below it a sum of limbs is exact, and stays so when one more is added. */
const mostInLimb = 2 ** 52;

/** The exact sum of each of a number of groups, counted from 0. Sums are kept limb by limb in floats, which is what makes them fast. */
export class ExactSums {
  readonly #decimals: ExactDecimals;
  readonly #groups: number;
  readonly #whole: Float64Array;
  readonly #fraction: Float64Array;
  /** Of long decimals and large sums only, by place. */
  readonly #further = new Map<number, Float64Array>();
  #top = 0;
  #bottom = -1;

  constructor(decimals: ExactDecimals, groups: number) {
    this.#decimals = decimals;
    this.#groups = groups;
    this.#whole = new Float64Array(groups);
    this.#fraction = new Float64Array(groups);
  }

  /** Adds a decimal, given as `ExactDecimals` has it, to the sum of a group. */
  add(group: number, key: number, detail: number): void {
    if (detail > limbDigits) {
      for (let place = this.#decimals.bottomLimb(detail); place <= this.#decimals.topLimb(detail); place++) {
        this.#addLimb(group, place, this.#decimals.limb(key, detail, place));
      }
      return;
    }
    const whole = Math.trunc(key);
    const wholeSum = (this.#whole[group] as number) + whole;
    const fractionSum = (this.#fraction[group] as number) + shortFraction(key - whole, detail);
    this.#whole[group] = wholeSum;
    this.#fraction[group] = fractionSum;
    if (Math.abs(wholeSum) > mostInLimb || Math.abs(fractionSum) > mostInLimb) {
      this.#carry(group, -1);
      this.#carry(group, 0);
    }
  }

  /** Adds the sum of a group of others, made from the same decimals. */
  addSum(group: number, others: ExactSums, other: number): void {
    for (let place = others.#bottom; place <= others.#top; place++) {
      this.#addLimb(group, place, others.#at(place)?.[other] ?? 0);
    }
  }

  /** Of `unitsOf`: so many places after the point. */
  get places(): number {
    return -this.#bottom * limbDigits;
  }

  /** The sum times 10 ** `places`. */
  unitsOf(group: number): bigint {
    let units = 0n;
    for (let place = this.#top; place >= this.#bottom; place--) {
      units = units * BigInt(limbBase) + BigInt(this.#at(place)?.[group] ?? 0);
    }
    return units;
  }

  textOf(group: number): Decimal {
    return decimalOfUnits(this.unitsOf(group), this.places);
  }

  #at(place: number): Float64Array | undefined {
    return place === 0 ? this.#whole : place === -1 ? this.#fraction : this.#further.get(place);
  }

  #addLimb(group: number, place: number, limb: number): void {
    let sums = this.#at(place);
    if (!sums) {
      if (limb === 0) return;
      sums = new Float64Array(this.#groups);
      this.#further.set(place, sums);
      this.#top = Math.max(this.#top, place);
      this.#bottom = Math.min(this.#bottom, place);
    }
    sums[group] = (sums[group] as number) + limb;
    this.#carry(group, place);
  }

  /** Leaves less than a limb at the place, where there is too much, and adds the rest to the next higher one. */
  #carry(group: number, place: number): void {
    const sums = this.#at(place);
    const sum = sums?.[group] ?? 0;
    if (!sums || Math.abs(sum) <= mostInLimb) return;
    const over = Math.trunc(sum / limbBase);
    sums[group] = sum - over * limbBase;
    this.#addLimb(group, place + 1, over);
  }
}
