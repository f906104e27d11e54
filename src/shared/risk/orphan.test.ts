import { describe, expect, it } from 'vitest';
import type { Position } from '../contract/trades.ts';
import { bookOf, longPosition as long, shortPosition as short } from '../testing/positions.ts';
import { untold } from '../values/told.ts';
import { type Orphan, orphanOf } from './orphan.ts';
import { makePositionBook } from './position-book.ts';

describe('orphanOf', () => {
  const cross: Position = { ...long, marginMode: 'cross', trade: 'cross 1' };
  const plan = { symbol: 'BTC-USDT', marginMode: 'isolated', side: 'sell', quantity: '5' } as const;
  const unknown = untold('unknown-positions');
  const of = (changed: Partial<Parameters<typeof orphanOf>[0]>, positions: Position[], wasOpen = false): Orphan =>
    orphanOf({ ...plan, ...changed }, wasOpen, bookOf(positions));

  it('is a plan order whose position has been closed', () => {
    expect(of({}, [], true)).toBe('none-open');
  });

  it('is no plan order that was created without a position', () => {
    expect(of({}, [])).toBe(false);
  });

  it('is one for more than the position that the side can close, by exact decimals', () => {
    expect(of({ quantity: '5.000000000000000001' }, [long])).toBe('larger');
    expect(of({}, [long])).toBe(false);
    expect(of({ side: 'buy', quantity: '3' }, [short])).toBe('larger');
  });

  it('is none by its quantity while both sides are open, because the order may add to the other one', () => {
    expect(of({ quantity: '6' }, [long, short])).toBe(false);
    expect(of({ side: 'buy', quantity: '3' }, [long, short])).toBe(false);
  });

  it('is no order in the direction of the position, or of an unknown side or quantity', () => {
    expect(of({ side: 'buy', quantity: '9' }, [long])).toBe(false);
    expect(of({ side: null, quantity: '9' }, [long])).toBe(false);
    expect(of({ quantity: null }, [long])).toBe(false);
  });

  it('cannot be told where the history is not stored back to flat, or a position is in doubt', () => {
    expect(orphanOf(plan, true, bookOf([], { wholeModes: ['cross'] }))).toEqual(unknown);
    expect(of({ quantity: '9' }, [{ ...long, incomplete: ['more-closed'] }])).toEqual(unknown);
    const doubt = { id: 'd', reason: 'unplaced', key: null, symbol: null, marginMode: 'isolated', at: 1 } as const;
    expect(orphanOf(plan, true, bookOf([], { doubts: [doubt] }))).toEqual(unknown);
    expect(orphanOf(plan, true, makePositionBook(null))).toEqual(unknown);
    expect(makePositionBook(null).orphanOf({ key: 'p' })).toEqual(unknown);
  });

  it('depends on the margin mode of the plan order alone', () => {
    expect(of({}, [cross], true)).toBe('none-open');
  });
});
