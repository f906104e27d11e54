import { expect, test } from 'vitest';
import type { ModeCoverage } from '../../../../shared/contract/history.ts';
import { wholeHistory } from '../../../testing/samples.ts';
import { en as text } from '../../../text/en.ts';
import { coverageOf, isWholeSince, missingOrders, pastText } from './coverage.ts';

const mode = (part: Partial<ModeCoverage>): ModeCoverage => ({
  marginMode: 'isolated',
  rows: 10,
  oldest: 1000,
  newest: 9000,
  complete: false,
  blocked: false,
  verifiedAt: null,
  gaps: [],
  ...part,
});

test('coverage is complete if every mode is complete without a gap', () => {
  expect(coverageOf([mode({ complete: true }), mode({ complete: true })])).toEqual({
    complete: true,
    backTo: null,
    gaps: 0,
    verifiedAt: null,
    blocked: false,
  });
  expect(coverageOf([mode({ complete: true, gaps: [{ from: 1, to: 2 }] }), mode({ complete: true })])).toEqual({
    complete: false,
    backTo: null,
    gaps: 1,
    verifiedAt: null,
    blocked: false,
  });
});

test('one blocked mode blocks the list', () => {
  expect(coverageOf([mode({ complete: true }), mode({ blocked: true })])).toMatchObject({
    complete: false,
    blocked: true,
  });
});

test('coverage reaches back as far as the mode that is loaded least far', () => {
  expect(coverageOf([mode({ oldest: 1000 }), mode({ oldest: 4000 })]).backTo).toBe(4000);
  expect(coverageOf([mode({ oldest: 1000 }), mode({ oldest: 4000, complete: true })]).backTo).toBe(1000);
});

test('an empty mode has no known coverage', () => {
  expect(coverageOf([])).toEqual({ complete: false, backTo: null, gaps: 0, verifiedAt: null, blocked: false });
  expect(coverageOf([mode({ oldest: 1000 }), mode({ rows: 0, oldest: null, newest: null })]).backTo).toBeNull();
});

test('nothing is called complete beside rows that could not be read', () => {
  const complete = [mode({ complete: true }), mode({ complete: true })];
  expect(pastText(coverageOf(complete), 'UTC', text, 0)).toBe('complete');
  expect(pastText(coverageOf(complete), 'UTC', text, 3)).not.toContain('complete');
  expect(missingOrders({ modes: complete, unreadable: 0 }, 'UTC', text)).toEqual([]);
  expect(missingOrders({ modes: complete, unreadable: 3 }, 'UTC', text)).toEqual([
    '3 rows of the archive couldn’t be read and aren’t included.',
  ]);
  const partly = missingOrders({ modes: [mode({ oldest: Date.UTC(2025, 2, 2) })], unreadable: 1 }, 'UTC', text);
  expect(partly).toEqual([
    'Local archive incomplete: back to 2025-03-02.',
    '1 row of the archive couldn’t be read and isn’t included.',
  ]);
  expect(missingOrders({ modes: [mode({ oldest: null })], unreadable: 0 }, 'UTC', text)).toEqual([
    'Local archive incomplete.',
  ]);
  const withGap = mode({ complete: true, gaps: [{ from: 1000, to: 2000 }] });
  expect(missingOrders({ modes: [withGap], unreadable: 0 }, 'UTC', text)).toEqual(['Local archive incomplete: 1 gap.']);
});

test('a day is whole once its orders were read after its end by the exchange, whose clock may be behind', () => {
  const [hour, day] = [3_600_000, 86_400_000];
  const state = { ...wholeHistory, account: 'demo', list: 'order-history', checkedAt: 2 * day + hour } as const;
  expect(isWholeSince(state, day, 2 * day)).toBe(true);
  expect(isWholeSince({ ...state, clockAhead: 3 * hour }, day, 2 * day)).toBe(false);
  expect([0, 3 * hour].map((clockAhead) => isWholeSince({ ...state, clockAhead }, 2 * day))).toEqual([true, false]);
});
