import { describe, expect, it } from 'vitest';
import type { ModeCoverage } from '../contract/history.ts';
import type { Position } from '../contract/trades.ts';
import { bookOf, longPosition as long, riskOf, shortPosition as short } from '../testing/positions.ts';
import { makePositionBook, missingFrom, wholeModesOf } from './position-book.ts';

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
    const book = bookOf([long, short, cross]);
    expect(book.of('BTC-USDT', 'isolated')).toEqual([long, short]);
    expect(book.of('BTC-USDT', 'cross')).toEqual([cross]);
    expect(book.of('ETH-USDT', 'cross')).toEqual([]);
  });

  it('finds them by an earlier name of their symbol, too, and doubts as well', () => {
    const doubt = { id: 'd', reason: 'unplaced', key: null, symbol: 'BTC-USDT', marginMode: 'cross', at: 1 } as const;
    const book = bookOf([long, cross], { doubts: [doubt], renamed: { 'XBT-USDT': 'BTC-USDT' } });
    expect(book.of('XBT-USDT', 'isolated')).toEqual([long]);
    expect(book.of('ETH-USDT', 'isolated')).toEqual([]);
    expect(book.hasDoubt('XBT-USDT', 'cross')).toBe(true);
    expect(book.hasDoubt('XBT-USDT', 'isolated')).toBe(false);
  });

  it('tells positions that have not been read from none', () => {
    expect(makePositionBook(null).isRead).toBe(false);
    expect(makePositionBook(riskOf([])).isRead).toBe(true);
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
