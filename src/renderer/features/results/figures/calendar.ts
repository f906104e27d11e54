import { dayNumber, dayOfNumber, weekdayOfNumber } from '../../../../shared/days.ts';
import type { Day } from '../../../../shared/history.ts';

/** Six weekdays before the first of a month, and thirty-one days. */
export const calendarColumns = 37;

/** A month as a row: each day under its weekday, Monday first, so that weekdays stand below one another. */
export interface MonthRow {
  /** "2025-03" */
  month: string;
  /** `calendarColumns` of them; `null` where no day of the month is. */
  cells: (Day | null)[];
}

export function yearOf(day: Day): number {
  return Number(day.slice(0, 4));
}

/** The months of the year that lie between the two days' months, both included. */
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
  /** With Ctrl, or Cmd. */
  far: boolean;
}

/**
 * The day to which a key leads within the months of `first` to `last`; `null` for a key that leads nowhere. Upwards and
 * downwards stay under the same column; where the other month has no day there, its nearest is taken.
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

/** Months since the year 0. */
export function monthNumber(day: Day): number {
  return yearOf(day) * 12 + Number(day.slice(5, 7)) - 1;
}

/** The number of the month's first day, as `dayNumber` counts. */
export function startOfMonth(month: number): number {
  return dayNumber(
    `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}-01`,
  );
}

/** The number of its first day, its days, and how many weekdays of its first week come before it. */
function monthShape(month: number): { start: number; length: number; offset: number } {
  const start = startOfMonth(month);
  return { start, length: startOfMonth(month + 1) - start, offset: weekdayOfNumber(start) - 1 };
}
