import { expect, test } from 'vitest';
import type { ModeCoverage } from '../../../../shared/contract/history.ts';
import { coverageOf } from './coverage.ts';

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
