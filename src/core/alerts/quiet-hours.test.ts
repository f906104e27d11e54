import { describe, expect, test } from 'vitest';
import { isQuiet } from './quiet-hours.ts';

const night = { from: '22:30', to: '07:00' };
const lunch = { from: '12:00', to: '13:00' };
const at = (text: string) => Date.parse(text);

describe('quiet hours', () => {
  test.each([
    ['2026-03-02T12:00:00Z', lunch, true],
    ['2026-03-02T11:59:59Z', lunch, false],
    ['2026-03-02T12:59:59Z', lunch, true],
    ['2026-03-02T13:00:00Z', lunch, false],
    ['2026-03-02T22:29:59Z', night, false],
    ['2026-03-02T22:30:00Z', night, true],
    ['2026-03-03T00:00:00Z', night, true],
    ['2026-03-03T06:59:59Z', night, true],
    ['2026-03-03T07:00:00Z', night, false],
    ['2026-03-03T07:00:00Z', { from: '07:00', to: '07:00' }, false],
    ['2026-03-03T09:00:00Z', { from: '07:00', to: '07:00' }, false],
  ])('%s in %j: %s', (time, hours, expected) => expect(isQuiet(at(time), hours, 'UTC')).toBe(expected));

  test('follow the clocks of the zone', () => {
    const time = at('2026-01-15T04:30:00Z');
    expect(isQuiet(time, lunch, 'Asia/Shanghai')).toBe(true);
    expect(isQuiet(time, lunch, 'UTC')).toBe(false);
    expect(isQuiet(at('2026-01-15T06:45:00Z'), lunch, 'Asia/Kolkata')).toBe(true);
  });

  // The clocks of Berlin change from 02:00 to 03:00 on 29 March 2026 and from 03:00 to 02:00 on 25 October 2026.
  test.each([
    ['2026-03-29T00:59:59Z', '01:59', true],
    ['2026-03-29T01:00:00Z', '03:00', false],
    ['2026-10-25T00:30:00Z', '02:30', true],
    ['2026-10-25T01:30:00Z', '02:30 again', true],
    ['2026-10-25T01:59:59Z', '02:59 again', true],
    ['2026-10-25T02:00:00Z', '03:00', false],
  ])('at %s, %s in Berlin, end at 03:00: %s', (time, _clock, expected) => {
    expect(isQuiet(at(time), { from: '23:00', to: '03:00' }, 'Europe/Berlin')).toBe(expected);
  });

  test('that start in the skipped hour start with the hour after it', () => {
    const hours = { from: '02:30', to: '04:00' };
    expect(isQuiet(at('2026-03-29T00:59:59Z'), hours, 'Europe/Berlin')).toBe(false);
    expect(isQuiet(at('2026-03-29T01:00:00Z'), hours, 'Europe/Berlin')).toBe(true);
  });
});
