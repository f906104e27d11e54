import { type DecimalFormat, formatDecimal, signOf } from '../../shared/decimal.ts';
import type { Decimal, SymbolRules } from '../../shared/domain.ts';
import { groupSeparator } from '../text/number-groups.ts';
import type { Text } from '../text/use-text.ts';
import type { Tone } from './column.ts';

/** For the eye: the same digits, padded, and grouped as the reader likes it. Never rounded; see `formatDecimal`. */
export function decimalText(value: Decimal, format: Omit<DecimalFormat, 'separator'> = {}): string {
  return formatDecimal(value, { ...format, separator: groupSeparator() });
}

/** Digits shown beyond the symbol's own precision before a figure is cut; the whole of it is in the details. */
const extraPlaces = 4;
/** Where a symbol's precision is not known. */
const defaultPlaces = 8;

type Precision = Pick<SymbolRules, 'pricePrecision' | 'quantityPrecision'>;
export type PrecisionOf = (symbol: string) => Precision | undefined;
/** What the exchange accepts for a symbol, as far as it has said it. */
export type RulesOf = (symbol: string) => SymbolRules | undefined;
/** The same for the symbol of a row, whose account it may depend on. */
export type RulesOfRow<Row> = (row: Row) => SymbolRules | undefined;

function atPrecision(value: Decimal, places: number | null | undefined): string {
  if (places === null || places === undefined) return decimalText(value, { maximumPlaces: defaultPlaces });
  return decimalText(value, { minimumPlaces: places, maximumPlaces: places + extraPlaces });
}

export function priceText(value: Decimal | null, precision: Precision | undefined, text: Text): string {
  return value === null ? text.none : atPrecision(value, precision?.pricePrecision);
}

export function quantityText(value: Decimal | null, precision: Precision | undefined, text: Text): string {
  return value === null ? text.none : atPrecision(value, precision?.quantityPrecision);
}

/** Volumes carry thirty digits and more; two of them say enough for the eye. */
export function volumeText(value: Decimal | null, text: Text): string {
  return value === null ? text.none : decimalText(value, { maximumPlaces: 2 });
}

/** With its sign, so that the colour is not the only thing that says it. */
export function signedText(value: Decimal | null, text: Text, places = 2): string {
  if (value === null) return text.none;
  const plus = signOf(value) > 0 ? '+' : '';
  return `${plus}${decimalText(value, { minimumPlaces: places, maximumPlaces: Math.max(places, defaultPlaces) })}`;
}

export function percentText(value: Decimal | null, text: Text): string {
  if (value === null) return text.none;
  return text.tickers.percent(`${signOf(value) > 0 ? '+' : ''}${decimalText(value, { minimumPlaces: 2 })}`);
}

export function plainText(value: Decimal | null, text: Text): string {
  return value === null ? text.none : decimalText(value);
}

/** Every digit as it came, for copying and for the details. */
export function exactFigure(value: Decimal | null, text: Text): string {
  return value ?? text.none;
}

/** Nothing, and no value at all, stand back. */
export function zeroTone(value: Decimal | null): Tone | undefined {
  return value === null || signOf(value) === 0 ? 'muted' : undefined;
}

export function signTone(value: Decimal | null): Tone | undefined {
  if (value === null) return 'muted';
  const sign = signOf(value);
  if (sign === 0) return 'muted';
  return sign > 0 ? 'up' : 'down';
}
