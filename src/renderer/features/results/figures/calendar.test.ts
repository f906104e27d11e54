import { describe, expect, test } from 'vitest';
import { stepInCalendar, yearGrid } from './calendar.ts';

/** Calculated independently of the module. */
const weekdayOf = (day: string): number => (new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7;

describe('a year as weeks by weekdays', () => {
  test('contains every day of the year once, in the row of its weekday and in the order of the weeks', () => {
    for (const year of [1999, 2000, 2024, 2025, 2100]) {
      const { weekdays } = yearGrid(year);
      weekdays.forEach((days, weekday) => {
        const ofYear = days.filter((day) => day !== null);
        expect(ofYear.map(weekdayOf)).toEqual(ofYear.map(() => weekday));
        expect(ofYear).toEqual([...ofYear].sort());
      });
      const days = weekdays.flat().filter((day) => day !== null);
      const leap = new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
      expect(new Set(days).size).toBe(leap ? 366 : 365);
      expect(days.length).toBe(leap ? 366 : 365);
      expect(days.every((day) => day.startsWith(String(year)))).toBe(true);
    }
  });

  test('has its weeks below the months in which they begin', () => {
    const { weekdays, months } = yearGrid(2026);
    expect(months.map(({ month }) => month)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    // 2026 begins on a Thursday: the week of December 29, and the four Mondays of January.
    expect(months.slice(0, 2)).toEqual([
      { month: 1, weeks: 5 },
      { month: 2, weeks: 4 },
    ]);
    expect(months.reduce((sum, { weeks }) => sum + weeks, 0)).toBe(weekdays[0]?.length);
    expect(weekdays[0]?.[0]).toBeNull();
    expect(weekdays[3]?.[0]).toBe('2026-01-01');
    expect(weekdays[0]?.[5]).toBe('2026-02-02');
  });
});

describe('keys in the calendar', () => {
  const step = (day: string, key: string, far = false): string | null =>
    stepInCalendar(day, { key, far }, '2024-11-14', '2025-03-03');

  test('up and down move by a day, across months and years within the data', () => {
    expect(step('2025-01-01', 'ArrowUp')).toBe('2024-12-31');
    expect(step('2024-12-31', 'ArrowDown')).toBe('2025-01-01');
    expect(step('2024-11-01', 'ArrowUp')).toBe('2024-11-01');
    expect(step('2025-03-31', 'ArrowDown')).toBe('2025-03-31');
  });

  test('left and right move by a week', () => {
    expect(step('2025-01-15', 'ArrowLeft')).toBe('2025-01-08');
    expect(step('2024-12-28', 'ArrowRight')).toBe('2025-01-04');
    expect(step('2024-11-03', 'ArrowLeft')).toBe('2024-11-01');
  });

  test('page keys move by a year within the data', () => {
    expect(step('2025-01-15', 'PageUp')).toBe('2024-11-01');
    expect(step('2025-01-15', 'PageDown')).toBe('2025-03-31');
    expect(stepInCalendar('2024-02-29', { key: 'PageDown', far: false }, '2023-01-01', '2026-01-01')).toBe(
      '2025-02-28',
    );
  });

  test('Home and End move within the month, with Ctrl within the data', () => {
    expect(step('2025-02-14', 'Home')).toBe('2025-02-01');
    expect(step('2025-02-14', 'End')).toBe('2025-02-28');
    expect(step('2025-02-14', 'Home', true)).toBe('2024-11-01');
    expect(step('2025-02-14', 'End', true)).toBe('2025-03-31');
  });

  test('other keys do not move', () => {
    expect(step('2025-02-14', 'a')).toBeNull();
    expect(step('2025-02-14', 'Enter')).toBeNull();
  });
});
