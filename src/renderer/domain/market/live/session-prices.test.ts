import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maxPoints, SessionPrices } from './session-prices.ts';

const symbol = 'BTC-USDT';

test('each new price is a point', () => {
  const prices = new SessionPrices();
  for (const [at, last] of [
    [1, '10'],
    [2, '10'],
    [3, '11'],
    [3, '12'],
    [4, null],
    [5, '10'],
  ] as const) {
    prices.add([{ symbol, last }], at);
  }
  expect(prices.of(symbol)).toEqual([
    { at: 1, price: '10' },
    { at: 3, price: '11' },
    { at: 5, price: '10' },
  ]);
  expect(prices.of('ETH-USDT')).toEqual([]);
});

test('a time without polls is a gap of all lines, also if no price has changed', () => {
  const prices = new SessionPrices();
  for (const at of [0, 60_000, 120_000, 300_000, 303_000]) prices.add([{ symbol, last: '10' }], at);
  expect(prices.gaps).toEqual([{ from: 120_000, to: 300_000 }]);
  for (let hour = 1; hour <= 100; hour++) prices.add([], hour * 3_600_000);
  expect(prices.gaps).toHaveLength(60);
  expect(prices.gaps.at(-1)).toEqual({ from: 99 * 3_600_000, to: 100 * 3_600_000 });
});

test('a line is limited and ordered, and reaches from the first price to the latest', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2000 }), fc.nat({ max: 50 }), (ticks, others) => {
      const prices = new SessionPrices();
      for (let other = 0; other < others; other++) prices.add([{ symbol: `${other}`, last: '1' }], 1);
      for (let at = 1; at <= ticks; at++) prices.add([{ symbol, last: String(at) }], at);
      expect(prices.of(symbol)).toBe(prices.of(symbol));
      const line = prices.of(symbol);
      expect(line.length).toBeLessThanOrEqual(maxPoints);
      expect(line[0]?.at).toBe(1);
      expect(line.at(-1)).toEqual({ at: ticks, price: String(ticks) });
      expect(line.every((point, index) => index === 0 || point.at > (line[index - 1]?.at ?? 0))).toBe(true);
    }),
    { numRuns: 30 },
  );
});

test('a line keeps the lowest and the highest price', () => {
  const prices = new SessionPrices();
  for (let at = 1; at <= 1000; at++) {
    const last = at === 34 ? '0.50' : at === 67 ? '2.5' : `1.${at % 2}`;
    prices.add([{ symbol, last }], at * 3000);
  }
  const line = prices.of(symbol);
  expect(line).toContainEqual({ at: 34 * 3000, price: '0.50' });
  expect(line).toContainEqual({ at: 67 * 3000, price: '2.5' });
});
