import { certainSign, type Estimate } from '../../../shared/risk/estimate.ts';
import {
  compareDecimals,
  difference,
  placesOf,
  product,
  roundDecimal,
  roundedWithin,
  signOf,
  sum,
  withoutSign,
} from '../../../shared/values/decimal.ts';
import type { Decimal } from '../../../shared/values/domain.ts';
import type { Text } from '../../text/use-text.ts';
import type { Tone } from '../table/column.ts';
import { type Figure, fullMoney, moneyFigure, moneyText, percentText, plainFigure } from './figures.ts';
import { roundVisibly } from './short-decimal.ts';

// The display of figures with a range: docs/risk.md 8.

/** Decimal places of money and of percentages. */
const usualPlaces = 2;

/** Returns the tone of a figure whose whole range has one sign. */
export function estimateTone(estimate: Estimate | null): Tone | undefined {
  if (estimate === null) return 'muted';
  const sign = certainSign(estimate);
  return sign === 0 ? undefined : sign > 0 ? 'up' : 'down';
}

/** Returns an amount of money with its sign and its range. */
export function moneyEstimate(estimate: Estimate | null, text: Text): Figure {
  if (estimate === null) return plainFigure(text.none);
  const places = Math.max(usualPlaces, placesOf(roundVisibly(estimate.value, usualPlaces)));
  const exact = (value: Decimal): string => fullMoney(value, text);
  const { shown, full } = moneyFigure(estimate.value, text);
  return withRange(estimate, places, { shown, full, exact, short: moneyText }, text);
}

/** Returns an amount of money without a plus sign, with its range. */
export function amountEstimate(estimate: Estimate | null, text: Text): Figure {
  const { shown, full } = moneyEstimate(estimate, text);
  const plain = (figure: string): string => figure.replaceAll('+', '');
  return { shown: plain(shown), full: full && plain(full) };
}

/** Returns percent with their sign and their range. */
export function percentEstimate(estimate: Estimate | null, text: Text): Figure {
  if (estimate === null) return plainFigure(text.none);
  const percent = (value: Decimal): string => percentText(value, text);
  const figures = { shown: percent(estimate.value), full: null, exact: percent };
  const short = (value: Decimal, places: number): string => percentText(value, text, places);
  return withRange(estimate, usualPlaces, { ...figures, short }, text);
}

interface Forms extends Figure {
  exact: (value: Decimal) => string;
  /** `places`: those that the value is rounded to. */
  short: (value: Decimal, places: number) => string;
}

function withRange(estimate: Estimate, places: number, { shown, full, exact, short }: Forms, text: Text): Figure {
  const { value, low, high } = estimate;
  const width = difference(low, high);
  if (signOf(width) === 0) return { shown, full };
  const whole = text.estimates.range(exact(value), exact(low), exact(high));
  if (compareDecimals(width, unitOf(places)) <= 0) return { shown, full: whole };
  // A range below a hundredth of the value says little at a glance.
  if (compareDecimals(product(width, '100'), withoutSign(value)) <= 0) {
    return { shown: text.estimates.about(shown), full: whole };
  }
  const certain = roundedWithin(value, [low, high], places);
  if (certain !== null && certainSign(estimate) !== 0 && signOf(certain) !== 0) {
    return { shown: text.estimates.about(short(certain, placesOf(certain))), full: whole };
  }
  // Not even the first digit is certain.
  let fewest = 0;
  while (fewest < places && compareDecimals(unitOf(fewest), width) >= 0) fewest++;
  const [lowest, highest] = [outwards(low, fewest, -1), outwards(high, fewest, 1)];
  return { shown: text.statement.range(short(lowest, fewest), short(highest, fewest)), full: whole };
}

function unitOf(places: number): Decimal {
  return places === 0 ? '1' : `0.${'0'.repeat(places - 1)}1`;
}

/** Rounds up or down. */
function outwards(value: Decimal, places: number, way: 1 | -1): Decimal {
  const rounded = roundDecimal(value, places);
  if (compareDecimals(rounded, value) * way >= 0) return rounded;
  return way > 0 ? sum(rounded, unitOf(places)) : difference(unitOf(places), rounded);
}
