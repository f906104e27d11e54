import { describe, expect, test } from 'vitest';
import type { OpenPlan, Order } from '../../../../shared/contract/orders.ts';
import type { ContractSize } from '../../../../shared/contract/trades.ts';
import { exactly } from '../../../../shared/risk/estimate.ts';
import { blankRow } from '../../../../shared/testing/blank-row.ts';
import {
  bookOf,
  contractOf,
  longPosition as long,
  shortPosition as short,
} from '../../../../shared/testing/positions.ts';
import { untold } from '../../../../shared/values/told.ts';
import { en } from '../../../text/en.ts';
import { openPlan } from '../testing/samples.ts';
import { type PositionInputs, PositionRows } from './position-row.ts';
import { stopText } from './risk-words.ts';

const stop: OpenPlan = {
  ...openPlan,
  side: 'sell',
  kind: 'market',
  quantity: '2',
  triggerDirection: 'falls-to',
  triggerPrice: '90',
};
const takeProfit: Order = {
  ...blankRow('order-history'),
  key: 'isolated:8',
  symbol: 'BTC-USDT',
  marginMode: 'isolated',
  side: 'sell',
  kind: 'limit',
  action: 'close',
  price: '130',
  quantity: '5',
  filledQuantity: '1',
};
const inputs: PositionInputs = {
  account: 'demo',
  book: bookOf([long], { plans: [stop], createdWhileOpen: [stop.key], orders: [takeProfit] }),
  plans: [stop],
  unreadable: [],
  tickers: new Map([['BTC-USDT', { last: '110', low: '95', high: '120' }]]),
  ended: [],
  isLive: true,
  driftOf: () => '0',
  placesOf: () => 1,
};
const withContract = (changes: Partial<ContractSize>): PositionInputs => ({
  ...inputs,
  book: bookOf([long], { contracts: [{ ...contractOf('BTC-USDT'), ...changes }] }),
});

describe('the rows of positions', () => {
  test('have their figures, stops and targets', () => {
    const [row] = new PositionRows().of(inputs);
    expect(row?.figures?.pnl).toEqual({ value: '5', low: '4.975', high: '5.025' });
    expect(row?.protection?.stops.likely.quantity).toBe('2');
    expect(row?.protection?.targets.orders.map(({ level, quantity }) => [level, quantity])).toEqual([['130', '4']]);
    expect(row && stopText(row, undefined, en).shown).toBe('90 · 40%');
  });

  test('a plan order that has triggered may be a stop that is being placed', () => {
    const [row] = new PositionRows().of({ ...inputs, plans: [{ ...stop, triggerStatus: 'triggered' }] });
    expect(row && stopText(row, undefined, en).shown).toBe('Maybe a stop');
  });

  test('a plan order that could not be read may be a stop, unless its text names another symbol', () => {
    const stopOf = (raw: string) => {
      const [row] = new PositionRows().of({ ...inputs, plans: [], unreadable: [{ raw, reason: '' }] });
      return row && stopText(row, undefined, en).shown;
    };
    expect(stopOf('{"order_id":1')).toBe('Maybe a stop');
    expect(stopOf('{"symbol":"BTC-USDT"}')).toBe('Maybe a stop');
    expect(stopOf('{"symbol":"ETH-USDT"}')).toBe('No stop found');
  });

  test('the drift of the last price widens what depends on it, and moves no stop', () => {
    const [row] = new PositionRows().of({ ...inputs, driftOf: () => '1' });
    // (110 ± 1 − 100 ± 0.05) · 5 · 0.1
    expect(row?.figures?.pnl).toEqual({ value: '5', low: '4.475', high: '5.525' });
    expect(row?.protection?.stops.likely.quantity).toBe('2');
  });

  test('a symbol whose closings do not agree has an uncertain PnL', () => {
    const latest = { compared: 10, agreed: 8 };
    const pnl = { compared: 30, agreed: 25, latest, isUncertain: true };
    const [row] = new PositionRows().of(withContract({ pnl }));
    expect(row).toMatchObject({ isUncertain: true, contract: { pnl } });
    expect(row?.figures?.pnl?.value).toBe('5');
  });

  test('nothing is said of stops before plan orders have been read', () => {
    const [row] = new PositionRows().of({ ...inputs, plans: null });
    expect(row?.protection).toBeNull();
    expect(row && stopText(row, undefined, en).shown).toBe(en.none);
  });

  test('nothing is calculated of a position whose start is not stored, or in money without a contract size', () => {
    const incomplete = { ...long, incomplete: ['missing-start' as const] };
    const [unknown] = new PositionRows().of({ ...inputs, book: bookOf([incomplete]) });
    expect(unknown).toMatchObject({ figures: null, protection: null });
    const [row] = new PositionRows().of(withContract({ size: untold('few-trades') }));
    expect(row?.figures).toMatchObject({ notional: null, pnl: null });
    expect(row?.figures?.pnlPercent?.value).toBe('10.00');
  });

  test('a position of the other side makes each stop uncertain', () => {
    const book = bookOf([long, short], { plans: [stop], createdWhileOpen: [stop.key] });
    const [row] = new PositionRows().of({ ...inputs, book });
    expect([row?.protection?.stops.likely.quantity, row?.protection?.stops.all.quantity]).toEqual(['0', '2']);
  });

  test('a row without a change stays the same object', () => {
    const rows = new PositionRows();
    const [first] = rows.of(inputs);
    expect(rows.of({ ...inputs, tickers: new Map(inputs.tickers) })[0]).toBe(first);
    const [second] = rows.of({
      ...inputs,
      tickers: new Map([['BTC-USDT', { last: '111', low: '100', high: '120' }]]),
    });
    expect(second).not.toBe(first);
    const other: OpenPlan = { ...stop, key: 'isolated:9', symbol: 'ETH-USDT' };
    const [third] = rows.of(inputs);
    // The list is another one, but not what may close this position.
    expect(rows.of({ ...inputs, plans: [{ ...stop }, other] })[0]).toBe(third);
    expect(rows.of({ ...inputs, plans: [{ ...stop, quantity: '3' }, other] })[0]).not.toBe(third);
    expect(second?.figures?.notional).toEqual(exactly('55.5'));
  });
});
