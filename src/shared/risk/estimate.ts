import { compareDecimals, difference, opposite, placesOf, product, signOf, sum } from '../values/decimal.ts';
import type { Decimal } from '../values/domain.ts';

/** A figure with its range: `low` <= `value` <= `high` (docs/risk.md 1). */
export interface Estimate {
  readonly value: Decimal;
  readonly low: Decimal;
  readonly high: Decimal;
}

export const zeroEstimate: Estimate = exactly('0');

export function exactly(value: Decimal): Estimate {
  return { value, low: value, high: value };
}

/** Returns a value that may be off by `error` both ways. `error`: not negative. */
export function around(value: Decimal, error: Decimal): Estimate {
  return { value, low: difference(error, value), high: sum(value, error) };
}

/**
 * Returns a last price that may have moved by `drift` since. The range stays above zero, as every price does, so that it never decides
 * whether a figure is known.
 */
export function priceAround(last: Decimal, drift: Decimal): Estimate {
  const { value, low, high } = around(last, drift);
  if (signOf(low) > 0) return { value, low, high };
  const unit = unitOf(placesOf(last));
  return { value, low: compareDecimals(unit, last) < 0 ? unit : last, high };
}

/** Returns one unit of a decimal place. */
export function unitOf(places: number): Decimal {
  return places === 0 ? '1' : `0.${'0'.repeat(places - 1)}1`;
}

/** Returns half a unit of a decimal place. */
export function halfUnit(places: number): Decimal {
  return `0.${'0'.repeat(places)}5`;
}

/** Returns `null` unless the whole range is above zero. */
export function ifPositive(estimate: Estimate | null): Estimate | null {
  return estimate !== null && signOf(estimate.low) > 0 ? estimate : null;
}

export function addEstimates(a: Estimate, b: Estimate): Estimate {
  return { value: sum(a.value, b.value), low: sum(a.low, b.low), high: sum(a.high, b.high) };
}

/** Returns `a` - `b`. The two must be independent of each other. */
export function subtractEstimates(a: Estimate, b: Estimate): Estimate {
  return {
    value: difference(b.value, a.value),
    low: difference(b.high, a.low),
    high: difference(b.low, a.high),
  };
}

/** Returns the product of two independent estimates. */
export function multiplyEstimates(a: Estimate, b: Estimate): Estimate {
  if (signOf(b.low) >= 0) return scaledBy(a, b);
  if (signOf(a.low) >= 0) return scaledBy(b, a);
  const corners = [a.low, a.high].flatMap((left) => [b.low, b.high].map((right) => product(left, right)));
  return { value: product(a.value, b.value), low: lowestOf(corners), high: highestOf(corners) };
}

/** `factor`: not below zero, as every price, size and quantity. */
function scaledBy({ value, low, high }: Estimate, factor: Estimate): Estimate {
  const scaled = product(value, factor.value);
  if (low === high && factor.low === factor.high) return exactly(scaled);
  return {
    value: scaled,
    low: product(low, signOf(low) < 0 ? factor.high : factor.low),
    high: product(high, signOf(high) < 0 ? factor.low : factor.high),
  };
}

/** Returns an estimate times 1 or -1. */
export function signedBy(direction: 1 | -1, { value, low, high }: Estimate): Estimate {
  return direction > 0 ? { value, low, high } : { value: opposite(value), low: opposite(high), high: opposite(low) };
}

/** Returns the sign of the whole range; 0 if the range contains zero. */
export function certainSign({ low, high }: Estimate): -1 | 0 | 1 {
  const [lowSign, highSign] = [signOf(low), signOf(high)];
  return lowSign === highSign ? lowSign : 0;
}

/** `values`: at least one. */
export function lowestOf(values: readonly Decimal[]): Decimal {
  return values.reduce((lowest, value) => (compareDecimals(value, lowest) < 0 ? value : lowest));
}

/** `values`: at least one. */
export function highestOf(values: readonly Decimal[]): Decimal {
  return values.reduce((highest, value) => (compareDecimals(value, highest) > 0 ? value : highest));
}
