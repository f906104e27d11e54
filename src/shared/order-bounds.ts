import { compareDecimals, signOf } from './decimal.ts';
import type { Decimal, SymbolRules } from './domain.ts';

/** What of an order its symbol's rules bound; fields that it does not have are left out. */
export interface BoundedOrder {
  quantity?: Decimal | null;
  price?: Decimal | null;
  triggerPrice?: Decimal | null;
  takeProfit?: Decimal | null;
  stopLoss?: Decimal | null;
}
export type BoundedField = keyof BoundedOrder;

export type BoundProblem =
  | { field: BoundedField; kind: 'below' | 'above'; bound: Decimal }
  /** It has more decimal places than the symbol's `places`. */
  | { field: BoundedField; kind: 'too-fine'; places: number };

const fields: readonly BoundedField[] = ['quantity', 'price', 'triggerPrice', 'takeProfit', 'stopLoss'];

/**
 * Where an order is outside of what the exchange accepts for its symbol now (service-api.md 2.7). A price of zero is none: market orders,
 * and plans without take profit or stop loss, have it. A maximum that is not above zero bounds nothing.
 */
export function boundProblems(order: BoundedOrder, rules: SymbolRules): BoundProblem[] {
  return fields.flatMap((field) => boundProblemsOf(field, order[field] ?? null, rules));
}

/** Of one field alone; see `boundProblems`. */
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
  if (places !== null && placesOf(value) > places) problems.push({ field, kind: 'too-fine', places });
  return problems;
}

/** Zeros at the end are no finer than none. */
function placesOf(value: Decimal): number {
  const point = value.indexOf('.');
  return point < 0 ? 0 : value.slice(point + 1).replace(/0+$/, '').length;
}
