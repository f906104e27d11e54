import { createAtom } from '@tanstack/react-store';
import type { DateCondition } from '../../../shared/contract/filters.ts';
import { dayNumber } from '../../../shared/time/days.ts';
import {
  type DaySpan,
  elapsedDays,
  firstDays,
  lengthOf,
  spanOfDates,
  stepPeriod,
  yearBefore,
} from '../../../shared/time/periods.ts';
import type { Day } from '../../../shared/values/domain.ts';

export const relativeComparisons = ['before', 'year'] as const;
/** The days with which the period is compared: those before it, those a year before, or any. `null`: it is not compared. */
export type Comparison = (typeof relativeComparisons)[number] | DaySpan | null;

/** Kept until the page is reloaded. */
export const chosenComparison = createAtom<Comparison>('before');

/** Earlier results beside the shown ones. The object must stay the same between renders. */
export interface Compared<Data> {
  results: Data;
  /** The earlier days in words. */
  name: string;
  /** Days from an earlier day to the shown one beside it. */
  shift: number;
}

/**
 * Returns the days with which dates are compared; `null` if the dates have no first or no last day. A period that contains today is
 * compared with as many days as have elapsed of it.
 */
export function comparedDays(dates: DateCondition | undefined, comparison: Comparison, today: Day): DaySpan | null {
  const span = spanOfDates(dates, today);
  if (span === null || comparison === null) return null;
  if (typeof comparison === 'object') return comparison;
  const earlier = comparison === 'year' ? yearBefore(span) : stepPeriod(span, -1);
  const elapsed = elapsedDays(span, today);
  return elapsed === span ? earlier : firstDays(earlier, lengthOf(elapsed));
}

/** Returns the days from the first day of a span to that of another one. */
export function shiftBetween(earlier: DaySpan, span: DaySpan): number {
  return dayNumber(span.from) - dayNumber(earlier.from);
}
