import { expect, test } from 'vitest';
import type { FuturesTicker } from '../../../shared/contract/market.ts';
import type { OpenPlan } from '../../../shared/contract/orders.ts';
import { hasCrossed, PlanRows, planFigures } from './plan-row.ts';
import { openPlan as plan } from './testing/samples.ts';

const ticker = (symbol: string, last: string | null): FuturesTicker => ({
  symbol,
  last,
  open: null,
  high: null,
  low: null,
  volume: null,
  turnover: null,
  trades: null,
  raw: '',
});

test('a row stays the same object until its plan order, price or liveness changes', () => {
  const rows = new PlanRows('one');
  const [first] = rows.of([plan], [ticker('BTC-USDT', '100')], true);
  expect(rows.of([plan], [ticker('ETH-USDT', '7'), ticker('BTC-USDT', '100')], true)[0]).toBe(first);
  const [moved] = rows.of([plan], [ticker('BTC-USDT', '101')], true);
  expect(moved).not.toBe(first);
  expect(rows.of([plan], [ticker('BTC-USDT', '101')], false)[0]).toMatchObject({ isLive: false });
  const [plans, tickers] = [[plan], [ticker('BTC-USDT', '102')]];
  expect(rows.of(plans, tickers, true)).toBe(rows.of(plans, tickers, true));
});

test('a take profit of zero has no distance', () => {
  const [row] = new PlanRows('one').of([plan], [ticker('BTC-USDT', '100')], true);
  if (!row) throw new Error('There is one plan.');
  expect(planFigures(row)).toMatchObject({ triggerPercent: '5.00', takeProfitPercent: '10.00', stopLossPercent: null });
});

test('a crossed trigger is marked only while the figures are live, and while the plan order waits for it', () => {
  const crossed = (isLive: boolean, fields: Partial<OpenPlan> = {}) =>
    new PlanRows('one').of([{ ...plan, ...fields }], [ticker('BTC-USDT', '105')], isLive).map(hasCrossed);
  expect(crossed(true)).toEqual([true]);
  expect(crossed(false)).toEqual([false]);
  expect(crossed(true, { triggerStatus: 'triggered' })).toEqual([false]);
});

test('without a price there are no figures', () => {
  for (const tickers of [[], [ticker('BTC-USDT', null)], [ticker('BTC-USDT', '0')]]) {
    const [row] = new PlanRows('one').of([plan], tickers, true);
    if (!row) throw new Error('There is one plan.');
    expect(planFigures(row)).toMatchObject({ triggerPercent: null, closeness: null });
  }
});
