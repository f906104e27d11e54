import { describe, expect, it } from 'vitest';
import type { ModeCoverage } from '../../shared/history.ts';
import type { Position } from '../../shared/trades.ts';
import { makePositionBook, missingFrom, moveFromEntry, wholeModesOf } from './open-position.ts';

const long: Position = {
  symbol: 'BTC-USDT',
  marginMode: 'isolated',
  side: 'long',
  quantity: '5',
  entryPrice: '100',
  since: 1000,
  trade: 'isolated 1',
  incomplete: [],
};
const short: Position = { ...long, side: 'short', quantity: '2', trade: 'isolated 2' };
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

  it('tells positions that have not been read from none', () => {
    expect(makePositionBook(null, [], []).isRead).toBe(false);
    expect(makePositionBook([], [], []).isRead).toBe(true);
  });
});

describe('wholeModesOf', () => {
  it('leaves out a margin mode that is not loaded to its start or has a gap', () => {
    expect(wholeModesOf([mode({}), mode({ marginMode: 'cross', complete: false })])).toEqual(['isolated']);
    expect(wholeModesOf([mode({ gaps: [{ from: 1, to: 2 }] })])).toEqual([]);
  });
});

describe('missingFrom', () => {
  it('is the reason of a position whose start is not stored', () => {
    expect(missingFrom({ ...long, incomplete: ['missing-start', 'gap'] })).toBe('missing-start');
    expect(missingFrom(long)).toBeNull();
  });
});

describe('moveFromEntry', () => {
  it('is the move of the price in percent of the entry, whatever the side', () => {
    expect(moveFromEntry(long, '102.5')).toBe('2.50');
    expect(moveFromEntry(short, '99')).toBe('-1.00');
  });

  it('is unknown without an entry above zero or without a price', () => {
    expect(moveFromEntry({ entryPrice: null }, '1')).toBeNull();
    expect(moveFromEntry({ entryPrice: '0' }, '1')).toBeNull();
    expect(moveFromEntry(long, null)).toBeNull();
  });
});
