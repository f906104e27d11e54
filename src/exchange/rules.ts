import type { SymbolRules } from '../shared/domain.ts';
import { isObject, type Part } from './json-text.ts';
import { FieldReader } from './read-fields.ts';
import type { ReadRow, RowShape } from './result-rows.ts';

export const rulesShape: RowShape = {
  identity: 'symbol',
  marks: ['amount', 'price', 'minQuantity', 'maxQuantity', 'minPrice', 'maxPrice'],
};

/** A precision record (service-api.md 2.7): named by the pair that is its key, or by a field `symbol` in a list. */
export function readSymbolRules({ key, value, text }: Part): ReadRow<SymbolRules> {
  if (!isObject(value)) return { unreadable: { raw: text, reason: 'not an object' } };
  const reader = new FieldReader();
  const row: SymbolRules = {
    symbol: reader.identifier('symbol', key ?? value.symbol),
    quantityPrecision: reader.places('amount', value.amount),
    pricePrecision: reader.places('price', value.price),
    minQuantity: reader.decimal('minQuantity', value.minQuantity),
    maxQuantity: reader.decimal('maxQuantity', value.maxQuantity),
    minPrice: reader.decimal('minPrice', value.minPrice),
    maxPrice: reader.decimal('maxPrice', value.maxPrice),
    raw: text,
  };
  return reader.problem === null ? { row } : { unreadable: { raw: text, reason: reader.problem } };
}
