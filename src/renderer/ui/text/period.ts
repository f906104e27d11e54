import type { DateCondition } from '../../../shared/contract/filters.ts';
import { type DaySpan, kindOfPeriod, monthOf, spanOfDates } from '../../../shared/time/periods.ts';
import { formatTimestamp } from '../../../shared/time/time.ts';
import type { Day } from '../../../shared/values/domain.ts';
import type { Text } from '../../text/use-text.ts';

/** Returns a span of days in words: the name of the period of the calendar that it is, or its ends. */
export function spanText(span: DaySpan, { periods }: Text): string {
  const { year, month } = monthOf(span.from);
  switch (kindOfPeriod(span)) {
    case 'day':
      return periods.day(span.from);
    case 'week':
      return periods.week(span.from);
    case 'month':
      return periods.month(year, month);
    case 'quarter':
      return periods.quarter(year, Math.ceil(month / 3));
    case 'year':
      return periods.year(year);
    case null:
      return periods.span(span.from, span.to);
  }
}

/** Presets that have the name of their days: their ends say less. */
const namedPresets: readonly string[] = ['last-7-days', 'last-30-days'];

/** Returns the dates of a filter in words. `zone`: time zone of the ends of a span of time. */
export function datesText(dates: DateCondition | undefined, today: Day, zone: string, text: Text): string {
  const span = spanOfDates(dates, today);
  if (dates && 'preset' in dates && namedPresets.includes(dates.preset)) return text.filter.presets[dates.preset];
  if (span !== null) return spanText(span, text);
  if (dates === undefined) return text.periods.all;
  if ('since' in dates) {
    return text.periods.span(formatTimestamp(dates.since, zone), formatTimestamp(dates.before, zone));
  }
  const { from, to } = 'preset' in dates ? {} : dates;
  if (from !== undefined && to !== undefined) return text.periods.span(from, to);
  if (from !== undefined) return text.filter.chip.since(from);
  return to === undefined ? text.periods.all : text.filter.chip.until(to);
}
