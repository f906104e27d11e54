import Big from 'big.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PriceDrift } from './price-drift.ts';

const liveFor = 15_000;
const symbol = 'BTC-USDT';

/** Returns the drift after prices that were polled every two seconds. */
function driftAfter(...prices: string[]): string {
  const drift = new PriceDrift();
  for (const [place, price] of prices.entries()) drift.add(symbol, price, place * 2000, liveFor);
  return drift.of(symbol);
}

test('is three times the median change, of which unchanged prices are some', () => {
  expect(driftAfter()).toBe('0');
  expect(driftAfter('100')).toBe('0');
  expect(driftAfter('100', '100.5')).toBe('1.5');
  // 0.5, 0.25 and 0.2.
  expect(driftAfter('100', '100.5', '100.25', '100.45')).toBe('0.75');
  expect(driftAfter('100', '100', '100.25', '100.25')).toBe('0');
});

test('a jump widens nothing once one usual change was seen', () => {
  expect(driftAfter('100', '100.1', '90')).toBe('0.3');
  expect(driftAfter('100', '90', '90.1')).toBe('0.3');
});

test('follows a fast market within 60 changes', () => {
  const calm = Array.from({ length: 101 }, (_, place) => (place % 2 === 0 ? '100' : '100.01'));
  const fast = Array.from({ length: 31 }, (_, place) => (place % 2 === 0 ? '101' : '100'));
  expect(driftAfter(...calm, ...fast.slice(0, 30))).toBe('0.03');
  expect(driftAfter(...calm, ...fast)).toBe('3');
});

test('compares no polls of which one was added before, or that are too far apart', () => {
  const drift = new PriceDrift();
  drift.add(symbol, '100', 6000, liveFor);
  drift.add(symbol, '50', 6000, liveFor);
  drift.add(symbol, '50', 5000, liveFor);
  drift.add(symbol, '50', 6001 + liveFor, liveFor);
  expect(drift.of(symbol)).toBe('0');
  expect(drift.of('ETH-USDT')).toBe('0');
});

test('equals the median of a sorted list of the latest changes', () => {
  const cents = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 2, maxLength: 200 });
  fc.assert(
    fc.property(cents, (prices) => {
      const changes = prices.slice(1).map((price, place) => Math.abs(price - (prices[place] ?? 0)));
      const latest = changes.slice(-60).sort((a, b) => a - b);
      const median = latest[Math.ceil(latest.length / 2) - 1] ?? 0;
      const drift = driftAfter(...prices.map((price) => new Big(price).div(100).toFixed()));
      expect(new Big(drift).times(100).toNumber()).toBe(median * 3);
    }),
  );
});
