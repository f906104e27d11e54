import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hourOf, weekdayOf } from '../testing/local-calendar.ts';
import type { Day } from '../values/domain.ts';
import { addDays, dayOf, endOfDay, startOfDay } from './days.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** Zones with half-hour and quarter-hour offsets, skipped days, changes at midnight and a minute past it, during Ramadan, or none. */
const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'America/Sao_Paulo',
  'America/Havana',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Asia/Gaza',
  'Asia/Pyongyang',
  'Asia/Shanghai',
  'Asia/Tehran',
  'Africa/Casablanca',
  'Africa/Cairo',
  'Antarctica/Troll',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  '+05:30',
];
const anyZone = fc.constantFrom(...zones);
const anyTime = fc.integer({ min: Date.UTC(2009, 0, 1), max: Date.UTC(2101, 0, 1) });
const anyDay = anyTime.map((time) => new Date(time).toISOString().slice(0, 10));

const formatters = new Map<string, Intl.DateTimeFormat>();

function intl(time: number, zone: string): { day: Day; weekday: number; hour: number } {
  let formatter = formatters.get(zone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      weekday: 'short',
      hour: 'numeric',
      hourCycle: 'h23',
    });
    formatters.set(zone, formatter);
  }
  const parts = Object.fromEntries(formatter.formatToParts(time).map(({ type, value }) => [type, value]));
  return {
    day: `${parts.year}-${parts.month}-${parts.day}`,
    weekday: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(parts.weekday ?? '') + 1,
    hour: Number(parts.hour),
  };
}

/** The last minute before clocks are set back over midnight belongs to the earlier day: see zone-offsets.ts. */
function isBeforeDayIsRepeated(time: number, zone: string): boolean {
  return intl(time + minute, zone).day < intl(time, zone).day;
}

function expectIntl(time: number, zone: string): void {
  if (isBeforeDayIsRepeated(time, zone)) return;
  const answer = { day: dayOf(time, zone), weekday: weekdayOf(time, zone), hour: hourOf(time, zone) };
  expect(answer, `${time} in ${zone}`).toEqual(intl(time, zone));
}

/** Returns the times of the zone's changes, found with Intl in steps of a week. */
function changesOf(zone: string, from: number, to: number): number[] {
  const formatter = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset', year: 'numeric' });
  const changes: number[] = [];
  for (let time = from; time < to; time += 7 * day) {
    let [before, after] = [time, time + 7 * day];
    const [first, last] = [formatter.format(before).slice(4), formatter.format(after).slice(4)];
    if (first === last) continue;
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2);
      if (formatter.format(middle).slice(4) === first) before = middle;
      else after = middle;
    }
    changes.push(after);
  }
  return changes;
}

describe('the day, weekday and hour of a time', () => {
  test('equal those of Intl', () => {
    fc.assert(fc.property(anyTime, anyZone, expectIntl), { numRuns: Number(process.env.PROPERTY_RUNS ?? 600) });
  });

  test('equal those of Intl to the millisecond around changes', () => {
    const changes = zones.flatMap((zone) =>
      changesOf(zone, Date.UTC(2009, 0, 1), Date.UTC(2026, 0, 1)).map((time) => ({ zone, time })),
    );
    expect(changes.length).toBeGreaterThan(300);
    for (const { zone, time } of changes) {
      for (const around of [-hour, -1, 0, 1, hour - 1, hour]) expectIntl(time + around, zone);
    }
  });

  test('never return to an earlier day', () => {
    fc.assert(
      fc.property(anyTime, fc.nat(2 * hour), anyZone, (time, later, zone) => {
        expect(dayOf(time + later, zone) >= dayOf(time, zone)).toBe(true);
      }),
    );
    const minutePastMidnight = Date.UTC(2010, 10, 7, 2, 30, 30);
    expect(intl(minutePastMidnight, 'America/St_Johns').day).toBe('2010-11-07');
    expect(intl(minutePastMidnight + minute, 'America/St_Johns').day).toBe('2010-11-06');
    expect(dayOf(minutePastMidnight, 'America/St_Johns')).toBe('2010-11-06');
  });

  test('do not depend on earlier calls', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(anyTime, anyZone), { maxLength: 8 }), anyTime, anyZone, (asked, time, zone) => {
        const answer = dayOf(time, zone);
        for (const [otherTime, otherZone] of asked) dayOf(otherTime, otherZone);
        expect(dayOf(time, zone)).toBe(answer);
      }),
    );
  });

  test('exist for times outside the known range of a zone', () => {
    expect(dayOf(Date.UTC(1800, 0, 1), 'UTC')).toBe('1800-01-01');
    expect(dayOf(Date.UTC(2900, 0, 1, 23), 'Europe/Berlin')).toBe('2900-01-02');
    expect(dayOf(Date.UTC(2025, 6, 1, 22), 'Europe/Berlin')).toBe('2025-07-02');
  });

  test('throw for an unknown zone', () => {
    expect(() => dayOf(0, 'Mars/Olympus')).toThrow(RangeError);
  });
});

describe('startOfDay and endOfDay', () => {
  test.each([
    ['2025-03-02', 'UTC', '2025-03-02T00:00:00.000Z', 24],
    ['2024-03-31', 'Europe/Berlin', '2024-03-30T23:00:00.000Z', 23],
    ['2024-10-27', 'Europe/Berlin', '2024-10-26T22:00:00.000Z', 25],
    ['2024-10-06', 'Australia/Lord_Howe', '2024-10-05T13:30:00.000Z', 23.5],
    ['2025-03-02', 'Asia/Kathmandu', '2025-03-01T18:15:00.000Z', 24],
    // Clocks went from 0:00 to 1:00.
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z', 23],
    // Clocks went from 0:00 back to 23:00 of the day before.
    ['2018-02-17', 'America/Sao_Paulo', '2018-02-17T02:00:00.000Z', 25],
    // Clocks went from 0:01 back to 23:01 of the day before.
    ['2010-11-06', 'America/St_Johns', '2010-11-06T02:30:00.000Z', 25],
    ['2010-11-07', 'America/St_Johns', '2010-11-07T03:30:00.000Z', 24],
    ['2011-12-29', 'Pacific/Apia', '2011-12-29T10:00:00.000Z', 24],
    ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z', 0],
    ['2011-12-31', 'Pacific/Apia', '2011-12-30T10:00:00.000Z', 24],
  ])('%s in %s begins at %s and has %d hours', (name, zone, start, hours) => {
    expect(new Date(startOfDay(name, zone)).toISOString()).toBe(start);
    expect((endOfDay(name, zone) - startOfDay(name, zone)) / hour).toBe(hours);
  });

  test('enclose exactly the times of the day', () => {
    fc.assert(
      fc.property(anyTime, anyZone, (time, zone) => {
        const name = dayOf(time, zone);
        const [start, end] = [startOfDay(name, zone), endOfDay(name, zone)];
        expect(start <= time && time < end).toBe(true);
        expect([dayOf(start, zone), dayOf(end - 1, zone)]).toEqual([name, name]);
        expect(dayOf(start - 1, zone) < name).toBe(true);
        expect(dayOf(end, zone) > name).toBe(true);
      }),
    );
  });

  test('leave no gap between days', () => {
    fc.assert(
      fc.property(anyDay, anyZone, (name, zone) => {
        expect(endOfDay(name, zone)).toBe(startOfDay(addDays(name, 1), zone));
      }),
    );
  });

  test.each(['2025-02-30', '2025-13-01', '20250301', '', '2025-03-01T00:00:00'])('throw for %j', (name) => {
    expect(() => startOfDay(name, 'UTC')).toThrow(RangeError);
  });

  test('accept years of fewer than four digits', () => {
    expect(new Date(startOfDay('0050-01-01', 'UTC')).toISOString()).toBe('0050-01-01T00:00:00.000Z');
  });
});
