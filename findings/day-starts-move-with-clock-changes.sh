#!/bin/sh
# On days with a clock change, three libraries begin the day in another hour than the calendar of the zone, so that its PnL has orders of the
# day before or lacks some: date-fns-tz 3.2.0 an hour early where clocks skip midnight, luxon 3.7.2 an hour late where midnight occurs twice,
# and dayjs 1.11.23 early or late by the zone of the computer. moment-timezone 0.6.6 and Temporal agree. Needs Node 22 or newer and npm. Prints
# the starts in UTC, those that differ indented; fails if that changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund luxon@3.7.2 date-fns@4.4.0 date-fns-tz@3.2.0 dayjs@1.11.23 moment-timezone@0.6.6 @js-temporal/polyfill@0.5.1

cat >start.mjs <<'END'
import { Temporal } from '@js-temporal/polyfill';
import { startOfDay } from 'date-fns';
import { fromZonedTime, toZonedTime } from 'date-fns-tz';
import dayjs from 'dayjs';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';
import { DateTime } from 'luxon';
import moment from 'moment-timezone';

dayjs.extend(utc);
dayjs.extend(timezone);
const days = [
  ['2026-03-08', 'America/Havana'],
  ['2026-11-01', 'America/Havana'],
  ['2026-03-29', 'Europe/Berlin'],
  ['2026-10-25', 'Europe/Berlin'],
];
for (const [day, zone] of days) {
  const at = (hour) => Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: zone, plainTime: hour }).epochMilliseconds;
  const evening = at('18:00');
  const starts = {
    'moment-timezone': moment(evening).tz(zone).startOf('day'),
    luxon: DateTime.fromMillis(evening, { zone }).startOf('day'),
    'date-fns-tz': fromZonedTime(startOfDay(toZonedTime(evening, zone)), zone),
    dayjs: dayjs(evening).tz(zone).startOf('day'),
  };
  const right = Temporal.PlainDate.from(day).toZonedDateTime(zone).epochMilliseconds;
  const utcOf = (time) => new Date(Number(time)).toISOString().slice(0, 16);
  const others = Object.entries(starts).filter(([, start]) => Number(start) !== right);
  console.log(`${process.env.TZ}, ${day} in ${zone}: ${utcOf(right)}`);
  for (const [name, start] of others) console.log(`  ${name}: ${utcOf(start)}`);
}
END
for zone in UTC America/New_York; do TZ=$zone node start.mjs; done | tee seen

cat >expected <<'END'
UTC, 2026-03-08 in America/Havana: 2026-03-08T05:00
  date-fns-tz: 2026-03-08T04:00
UTC, 2026-11-01 in America/Havana: 2026-11-01T04:00
  luxon: 2026-11-01T05:00
UTC, 2026-03-29 in Europe/Berlin: 2026-03-28T23:00
UTC, 2026-10-25 in Europe/Berlin: 2026-10-24T22:00
America/New_York, 2026-03-08 in America/Havana: 2026-03-08T05:00
  date-fns-tz: 2026-03-08T04:00
  dayjs: 2026-03-08T04:00
America/New_York, 2026-11-01 in America/Havana: 2026-11-01T04:00
  luxon: 2026-11-01T05:00
America/New_York, 2026-03-29 in Europe/Berlin: 2026-03-28T23:00
  dayjs: 2026-03-28T22:00
America/New_York, 2026-10-25 in Europe/Berlin: 2026-10-24T22:00
  dayjs: 2026-10-24T23:00
END
diff expected seen
