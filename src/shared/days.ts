import type { DateCondition } from './contract/lists.ts';
import type { Day, Timestamp } from './domain.ts';
import type { DatePreset } from './history.ts';
import { zoneOffsets } from './zone-offsets.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Larger than any zone's offset from UTC. A day begins at most this long before or after its midnight in UTC. */
const maxOffsetMs = 26 * hourMs;

/** Times from `from` (inclusive) to `to` (exclusive). An open end is infinite. Empty if `to` <= `from`. */
export interface TimeRange {
  from: number;
  to: number;
}

/**
 * Returns a function for grouping many times: whole hours of the zone's calendar since its 1970-01-01T00:00. The day number is
 * `floor(hours / 24)`, see `dayOfNumber`. Throws a RangeError for an unknown zone.
 */
export function localHours(zone: string): (time: Timestamp) => number {
  const offsets = zoneOffsets(zone);
  return (time) => Math.floor((time + offsets.at(time)) / hourMs);
}

/** Returns the day of the zone's calendar that contains the time. */
export function dayOf(time: Timestamp, zone: string): Day {
  return dayOfNumber(dayNumberAt(time, zone));
}

/** Returns the number of days since 1970-01-01. Throws a RangeError unless `day` is a day of the years 0 to 9999. */
export function dayNumber(day: Day): number {
  const number = Date.parse(`${day}T00:00:00Z`) / dayMs;
  if (!Number.isInteger(number) || dayOfNumber(number) !== day) throw new RangeError(`${day} is not a day.`);
  return number;
}

/** Inverse of `dayNumber`. */
export function dayOfNumber(number: number): Day {
  return new Date(number * dayMs).toISOString().slice(0, 10);
}

/** 1 is Monday, 7 is Sunday. */
export function weekdayOfNumber(number: number): number {
  return ((((number + 3) % 7) + 7) % 7) + 1;
}

/** Returns the day `days` later; earlier if `days` is negative. */
export function addDays(day: Day, days: number): Day {
  return dayOfNumber(dayNumber(day) + days);
}

/**
 * Returns the first millisecond of a day in the zone. It may differ from midnight, and a day with a clock change has 23 or 25 hours. A day
 * that the zone skipped (2011-12-30 in Pacific/Apia) begins with the next day and is empty.
 */
export function startOfDay(day: Day, zone: string): Timestamp {
  const number = dayNumber(day);
  const midnight = number * dayMs;
  let before = midnight - maxOffsetMs;
  let start = midnight + maxOffsetMs;
  while (start - before > 1) {
    const middle = Math.floor((before + start) / 2);
    if (dayNumberAt(middle, zone) >= number) start = middle;
    else before = middle;
  }
  return start;
}

/** Returns the first millisecond after a day in the zone. */
export function endOfDay(day: Day, zone: string): Timestamp {
  return startOfDay(addDays(day, 1), zone);
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

/** Both days are included. */
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

/** Returns the first and the last day of months. `month`: 1 to 12; 0 is the December of the year before. */
export function daysOfMonths(year: number, month: number, count: number): { from: Day; to: Day } {
  return {
    from: dayOfNumber(Date.UTC(year, month - 1, 1) / dayMs),
    to: dayOfNumber(Date.UTC(year, month - 1 + count, 1) / dayMs - 1),
  };
}

function dayNumberAt(time: Timestamp, zone: string): number {
  return Math.floor((time + zoneOffsets(zone).at(time)) / dayMs);
}
