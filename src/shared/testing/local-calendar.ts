/** The calendar of a zone by the platform alone, which `shared/time/days.ts` is compared with. */
import type { Day, Timestamp } from '../values/domain.ts';

interface LocalTime {
  readonly day: Day;
  readonly weekday: string;
  readonly hour: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();
/** Local times by zone and time. A comparison asks for the same ones many times, and the platform takes 10 µs for each. */
const known = new Map<string, LocalTime>();
const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

function localTimeOf(time: Timestamp, timeZone: string): LocalTime {
  const key = `${timeZone} ${time}`;
  const found = known.get(key) ?? readLocalTime(time, timeZone);
  if (known.size >= 100_000) known.clear();
  known.set(key, found);
  return found;
}

function readLocalTime(time: Timestamp, timeZone: string): LocalTime {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      ...{ timeZone, year: 'numeric', month: '2-digit', day: '2-digit' },
      ...{ weekday: 'short', hour: '2-digit', hourCycle: 'h23' },
    });
  formats.set(timeZone, format);
  const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, value]));
  const day = `${parts.get('year')?.padStart(4, '0')}-${parts.get('month')}-${parts.get('day')}`;
  return { day, weekday: parts.get('weekday') ?? '', hour: Number(parts.get('hour')) };
}

export function dayOf(time: Timestamp, zone: string): Day {
  return localTimeOf(time, zone).day;
}

/** 1 is Monday, 7 is Sunday. */
export function weekdayOf(time: Timestamp, zone: string): number {
  return weekdays.indexOf(localTimeOf(time, zone).weekday) + 1;
}

/** 0 to 23. */
export function hourOf(time: Timestamp, zone: string): number {
  return localTimeOf(time, zone).hour;
}
