import { expect, test } from 'vitest';
import type { OpenPlan, PlanOrder } from '../../../../shared/contract/orders.ts';
import { blankRow } from '../../../../shared/testing/blank-row.ts';
import { bookOf, longPosition, shortPosition } from '../../../../shared/testing/positions.ts';
import { openPlan } from '../testing/samples.ts';
import { PositionRows } from './position-row.ts';

const since = 1000;
const stopOf = (quantity: string, triggerPrice = '90'): OpenPlan => ({
  ...openPlan,
  key: `isolated:${quantity}`,
  side: 'sell',
  kind: 'market',
  quantity,
  triggerDirection: 'falls-to',
  triggerPrice,
});
/** A stop of a long position that was canceled. */
const canceled: PlanOrder = {
  ...blankRow('plan-history'),
  key: 'isolated:c',
  symbol: 'BTC-USDT',
  marginMode: 'isolated',
  createdAt: since + 1,
  status: 'canceled',
  side: 'sell',
  triggerDirection: 'falls-to',
  triggerPrice: '95',
  quantity: '5',
};

/** The alarm of a long position of 5 at a last price of 110. */
function alarmOf(plans: readonly OpenPlan[], ended: readonly PlanOrder[] = [], low = '105', position = longPosition) {
  const held = { ...position, quantity: '5', since };
  const [row] = new PositionRows().of({
    account: 'demo',
    book: bookOf([held]),
    plans,
    unreadable: [],
    tickers: new Map([['BTC-USDT', { last: '110', low, high: '120' }]]),
    ended,
    isLive: true,
    driftOf: () => '0',
    placesOf: () => 1,
  });
  return row?.alarm?.kind ?? null;
}

test('no stop is no alarm unless one was canceled or failed since the position was opened', () => {
  expect(alarmOf([])).toBeNull();
  expect(alarmOf([], [canceled])).toBe('gone');
  expect(alarmOf([], [{ ...canceled, status: 'failed' }])).toBe('gone');
  expect(alarmOf([], [{ ...canceled, createdAt: since - 1 }])).toBeNull();
  const ended = { lastSeenAt: since, missedAt: since + 1 };
  expect(alarmOf([], [{ ...canceled, createdAt: since - 1, ended }])).toBe('gone');
});

test.each<[string, Partial<PlanOrder>]>([
  ['another symbol', { symbol: 'ETH-USDT' }],
  ['another margin mode', { marginMode: 'cross' }],
  ['the side that opens', { side: 'buy' }],
  ['an unknown side', { side: null }],
  ['a target', { triggerDirection: 'rises-to' }],
  ['an unknown quantity', { quantity: null }],
])('a canceled plan order of %s was no stop of the position', (_, change) => {
  expect(alarmOf([], [{ ...canceled, ...change }])).toBeNull();
});

test('a stop that was replaced by as much is no alarm, by less it is', () => {
  expect(alarmOf([stopOf('5')], [canceled])).toBeNull();
  expect(alarmOf([stopOf('2')], [canceled])).toBe('less');
  expect(alarmOf([stopOf('2')], [{ ...canceled, quantity: '2' }])).toBeNull();
  expect(alarmOf([stopOf('2')])).toBeNull();
  // Whether it is a stop cannot be told.
  expect(alarmOf([stopOf('0')], [canceled])).toBeNull();
});

test('a stop within the prices of the day is an alarm', () => {
  expect(alarmOf([stopOf('5', '104')])).toBeNull();
  expect(alarmOf([stopOf('5', '105')])).toBe('in-range');
  expect(alarmOf([stopOf('5', '109')])).toBe('in-range');
  expect(alarmOf([], [canceled], '105', shortPosition)).toBeNull();
});
