import { compareDecimals, difference, product, quotient, signOf } from '../../../shared/decimal.ts';
import type { Decimal } from '../../../shared/domain.ts';

/** Distances from the last price that the form offers, with the factor of the last price. */
export const levelPresets = [
  { percent: '-5', factor: '0.95' },
  { percent: '-1', factor: '0.99' },
  { percent: '1', factor: '1.01' },
  { percent: '5', factor: '1.05' },
] as const satisfies readonly { percent: Decimal; factor: Decimal }[];

/** Returns the last price times a factor, rounded to the symbol's price precision. Unknown precision: the places of the last price. */
export function levelAt(last: Decimal, factor: Decimal, pricePrecision: number | null | undefined): Decimal {
  const places = pricePrecision ?? last.split('.')[1]?.length ?? 0;
  const exact = product(last, factor);
  const rounded = quotient(exact, '1', places) ?? exact;
  return signOf(rounded) === 0 ? exact : rounded;
}

/** Returns the different trigger prices, the one nearest to the last price first. */
export function nearestTriggers(
  plans: readonly { symbol: string; triggerPrice: Decimal | null }[],
  symbol: string,
  last: Decimal | null,
): Decimal[] {
  const prices = plans.flatMap((plan) => (plan.symbol === symbol ? (plan.triggerPrice ?? []) : []));
  const different = prices.filter(
    (price, place) => prices.findIndex((other) => compareDecimals(other, price) === 0) === place,
  );
  if (last === null) return different.sort(compareDecimals);
  const distance = (price: Decimal): Decimal => difference(last, price).replace('-', '');
  return different.sort((a, b) => compareDecimals(distance(a), distance(b)));
}
