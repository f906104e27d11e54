import { describe, expect, it } from 'vitest';
import type { ModeCoverage } from '../contract/history.ts';
import type { Position } from '../contract/trades.ts';
import { longPosition as long, shortPosition as short } from '../testing/positions.ts';
import { creationOf, makePositionBook, missingFrom, planRemark, pnlPercent, wholeModesOf } from './position-book.ts';

const cross: Position = { ...long, marginMode: 'cross', trade: 'cross 1' };

function mode(part: Partial<ModeCoverage>): ModeCoverage {
  return {
    marginMode: 'isolated',
    rows: 1,
    oldest: 1,
    newest: 1,
    complete: true,
    blocked: false,
    verifiedAt: null,
    gaps: [],
    ...part,
  };
}

describe('makePositionBook', () => {
  it('finds the positions of a symbol and margin mode', () => {
    const book = makePositionBook([long, short, cross], [], ['isolated']);
    expect(book.of('BTC-USDT', 'isolated')).toEqual([long, short]);
    expect(book.of('BTC-USDT', 'cross')).toEqual([cross]);
    expect(book.of('ETH-USDT', 'cross')).toEqual([]);
  });

  it('finds them by an earlier name of their symbol, too, and doubts as well', () => {
    const doubt = { id: 'd', reason: 'unplaced', key: null, symbol: 'BTC-USDT', marginMode: 'cross', at: 1 } as const;
    const book = makePositionBook([long, cross], [], [], [doubt], { 'XBT-USDT': 'BTC-USDT' });
    expect(book.of('XBT-USDT', 'isolated')).toEqual([long]);
    expect(book.of('ETH-USDT', 'isolated')).toEqual([]);
    expect(book.hasDoubt('XBT-USDT', 'cross')).toBe(true);
    expect(book.hasDoubt('XBT-USDT', 'isolated')).toBe(false);
  });

  it('tells positions that have not been read from none', () => {
    expect(makePositionBook(null, [], []).isRead).toBe(false);
    expect(makePositionBook([], [], []).isRead).toBe(true);
  });
});

describe('wholeModesOf', () => {
  it('leaves out a margin mode that is not loaded to its start or has a gap', () => {
    expect(wholeModesOf({ modes: [mode({}), mode({ marginMode: 'cross', complete: false })], unreadable: 0 })).toEqual([
      'isolated',
    ]);
    expect(wholeModesOf({ modes: [mode({ gaps: [{ from: 1, to: 2 }] })], unreadable: 0 })).toEqual([]);
  });

  it('has none while an order could not be read, because the order may be of any position', () => {
    expect(wholeModesOf({ modes: [mode({})], unreadable: 1 })).toEqual([]);
  });
});

describe('missingFrom', () => {
  it('is the reason of a position whose start is not stored', () => {
    expect(missingFrom({ ...long, incomplete: ['missing-start', 'gap'] })).toBe('missing-start');
    expect(missingFrom(long)).toBeNull();
  });
});

describe('pnlPercent', () => {
  it('is the move of the price in percent of the entry of a long position', () => {
    expect(pnlPercent(long, '102.5')).toBe('2.50');
    expect(pnlPercent(long, '99')).toBe('-1.00');
  });

  it('is negative for a short position while the price is above the entry, and positive below', () => {
    expect(pnlPercent(short, '102.5')).toBe('-2.50');
    expect(pnlPercent(short, '99')).toBe('1.00');
    expect(pnlPercent(short, '0')).toBe('100.00');
  });

  it('has no sign where the price is at the entry, to two decimal places', () => {
    expect(pnlPercent(short, '100')).toBe('0.00');
    expect(pnlPercent(short, '100.0049')).toBe('0.00');
    expect(pnlPercent(short, '99.9951')).toBe('0.00');
    expect(pnlPercent(long, '99.9951')).toBe('0.00');
  });

  it('is unknown without an entry above zero or without a price', () => {
    expect(pnlPercent({ ...short, entryPrice: null }, '1')).toBeNull();
    expect(pnlPercent({ ...long, entryPrice: '0' }, '1')).toBeNull();
    expect(pnlPercent(short, null)).toBeNull();
  });
});

describe('creationOf', () => {
  it('is the moment of a position that the side could close', () => {
    const plan = { symbol: 'BTC-USDT', marginMode: 'cross', createdAt: 5 } as const;
    expect(creationOf({ ...plan, side: 'sell' })).toEqual({
      symbol: 'BTC-USDT',
      marginMode: 'cross',
      side: 'long',
      at: 5,
    });
    expect(creationOf({ ...plan, side: 'buy' }).side).toBe('short');
    expect(creationOf({ ...plan, side: null }).side).toBeNull();
  });
});

describe('planRemark', () => {
  const plan = { key: 'p', symbol: 'BTC-USDT', marginMode: 'isolated', side: 'sell', quantity: '5' } as const;
  const bookOf = (positions: Position[] | null, createdWhileOpen: string[] = [], whole: string[] = ['isolated']) =>
    makePositionBook(positions, createdWhileOpen, whole);

  it('points out a plan order whose position has been closed', () => {
    expect(planRemark(plan, bookOf([], ['p']))).toEqual({ reason: 'none-open' });
  });

  it('says nothing of a plan order that was created without a position', () => {
    expect(planRemark(plan, bookOf([], ['another']))).toBeNull();
  });

  it('points out a quantity above that of the position that the side can close, by exact decimals', () => {
    const larger = { ...plan, quantity: '5.000000000000000001' };
    expect(planRemark(larger, bookOf([long]))).toEqual({ reason: 'larger', position: long });
    expect(planRemark(plan, bookOf([long]))).toBeNull();
    expect(planRemark({ ...plan, side: 'buy', quantity: '3' }, bookOf([short]))).toEqual({
      reason: 'larger',
      position: short,
    });
  });

  it('says nothing of a quantity while both sides are open, because the order may add to the other one', () => {
    expect(planRemark({ ...plan, quantity: '6' }, bookOf([long, short]))).toBeNull();
    expect(planRemark({ ...plan, side: 'buy', quantity: '3' }, bookOf([long, short]))).toBeNull();
  });

  it('says nothing of an order in the direction of the position, or of an unknown side or quantity', () => {
    expect(planRemark({ ...plan, side: 'buy', quantity: '9' }, bookOf([long]))).toBeNull();
    expect(planRemark({ ...plan, side: null, quantity: '9' }, bookOf([long]))).toBeNull();
    expect(planRemark({ ...plan, quantity: null }, bookOf([long]))).toBeNull();
  });

  it('says nothing where the history is not stored back to flat', () => {
    expect(planRemark(plan, bookOf([], ['p'], ['cross']))).toBeNull();
    expect(planRemark({ ...plan, quantity: '9' }, bookOf([{ ...long, incomplete: ['more-closed'] }]))).toBeNull();
    expect(planRemark(plan, bookOf(null, ['p']))).toBeNull();
    expect(planRemark(plan, undefined)).toBeNull();
  });

  it('looks at the margin mode of the plan order alone', () => {
    expect(planRemark(plan, bookOf([cross], ['p']))).toEqual({ reason: 'none-open' });
  });
});
