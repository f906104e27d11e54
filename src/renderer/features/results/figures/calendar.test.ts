import { describe, expect, test } from 'vitest';
import { calendarColumns, monthRows, stepInCalendar } from './calendar.ts';

/** Calculated independently of the module. */
const weekdayOf = (day: string): number => (new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7;

describe('the months of a year as rows', () => {
  test('contain every day of the year once, in the column of its weekday', () => {
    for (const year of [1999, 2000, 2024, 2025, 2100]) {
      const rows = monthRows(year, '1990-05-05', '2110-01-01');
      expect(rows.map(({ month }) => month)).toEqual(
        Array.from({ length: 12 }, (_, month) => `${year}-${String(month + 1).padStart(2, '0')}`),
      );
      const days = rows.flatMap(({ cells }) => cells.filter((day) => day !== null));
      const leap = new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
      expect(days.length).toBe(leap ? 366 : 365);
      expect(days).toEqual([...new Set(days)].sort());
      for (const { cells, month } of rows) {
        expect(cells.length).toBe(calendarColumns);
        cells.forEach((day, column) => {
          if (day === null) return;
          expect(day.startsWith(month)).toBe(true);
          expect(column % 7).toBe(weekdayOf(day));
        });
        expect(cells.findIndex((day) => day !== null)).toBeLessThan(7);
      }
    }
  });

  test('start and end with the months of the data', () => {
    expect(monthRows(2025, '2024-11-30', '2025-02-01').map(({ month }) => month)).toEqual(['2025-01', '2025-02']);
    expect(monthRows(2024, '2024-11-30', '2025-02-01').map(({ month }) => month)).toEqual(['2024-11', '2024-12']);
    expect(monthRows(2023, '2024-11-30', '2025-02-01')).toEqual([]);
  });
});

describe('keys in the calendar', () => {
  const step = (day: string, key: string, far = false): string | null =>
    stepInCalendar(day, { key, far }, '2024-11-14', '2025-03-03');

  test('left and right cross months and years within the data', () => {
    expect(step('2025-01-01', 'ArrowLeft')).toBe('2024-12-31');
    expect(step('2024-12-31', 'ArrowRight')).toBe('2025-01-01');
    expect(step('2024-11-01', 'ArrowLeft')).toBe('2024-11-01');
    expect(step('2025-03-31', 'ArrowRight')).toBe('2025-03-31');
  });

  test('up and down stay in the column or take the nearest day', () => {
    // 2025-01-15 is the third Wednesday after an offset of 2; the month before begins on a Sunday, an offset of 6.
    expect(step('2025-01-15', 'ArrowUp')).toBe('2024-12-11');
    expect(weekdayOf('2024-12-11')).toBe(weekdayOf('2025-01-15'));
    expect(step('2024-12-31', 'ArrowDown')).toBe('2025-01-31');
    expect(step('2025-01-01', 'ArrowUp')).toBe('2024-12-01');
    expect(step('2024-11-20', 'ArrowUp')).toBe('2024-11-20');
  });

  test('page keys move by a year within the data', () => {
    expect(step('2025-01-15', 'PageUp')?.slice(0, 7)).toBe('2024-11');
    expect(step('2025-01-15', 'PageDown')?.slice(0, 7)).toBe('2025-03');
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
