import Big from 'big.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareDecimals } from '../values/decimal.ts';
import { closeness, movePercent, moveTicks, moveTo, roughDistance, tickOf, triggerDistance } from './plan-distance.ts';

const price = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 18n }), fc.integer({ min: 0, max: 14 }))
  .map(([units, places]) => new Big(units.toString()).div(new Big(10).pow(places)).toFixed());
const plan = (triggerPrice: string | null, triggerDirection: 'rises-to' | 'falls-to' | 'unknown:0') => ({
  triggerPrice,
  triggerDirection,
});

// Big.js divides to so many places; the percentages here have far fewer.
Big.DP = 60;

test('moves are exact, and percentages equal those of big.js', () => {
  fc.assert(
    fc.property(price, price, fc.integer({ min: 0, max: 6 }), (last, target, places) => {
      const move = moveTo(last, target);
      expect(new Big(move).eq(new Big(target).minus(last))).toBe(true);
      const exact = new Big(target).minus(last).times(100).div(last);
      const shown = movePercent(last, move, places);
      expect(new Big(shown ?? 'none').eq(exact.round(places, Big.roundHalfUp))).toBe(true);
      expect(shown?.startsWith('-0') && new Big(shown).eq(0)).toBe(false);
    }),
  );
});

test('ticks multiplied by the tick size are the move', () => {
  fc.assert(
    fc.property(price, price, fc.integer({ min: 0, max: 12 }), (last, target, precision) => {
      const ticks = moveTicks(moveTo(last, target), precision);
      expect(new Big(ticks).times(new Big(10).pow(-precision)).plus(last).eq(target)).toBe(true);
    }),
  );
});

test('a plan has crossed exactly if the service would trigger it, and the remaining move agrees', () => {
  fc.assert(
    fc.property(price, fc.oneof(price, fc.constant(null)), (last, other) => {
      const trigger = other ?? last;
      const rises = triggerDistance(plan(trigger, 'rises-to'), last);
      const falls = triggerDistance(plan(trigger, 'falls-to'), last);
      expect(rises?.hasCrossed).toBe(new Big(last).gte(trigger));
      expect(falls?.hasCrossed).toBe(new Big(last).lte(trigger));
      expect(rises?.hasCrossed).toBe(compareDecimals(rises?.left ?? '', '0') <= 0);
      expect(falls?.hasCrossed).toBe(compareDecimals(falls?.left ?? '', '0') <= 0);
      expect(rises?.move).toBe(falls?.move);
      const unknown = triggerDistance(plan(trigger, 'unknown:0'), last);
      expect(unknown?.hasCrossed).toBeNull();
      expect(new Big(unknown?.move ?? '').eq(new Big(trigger).minus(last).abs())).toBe(true);
    }),
  );
});

test('closeness sorts plans by their exact distance relative to the price', () => {
  fc.assert(
    fc.property(price, price, price, price, (lastA, triggerA, lastB, triggerB) => {
      const [a, b] = [
        triggerDistance(plan(triggerA, 'rises-to'), lastA),
        triggerDistance(plan(triggerB, 'rises-to'), lastB),
      ];
      if (!a || !b) throw new Error('There is a trigger price.');
      // Compares products, to avoid a division.
      const exactly = new Big(a.left).times(lastB).cmp(new Big(b.left).times(lastA));
      const compared = compareDecimals(closeness(a, lastA) ?? '', closeness(b, lastB) ?? '');
      expect(compared === 0 || compared === exactly).toBe(true);
    }),
  );
});

test.each([
  ['rises-to', '101', '100', '1.00', '1', false],
  ['rises-to', '99', '100', '-1.00', '-1', true],
  ['rises-to', '100.0', '100', '0.00', '0', true],
  ['falls-to', '99', '100', '-1.00', '1', false],
  ['falls-to', '101', '100', '1.00', '-1', true],
  ['unknown:0', '99', '100', '1.00', '1', null],
] as const)('%s %s from %s', (direction, trigger, last, percent, left, hasCrossed) => {
  const distance = triggerDistance(plan(trigger, direction), last);
  expect(movePercent(last, distance?.move ?? '')).toBe(percent);
  expect(distance?.left).toBe(left);
  expect(roughDistance(plan(trigger, direction), last)).toBeCloseTo(Number(left) / Number(last), 12);
  expect(distance?.hasCrossed).toBe(hasCrossed);
});

test('there is no distance without a trigger price, and no percentage of a price that is not above zero', () => {
  expect(triggerDistance(plan(null, 'rises-to'), '5')).toBeNull();
  expect([roughDistance(plan(null, 'rises-to'), '5'), roughDistance(plan('5', 'rises-to'), '0')]).toEqual([null, null]);
  expect(movePercent('0', '5')).toBeNull();
  expect(movePercent('-1', '5')).toBeNull();
});

test('the tick of a symbol is the last decimal place of its prices', () => {
  expect([0, 1, 6, null].map(tickOf)).toEqual(['1', '0.1', '0.000001', null]);
});
