import type { Day, Timestamp } from '../values/domain.ts';
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

function dayNumberAt(time: Timestamp, zone: string): number {
  return Math.floor((time + zoneOffsets(zone).at(time)) / dayMs);
}
