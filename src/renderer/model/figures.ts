import { type DecimalFormat, formatDecimal, signOf } from '../../shared/decimal.ts';
import type { Decimal, SymbolRules } from '../../shared/domain.ts';
import { groupSeparator } from '../text/number-groups.ts';
import type { Text } from '../text/use-text.ts';
import type { Tone } from './column.ts';

/** Formats a decimal with the user's digit grouping. Never rounds; see `formatDecimal`. */
export function decimalText(value: Decimal, format: Omit<DecimalFormat, 'separator'> = {}): string {
  return formatDecimal(value, { ...format, separator: groupSeparator() });
}

/** Decimal places shown beyond a symbol's precision before a figure is cut. The details show all of them. */
const extraPlaces = 4;
/** Maximum decimal places if a symbol's precision is unknown. */
const defaultPlaces = 8;

type Precision = Pick<SymbolRules, 'pricePrecision' | 'quantityPrecision'>;
export type PrecisionOf = (symbol: string) => Precision | undefined;
/** Returns the trading rules of a symbol; `undefined` if they are unknown. */
export type RulesOf = (symbol: string) => SymbolRules | undefined;
/** Returns the trading rules of a row's symbol at the row's account. */
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

/** Formats a volume, which may have 30 digits and more, with at most two decimal places. */
export function volumeText(value: Decimal | null, text: Text): string {
  return value === null ? text.none : decimalText(value, { maximumPlaces: 2 });
}

/** Formats a decimal with its sign, so that color is not the only sign of a gain. */
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
