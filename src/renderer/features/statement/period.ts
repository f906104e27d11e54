import { addDays, daysOfMonths } from '../../../shared/days.ts';
import type { Day } from '../../../shared/domain.ts';
import type { Text } from '../../text/use-text.ts';

/** Periods of the calendar, with their numbers of months. */
const months = { year: 12, quarter: 3, month: 1 } as const;
type CalendarKind = keyof typeof months;
export const periodKinds = ['year', 'quarter', 'month', 'days'] as const;
export type PeriodKind = (typeof periodKinds)[number];

/** The period of a statement: one of the calendar, by its first day, or any days. */
export type Period =
  | { kind: CalendarKind; from: Day }
  /** An end is `undefined` until the user has entered it. */
  | { kind: 'days'; from: Day | undefined; to: Day | undefined };

/** First and last day. */
export interface DaySpan {
  from: Day;
  to: Day;
}

/** Returns the period of a kind that contains a day. */
export function periodAt(kind: CalendarKind, day: Day): Period {
  const { year, month } = partsOf(day);
  return { kind, from: daysOfMonths(year, month - ((month - 1) % months[kind]), 1).from };
}

/** Returns the first and the last day; `null` if the user has not entered both. */
export function daysOf(period: Period): DaySpan | null {
  const { kind, from } = period;
  if (kind !== 'days') return daysOfMonths(partsOf(from).year, partsOf(from).month, months[kind]);
  return from !== undefined && period.to !== undefined ? { from, to: period.to } : null;
}

/** Returns the period of the calendar before or after another one. */
export function stepPeriod(period: Period & { kind: CalendarKind }, step: 1 | -1): Period {
  const { kind, from } = period;
  return periodAt(kind, step === 1 ? addDays(daysOf(period)?.to ?? from, 1) : addDays(from, -1));
}

/** Returns the period of another kind that contains the end of a period. All days of a period stay. */
export function changeKind(period: Period, kind: PeriodKind, today: Day): Period {
  const days = daysOf(period);
  if (kind === 'days') return { kind, from: days?.from, to: days?.to };
  const end = days === null || days.to > today ? today : days.to;
  return periodAt(kind, end);
}

/** Returns a period of the calendar in words. */
export function periodText({ kind, from }: Period & { kind: CalendarKind }, { statement }: Text): string {
  const { year, month } = partsOf(from);
  if (kind === 'year') return statement.year(year);
  return kind === 'quarter' ? statement.quarter(year, Math.ceil(month / 3)) : statement.month(year, month);
}

function partsOf(day: Day): { year: number; month: number } {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return { year, month };
}
