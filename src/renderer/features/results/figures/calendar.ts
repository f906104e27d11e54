import { dayNumber, dayOfNumber, weekdayOfNumber } from '../../../../shared/time/days.ts';
import type { Day } from '../../../../shared/values/domain.ts';

/** Columns of a month: up to 6 weekdays before its first day, and up to 31 days. */
export const calendarColumns = 37;

/** A month as a row of the calendar. Each day is in a column of its weekday, Monday first. */
export interface MonthRow {
  /** Year and month, such as "2025-03". */
  month: string;
  /** `calendarColumns` cells; `null` for a cell without a day. */
  cells: (Day | null)[];
}

export function yearOf(day: Day): number {
  return Number(day.slice(0, 4));
}

/** Returns the months of a year from the month of `first` to the month of `last`. */
export function monthRows(year: number, first: Day, last: Day): MonthRow[] {
  const rows: MonthRow[] = [];
  for (let month = Math.max(monthNumber(first), year * 12); month <= monthNumber(last); month++) {
    if (month >= (year + 1) * 12) break;
    const { start, length, offset } = monthShape(month);
    const cells = Array.from({ length: calendarColumns }, (_, column) =>
      column >= offset && column < offset + length ? dayOfNumber(start + column - offset) : null,
    );
    rows.push({ month: dayOfNumber(start).slice(0, 7), cells });
  }
  return rows;
}

export interface CalendarStep {
  key: string;
  /** True with Ctrl or Cmd. */
  far: boolean;
}

/**
 * Returns the day to which a key moves, within the months from `first` to `last`; `null` for another key. The keys up
 * and down stay in the column, or take the nearest day of the other month.
 */
export function stepInCalendar(day: Day, { key, far }: CalendarStep, first: Day, last: Day): Day | null {
  const [start, end] = [monthShape(monthNumber(first)), monthShape(monthNumber(last))];
  const bounds = { from: start.start, to: end.start + end.length - 1 };
  const here = monthShape(monthNumber(day));
  const months = monthsOfKey.get(key);
  if (months !== undefined) {
    const column = here.offset + dayNumber(day) - here.start;
    const month = monthShape(Math.min(monthNumber(last), Math.max(monthNumber(first), monthNumber(day) + months)));
    return dayOfNumber(month.start + Math.min(month.length - 1, Math.max(0, column - month.offset)));
  }
  switch (key) {
    case 'ArrowLeft':
      return dayOfNumber(Math.max(bounds.from, dayNumber(day) - 1));
    case 'ArrowRight':
      return dayOfNumber(Math.min(bounds.to, dayNumber(day) + 1));
    case 'Home':
      return dayOfNumber(far ? bounds.from : here.start);
    case 'End':
      return dayOfNumber(far ? bounds.to : here.start + here.length - 1);
    default:
      return null;
  }
}

const monthsOfKey = new Map([
  ['ArrowUp', -1],
  ['ArrowDown', 1],
  ['PageUp', -12],
  ['PageDown', 12],
]);

/** Returns the number of months since the year 0. */
export function monthNumber(day: Day): number {
  return yearOf(day) * 12 + Number(day.slice(5, 7)) - 1;
}

/** Returns the day number (`dayNumber`) of the first day of a month. */
export function startOfMonth(month: number): number {
  return dayNumber(
    `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}-01`,
  );
}

/** Returns the number of the first day, the number of days, and the number of weekdays before the first day. */
function monthShape(month: number): { start: number; length: number; offset: number } {
  const start = startOfMonth(month);
  return { start, length: startOfMonth(month + 1) - start, offset: weekdayOfNumber(start) - 1 };
}
