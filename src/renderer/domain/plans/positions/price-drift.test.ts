import { expect, test } from 'vitest';
import { PriceDrift } from './price-drift.ts';

const liveFor = 15_000;
const minute = 60_000;

test('is the largest change between two polls that both count as live', () => {
  const drift = new PriceDrift();
  const poll = (price: string, at: number): void => drift.add('BTC-USDT', price, at, liveFor);
  poll('100', 0);
  expect(drift.of('BTC-USDT')).toBe('0');
  poll('100.5', 2000);
  poll('99.75', 4000);
  poll('99.8', 6000);
  expect(drift.of('BTC-USDT')).toBe('0.75');
  // The same poll again, an older one, and one after the machine was asleep.
  poll('50', 6000);
  poll('50', 5000);
  poll('50', 6000 + liveFor + 1);
  expect(drift.of('BTC-USDT')).toBe('0.75');
  expect(drift.of('ETH-USDT')).toBe('0');
});

test('forgets a change after an hour', () => {
  const drift = new PriceDrift();
  const poll = (price: string, at: number): void => drift.add('BTC-USDT', price, at, liveFor);
  poll('100', 0);
  poll('103', 1000);
  for (let at = 10_000; at < 59 * minute; at += 10_000) poll(at % 20_000 === 0 ? '103' : '104', at);
  expect(drift.of('BTC-USDT')).toBe('3');
  for (let at = 59 * minute; at <= 61 * minute; at += 10_000) poll(at % 20_000 === 0 ? '103' : '104', at);
  expect(drift.of('BTC-USDT')).toBe('1');
});
