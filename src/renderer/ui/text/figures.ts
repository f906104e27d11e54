import type { SymbolRules } from '../../../shared/contract/market.ts';
import {
  type DecimalFormat,
  formatDecimal,
  quotient,
  roundedWithin,
  signOf,
  sum,
  trimmed,
} from '../../../shared/values/decimal.ts';
import type { Decimal } from '../../../shared/values/domain.ts';
import { perObject } from '../../platform/per-object.ts';
import { figureForm, groupSeparator } from '../../text/number-form.ts';
import type { Text } from '../../text/use-text.ts';
import type { Tone } from '../table/column.ts';
import { inLargeUnit, readLargeUnits, roundPrice, roundVisibly, withCountedZeros } from './short-decimal.ts';

/** A figure as shown, shortened for reading. */
export interface Figure {
  shown: string;
  /** The figure with every digit; `null` if `shown` has them. */
  full: string | null;
}

/** Returns a figure that shows everything. */
export function plainFigure(shown: string): Figure {
  return { shown, full: null };
}

function figureOf(shown: string, full: string): Figure {
  return { shown, full: shown === full ? null : full };
}

/** Formats a decimal with the user's digit grouping. Never rounds; see `formatDecimal`. */
export function decimalText(value: Decimal, format: Omit<DecimalFormat, 'separator'> = {}): string {
  return formatDecimal(value, { ...format, separator: groupSeparator() });
}

/** Returns an approximate amount with its sign and no more digits than it has. */
export function roughText(value: Decimal): string {
  return `${signOf(value) > 0 ? '+' : ''}${decimalText(value)}`;
}

/** Decimal places of a price, such as an average, beyond its symbol's precision. */
const extraPricePlaces = 1;
/** Decimal places of a quantity beyond its symbol's precision. */
const extraQuantityPlaces = 4;
/** Digits of a price that fit into a column. A longer price has the precision of its symbol. */
const maxPriceDigits = 12;
/** Characters of such a price below 1. */
const maxPriceLength = maxPriceDigits + 2;
/** Maximum decimal places if a symbol's precision is unknown. */
const defaultPlaces = 8;

type Precision = Pick<SymbolRules, 'pricePrecision' | 'quantityPrecision'>;
export type PrecisionOf = (symbol: string) => Precision | undefined;
/** Returns the trading rules of a symbol; `undefined` if they are unknown. */
export type RulesOf = (symbol: string) => SymbolRules | undefined;
/** Returns the trading rules of a row's symbol at the row's account. */
export type RulesOfRow<Row> = (row: Row) => SymbolRules | undefined;

/** Returns a price at the precision of its symbol, and with at most four more decimal places. */
export function priceFigure(value: Decimal | null, precision: Precision | undefined, text: Text): Figure {
  if (value === null) return plainFigure(text.none);
  const places = precision?.pricePrecision ?? null;
  const full = decimalText(value, { minimumPlaces: places ?? 0 });
  const { isExact, countsZeros } = figureForm();
  if (isExact) return plainFigure(full);
  const rounded = roundPrice(value, places === null ? defaultPlaces : placesFor(value, places));
  const shown = rounded === value ? full : decimalText(rounded, { minimumPlaces: places ?? 0 });
  return figureOf(countsZeros ? withCountedZeros(shown) : fitted(shown, maxPriceLength), full);
}

/** Counts the zeros of a tiny figure for which a column has no room, unless the user wants every digit. */
function fitted(shown: string, room: number): string {
  return shown.length > room && !figureForm().isExact ? withCountedZeros(shown) : shown;
}

/** Returns the decimal places of a price, such as an average, that may have more than its symbol's precision. */
function placesFor(value: Decimal, precision: number): number {
  const point = value.indexOf('.');
  const wholeDigits = point < 0 ? value.length : point;
  return Math.max(precision, Math.min(precision + extraPricePlaces, maxPriceDigits - wholeDigits));
}

export function priceText(value: Decimal | null, precision: Precision | undefined, text: Text): string {
  return priceFigure(value, precision, text).shown;
}

/** Characters of a price that fit where room lacks. */
const maxNarrowLength = 10;
/** The fewest zeros after the decimal point that are counted in a longer one. */
const fewestNarrowZeros = 2;

/** Returns a price where room lacks: the zeros of a tiny price are counted, of a long one also if they are few. */
export function narrowPriceFigure(value: Decimal | null, precision: Precision | undefined, text: Text): Figure {
  const { shown, full } = priceFigure(value, precision, text);
  if (figureForm().isExact) return { shown, full };
  const fewest = shown.length > maxNarrowLength ? fewestNarrowZeros : undefined;
  return figureOf(withCountedZeros(shown, fewest), full ?? shown);
}

/** Returns a difference of prices with its sign, so that color is not the only sign of a gain. */
export function changeFigure(value: Decimal | null, places: number | null, text: Text): Figure {
  const { shown, full } = priceFigure(value, { pricePrecision: places, quantityPrecision: null }, text);
  return value === null ? plainFigure(shown) : { shown: signed(value, shown), full: full && signed(value, full) };
}

/** Returns a quantity at the precision of its symbol, and with at most four more decimal places. */
export function quantityFigure(value: Decimal | null, precision: Precision | undefined, text: Text): Figure {
  if (value === null) return plainFigure(text.none);
  const places = precision?.quantityPrecision ?? null;
  const format = { minimumPlaces: places ?? 0 };
  const full = decimalText(value, format);
  if (figureForm().isExact) return plainFigure(full);
  const rounded = roundPrice(value, places === null ? defaultPlaces : places + extraQuantityPlaces);
  return rounded === value ? plainFigure(full) : figureOf(decimalText(rounded, format), full);
}

export function quantityText(value: Decimal | null, precision: Precision | undefined, text: Text): string {
  return quantityFigure(value, precision, text).shown;
}

const moneyPlaces = 2;
/** Characters of an amount of money that fit into a column. */
const maxMoneyLength = 12;
/** Decimal places of the middle of a range, far more than amounts have. */
const maxMiddlePlaces = 40;

/** Returns an amount of money with its sign and two decimal places, or more if they would all be 0; of too many, the zeros are counted. */
export function moneyFigure(value: Decimal | null, text: Text): Figure {
  if (value === null) return plainFigure(text.none);
  const format = { minimumPlaces: moneyPlaces };
  const full = signed(value, decimalText(value, format));
  if (figureForm().isExact) return plainFigure(full);
  const rounded = roundVisibly(value, moneyPlaces);
  return figureOf(moneyText(rounded, moneyPlaces), full);
}

/** Returns an amount of money with its sign as it is, unless it has more zeros than a column has room for. */
export function moneyText(value: Decimal, minimumPlaces: number): string {
  return fitted(signed(value, decimalText(value, { minimumPlaces })), maxMoneyLength);
}

/**
 * Returns an estimated amount of money with the digits that its range leaves certain, such as "≈ −61" of one from −63 to −60. A range that
 * holds zero is shown itself, because not even the sign is certain. `ends`: the lowest and the highest amount, or one.
 */
export function estimatedFigure(ends: readonly [Decimal, Decimal?], text: Text): Figure {
  const [low, high = low] = ends;
  const shownEnd = (end: Decimal): string => trimmed(moneyFigure(end, text).shown);
  if (low === high)
    return figureOf(
      text.estimates.about(shownEnd(low)),
      text.estimates.about(moneyFigure(low, text).full ?? shownEnd(low)),
    );
  const range = text.statement.range(shownEnd(low), shownEnd(high));
  if (signOf(low) !== signOf(high)) return plainFigure(range);
  const middle = quotient(sum(low, high), '2', maxMiddlePlaces) ?? low;
  // The middle of a range can always be rounded within it.
  const rounded = roundedWithin(middle, [low, high], moneyPlaces) ?? middle;
  // An amount that is not zero shows a digit that is not.
  const certain = signOf(rounded) === 0 ? (roundedWithin(middle, [low, high], maxMiddlePlaces) ?? middle) : rounded;
  return figureOf(text.estimates.about(moneyText(certain, 0)), range);
}

/** Returns an amount of money with every digit, for screen readers. */
export function fullMoney(value: Decimal, text: Text): string {
  const { shown, full } = moneyFigure(value, text);
  return full ?? shown;
}

const largeUnitsOf = perObject((text: Text) => readLargeUnits(text.largeUnits));

/** Returns a turnover, a volume or a count in the large units of the language, such as 3.39B. */
export function largeFigure(value: Decimal | null, text: Text): Figure {
  if (value === null) return plainFigure(text.none);
  const full = decimalText(value);
  if (figureForm().isExact) return plainFigure(full);
  const large = inLargeUnit(value, largeUnitsOf(text));
  if (large === null) return figureOf(decimalText(roundVisibly(value, moneyPlaces)), full);
  const minimumPlaces = large.value.length - large.value.indexOf('.') - 1;
  return figureOf(`${decimalText(large.value, { minimumPlaces })}${large.sign}`, full);
}

/** Characters of a change that fit into a column. */
const maxChangeLength = 12;

/** Returns a change where room lacks: in large units rather than without its last digits. */
export function narrowChangeFigure(value: Decimal | null, places: number | null, text: Text): Figure {
  const figure = changeFigure(value, places, text);
  if (value === null || figureForm().isExact || figure.shown.length <= maxChangeLength) return figure;
  return figureOf(signed(value, largeFigure(value, text).shown), figure.full ?? figure.shown);
}

function signed(value: Decimal, shown: string): string {
  return signOf(value) > 0 ? `+${shown}` : shown;
}

export function percentText(value: Decimal | null, text: Text, places = 2): string {
  if (value === null) return text.none;
  return text.tickers.percent(signed(value, decimalText(value, { minimumPlaces: places })));
}

export function plainText(value: Decimal | null, text: Text): string {
  return value === null ? text.none : decimalText(value);
}

/** Returns every digit as received, for copying and for the details. */
export function exactFigure(value: Decimal | null, text: Text): string {
  return value ?? text.none;
}

/** Returns the muted tone for zero and for no value. */
export function zeroTone(value: Decimal | null): Tone | undefined {
  return value === null || signOf(value) === 0 ? 'muted' : undefined;
}

export function signTone(value: Decimal | null): Tone | undefined {
  if (value === null) return 'muted';
  const sign = signOf(value);
  if (sign === 0) return 'muted';
  return sign > 0 ? 'up' : 'down';
}
