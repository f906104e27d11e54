import { utcFormat } from '../utc-format.ts';

const longMonth = utcFormat('en-US', { month: 'long', year: 'numeric' });
const shortMonth = utcFormat('en-US', { month: 'short' });
const weekday = utcFormat('en-US', { weekday: 'short' });
const timeOf = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** Periods of the calendar, and the choice of one. */
export const periods = {
  periods: {
    label: 'Period',
    day: (day: string) => `${weekday(timeOf(day))} ${day}`,
    week: (monday: string) => `Week of ${monday}`,
    month: (year: number, month: number) => longMonth(Date.UTC(year, month - 1)),
    monthShort: (month: number) => shortMonth(Date.UTC(2000, month - 1)),
    quarter: (year: number, quarter: number) => `Q${quarter} ${year}`,
    year: (year: number) => String(year),
    span: (first: string, last: string) => (first === last ? first : `${first} to ${last}`),
    all: 'All time',
    earlier: 'Previous period',
    later: 'Next period',
    earlierMonth: 'Previous month',
    laterMonth: 'Next month',
    days: 'Days',
    calendar: 'Calendar',
    calendarKeys: 'Use the arrow keys to move between days. Press Enter on the first day, then on the last day.',
  },
};
