import type { Timestamp } from '../../shared/domain.ts';

/** Times of the day as "HH:MM". From `from` on and until `to`, which may be on the next day; none where both are the same. */
export interface QuietHours {
  readonly from: string;
  readonly to: string;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Whether it is a quiet hour by the clocks of a zone (its IANA name), which go forward and back with the summer time. */
export function isQuiet(time: Timestamp, { from, to }: QuietHours, zone: string): boolean {
  const clock = timeOfDay(time, zone);
  // Of two digits each: as text they are in the order of time.
  return from <= to ? from <= clock && clock < to : from <= clock || clock < to;
}

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
