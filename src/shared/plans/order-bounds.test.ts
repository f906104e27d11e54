import Big from 'big.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SymbolRules } from '../contract/market.ts';
import type { Decimal } from '../values/domain.ts';
import { type BoundedField, type BoundProblem, boundProblemsOf } from './order-bounds.ts';

const rules: SymbolRules = {
  symbol: 'BTC-USDT',
  quantityPrecision: 0,
  pricePrecision: 1,
  minQuantity: '1',
  maxQuantity: '1000',
  minPrice: '0.1',
  maxPrice: '200000',
  raw: '',
};

function boundProblems(order: { [Field in BoundedField]?: Decimal | null }, limits: SymbolRules): BoundProblem[] {
  return Object.entries(order).flatMap(([field, value]) => boundProblemsOf(field as BoundedField, value, limits));
}

test('each violated limit is reported', () => {
  expect(boundProblems({ quantity: '0', price: '64000.05' }, rules)).toEqual([
    { field: 'quantity', kind: 'below', bound: '1' },
    { field: 'price', kind: 'too-fine', places: 1 },
  ]);
  expect(boundProblems({ quantity: '1000.5', triggerPrice: '200000.1', stopLoss: '0.05' }, rules)).toEqual([
    { field: 'quantity', kind: 'above', bound: '1000' },
    { field: 'quantity', kind: 'too-fine', places: 0 },
    { field: 'triggerPrice', kind: 'above', bound: '200000' },
    { field: 'stopLoss', kind: 'below', bound: '0.1' },
    { field: 'stopLoss', kind: 'too-fine', places: 1 },
  ]);
});

test('limits are inclusive; trailing zeros, missing values and zero prices are accepted', () => {
  const within = { quantity: '1.000', price: '0.10', triggerPrice: '200000.0', takeProfit: '0', stopLoss: null };
  expect(boundProblems(within, rules)).toEqual([]);
  expect(boundProblems({ quantity: '1000' }, rules)).toEqual([]);
});

test('missing limits and a maximum of zero limit nothing', () => {
  const unsaid = { ...rules, minQuantity: null, maxQuantity: '0', quantityPrecision: null };
  expect(boundProblems({ quantity: '0.00000001' }, unsaid)).toEqual([]);
  expect(boundProblems({ quantity: '123456789.123' }, unsaid)).toEqual([]);
});

test('comparisons agree with big.js for any number of digits', () => {
  const decimal = fc
    .tuple(fc.bigInt({ min: 1n, max: 10n ** 30n }), fc.integer({ min: 0, max: 30 }))
    .map(([units, places]) => new Big(`${units}e-${places}`).toFixed());
  fc.assert(
    fc.property(decimal, decimal, decimal, fc.integer({ min: 0, max: 30 }), (price, min, max, places) => {
      const found = boundProblems({ price }, { ...rules, minPrice: min, maxPrice: max, pricePrecision: places });
      expect(found.some(({ kind }) => kind === 'below')).toBe(new Big(price).lt(min));
      expect(found.some(({ kind }) => kind === 'above')).toBe(new Big(price).gt(max));
      expect(found.some(({ kind }) => kind === 'too-fine')).toBe(
        !new Big(price).round(places, Big.roundDown).eq(price),
      );
    }),
  );
});
