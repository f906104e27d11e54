import { compareDecimals, difference, product, quotient, signOf, sum } from '../../../shared/values/decimal.ts';
import type { Decimal } from '../../../shared/values/domain.ts';
import { readTypedDecimal } from '../../../shared/values/typed-decimal.ts';
import type { directions } from './draft-fields.ts';

/** Distances from the last price that the form offers, with the factor of the last price. */
export const levelPresets = [
  { percent: '-5', factor: '0.95' },
  { percent: '-2', factor: '0.98' },
  { percent: '-1', factor: '0.99' },
  { percent: '1', factor: '1.01' },
  { percent: '2', factor: '1.02' },
  { percent: '5', factor: '1.05' },
] as const satisfies readonly { percent: Decimal; factor: Decimal }[];

/** Returns the last price times a factor, rounded to the symbol's price precision. Unknown precision: the places of the last price. */
export function levelAt(last: Decimal, factor: Decimal, pricePrecision: number | null | undefined): Decimal {
  return rounded(product(last, factor), last, pricePrecision);
}

/** Rounds a price to a precision, or to the places of another price if the precision is unknown. What would round to zero stays exact. */
function rounded(exact: Decimal, like: Decimal, pricePrecision: number | null | undefined): Decimal {
  const places = pricePrecision ?? like.split('.')[1]?.length ?? 0;
  const price = quotient(exact, '1', places) ?? exact;
  return signOf(price) === 0 ? exact : price;
}

/** The level that a text means in relation to the last price or to a position. */
export interface LevelBasis {
  last: Decimal | null;
  pricePrecision: number | null | undefined;
  /** `null` until it is known, and unless exactly one position of the symbol has a stop at a loss. */
  risk: PositionRisk | null;
}

/** Entry and nearest stop of a position. The distance between both is 1R. */
export interface PositionRisk {
  entry: Decimal;
  stop: Decimal;
}

/** True for a distance from a last price or from an entry, such as "-2%" and "+1R". */
export function isRelative(typed: string): boolean {
  return percentForm.test(plain(typed)) || multipleForm.test(plain(typed));
}

const percentForm = /^(.*[^\s])\s*%$/;
const multipleForm = /^([+-]?[\d.,]+)\s*R$/i;

function plain(typed: string): string {
  return typed.normalize('NFKC').trim().replace('−', '-');
}

/**
 * Returns the level for a typed distance: "-2%" and "+1.5%" from the last price, "+1R" from the entry of the position, in the direction of
 * its gain. Returns `null` for other text, for a distance that leads to no price, and while its basis is unknown.
 */
export function relativeLevel(typed: string, { last, pricePrecision, risk }: LevelBasis): Decimal | null {
  const [, ofPercent] = percentForm.exec(plain(typed)) ?? [];
  const percent = ofPercent === undefined || last === null ? null : readTypedDecimal(ofPercent);
  if (percent !== null && last !== null) {
    const factor = sum('1', product(percent, '0.01'));
    return signOf(factor) > 0 ? levelAt(last, factor, pricePrecision) : null;
  }
  const [, ofMultiple] = multipleForm.exec(plain(typed)) ?? [];
  const multiple = ofMultiple === undefined ? null : readTypedDecimal(ofMultiple);
  return multiple === null || risk === null ? null : levelOfMultiple(risk, multiple, pricePrecision);
}

/** Returns the price at which a position has gained a multiple of what it would lose at its stop; `null` if no price is that low. */
export function levelOfMultiple(
  { entry, stop }: PositionRisk,
  multiple: Decimal,
  pricePrecision: number | null | undefined,
): Decimal | null {
  const level = sum(entry, product(multiple, difference(stop, entry)));
  return signOf(level) > 0 ? rounded(level, stop, pricePrecision) : null;
}

/** Returns the direction in which the last price reaches a level; `null` if it is there. */
export function directionTo(level: Decimal, last: Decimal): (typeof directions)[number] | null {
  const against = compareDecimals(level, last);
  return against === 0 ? null : against > 0 ? 'rises-to' : 'falls-to';
}

/** Returns the different trigger prices, the one nearest to the last price first. */
export function nearestTriggers(
  plans: readonly { symbol: string; triggerPrice: Decimal | null }[],
  symbol: string,
  last: Decimal | null,
): Decimal[] {
  const prices = plans.flatMap((plan) => (plan.symbol === symbol ? (plan.triggerPrice ?? []) : []));
  const different = prices.filter(
    (price, index) => prices.findIndex((other) => compareDecimals(other, price) === 0) === index,
  );
  if (last === null) return different.sort(compareDecimals);
  const distance = (price: Decimal): Decimal => difference(last, price).replace('-', '');
  return different.sort((a, b) => compareDecimals(distance(a), distance(b)));
}
