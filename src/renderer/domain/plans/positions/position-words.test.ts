import { describe, expect, it } from 'vitest';
import type { ModeCoverage } from '../../../../shared/contract/history.ts';
import type { Position } from '../../../../shared/contract/trades.ts';
import { makePositionBook } from '../../../../shared/risk/position-book.ts';
import { bookOf, longPosition as long, shortPosition as short } from '../../../../shared/testing/positions.ts';
import type { MarginMode } from '../../../../shared/values/domain.ts';
import { en } from '../../../text/en.ts';
import { missingHistory, positionSummary } from './position-words.ts';

const plan = { symbol: 'BTC-USDT', marginMode: 'isolated' } as const;

describe('positionSummary', () => {
  const held = (positions: Position[], wholeModes: MarginMode[] = ['isolated']): string =>
    positionSummary(plan, bookOf(positions, { wholeModes }), undefined, en);

  it('names both sides with their sizes', () => {
    expect(held([long, short])).toBe('Long 5, Short 2');
  });

  it('names no size where the start of the position is not stored', () => {
    expect(held([{ ...long, incomplete: ['missing-start'] }], [])).toBe('Long, size unknown');
  });

  it('says that there is no position only if the whole history is stored', () => {
    expect(held([])).toBe('None');
    expect(held([], ['cross'])).toBe('Unknown');
  });

  it('says what the other margin mode holds if this one holds nothing', () => {
    expect(held([{ ...short, marginMode: 'cross' }])).toBe('None (Isolated) · Cross: Short 2');
    expect(held([{ ...short, marginMode: 'cross' }], ['cross'])).toBe('Unknown (Isolated) · Cross: Short 2');
  });

  it('says nothing before the positions have been read', () => {
    expect(positionSummary(plan, makePositionBook(null), undefined, en)).toBe(en.none);
    expect(positionSummary(plan, undefined, undefined, en)).toBe(en.none);
  });
});

describe('missingHistory', () => {
  const mode: ModeCoverage = {
    marginMode: 'isolated',
    rows: 1,
    oldest: Date.UTC(2026, 0, 2),
    newest: Date.UTC(2026, 5, 1),
    complete: true,
    blocked: false,
    verifiedAt: null,
    gaps: [],
  };

  it('says from which day on both margin modes are stored, and that there are gaps', () => {
    const gaps = [{ from: 1, to: 2 }];
    const later = { ...mode, marginMode: 'cross' as const, complete: false, oldest: Date.UTC(2026, 2, 3), gaps };
    expect(missingHistory({ modes: [{ ...mode, complete: false }, later], unreadable: 0 }, 'UTC', en)).toEqual([
      'Positions opened before 2026-03-03 may be missing.',
      'The order history has 1 gap.',
    ]);
    expect(missingHistory({ modes: [mode, { ...later, oldest: null }], unreadable: 0 }, 'UTC', en)).toEqual([
      'Positions may be missing.',
      'The order history has 1 gap.',
    ]);
  });

  it('counts orders that could not be read, also of a history that is stored as a whole', () => {
    expect(missingHistory({ modes: [mode], unreadable: 1589 }, 'UTC', en)).toEqual([
      'Positions may be missing.',
      '1,589 orders of the archive couldn’t be read.',
    ]);
    expect(missingHistory({ modes: [mode], unreadable: 0 }, 'UTC', en)).toEqual([]);
  });
});
