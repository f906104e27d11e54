import { expect, test } from 'vitest';
import { lastPriceOf } from '../../../shared/market/last-price.ts';
import type { PlanRow } from '../../domain/plans/plan-row.ts';
import { openPlan } from '../../domain/plans/testing/samples.ts';
import { radarPlace, radarRows } from './plan-radar.ts';

const plan = (symbol: string, triggerPrice: string, last: string | null): PlanRow => ({
  ...openPlan,
  key: `${symbol} ${triggerPrice}`,
  symbol,
  triggerPrice,
  account: 'a',
  last: lastPriceOf({ last }),
  isLive: true,
});

test('the last price is in the middle of the axis, both sides are alike, and its ends take what is farther', () => {
  expect(radarPlace(0)).toBe(0.5);
  expect(radarPlace(3) - 0.5).toBeCloseTo(0.5 - radarPlace(-3));
  expect([radarPlace(-20), radarPlace(20), radarPlace(500)]).toEqual([0, 1, 1]);
  expect(radarPlace(1) - radarPlace(0)).toBeGreaterThan(radarPlace(11) - radarPlace(10));
});

test('each symbol has one row with its plan orders and its day, the nearest first', () => {
  const rows = radarRows(
    [plan('FAR', '110', '100'), plan('NEAR', '99.9', '100'), plan('NEAR', '105', '100'), plan('UNKNOWN', '1', null)],
    ({ symbol }) => (symbol === 'NEAR' ? { low: '98', high: '101' } : { low: null, high: '120' }),
  );
  expect(rows.map(({ symbol, marks, day }) => [symbol, marks.length, day])).toEqual([
    ['NEAR', 2, { from: radarPlace(-2), to: radarPlace(1) }],
    ['FAR', 1, null],
  ]);
  expect(rows[0]?.marks.map(({ place }) => place)).toEqual([radarPlace(-0.1), radarPlace(5)]);
});
