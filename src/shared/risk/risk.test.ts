import { describe, expect, test } from 'vitest';
import { untold } from '../values/told.ts';
import { around, certainSign, type Estimate, exactly } from './estimate.ts';
import { positionFigures, type RiskPosition } from './position-figures.ts';
import { type Candidate, hasStop } from './protection.ts';
import { sumRisk } from './risk-sums.ts';
import { protectionOf } from './testing/protection-of.ts';
import { unreadablePlan, type WaitingOrder } from './waiting.ts';
import { type WhatIf, whatIf } from './what-if.ts';

// The worked examples of docs/risk.md, by their numbers.

const one = exactly('1');
const position = (side: 'long' | 'short', quantity: string, entry: Estimate, contractSize = one): RiskPosition => ({
  side,
  quantity,
  entry,
  contractSize,
});

/** A plan order. `terms`: such as "sell 4 falls to 105", and optionally "limit 104". */
function plan(key: string, terms: string, rest: Partial<WaitingOrder> = {}): WaitingOrder {
  const match = /^(buy|sell) (\S+) (rises|falls|moves) to (\S+)(?: limit (\S+))?$/.exec(terms);
  if (!match) throw new Error(`No plan order: ${terms}`);
  const [, side, quantity = '', verb, price = '', limit = null] = match;
  const direction = verb === 'rises' ? 'rises-to' : verb === 'falls' ? 'falls-to' : 'unknown:0';
  return {
    key,
    createdAt: 0,
    side: side === 'buy' ? 'buy' : 'sell',
    action: null,
    trigger: { price, direction, status: 'not-triggered' },
    isMarket: limit === null,
    price: limit,
    quantity,
    takeProfit: null,
    stopLoss: null,
    ...rest,
  };
}
const candidates = (...orders: WaitingOrder[]): Candidate[] =>
  orders.map((order) => ({ order, createdWhileOpen: true }));

describe('a position', () => {
  test('example 1: a narrow range', () => {
    const held = position('long', '12', around('86000', '0.05'), exactly('0.001'));
    expect(positionFigures(held, exactly('86500'))).toEqual({
      notional: exactly('1038'),
      pnl: { value: '6', low: '5.9994', high: '6.0006' },
      pnlPercent: exactly('0.58'),
    });
  });

  test('example 2: a wide range', () => {
    const size = { value: '10', low: '9.9', high: '10.1' };
    const { pnl, pnlPercent } = positionFigures(position('short', '100', around('2', '0.0005'), size), exactly('2.1'));
    expect(pnl).toEqual({ value: '-100', low: '-101.505', high: '-98.505' });
    expect(pnlPercent).toEqual({ value: '-5.00', low: '-5.03', high: '-4.97' });
    expect(pnl && certainSign(pnl)).toBe(-1);
  });

  test('example 3: no sign', () => {
    const { pnl, pnlPercent } = positionFigures(
      position('long', '1000', around('1.0001', '0.00005')),
      exactly('1.0001'),
    );
    expect(pnl).toEqual({ value: '0', low: '-0.05', high: '0.05' });
    expect(pnl && certainSign(pnl)).toBe(0);
    expect(pnlPercent).toEqual(exactly('0.00'));
  });

  test('unknown inputs make only those figures unknown that need them', () => {
    const held = position('long', '1', exactly('100'));
    expect(positionFigures({ ...held, contractSize: null }, exactly('101'))).toEqual({
      notional: null,
      pnl: null,
      pnlPercent: exactly('1.00'),
    });
    expect(positionFigures({ ...held, entry: around('1', '2') }, exactly('101'))).toEqual({
      notional: exactly('101'),
      pnl: null,
      pnlPercent: null,
    });
    expect(positionFigures(held, null)).toEqual({ notional: null, pnl: null, pnlPercent: null });
  });
});

describe('what protects a position', () => {
  test('example 4: partial stops', () => {
    const orders = candidates(
      plan('A', 'sell 3 falls to 95'),
      plan('B', 'sell 4 falls to 105'),
      plan('C', 'sell 5 falls to 100 limit 99'),
    );
    const { stops } = protectionOf(position('long', '10', exactly('100')), orders, false, exactly('110'));
    expect(stops.orders.map(({ order, taken }) => [order.key, taken])).toEqual([
      ['B', '4'],
      ['C', '5'],
      ['A', '1'],
    ]);
    expect(stops.excess).toBe('2');
    expect(stops.all).toEqual({
      quantity: '10',
      percent: '100.00',
      result: { value: '10', low: '10', high: '15' },
      fromNow: { value: '-90', low: '-90', high: '-85' },
    });
    expect(stops.likely).toEqual(stops.all);
  });

  test('example 5: stops on the wrong side', () => {
    const orders = candidates(
      plan('A', 'sell 1 falls to 115'),
      plan('B', 'sell 1 rises to 105'),
      plan('C', 'sell 1 moves to 100'),
      plan('D', 'sell 1 falls to 100 limit 104'),
      plan('E', 'buy 1 falls to 90'),
    );
    const found = protectionOf(position('long', '10', exactly('100')), orders, false, exactly('110'));
    expect(found.stops.all).toEqual({ quantity: '0', percent: '0.00', result: null, fromNow: null });
    expect(found.unclear.map(({ order, reason }) => [order.key, reason])).toEqual([
      ['A', 'overdue'],
      ['B', 'overdue'],
      ['C', 'no-direction'],
      ['D', 'rests'],
    ]);
  });

  test('a plan order that cannot be judged makes the stop unknown, unless it can only be a target', () => {
    const held = position('long', '10', exactly('100'));
    const answer = (terms: string, rest: Partial<WaitingOrder> = {}, last: Estimate | null = exactly('110')) =>
      hasStop(protectionOf(held, candidates(plan('A', terms, rest)), false, last));
    const trigger = { price: '105', direction: 'falls-to', status: 'not-triggered' } as const;
    expect(answer('sell 10 falls to 105')).toBe(true);
    expect(answer('sell 0 falls to 105')).toEqual(untold('no-quantity'));
    expect(answer('sell 10 falls to 105', { quantity: null })).toEqual(untold('no-quantity'));
    expect(answer('sell 10 falls to 0')).toEqual(untold('no-trigger'));
    expect(answer('sell 10 moves to 105')).toEqual(untold('no-direction'));
    expect(answer('sell 10 falls to 105', { side: null })).toEqual(untold('no-side'));
    expect(answer('sell 10 falls to 105', { trigger: { ...trigger, status: 'triggered' } })).toEqual(
      untold('triggered'),
    );
    expect(answer('sell 10 falls to 105', { trigger: { ...trigger, status: 'unknown:7' } })).toEqual(
      untold('unknown-status'),
    );
    expect(answer('sell 10 falls to 115')).toEqual(untold('overdue'));
    expect(answer('sell 10 falls to 105', {}, null)).toEqual(untold('no-last'));
    expect(answer('sell 0 rises to 115')).toBe(false);
    expect(answer('buy 0 falls to 105')).toBe(false);
    expect(answer('sell 10 falls to 105 limit 109')).toBe(false);
    expect(hasStop(null)).toEqual(untold('not-read'));
    const unreadable = candidates(unreadablePlan('{'));
    expect(hasStop(protectionOf(held, unreadable, false, exactly('110')))).toEqual(untold('unreadable'));
    const both = candidates(unreadablePlan('{'), plan('A', 'sell 10 falls to 105'));
    expect(hasStop(protectionOf(held, both, false, exactly('110')))).toBe(true);
  });

  test('example 6: equal triggers', () => {
    const orders = candidates(plan('B', 'sell 4 falls to 95 limit 94'), plan('A', 'sell 4 falls to 95'));
    const { stops } = protectionOf(position('long', '5', exactly('100')), orders, false, exactly('110'));
    expect(stops.all.result).toEqual({ value: '-26', low: '-29', high: '-25' });
    expect(stops.excess).toBe('3');
  });

  test('example 7: both sides, and their sums', () => {
    const orders = candidates(plan('A', 'sell 10 falls to 105'), plan('B', 'buy 4 rises to 115'));
    const held = [position('long', '10', exactly('100')), position('short', '4', exactly('120'))];
    const last = exactly('110');
    const protections = held.map((each) => protectionOf(each, orders, true, last));
    expect(protections.map(({ stops }) => [stops.likely.quantity, stops.all.quantity, stops.all.result])).toEqual([
      ['0', '10', exactly('50')],
      ['0', '4', exactly('20')],
    ]);
    const rows = held.map((each, place) => ({
      symbol: 'BTC-USDT',
      side: each.side,
      isLive: true,
      isUncertain: false,
      figures: positionFigures(each, last),
      protection: protections[place] ?? null,
    }));
    const stale = { ...rows[0], symbol: 'ETH-USDT', side: 'long', isLive: false, isUncertain: false } as const;
    const unknown = {
      symbol: 'ETH-USDC',
      side: 'long',
      isLive: true,
      isUncertain: false,
      figures: null,
      protection: null,
    } as const;
    const [usdt, usdc] = sumRisk([unknown, ...rows, { ...stale, figures: null, protection: null }]);
    expect(usdt).toMatchObject({
      quote: 'USDT',
      positions: 3,
      atStops: { sum: exactly('70'), positions: 2 },
      withoutStop: 0,
      unknownStops: 1,
    });
    expect(usdc).toMatchObject({ quote: 'USDC', positions: 1, pnl: { sum: null, positions: 0 } });
  });

  test('a share below the whole is never shown as all', () => {
    const orders = candidates(plan('A', 'sell 99999 falls to 90'));
    const { stops } = protectionOf(position('long', '100000', exactly('100')), orders, false, exactly('110'));
    expect(stops.all.percent).toBe('99.99');
  });
});

describe('what if the price goes to', () => {
  const actions = ({ steps }: WhatIf) => steps.map(({ order, role, action }) => `${order.key} ${role} ${action}`);
  const range = (value: string, low: string, high: string): Estimate => ({ value, low, high });

  test('example 8: a stop that may open the other side', () => {
    const found = whatIf({
      long: { quantity: '10', entry: exactly('100') },
      short: null,
      contractSize: one,
      waiting: [plan('A', 'sell 4 falls to 105'), plan('B', 'sell 8 falls to 95')],
      last: '110',
      target: '90',
    });
    expect(actions(found)).toEqual(['A order closes', 'B order closes-rest-refused']);
    expect(found).toMatchObject({
      long: range('0', '0', '10'),
      short: range('0', '0', '12'),
      realized: range('-10', '-40', '20'),
      total: range('-10', '-10', '0'),
      hasRange: true,
    });
  });

  test('example 9: a take profit on the way, and a limit that is placed', () => {
    const found = whatIf({
      long: null,
      short: null,
      contractSize: exactly('0.1'),
      waiting: [
        plan('A', 'buy 10 rises to 105', { takeProfit: '112', stopLoss: '95' }),
        plan('B', 'sell 5 rises to 110 limit 115'),
      ],
      last: '100',
      target: '120',
    });
    expect(actions(found)).toEqual(['A order opens', 'B order placed', 'A take-profit closes', 'B limit refused']);
    expect(found).toMatchObject({
      long: range('0', '0', '0'),
      short: range('0', '0', '5'),
      realized: exactly('7'),
      total: range('7', '4.5', '7'),
    });
  });

  test('example 10: overdue', () => {
    const found = whatIf({
      long: { quantity: '1', entry: exactly('100') },
      short: null,
      contractSize: one,
      waiting: [plan('A', 'sell 1 falls to 112')],
      last: '110',
      target: '100',
    });
    expect(found).toMatchObject({ steps: [], unclear: [{ reason: 'overdue' }], total: exactly('0') });
  });

  test('gives the main line alone beyond 1,024 ends', () => {
    const waiting = Array.from({ length: 11 }, (_, place) => plan(`${place}`, `sell 1 falls to ${109 - place}`));
    const input = { long: { quantity: '20', entry: exactly('100') }, short: null, contractSize: one, last: '110' };
    const ten = whatIf({ ...input, waiting: waiting.slice(0, 10), target: '90' });
    expect([ten.hasRange, ten.long]).toEqual([true, range('10', '10', '20')]);
    const eleven = whatIf({ ...input, waiting, target: '90' });
    expect([eleven.hasRange, eleven.long, eleven.steps.length]).toEqual([false, exactly('9'), 11]);
  });
});
