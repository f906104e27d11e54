import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { readRetryAfter, ServerClock } from './server-clock.ts';

let monotonic: number;
/** Change (ms) of this computer's clock since the start. */
let set: number;
let clock: ServerClock;
const beginning = Date.UTC(2026, 10, 21, 12, 0, 0);

beforeEach(() => {
  monotonic = 5000;
  set = 0;
  clock = new ServerClock(
    () => beginning + monotonic + set,
    () => monotonic,
  );
});

const dated = (time: number) => new Headers({ date: new Date(time).toUTCString() });

/** Sends a request to a service whose clock is ahead of this computer's first setting by `ahead` (ms). */
function exchange(ahead: number, there = 30, back = 30): void {
  const sent = clock.mark();
  monotonic += there;
  const headers = dated(Math.floor((beginning + monotonic + ahead) / 1000) * 1000);
  monotonic += back;
  clock.learn(headers, sent);
}

test('returns this computer’s time while nothing is known', () => {
  expect(clock.offset).toBe(null);
  expect(clock.now()).toBe(beginning + 5000);
});

test('the error is at most a second plus the round trip, and many responses make it small', () => {
  const answers = fc.array(
    fc.record({
      pause: fc.integer({ min: 0, max: 3000 }),
      there: fc.integer({ min: 0, max: 2000 }),
      back: fc.integer({ min: 0, max: 2000 }),
    }),
    { minLength: 1, maxLength: 60 },
  );
  fc.assert(
    fc.property(answers, fc.integer({ min: -100_000_000_000, max: 100_000_000_000 }), (list, ahead) => {
      clock = new ServerClock(
        () => beginning + monotonic,
        () => monotonic,
      );
      for (const { pause, there, back } of list) {
        monotonic += pause;
        exchange(ahead, there, back);
        expect(Math.abs((clock.offset ?? Number.NaN) - ahead)).toBeLessThanOrEqual((1000 + there + back) / 2 + 1);
      }
    }),
  );
  for (let answer = 0; answer < 30; answer++) {
    monotonic += 137;
    exchange(8000);
  }
  expect(Math.abs((clock.offset ?? 0) - 8000)).toBeLessThanOrEqual(80);
  expect(Math.abs(clock.now() - (beginning + monotonic + 8000))).toBeLessThanOrEqual(80);
});

test('the service’s time of a moment lies between the bounds, which responses bring closer', () => {
  const round = (ahead: number) => {
    const sent = clock.mark().wall;
    exchange(ahead, 400, 200);
    return clock.between(sent, clock.mark().wall);
  };
  expect(clock.between(beginning, beginning + 5)).toEqual({ earliest: beginning - 60_000, latest: beginning + 60_005 });
  const readings = Array.from({ length: 40 }, () => {
    monotonic += 137;
    const truth = beginning + monotonic + 400 + 8000;
    const { earliest, latest } = round(8000) ?? { earliest: Number.NaN, latest: Number.NaN };
    expect(earliest).toBeLessThanOrEqual(truth);
    expect(latest).toBeGreaterThanOrEqual(truth);
    return latest - earliest;
  });
  expect(readings[0]).toBeGreaterThan(1000);
  expect(readings.at(-1)).toBeLessThan(1300);
  expect(clock.between(beginning + 5000, beginning)).toBe(null);
});

test('a response that contradicts the estimate replaces it', () => {
  exchange(0);
  exchange(300_000);
  expect(clock.offset).toBeGreaterThan(299_000);
  exchange(-300_000);
  expect(clock.offset).toBeLessThan(-299_000);
});

test('an estimate is replaced after ten minutes', () => {
  for (let answer = 0; answer < 30; answer++) {
    monotonic += 137;
    exchange(0);
  }
  monotonic += 600_000;
  // The drift contradicts all responses together, but not the last one alone.
  exchange(600);
  expect(Math.abs((clock.offset ?? Number.NaN) - 600)).toBeLessThanOrEqual(530);
  monotonic += 601_000;
  expect(clock.offset).not.toBe(null);
});

describe('if this computer’s clock is set', () => {
  test('the estimate is dropped until the next response', () => {
    exchange(120_000);
    set = -7_200_000;
    expect(clock.offset).toBe(null);
    exchange(120_000);
    expect(Math.abs((clock.offset ?? 0) - 7_320_000)).toBeLessThanOrEqual(530);
  });

  test('a response in flight at that time is ignored', () => {
    const sent = clock.mark();
    set = 3_600_000;
    clock.learn(dated(beginning), sent);
    expect(clock.offset).toBe(null);
  });

  test('sleeping has the same effect', () => {
    exchange(5000);
    // On some systems the monotonic clock stops during sleep.
    set = 4_000_000;
    expect(clock.offset).toBe(null);
  });

  test('small corrections keep the estimate', () => {
    exchange(5000);
    set = 900;
    expect(clock.offset).not.toBe(null);
  });
});

test.each([
  '',
  'now',
  '0',
  '2026',
  '2026-11-21T12:00:00Z',
  'Sat, 21 Nov 2026 12:00:00',
  'Sat, 21 Nov 2026 12:00:00 PST',
  'Sat, 21 Nov 2026 99:00:00 GMT',
  'Sat, 99 Nov 2026 12:00:00 GMT',
  'Sat, 21 Nop 2026 12:00:00 GMT',
  'Thu, 01 Jan 1970 00:00:00 GMT',
  'Fri, 31 Dec 9999 23:59:59 GMT',
  `Sat, 21 Nov 2026 12:00:00 GMT${' '.repeat(50)}x`,
  'Sat, 21 Nov 2026 12:00:00 GMT, Sat, 21 Nov 2026 12:00:00 GMT',
])('the Date %j is ignored', (date) => {
  exchange(40_000);
  const before = clock.offset;
  clock.learn(new Headers({ date }), clock.mark());
  clock.learn(new Headers(), clock.mark());
  expect(clock.offset).toBe(before);
});

test.each([
  ['0', 40_000, 1000],
  ['5, 90', 40_000, 6000],
])('an Age of %s widens the bounds of the time', (age, ahead, widerMs) => {
  const sent = clock.mark();
  const headers = dated(beginning + monotonic + ahead);
  headers.set('age', age);
  clock.learn(headers, sent);
  expect(clock.offset).toBe(ahead + (1000 + widerMs) / 2);
  const { earliest, latest } = clock.between(sent.wall, sent.wall) ?? { earliest: 0, latest: 0 };
  expect(latest - earliest).toBe(1000 + widerMs);
});

test.each(['6', '99999999999999999999'])('the date of a response with an Age of %s is ignored', (age) => {
  const headers = dated(beginning);
  headers.set('age', age);
  clock.learn(headers, clock.mark());
  expect(clock.offset).toBe(null);
});

test('a date that is years away is accepted', () => {
  exchange(-10 * 365 * 86_400_000);
  expect(new Date(clock.now()).getUTCFullYear()).toBe(2016);
});

const serviceNow = Date.UTC(2026, 10, 21, 12, 0, 0);

test.each([
  ['7', 7000],
  [' 0 ', 0],
  ['999999999', 999_999_999_000],
  ['Sat, 21 Nov 2026 12:00:30 GMT', 30_000],
  ['Sat, 21 Nov 2026 11:59:00 GMT', -60_000],
  ['-1', null],
  ['1.5', null],
  ['1e3', null],
  ['9999999999', null],
  ['soon', null],
  ['', null],
  ['2026-11-21T12:00:30Z', null],
  ['Fri, 99 Nov 2026 12:00:30 GMT', null],
])('a Retry-After of %j is %j ms', (text, expected) => {
  expect(readRetryAfter(new Headers({ 'retry-after': text }), serviceNow)).toBe(expected);
});

test('a missing Retry-After is null', () => {
  expect(readRetryAfter(new Headers(), serviceNow)).toBeNull();
});
