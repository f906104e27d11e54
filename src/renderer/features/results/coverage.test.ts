import { expect, test } from 'vitest';
import type { ModeCoverage } from '../../../shared/history.ts';
import { coveredFrom } from './coverage.ts';

const mode = (part: Partial<ModeCoverage>): ModeCoverage => ({
  marginMode: 'isolated',
  rows: 10,
  oldest: 1000,
  newest: 9000,
  complete: false,
  gaps: [],
  ...part,
});

test('results go back as far as both margin modes do without a gap', () => {
  expect(coveredFrom({ modes: [mode({ complete: true }), mode({ complete: true })] })).toBe('complete');
  expect(coveredFrom({ modes: [mode({ complete: true }), mode({ oldest: 4000 })] })).toBe(4000);
  expect(coveredFrom({ modes: [mode({ oldest: 3000 }), mode({ oldest: 4000 })] })).toBe(4000);
  const gaps = [
    { from: 6000, to: 7000 },
    { from: 2000, to: 3000 },
  ];
  expect(coveredFrom({ modes: [mode({ complete: true, gaps }), mode({ complete: true })] })).toBe(7000);
});

test('nothing is covered before a first answer', () => {
  expect(coveredFrom({ modes: [] })).toBeNull();
  expect(coveredFrom({ modes: [mode({ complete: true }), mode({ rows: 0, oldest: null, newest: null })] })).toBeNull();
});
