import type { Timestamp } from '../../shared/domain.ts';
import { zoneOffsets } from '../../shared/zone-offsets.ts';

const minute = 60_000;

/**
 * Times as ISO 8601 has them, with the offset in force in the zone: "2025-03-02T14:05:09.000+02:00". UTC is "+00:00" and not "Z": one
 * form for all zones, which every reader of ISO 8601 knows. Throws a RangeError where this machine does not know the zone.
 */
export function isoTimes(zone: string): (time: Timestamp) => string {
  const offsets = zoneOffsets(zone);
  return (time) => {
    // The format has whole minutes; the local time goes with the offset that is written, so the moment is exact in any case.
    const offset = Math.round(offsets.at(time) / minute);
    const local = new Date(time + offset * minute).toISOString().slice(0, -1);
    const ahead = Math.abs(offset);
    return `${local}${offset < 0 ? '-' : '+'}${twoDigits(Math.floor(ahead / 60))}:${twoDigits(ahead % 60)}`;
  };
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
