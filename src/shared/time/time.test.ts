import { expect, onTestFinished, test } from 'vitest';
import { formatDataTime, formatTimestamp, isTimeZone, localTimeZone, utcOffset } from './time.ts';

const summer = Date.UTC(2025, 6, 1, 22, 5, 9);

test('a time is formatted in its zone, across midnight', () => {
  expect(formatTimestamp(summer, 'UTC')).toBe('2025-07-01 22:05:09');
  expect(formatTimestamp(summer, 'Europe/Berlin')).toBe('2025-07-02 00:05:09');
});

test('the time of data has its day unless that is today in the zone', () => {
  expect(formatDataTime(summer, 'UTC', Date.UTC(2025, 6, 1, 23, 59))).toBe('22:05:09');
  expect(formatDataTime(summer, 'UTC', Date.UTC(2025, 6, 2))).toBe('2025-07-01 22:05:09');
  expect(formatDataTime(summer, 'Europe/Berlin', Date.UTC(2025, 6, 2))).toBe('00:05:09');
  expect(formatDataTime(summer, 'Europe/Berlin', Date.UTC(2026, 6, 1, 22, 5, 9))).toBe('2025-07-02 00:05:09');
});

test('the offset follows daylight saving time', () => {
  expect(utcOffset(summer, 'Europe/Berlin')).toBe('UTC+02:00');
  expect(utcOffset(Date.UTC(2025, 0, 1), 'Europe/Berlin')).toBe('UTC+01:00');
  expect(utcOffset(summer, 'UTC')).toBe('UTC+00:00');
});

test('the zone of the computer is UTC if it has no name that is known', () => {
  const { TZ } = process.env;
  onTestFinished(() => {
    if (TZ === undefined) delete process.env.TZ;
    else process.env.TZ = TZ;
  });
  process.env.TZ = 'Asia/Tokyo';
  expect(localTimeZone()).toBe('Asia/Tokyo');
  // Node.js has no name for this zone, and Chromium has one that it refuses.
  process.env.TZ = 'XYZ5';
  expect(localTimeZone()).toBe('UTC');
  expect(['Asia/Tokyo', 'Etc/Unknown', undefined].map(isTimeZone)).toEqual([true, false, false]);
});
