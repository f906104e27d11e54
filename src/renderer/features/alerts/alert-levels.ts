import { compareDecimals, difference, product, quotient, signOf, sum } from '../../../shared/decimal.ts';
import type { Decimal } from '../../../shared/domain.ts';
import { readTypedDecimal } from '../../ui/text/typed-decimal.ts';

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

/**
 * Returns the level for a typed distance from the last price: "-2%", "+1.5%", "2％". Returns `null` for other text, and for a
 * distance that leads to no price.
 */
export function levelOfPercent(
  typed: string,
  last: Decimal,
  pricePrecision: number | null | undefined,
): Decimal | null {
  const [, number] = /^(.*[^\s])\s*%$/.exec(typed.normalize('NFKC').trim()) ?? [];
  const percent = number === undefined ? null : readTypedDecimal(number);
  if (percent === null) return null;
  const factor = sum('1', product(percent, '0.01'));
  return signOf(factor) > 0 ? levelAt(last, factor, pricePrecision) : null;
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
