import { expect, test } from 'vitest';
import type { SymbolRules } from '../../shared/contract/market.ts';
import { compareRules } from './known-rules.ts';

const rule = (symbol: string, change: Partial<SymbolRules> = {}): SymbolRules => ({
  symbol,
  quantityPrecision: 2,
  pricePrecision: 1,
  minQuantity: '0.01',
  maxQuantity: '100',
  minPrice: '1',
  maxPrice: '9000',
  raw: '',
  ...change,
});
const watched = new Set(['A', 'B']);

test('a change of a watched symbol is told once, with both values; the first reading is none', () => {
  const first = compareRules({}, [rule('A'), rule('B'), rule('C')], watched);
  expect(first.changed).toEqual([]);
  expect(Object.keys(first.known)).toEqual(['A', 'B']);
  const next = [
    rule('A', { minQuantity: '0.1', pricePrecision: 2 }),
    rule('B', { maxPrice: '9000.0' }),
    rule('C', { minPrice: '2' }),
  ];
  const second = compareRules(first.known, next, watched);
  expect(second.changed).toEqual([
    {
      symbol: 'A',
      changes: [
        { rule: 'pricePrecision', from: '1', to: '2' },
        { rule: 'minQuantity', from: '0.01', to: '0.1' },
      ],
    },
  ]);
  expect(compareRules(second.known, next, watched).changed).toEqual([]);
});

test('what cannot be read is no change, and is compared with what was read before', () => {
  const { known } = compareRules({}, [rule('A')], watched);
  const unread = compareRules(known, [rule('A', { maxQuantity: null })], watched);
  expect(unread.changed).toEqual([]);
  expect(compareRules(unread.known, [], watched)).toEqual({ known, changed: [] });
  expect(compareRules(unread.known, [rule('A', { maxQuantity: '50' })], watched).changed).toMatchObject([
    { changes: [{ from: '100', to: '50' }] },
  ]);
});
