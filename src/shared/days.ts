import type { Timestamp } from './domain.ts';
import type { DatePreset, Day, HistoryFilter } from './history.ts';
import { zoneOffsets } from './zone-offsets.ts';

const hourLength = 3_600_000;
const dayLength = 24 * hourLength;
/** No zone is further from UTC than this, so a day begins at most this long before and after its midnight in UTC. */
const furthestOffset = 26 * hourLength;

/** Half-open: `from` belongs to it, `to` does not. An end that is open is infinite; nothing is in it where `to` <= `from`. */
export interface TimeRange {
  from: number;
  to: number;
}

/**
 * Whole hours of the zone's calendar since its 1970-01-01T00:00, for grouping many times: a day is `floor(hours / 24)`, see
 * `dayOfNumber`. Throws a RangeError where this machine does not know the zone.
 */
export function localHours(zone: string): (time: Timestamp) => number {
  const offsets = zoneOffsets(zone);
  return (time) => Math.floor((time + offsets.at(time)) / hourLength);
}

/** The day of the zone's calendar to which the time belongs. */
export function dayOf(time: Timestamp, zone: string): Day {
  return dayOfNumber(dayNumberAt(time, zone));
}

/** 1 is Monday, 7 is Sunday. */
export function weekdayOf(time: Timestamp, zone: string): number {
  return weekdayOfNumber(dayNumberAt(time, zone));
}

/** 0 to 23. */
export function hourOf(time: Timestamp, zone: string): number {
  const hours = localHours(zone)(time);
  return hours - 24 * Math.floor(hours / 24);
}

/** Days since 1970-01-01, which is 0. Throws a RangeError for what is no day of the years 0 to 9999. */
export function dayNumber(day: Day): number {
  const number = Date.parse(`${day}T00:00:00Z`) / dayLength;
  if (!Number.isInteger(number) || dayOfNumber(number) !== day) throw new RangeError(`${day} is not a day.`);
  return number;
}

/** The opposite of `dayNumber`. */
export function dayOfNumber(number: number): Day {
  return new Date(number * dayLength).toISOString().slice(0, 10);
}

/** 1 is Monday, 7 is Sunday. */
export function weekdayOfNumber(number: number): number {
  return ((((number + 3) % 7) + 7) % 7) + 1;
}

/** A day of the calendar so many days later, or earlier where `days` is negative. */
export function addDays(day: Day, days: number): Day {
  return dayOfNumber(dayNumber(day) + days);
}

/**
 * The first millisecond of the day in the zone. It need not be midnight, and the day has 23 or 25 hours where the clocks are
 * changed. A day that the zone left out (2011-12-30 in Pacific/Apia) begins when the next one does, so that nothing is in it.
 */
export function startOfDay(day: Day, zone: string): Timestamp {
  const number = dayNumber(day);
  const midnight = number * dayLength;
  let before = midnight - furthestOffset;
  let start = midnight + furthestOffset;
  while (start - before > 1) {
    const middle = Math.floor((before + start) / 2);
    if (dayNumberAt(middle, zone) >= number) start = middle;
    else before = middle;
  }
  return start;
}

/** The first millisecond after the day in the zone. */
export function endOfDay(day: Day, zone: string): Timestamp {
  return startOfDay(addDays(day, 1), zone);
}

/** The times that the filter means: a preset is days of the zone's calendar, counted from the day of `now` there. */
export function resolveDates(created: HistoryFilter['created'], zone: string, now: Timestamp): TimeRange {
  const days = created && 'preset' in created ? presetDays(created.preset, dayOf(now, zone)) : (created ?? {});
  return {
    from: days.from === undefined ? Number.NEGATIVE_INFINITY : startOfDay(days.from, zone),
    to: days.to === undefined ? Number.POSITIVE_INFINITY : endOfDay(days.to, zone),
  };
}

/** Both days belong to it. */
function presetDays(preset: DatePreset, today: Day): { from: Day; to: Day } {
  const [year = 0, month = 0] = today.split('-').map(Number);
  switch (preset) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case 'last-7-days':
      return { from: addDays(today, -6), to: today };
    case 'last-30-days':
      return { from: addDays(today, -29), to: today };
    case 'this-month':
      return daysOfMonths(year, month, 1);
    case 'last-month':
      return daysOfMonths(year, month - 1, 1);
    case 'this-year':
      return daysOfMonths(year, 1, 12);
    case 'last-year':
      return daysOfMonths(year - 1, 1, 12);
  }
}

/** `month` counts from 1; 0 is the December before. */
function daysOfMonths(year: number, month: number, count: number): { from: Day; to: Day } {
  return {
    from: dayOfNumber(Date.UTC(year, month - 1, 1) / dayLength),
    to: dayOfNumber(Date.UTC(year, month - 1 + count, 1) / dayLength - 1),
  };
}

function dayNumberAt(time: Timestamp, zone: string): number {
  return Math.floor((time + zoneOffsets(zone).at(time)) / dayLength);
}
