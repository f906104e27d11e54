import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isoTimes } from './iso-time.ts';

describe('isoTimes', () => {
  it.each([
    ['Europe/Berlin', '2025-03-02T12:05:09.000Z', '2025-03-02T13:05:09.000+01:00'],
    ['Europe/Berlin', '2025-07-02T12:05:09.007Z', '2025-07-02T14:05:09.007+02:00'],
    // The hour that comes twice is told by its offset.
    ['Europe/Berlin', '2025-10-26T00:30:00.000Z', '2025-10-26T02:30:00.000+02:00'],
    ['Europe/Berlin', '2025-10-26T01:30:00.000Z', '2025-10-26T02:30:00.000+01:00'],
    ['UTC', '2025-03-02T12:05:09.000Z', '2025-03-02T12:05:09.000+00:00'],
    ['Europe/London', '2025-01-02T12:05:09.000Z', '2025-01-02T12:05:09.000+00:00'],
    ['America/New_York', '2025-01-01T03:00:00.000Z', '2024-12-31T22:00:00.000-05:00'],
    ['America/St_Johns', '2025-01-01T03:00:00.000Z', '2024-12-31T23:30:00.000-03:30'],
    ['Asia/Kathmandu', '2024-12-31T18:15:00.000Z', '2025-01-01T00:00:00.000+05:45'],
    ['Pacific/Kiritimati', '2025-01-01T00:00:00.000Z', '2025-01-01T14:00:00.000+14:00'],
  ])('%s', (zone, time, expected) => {
    expect(isoTimes(zone)(Date.parse(time))).toBe(expected);
  });

  it('any time in any zone is that very moment', () => {
    const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
    const times = fc.integer({ min: Date.UTC(2009, 0, 1), max: Date.UTC(2100, 11, 31) });
    fc.assert(
      fc.property(zones, times, (zone, time) => {
        const written = isoTimes(zone)(time);
        expect(written).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d$/);
        expect(Date.parse(written)).toBe(time);
      }),
    );
  });

  it('throws for a zone that there is not', () => {
    expect(() => isoTimes('Mars/Olympus')).toThrow(RangeError);
  });
});
