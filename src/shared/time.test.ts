import { expect, test } from 'vitest';
import { formatTimestamp, utcOffset } from './time.ts';

const summer = Date.UTC(2025, 6, 1, 22, 5, 9);

test('a time is formatted in its zone, across midnight', () => {
  expect(formatTimestamp(summer, 'UTC')).toBe('2025-07-01 22:05:09');
  expect(formatTimestamp(summer, 'Europe/Berlin')).toBe('2025-07-02 00:05:09');
});

test('the offset follows daylight saving time', () => {
  expect(utcOffset(summer, 'Europe/Berlin')).toBe('UTC+02:00');
  expect(utcOffset(Date.UTC(2025, 0, 1), 'Europe/Berlin')).toBe('UTC+01:00');
  expect(utcOffset(summer, 'UTC')).toBe('UTC+00:00');
});
