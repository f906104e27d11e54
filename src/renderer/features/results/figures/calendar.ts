import { addDays, dayNumber } from '../../../../shared/time/days.ts';
import { daysOfMonths, monthOf, periodAt } from '../../../../shared/time/periods.ts';
import type { Day } from '../../../../shared/values/domain.ts';
import { stepMonth } from '../../../ui/controls/MonthGrid.tsx';
import type { magnitudeScale } from './magnitude.ts';
import { type NetPart, netTone } from './net-figures.ts';
import { netPnl } from './parts.ts';

const weekLength = 7;

/** Attributes of a day for the style sheet: the sign of its PnL, and how large it is among the days. */
export interface DayFill {
  'data-sign': 'loss' | 'zero' | 'profit';
  'data-magnitude': number;
}

/** Returns the fill of a day. A PnL after fees whose sign is uncertain has that of zero. */
export function dayFill(magnitudeOf: ReturnType<typeof magnitudeScale>): (part: NetPart) => DayFill {
  return (part) => {
    const tone = netTone(part);
    if (tone !== 'up' && tone !== 'down') return { 'data-sign': 'zero', 'data-magnitude': 0 };
    return { 'data-sign': tone === 'up' ? 'profit' : 'loss', 'data-magnitude': magnitudeOf(netPnl(part)) };
  };
}

export function yearOf(day: Day): number {
  return Number(day.slice(0, 4));
}

/** A year as weeks, Monday first. */
export interface YearGrid {
  /** Seven rows, from Monday to Sunday, with the day of each week; `null` for a day of another year. */
  weekdays: (Day | null)[][];
  /** The months, with the number of weeks that begin in each. The first week of a year belongs to its first month. */
  months: { month: number; weeks: number }[];
}

export function yearGrid(year: number): YearGrid {
  const { from, to } = daysOfMonths(year, 1, 12);
  const mondays: Day[] = [];
  for (let monday = periodAt('week', from).from; monday <= to; monday = addDays(monday, weekLength)) {
    mondays.push(monday);
  }
  const weekdays = Array.from({ length: weekLength }, (_, weekday) =>
    mondays.map((monday) => {
      const day = addDays(monday, weekday);
      return yearOf(day) === year ? day : null;
    }),
  );
  const months = Array.from({ length: 12 }, (_, index) => {
    const month = index + 1;
    return { month, weeks: mondays.filter((monday) => monthOf(monday < from ? from : monday).month === month).length };
  });
  return { weekdays, months };
}

export interface CalendarStep {
  key: string;
  /** True with Ctrl or Cmd. */
  far: boolean;
}

/**
 * Returns the day to which a key moves in a grid of weeks by weekdays, within the months from `first` to `last`; `null` for another key. Left and
 * right move by a week, up and down by a day, the page keys by a year, Home and End within the month.
 */
export function stepInCalendar(day: Day, { key, far }: CalendarStep, first: Day, last: Day): Day | null {
  const bounds = { from: periodAt('month', first).from, to: periodAt('month', last).to };
  const next = far
    ? key === 'Home'
      ? bounds.from
      : key === 'End'
        ? bounds.to
        : steppedDay(day, key)
    : steppedDay(day, key);
  if (next === null) return null;
  if (next < bounds.from) return bounds.from;
  return next > bounds.to ? bounds.to : next;
}

function steppedDay(day: Day, key: string): Day | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -weekLength);
    case 'ArrowRight':
      return addDays(day, weekLength);
    case 'ArrowUp':
      return addDays(day, -1);
    case 'ArrowDown':
      return addDays(day, 1);
    case 'PageUp':
      return stepMonth(day, -12);
    case 'PageDown':
      return stepMonth(day, 12);
    case 'Home':
      return periodAt('month', day).from;
    case 'End':
      return periodAt('month', day).to;
    default:
      return null;
  }
}

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
