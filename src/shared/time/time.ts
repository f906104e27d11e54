import type { Timestamp } from '../values/domain.ts';

const decimalSeconds = /^\d{1,20}(?:\.\d{1,20})?(?:[eE]\+?\d{1,2})?$/;
/** Larger numbers are milliseconds. As seconds, this would be the year 5138. */
const minMilliseconds = 1e11;
const earliestTime = Date.UTC(2009, 0, 1);
const latestTime = Date.UTC(2101, 0, 1);

/** Reads a time of the service: epoch seconds, also with a fraction, or epoch milliseconds. Returns what is wrong with another value. */
export function timeOfWire(value: unknown): Timestamp | 'not a time' | 'not a plausible time' {
  const isText = typeof value === 'string' && decimalSeconds.test(value);
  if (!isText && typeof value !== 'number') return 'not a time';
  const number = Number(value);
  const time = Math.round(number >= minMilliseconds ? number : number * 1000);
  return time >= earliestTime && time < latestTime ? time : 'not a plausible time';
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Returns a cached formatter for date and time to the second, because creating one is slow. Throws a RangeError for an unknown zone. */
export function timeFormatter(timeZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timeZone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    });
    formatters.set(timeZone, formatter);
  }
  return formatter;
}

/** Formats a time as "2025-03-02 14:05:09". `timeZone`: an IANA name. */
export function formatTimestamp(time: Timestamp, timeZone: string): string {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const part of timeFormatter(timeZone).formatToParts(time)) parts[part.type] = part.value;
  return `${parts.year}-${parts.month}-${parts.day} ${parts.hour}:${parts.minute}:${parts.second}`;
}

/** Formats the time of data as "14:05:09", with its day in front unless that is the day of `now`. */
export function formatDataTime(time: Timestamp, timeZone: string, now: Timestamp = Date.now()): string {
  const text = formatTimestamp(time, timeZone);
  return text.startsWith(formatTimestamp(now, timeZone).slice(0, 10)) ? text.slice(11) : text;
}

/** Returns the zone's offset at a time, such as "UTC+02:00". */
export function utcOffset(time: Timestamp, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'longOffset' }).formatToParts(time);
  const offset = parts.find((part) => part.type === 'timeZoneName')?.value ?? 'GMT';
  return offset.replace('GMT', 'UTC');
}

/** Returns the computer's zone; UTC if this program or browser does not know it: some then name none, or one that they do not accept. */
export function localTimeZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return isTimeZone(timeZone) ? timeZone : 'UTC';
}

/** True for a zone that this program or browser knows. */
export function isTimeZone(name: string | undefined): boolean {
  if (name === undefined) return false;
  try {
    timeFormatter(name);
    return true;
  } catch {
    return false;
  }
}
