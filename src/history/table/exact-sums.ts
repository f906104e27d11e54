import type { Decimal } from '../../shared/values/domain.ts';
import { float64At, noElement, uint32At } from '../../shared/values/elements.ts';
import type { DecimalColumn } from './decimal-column.ts';
import { decimalOfUnits, type ExactDecimals, limbBase, limbDigits } from './exact-decimals.ts';

/** Decimal places of the fixed-point part. Decimals with more places are added limb by limb. */
const unitPlaces = 8;
const unitsPerOne = 10 ** unitPlaces;
/** Largest magnitude (units) that is added in fixed point: up to it, `key * unitsPerOne` is off by less than half a unit. */
const maxUnits = 1e15;
/** A larger sum is carried. A float stays exact up to twice this value. */
const maxSum = 2 ** 52;

/** Decimals of rows, read once for several sums. */
export interface GatheredDecimals {
  /** See `DecimalColumn`. */
  readonly keys: Float64Array;
  readonly details: Uint32Array;
  /** The decimals in units of `10 ** -unitPlaces`. No sum of them is larger than `maxSum`. 0 for each of `others`. */
  readonly units: Float64Array;
  /** Indexes of the decimals that are long, or too large. */
  readonly others: readonly number[];
}

/** Returns the decimals of rows, each of which has one. */
export function gatherDecimals({ keys, details }: DecimalColumn, rows: Uint32Array): GatheredDecimals {
  const others: number[] = [];
  const gathered = {
    keys: new Float64Array(rows.length),
    details: new Uint32Array(rows.length),
    units: new Float64Array(rows.length),
    others,
  };
  let total = 0;
  for (let index = 0; index < rows.length; index++) {
    const row = uint32At(rows, index);
    const key = keys[row] ?? noElement(row);
    const detail = details[row] ?? noElement(row);
    gathered.keys[index] = key;
    gathered.details[index] = detail;
    const units = Math.round(key * unitsPerOne);
    const size = Math.abs(units);
    if (detail <= unitPlaces && size <= maxUnits && total + size <= maxSum) {
      total += size;
      gathered.units[index] = units;
    } else others.push(index);
  }
  return gathered;
}

/** Adds up decimals exactly, in one sum for each group from 0 on. A sum is the total of its fixed-point part and its limbs. */
export class ExactSums {
  readonly #decimals: ExactDecimals;
  /** Whole units of `10 ** -unitPlaces` of each group. */
  readonly #units: Float64Array;
  /** Limbs of each group by exponent, from `#bottom` on. */
  readonly #limbs: Float64Array[] = [];
  #bottom = -1;

  constructor(decimals: ExactDecimals, groups: number) {
    this.#decimals = decimals;
    this.#units = new Float64Array(groups);
  }

  /** Adds a decimal of the `ExactDecimals` to a group. A key that is NaN adds nothing. */
  add(group: number, key: number, detail: number): void {
    const units = Math.round(key * unitsPerOne);
    if (detail <= unitPlaces && units <= maxUnits && units >= -maxUnits) this.#addUnits(group, units);
    else if (!Number.isNaN(key)) this.#addLimbs(group, key, detail);
  }

  /** Adds decimals of the `ExactDecimals`. `groups`: the group of each decimal. */
  addAll(groups: Uint32Array, { keys, details, units, others }: GatheredDecimals): void {
    const sums = this.#units;
    for (let index = 0; index < groups.length; index++) {
      const group = uint32At(groups, index);
      sums[group] = (sums[group] ?? 0) + float64At(units, index);
    }
    // Carries the sums that have become large.
    for (let group = 0; group < sums.length; group++) this.#addUnits(group, 0);
    for (const index of others) this.add(uint32At(groups, index), float64At(keys, index), uint32At(details, index));
  }

  /** Adds the sum of a group of other sums of the same `ExactDecimals`. */
  addSum(group: number, others: ExactSums, other: number): void {
    this.#addUnits(group, float64At(others.#units, other));
    for (let i = 0; i < others.#limbs.length; i++) {
      const limb = others.#limbs[i]?.[other] ?? 0;
      if (limb !== 0) this.#addLimb(group, others.#bottom + i, limb);
    }
  }

  /** Decimal places of `unitsOf`. Grows with the decimals that are added. */
  get places(): number {
    return -this.#bottom * limbDigits;
  }

  /** Returns the sum times `10 ** places`. */
  unitsOf(group: number): bigint {
    let sum = 0n;
    for (let i = this.#limbs.length - 1; i >= 0; i--) {
      sum = sum * BigInt(limbBase) + BigInt(this.#limbs[i]?.[group] ?? 0);
    }
    return sum + BigInt(float64At(this.#units, group)) * 10n ** BigInt(this.places - unitPlaces);
  }

  /** Returns the sum of groups without trailing zeros. */
  textOf(...groups: readonly number[]): Decimal {
    return decimalOfUnits(
      groups.reduce((sum, group) => sum + this.unitsOf(group), 0n),
      this.places,
    );
  }

  #addUnits(group: number, units: number): void {
    const sum = float64At(this.#units, group) + units;
    this.#units[group] = sum;
    if (sum <= maxSum && sum >= -maxSum) return;
    const whole = Math.trunc(sum / unitsPerOne);
    this.#units[group] = sum - whole * unitsPerOne;
    this.#addLimb(group, 0, whole);
  }

  #addLimbs(group: number, key: number, detail: number): void {
    const top = this.#decimals.topLimb(detail);
    for (let exponent = this.#decimals.bottomLimb(detail); exponent <= top; exponent++) {
      this.#addLimb(group, exponent, this.#decimals.limb(key, detail, exponent));
    }
  }

  #addLimb(group: number, exponent: number, limb: number): void {
    const limbs = this.#limbsAt(exponent);
    const sum = float64At(limbs, group) + limb;
    limbs[group] = sum;
    if (sum <= maxSum && sum >= -maxSum) return;
    const carried = Math.trunc(sum / limbBase);
    limbs[group] = sum - carried * limbBase;
    this.#addLimb(group, exponent + 1, carried);
  }

  #limbsAt(exponent: number): Float64Array {
    for (; exponent < this.#bottom; this.#bottom--) this.#limbs.unshift(new Float64Array(this.#units.length));
    while (exponent >= this.#bottom + this.#limbs.length) this.#limbs.push(new Float64Array(this.#units.length));
    return this.#limbs[exponent - this.#bottom] as Float64Array;
  }
}
