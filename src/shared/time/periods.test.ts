import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DatePreset } from '../orders/history.ts';
import { addDays, dayNumber, dayOf, dayOfNumber, weekdayOfNumber } from './days.ts';
import {
  datesOfSpan,
  elapsedDays,
  firstDays,
  kindOfPeriod,
  lengthOf,
  periodAt,
  periodAtEnd,
  periodKinds,
  resolveDates,
  spanOfDates,
  stepPeriod,
  yearBefore,
} from './periods.ts';

const anyDayNumber = fc.integer({ min: dayNumber('1900-01-01'), max: dayNumber('2200-12-31') });
const anyDay = anyDayNumber.map(dayOfNumber);
const anyTime = anyDayNumber.map((number) => (number + 0.4) * 86_400_000);
const anyZone = fc.constantFrom('UTC', 'Europe/Berlin', 'Pacific/Apia', 'America/Havana', 'Asia/Kathmandu');
const anyKind = fc.constantFrom(...periodKinds);

/** The name that all days of a period have in common, found without arithmetic of months. */
const nameOf = {
  day: (day: string) => day,
  week: (day: string) => String(dayNumber(day) - weekdayOfNumber(dayNumber(day))),
  month: (day: string) => day.slice(0, 7),
  quarter: (day: string) => `${day.slice(0, 4)} ${Math.ceil(Number(day.slice(5, 7)) / 3)}`,
  year: (day: string) => day.slice(0, 4),
};

describe('a period of the calendar', () => {
  test('has exactly the days with its name', () => {
    fc.assert(
      fc.property(anyKind, anyDay, (kind, day) => {
        const { from, to } = periodAt(kind, day);
        const name = nameOf[kind];
        expect(from <= day && day <= to).toBe(true);
        expect([name(from), name(to)]).toEqual([name(day), name(day)]);
        expect(name(addDays(from, -1))).not.toBe(name(day));
        expect(name(addDays(to, 1))).not.toBe(name(day));
        expect(kindOfPeriod({ from, to })).toBe(kind);
      }),
    );
  });

  test('has the next one directly after it, and leads back', () => {
    fc.assert(
      fc.property(anyKind, anyDay, (kind, day) => {
        const period = periodAt(kind, day);
        const next = stepPeriod(period, 1);
        expect(next.from).toBe(addDays(period.to, 1));
        expect(kindOfPeriod(next)).toBe(kind);
        expect(stepPeriod(next, -1)).toEqual(period);
      }),
    );
  });

  test('other days step by their number', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 1, max: 900 }), (from, length) => {
        const span = { from, to: addDays(from, length - 1) };
        if (kindOfPeriod(span) !== null) return;
        expect(stepPeriod(span, -1)).toEqual({ from: addDays(from, -length), to: addDays(from, -1) });
        expect(lengthOf(stepPeriod(span, 1))).toBe(length);
      }),
    );
  });

  test.each([
    ['2024-02-29', '2024-02-29', '2023-02-28', '2023-02-28'],
    ['2024-02-01', '2024-02-29', '2023-02-01', '2023-02-28'],
    ['2025-02-01', '2025-02-28', '2024-02-01', '2024-02-29'],
    ['2026-10-01', '2026-12-31', '2025-10-01', '2025-12-31'],
    ['2026-11-23', '2026-11-29', '2025-11-24', '2025-11-30'],
    ['2026-01-15', '2026-03-03', '2025-01-15', '2025-03-03'],
  ])('a year before %s to %s', (from, to, earlierFrom, earlierTo) => {
    expect(yearBefore({ from, to })).toEqual({ from: earlierFrom, to: earlierTo });
  });

  test('a running period has elapsed up to today, and another one can be cut to as many days', () => {
    const october = periodAt('month', '2026-10-10');
    expect(elapsedDays(october, '2026-10-23')).toEqual({ from: '2026-10-01', to: '2026-10-23' });
    expect(elapsedDays(october, '2026-11-23')).toEqual(october);
    expect(elapsedDays(october, '2026-09-30')).toEqual(october);
    expect(firstDays(october, 23)).toEqual({ from: '2026-10-01', to: '2026-10-23' });
    expect(firstDays(periodAt('month', '2026-02-01'), 31)).toEqual(periodAt('month', '2026-02-01'));
  });

  test('of another kind contains the end of a span, but no day after today', () => {
    expect(periodAtEnd('month', periodAt('year', '2025-05-05'), '2026-11-23')).toEqual(periodAt('month', '2025-12-31'));
    expect(periodAtEnd('month', periodAt('year', '2026-05-05'), '2026-11-23')).toEqual(periodAt('month', '2026-11-23'));
    expect(periodAtEnd('day', null, '2026-11-23')).toEqual(periodAt('day', '2026-11-23'));
  });
});

describe('the dates of a filter', () => {
  const today = '2026-11-23';

  test('are a span if both ends are days', () => {
    expect(spanOfDates({ preset: 'last-quarter' }, today)).toEqual({ from: '2026-07-01', to: '2026-09-30' });
    expect(spanOfDates({ from: '2026-01-02', to: '2026-01-03' }, today)).toEqual({
      from: '2026-01-02',
      to: '2026-01-03',
    });
    for (const dates of [undefined, {}, { from: today }, { to: today }, { from: '2026-02-02', to: '2026-02-01' }]) {
      expect(spanOfDates(dates, today)).toBeNull();
    }
    expect(spanOfDates({ since: 1, before: 2 }, today)).toBeNull();
  });

  test('follow the calendar for the current period only', () => {
    fc.assert(
      fc.property(anyKind, anyDay, anyDay, (kind, day, now) => {
        const period = periodAt(kind, day);
        const dates = datesOfSpan(period, now);
        expect('preset' in dates).toBe(period.from <= now && now <= period.to);
        expect(spanOfDates(dates, now)).toEqual(period);
      }),
    );
  });
});

describe('resolveDates', () => {
  const now = Date.parse('2025-03-02T23:30:00Z');
  const resolved = (created: Parameters<typeof resolveDates>[0], zone: string, at = now) => {
    const { from, to } = resolveDates(created, zone, at);
    return [from, to].map((time) => (Number.isFinite(time) ? new Date(time).toISOString().slice(0, 16) : time));
  };

  test.each<[DatePreset, string, string]>([
    ['today', '2025-03-02T00:00', '2025-03-03T00:00'],
    ['yesterday', '2025-03-01T00:00', '2025-03-02T00:00'],
    ['last-7-days', '2025-02-24T00:00', '2025-03-03T00:00'],
    ['last-30-days', '2025-02-01T00:00', '2025-03-03T00:00'],
    ['this-week', '2025-02-24T00:00', '2025-03-03T00:00'],
    ['last-week', '2025-02-17T00:00', '2025-02-24T00:00'],
    ['this-month', '2025-03-01T00:00', '2025-04-01T00:00'],
    ['last-month', '2025-02-01T00:00', '2025-03-01T00:00'],
    ['this-quarter', '2025-01-01T00:00', '2025-04-01T00:00'],
    ['last-quarter', '2024-10-01T00:00', '2025-01-01T00:00'],
    ['this-year', '2025-01-01T00:00', '2026-01-01T00:00'],
    ['last-year', '2024-01-01T00:00', '2025-01-01T00:00'],
  ])('%s', (preset, from, to) => {
    expect(resolved({ preset }, 'UTC')).toEqual([from, to]);
  });

  test('today depends on the zone', () => {
    expect(resolved({ preset: 'today' }, 'Asia/Kolkata')).toEqual(['2025-03-02T18:30', '2025-03-03T18:30']);
    expect(resolved({ preset: 'this-month' }, 'America/New_York')).toEqual(['2025-03-01T05:00', '2025-04-01T04:00']);
  });

  test('last month in January is December', () => {
    const january = Date.UTC(2025, 0, 31);
    expect(resolved({ preset: 'last-month' }, 'UTC', january)).toEqual(['2024-12-01T00:00', '2025-01-01T00:00']);
  });

  test('a range includes both days; a missing day leaves it open', () => {
    const infinite = Number.POSITIVE_INFINITY;
    expect(resolved({ from: '2025-03-01', to: '2025-03-01' }, 'UTC')).toEqual(['2025-03-01T00:00', '2025-03-02T00:00']);
    expect(resolved({ from: '2025-03-01' }, 'UTC')).toEqual(['2025-03-01T00:00', infinite]);
    expect(resolved({ to: '2025-03-01' }, 'UTC')).toEqual([-infinite, '2025-03-02T00:00']);
    expect(resolved({}, 'UTC')).toEqual([-infinite, infinite]);
    expect(resolved(undefined, 'UTC')).toEqual([-infinite, infinite]);
  });

  test('a range that ends before it begins is empty', () => {
    const { from, to } = resolveDates({ from: '2025-03-05', to: '2025-03-01' }, 'UTC', now);
    expect(to).toBeLessThan(from);
  });

  test('a time is in the range if its day is', () => {
    fc.assert(
      fc.property(anyTime, anyDay, anyDay, anyZone, (time, from, to, zone) => {
        const range = resolveDates({ from, to }, zone, now);
        const name = dayOf(time, zone);
        expect(time >= range.from && time < range.to).toBe(name >= from && name <= to);
      }),
    );
  });
});
