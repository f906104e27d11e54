/** Periods of the calendar: which days they have, and which ones are before and after them. */
import type { DateCondition } from '../contract/filters.ts';
import type { DatePreset } from '../orders/history.ts';
import type { Day, Timestamp } from '../values/domain.ts';
import {
  addDays,
  dayNumber,
  dayOf,
  dayOfNumber,
  endOfDay,
  startOfDay,
  type TimeRange,
  weekdayOfNumber,
} from './days.ts';

export const periodKinds = ['day', 'week', 'month', 'quarter', 'year'] as const;
export type PeriodKind = (typeof periodKinds)[number];

const dayMs = 86_400_000;
const daysPerWeek = 7;
const monthsPerYear = 12;
const monthsOf = { month: 1, quarter: 3, year: monthsPerYear } as const;

/** First and last day. A span of days that is exactly a period of the calendar is that period. */
export interface DaySpan {
  from: Day;
  to: Day;
}

/** Returns the period that contains a day. Weeks begin on Monday. */
export function periodAt(kind: PeriodKind, day: Day): DaySpan {
  switch (kind) {
    case 'day':
      return { from: day, to: day };
    case 'week': {
      const from = addDays(day, 1 - weekdayOfNumber(dayNumber(day)));
      return { from, to: addDays(from, daysPerWeek - 1) };
    }
    default: {
      const { year, month } = monthOf(day);
      return daysOfMonths(year, month - ((month - 1) % monthsOf[kind]), monthsOf[kind]);
    }
  }
}

/** Returns the kind of the period that the days are; `null` if they are none. */
export function kindOfPeriod({ from, to }: DaySpan): PeriodKind | null {
  return periodKinds.find((kind) => periodAt(kind, from).from === from && periodAt(kind, from).to === to) ?? null;
}

/** Returns the period before or after a period. For other days: as many days, directly before or after them. */
export function stepPeriod(span: DaySpan, step: 1 | -1): DaySpan {
  const kind = kindOfPeriod(span);
  if (kind !== null) return periodAt(kind, addDays(step === 1 ? span.to : span.from, step));
  const days = step * lengthOf(span);
  return { from: addDays(span.from, days), to: addDays(span.to, days) };
}

/** Returns the same period of the year before: of a week, the one 52 weeks before; of other days, the days of the same dates. */
export function yearBefore(span: DaySpan): DaySpan {
  const kind = kindOfPeriod(span);
  if (kind === 'week') return periodAt(kind, addDays(span.from, -52 * daysPerWeek));
  if (kind !== null && kind !== 'day') return periodAt(kind, dateYearBefore(span.from));
  return { from: dateYearBefore(span.from), to: dateYearBefore(span.to) };
}

/** Returns the number of days. */
export function lengthOf({ from, to }: DaySpan): number {
  return dayNumber(to) - dayNumber(from) + 1;
}

/** Returns the first days of a span, at most all of them. */
export function firstDays(span: DaySpan, days: number): DaySpan {
  const to = addDays(span.from, days - 1);
  return to < span.to ? { from: span.from, to } : span;
}

/** Returns the part of a period up to today; the whole period if it does not contain today. */
export function elapsedDays(span: DaySpan, today: Day): DaySpan {
  return span.from <= today && today < span.to ? { from: span.from, to: today } : span;
}

/** Year, and month from 1 to 12. */
export function monthOf(day: Day): { year: number; month: number } {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return { year, month };
}

/** February 29 has February 28 before it. */
function dateYearBefore(day: Day): Day {
  const { year, month } = monthOf(day);
  const { from, to } = daysOfMonths(year - 1, month, 1);
  const same = addDays(from, Number(day.slice(8)) - 1);
  return same > to ? to : same;
}

/** Returns the period of a kind that contains the end of a span, or today if the span ends later. */
export function periodAtEnd(kind: PeriodKind, span: DaySpan | null, today: Day): DaySpan {
  return periodAt(kind, span === null || span.to > today ? today : span.to);
}

/** Returns the time range of a filter. Presets are days of the zone's calendar, relative to the day of `now`. */
export function resolveDates(created: DateCondition | undefined, zone: string, now: Timestamp): TimeRange {
  if (created && 'since' in created) return { from: created.since, to: created.before };
  const days = created && 'preset' in created ? presetDays(created.preset, dayOf(now, zone)) : (created ?? {});
  return {
    from: days.from === undefined ? Number.NEGATIVE_INFINITY : startOfDay(days.from, zone),
    to: days.to === undefined ? Number.POSITIVE_INFINITY : endOfDay(days.to, zone),
  };
}

/** Returns the days of a preset. */
function presetDays(preset: DatePreset, today: Day): DaySpan {
  switch (preset) {
    case 'today':
      return periodAt('day', today);
    case 'yesterday':
      return periodAt('day', addDays(today, -1));
    case 'this-week':
      return periodAt('week', today);
    case 'last-week':
      return stepPeriod(periodAt('week', today), -1);
    case 'this-month':
      return periodAt('month', today);
    case 'last-month':
      return stepPeriod(periodAt('month', today), -1);
    case 'this-quarter':
      return periodAt('quarter', today);
    case 'last-quarter':
      return stepPeriod(periodAt('quarter', today), -1);
    case 'this-year':
      return periodAt('year', today);
    case 'last-year':
      return stepPeriod(periodAt('year', today), -1);
    case 'last-7-days':
      return { from: addDays(today, -6), to: today };
    case 'last-30-days':
      return { from: addDays(today, -29), to: today };
  }
}

/** Returns the first and the last day of a filter's dates; `null` if one of them is missing, or if the ends are times. */
export function spanOfDates(dates: DateCondition | undefined, today: Day): DaySpan | null {
  if (dates === undefined || 'since' in dates) return null;
  if ('preset' in dates) return presetDays(dates.preset, today);
  const { from, to } = dates;
  return from === undefined || to === undefined || to < from ? null : { from, to };
}

const currentPresets = {
  day: 'today',
  week: 'this-week',
  month: 'this-month',
  quarter: 'this-quarter',
  year: 'this-year',
} as const satisfies Record<PeriodKind, DatePreset>;

/** Returns the dates of a filter for a span. The current day, week, month, quarter or year is a preset, which follows the calendar. */
export function datesOfSpan(span: DaySpan, today: Day): DateCondition {
  const kind = kindOfPeriod(span);
  const isCurrent = kind !== null && span.from <= today && today <= span.to;
  return isCurrent ? { preset: currentPresets[kind] } : span;
}

/** Returns the first and the last day of months. `month`: 1 to 12; 0 is the December of the year before. */
export function daysOfMonths(year: number, month: number, count: number): DaySpan {
  return {
    from: dayOfNumber(Date.UTC(year, month - 1, 1) / dayMs),
    to: dayOfNumber(Date.UTC(year, month - 1 + count, 1) / dayMs - 1),
  };
}
