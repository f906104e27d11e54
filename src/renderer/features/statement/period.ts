import { type DaySpan, periodAtEnd, periodAt as spanAt, stepPeriod as stepSpan } from '../../../shared/time/periods.ts';
import type { Day } from '../../../shared/values/domain.ts';
import type { Text } from '../../text/use-text.ts';
import { spanText } from '../../ui/text/period.ts';

type CalendarKind = 'year' | 'quarter' | 'month';
export const periodKinds = ['year', 'quarter', 'month', 'days'] as const;
export type PeriodKind = (typeof periodKinds)[number];

/** The period of a statement: one of the calendar, by its first day, or any days. */
export type Period =
  | { kind: CalendarKind; from: Day }
  /** An end is `undefined` until the user has entered it. */
  | { kind: 'days'; from: Day | undefined; to: Day | undefined };

/** Returns the period of a kind that contains a day. */
export function periodAt(kind: CalendarKind, day: Day): Period {
  return { kind, from: spanAt(kind, day).from };
}

/** Returns the first and the last day; `null` if the user has not entered both. */
export function daysOf(period: Period): DaySpan | null {
  const { kind, from } = period;
  if (kind !== 'days') return spanAt(kind, from);
  return from !== undefined && period.to !== undefined ? { from, to: period.to } : null;
}

/** Returns the period of the calendar before or after another one. */
export function stepPeriod({ kind, from }: Period & { kind: CalendarKind }, step: 1 | -1): Period {
  return { kind, from: stepSpan(spanAt(kind, from), step).from };
}

/** Returns the period of another kind that contains the end of a period. All days of a period stay. */
export function changeKind(period: Period, kind: PeriodKind, today: Day): Period {
  const days = daysOf(period);
  if (kind === 'days') return { kind, from: days?.from, to: days?.to };
  return { kind, from: periodAtEnd(kind, days, today).from };
}

/** Returns a period of the calendar in words. */
export function periodText({ kind, from }: Period & { kind: CalendarKind }, text: Text): string {
  return spanText(spanAt(kind, from), text);
}
