import { describe, expect, test } from 'vitest';
import type { Order, PlanOrder } from '../../shared/contract/orders.ts';
import type { PlanLife } from '../../shared/contract/plans.ts';
import { blankRow } from '../../shared/testing/blank-row.ts';
import { hasTermsOf, placingWindow } from './plan-chain.ts';
import { seenPlan } from './testing/seen-plan.ts';

const terms = {
  symbol: 'BTC-USDT',
  marginMode: 'cross',
  side: 'sell',
  kind: 'limit',
  quantity: '2',
  price: '100',
} as const;
const plan: PlanOrder = { ...blankRow('plan-history'), ...terms, status: 'fully-executed', createdAt: 1000 };
const order: Order = { ...blankRow('order-history'), ...terms };

describe('an order has the terms of a plan order', () => {
  test.each([
    ['all equal', {}, {}, true],
    ['as decimals', {}, { quantity: '2.0', price: '100.00' }, true],
    ['another symbol', {}, { symbol: 'ETH-USDT' }, false],
    ['another margin mode', {}, { marginMode: 'isolated' }, false],
    ['another side', {}, { side: 'buy' }, false],
    ['another type', {}, { kind: 'market' }, false],
    ['another quantity', {}, { quantity: '2.1' }, false],
    ['another limit', {}, { price: '101' }, false],
    [
      'a market plan order, whose price says nothing',
      { kind: 'market', price: '0' },
      { kind: 'market', price: null },
      true,
    ],
    ['an unknown side', { side: null }, { side: null }, false],
  ] as const)('%s', (_name, ofPlan, ofOrder, expected) => {
    expect(hasTermsOf({ ...order, ...ofOrder }, { ...plan, ...ofPlan })).toBe(expected);
  });
});

describe('a plan order placed its order', () => {
  const life = (end: PlanLife['end'], triggered: boolean): Omit<PlanLife, 'outcome'> => ({
    states: [
      { at: 10_000, after: null, plan: seenPlan('7'), nearest: null },
      ...(triggered
        ? [{ at: 50_000, after: 48_000, plan: seenPlan('7', { triggerStatus: 'triggered' }), nearest: null }]
        : []),
    ],
    droppedStates: 0,
    end,
    watchedUntil: 60_000,
    gaps: 0,
    longestGap: null,
  });
  const end = { lastSeenAt: 55_000, missedAt: 58_000 };
  test.each([
    [
      'between the last list with it and the first one without it',
      life(end, false),
      { from: 53_000, to: 60_000, isSeen: true },
    ],
    ['after the last list in which it was not triggered', life(end, true), { from: 46_000, to: 60_000, isSeen: true }],
    [
      'at any time of the next 30 days if it was not seen to end',
      life(null, false),
      { from: 1000, to: 2_592_001_000, isSeen: false },
    ],
    ['and if it was never seen', null, { from: 1000, to: 2_592_001_000, isSeen: false }],
  ])('%s', (_name, seen, window) => expect(placingWindow(plan, seen)).toEqual(window));
});
