import { expect, test } from 'vitest';
import { type Comparison, comparedDays, shiftBetween } from './comparison.ts';

const today = '2026-11-23';

test.each<[string, Parameters<typeof comparedDays>[0], Comparison, [string, string] | null]>([
  ['a month that is over', { from: '2026-10-01', to: '2026-10-31' }, 'before', ['2026-09-01', '2026-09-30']],
  ['a month that is over', { from: '2026-10-01', to: '2026-10-31' }, 'year', ['2025-10-01', '2025-10-31']],
  ['the running month', { preset: 'this-month' }, 'before', ['2026-10-01', '2026-10-23']],
  ['the running quarter', { preset: 'this-quarter' }, 'year', ['2025-10-01', '2025-11-23']],
  ['the running year', { preset: 'this-year' }, 'before', ['2025-01-01', '2025-11-23']],
  ['the last days', { preset: 'last-7-days' }, 'before', ['2026-11-10', '2026-11-16']],
  ['today', { preset: 'today' }, 'before', ['2026-11-22', '2026-11-22']],
  ['any days', { preset: 'today' }, { from: '2026-02-01', to: '2026-02-05' }, ['2026-02-01', '2026-02-05']],
  ['all time', undefined, 'before', null],
  ['an open range', { from: '2026-10-01' }, 'before', null],
  ['nothing chosen', { preset: 'today' }, null, null],
])('%s: %j with %j', (_, dates, comparison, days) => {
  const expected = days && { from: days[0], to: days[1] };
  expect(comparedDays(dates, comparison, today)).toEqual(expected);
});

test('a shorter month before has no more days than it has', () => {
  expect(comparedDays({ preset: 'this-month' }, 'before', '2026-03-30')).toEqual({
    from: '2026-02-01',
    to: '2026-02-28',
  });
});

test('the first days stand beside each other', () => {
  expect(shiftBetween({ from: '2026-10-01', to: '2026-10-31' }, { from: '2026-11-01', to: '2026-11-30' })).toBe(31);
});
