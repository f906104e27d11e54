import { type Whole, wholeSum } from '../table/units.ts';

/** A part of a position that one order opened and no order has closed. */
interface Lot<Price> {
  readonly left: Whole;
  readonly price: Price;
}

/**
 * The size and the cost of a position after orders that open and close it. Orders that close leave the average entry, or close the oldest lots first: both cost
 * methods of docs/trades.md 2.2. All quantities of a position are of one type.
 */
abstract class Entries<Price, Cost> {
  size: Whole;
  /** The size at the average entry. */
  cost: Cost;
  /** Lots that are left if orders that close take the oldest ones first; `null` if only the average is needed. */
  readonly #lots: Lot<Price>[] | null;

  constructor(size: Whole, cost: Cost, lots: Lot<Price>[] | null) {
    this.size = size;
    this.cost = cost;
    this.#lots = lots;
  }

  open(quantity: Whole, price: Price): void {
    this.size = wholeSum(this.size, quantity);
    this.cost = this.add(this.cost, this.costOf(quantity, price));
    this.#lots?.push({ left: quantity, price });
  }

  /** `quantity`: at most the size. The average entry stays. */
  close(quantity: Whole): void {
    const rest = wholeSum(this.size, -quantity);
    this.cost = this.shareOf(this.cost, rest, this.size);
    this.size = rest;
    if (this.#lots !== null) takeOldest(this.#lots, quantity);
  }

  /** Returns what the oldest lots of a quantity have cost. */
  oldestCost(quantity: Whole): Cost {
    let cost = this.free();
    let rest = quantity;
    for (const { left, price } of this.#lots ?? []) {
      if (rest <= 0) break;
      cost = this.add(cost, this.costOf(left < rest ? left : rest, price));
      rest = wholeSum(rest, -left);
    }
    return cost;
  }

  protected copyOfLots(): Lot<Price>[] | null {
    return this.#lots && [...this.#lots];
  }

  protected abstract free(): Cost;
  protected abstract costOf(quantity: Whole, price: Price): Cost;
  protected abstract add(a: Cost, b: Cost): Cost;
  /** Returns the part of a cost that `quantity` has of `size`. */
  protected abstract shareOf(cost: Cost, quantity: Whole, size: Whole): Cost;
}

/** Entries in floating point, which are only compared within the rounding of prices and PnL. An unknown price is NaN, and so is its cost. */
export class FloatEntries extends Entries<number, number> {
  /** `zero`: as a number or a bigint. */
  static none(zero: Whole, hasLots: boolean): FloatEntries {
    return new FloatEntries(zero, 0, hasLots ? [] : null);
  }

  copy(): FloatEntries {
    return new FloatEntries(this.size, this.cost, this.copyOfLots());
  }

  /** Returns the average price of all that is held. */
  average(): number {
    return this.cost / Number(this.size);
  }

  /** Returns the average price of the oldest lots of a quantity. */
  oldest(quantity: Whole): number {
    return this.oldestCost(quantity) / Number(quantity);
  }

  protected free(): number {
    return 0;
  }

  protected costOf(quantity: Whole, price: number): number {
    return price * Number(quantity);
  }

  protected add(a: number, b: number): number {
    return a + b;
  }

  protected shareOf(cost: number, quantity: Whole, size: Whole): number {
    return (cost / Number(size)) * Number(quantity);
  }
}

/** An exact cost: sum / divisor. */
interface Fraction {
  readonly sum: bigint;
  readonly divisor: bigint;
}

const nothing: Fraction = { sum: 0n, divisor: 1n };

/** Exact entries, which are shown. An unknown price is `null`, and so is its cost. */
export class ExactEntries extends Entries<bigint | null, Fraction | null> {
  static none(hasLots: boolean): ExactEntries {
    return new ExactEntries(0n, nothing, hasLots ? [] : null);
  }

  protected free(): Fraction {
    return nothing;
  }

  protected costOf(quantity: Whole, price: bigint | null): Fraction | null {
    return price === null ? null : { sum: price * BigInt(quantity), divisor: 1n };
  }

  protected add(a: Fraction | null, b: Fraction | null): Fraction | null {
    return a && b && { sum: a.sum * b.divisor + b.sum * a.divisor, divisor: a.divisor * b.divisor };
  }

  protected shareOf(cost: Fraction | null, quantity: Whole, size: Whole): Fraction | null {
    return cost && reduced(cost.sum * BigInt(quantity), cost.divisor * BigInt(size));
  }
}

function takeOldest<Price>(lots: Lot<Price>[], quantity: Whole): void {
  let rest = quantity;
  for (let oldest = lots[0]; oldest !== undefined && rest > 0; oldest = lots[0]) {
    const { left, price } = oldest;
    if (left > rest) {
      lots[0] = { left: wholeSum(left, -rest), price };
      return;
    }
    rest = wholeSum(rest, -left);
    lots.shift();
  }
}

function reduced(sum: bigint, divisor: bigint): Fraction {
  let [common, rest] = [sum, divisor];
  while (rest > 0n) [common, rest] = [rest, common % rest];
  return { sum: sum / common, divisor: divisor / common };
}
