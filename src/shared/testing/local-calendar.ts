import { dayNumber, dayOf, localHours, weekdayOfNumber } from '../days.ts';
import type { Timestamp } from '../domain.ts';

/** 1 is Monday, 7 is Sunday. */
export function weekdayOf(time: Timestamp, zone: string): number {
  return weekdayOfNumber(dayNumber(dayOf(time, zone)));
}

/** 0 to 23. */
export function hourOf(time: Timestamp, zone: string): number {
  const hours = localHours(zone)(time);
  return hours - 24 * Math.floor(hours / 24);
}
