import { describe, expect, test } from 'vitest';
import { en } from '../../text/en.ts';
import { zh } from '../../text/zh.ts';
import { changeKind, daysOf, periodAt, periodText, stepPeriod } from './period.ts';

describe('periods of the calendar', () => {
  test.each([
    ['year', '2024-02-29', '2024-01-01', '2024-12-31'],
    ['quarter', '2024-02-29', '2024-01-01', '2024-03-31'],
    ['quarter', '2025-12-31', '2025-10-01', '2025-12-31'],
    ['month', '2024-02-29', '2024-02-01', '2024-02-29'],
    ['month', '2025-12-01', '2025-12-01', '2025-12-31'],
  ] as const)('the %s of %s is from %s to %s', (kind, day, from, to) => {
    expect(daysOf(periodAt(kind, day))).toEqual({ from, to });
  });

  test('step over the ends of years', () => {
    const step = (kind: 'year' | 'quarter' | 'month', day: string, by: 1 | -1) =>
      daysOf(stepPeriod({ kind, from: day }, by))?.from;
    expect(step('month', '2025-01-01', -1)).toBe('2024-12-01');
    expect(step('month', '2024-12-01', 1)).toBe('2025-01-01');
    expect(step('quarter', '2025-01-01', -1)).toBe('2024-10-01');
    expect(step('quarter', '2024-10-01', 1)).toBe('2025-01-01');
    expect(step('year', '2025-01-01', -1)).toBe('2024-01-01');
  });

  test('are named in both languages', () => {
    const names = (kind: 'year' | 'quarter' | 'month') =>
      [en, zh].map((text) => periodText({ kind, from: '2025-07-01' }, text));
    expect(names('year')).toEqual(['2025', '2025 年']);
    expect(names('quarter')).toEqual(['Q3 2025', '2025 年第 3 季度']);
    expect(names('month')).toEqual(['July 2025', '2025 年 7 月']);
  });
});

describe('a change of the kind', () => {
  const today = '2025-08-15';

  test('keeps the end of the period, but no day after today', () => {
    expect(changeKind({ kind: 'year', from: '2024-01-01' }, 'month', today)).toEqual({
      kind: 'month',
      from: '2024-12-01',
    });
    expect(changeKind({ kind: 'year', from: '2025-01-01' }, 'quarter', today)).toEqual({
      kind: 'quarter',
      from: '2025-07-01',
    });
  });

  test('to days keeps all days, and days without an end lead to today', () => {
    const days = changeKind({ kind: 'quarter', from: '2025-01-01' }, 'days', today);
    expect(days).toEqual({ kind: 'days', from: '2025-01-01', to: '2025-03-31' });
    expect(daysOf(days)).toEqual({ from: '2025-01-01', to: '2025-03-31' });
    const open = { kind: 'days', from: '2025-01-01', to: undefined } as const;
    expect(daysOf(open)).toBeNull();
    expect(changeKind(open, 'month', today)).toEqual({ kind: 'month', from: '2025-08-01' });
  });
});
