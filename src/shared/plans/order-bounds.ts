import type { SymbolRules } from '../contract/market.ts';
import { compareDecimals, placesOf, signOf, trimmed } from '../values/decimal.ts';
import type { Decimal } from '../values/domain.ts';

/** Fields of an order that are limited by its symbol's rules. */
export type BoundedField = 'quantity' | 'price' | 'triggerPrice' | 'takeProfit' | 'stopLoss';

export type BoundProblem =
  | { field: BoundedField; kind: 'below' | 'above'; bound: Decimal }
  /** The value has more than `places` decimal places. */
  | { field: BoundedField; kind: 'too-fine'; places: number };

/**
 * Returns how a field of an order violates the current rules of its symbol (docs/service.md 2.7). Ignores a price of zero, which market
 * orders and plans without take profit or stop loss have. Ignores a maximum of zero or less.
 */
export function boundProblemsOf(field: BoundedField, value: Decimal | null, rules: SymbolRules): BoundProblem[] {
  const isQuantity = field === 'quantity';
  if (value === null || (!isQuantity && signOf(value) === 0)) return [];
  const [min, max, places] = isQuantity
    ? [rules.minQuantity, rules.maxQuantity, rules.quantityPrecision]
    : [rules.minPrice, rules.maxPrice, rules.pricePrecision];
  const problems: BoundProblem[] = [];
  if (min !== null && compareDecimals(value, min) < 0) problems.push({ field, kind: 'below', bound: min });
  if (max !== null && signOf(max) > 0 && compareDecimals(value, max) > 0)
    problems.push({ field, kind: 'above', bound: max });
  if (places !== null && placesOf(trimmed(value)) > places) problems.push({ field, kind: 'too-fine', places });
  return problems;
}
