import type { Timestamp } from '../../shared/values/domain.ts';

/** Times of day as "HH:MM", from `from` up to but excluding `to`. `to` may be on the next day. Empty if both are the same. */
export interface QuietHours {
  readonly from: string;
  readonly to: string;
}

/** True if `time` is within the quiet hours by the clocks of `zone` (IANA name), daylight saving included. */
export function isQuiet(time: Timestamp, { from, to }: QuietHours, zone: string): boolean {
  const clock = timeOfDay(time, zone);
  // Strings of two-digit hours and minutes sort like the times.
  return from <= to ? from <= clock && clock < to : from <= clock || clock < to;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function timeOfDay(time: Timestamp, zone: string): string {
  let formatter = formatters.get(zone);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    formatters.set(zone, formatter);
  }
  return formatter.format(time);
}
