import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { ServerClock } from './server-clock.ts';

let monotonic: number;
/** By how much this machine's clock is set differently than at the beginning. */
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

/** A request to a service whose clock is ahead of this machine's first setting by so much. */
function exchange(ahead: number, there = 30, back = 30): void {
  const sent = clock.mark();
  monotonic += there;
  const headers = dated(Math.floor((beginning + monotonic + ahead) / 1000) * 1000);
  monotonic += back;
  clock.learn(headers, sent);
}

test('is this machine’s while nothing is known', () => {
  expect(clock.offset).toBe(null);
  expect(clock.now()).toBe(beginning + 5000);
});

test('the true offset is never farther away than a second and a round trip, and many answers bring it near', () => {
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

test('an answer that contradicts what was known replaces it', () => {
  exchange(0);
  exchange(300_000);
  expect(clock.offset).toBeGreaterThan(299_000);
  exchange(-300_000);
  expect(clock.offset).toBeLessThan(-299_000);
});

test('after ten minutes it begins anew', () => {
  for (let answer = 0; answer < 30; answer++) {
    monotonic += 137;
    exchange(0);
  }
  monotonic += 600_000;
  // A drift too small to contradict the last answer, but not what all of them said together.
  exchange(600);
  expect(Math.abs((clock.offset ?? Number.NaN) - 600)).toBeLessThanOrEqual(530);
  monotonic += 601_000;
  expect(clock.offset).not.toBe(null);
});

describe('when this machine’s clock is set', () => {
  test('what was known is void until the next answer', () => {
    exchange(120_000);
    set = -7_200_000;
    expect(clock.offset).toBe(null);
    exchange(120_000);
    expect(Math.abs((clock.offset ?? 0) - 7_320_000)).toBeLessThanOrEqual(530);
  });

  test('an answer that was under way then teaches nothing', () => {
    const sent = clock.mark();
    set = 3_600_000;
    clock.learn(dated(beginning), sent);
    expect(clock.offset).toBe(null);
  });

  test('a machine that slept is as one whose clock was set', () => {
    exchange(5000);
    // While it sleeps the monotonic clock stands still on some systems.
    set = 4_000_000;
    expect(clock.offset).toBe(null);
  });

  test('small corrections do not matter', () => {
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
])('a Date of %j teaches nothing', (date) => {
  exchange(40_000);
  const before = clock.offset;
  clock.learn(new Headers({ date }), clock.mark());
  clock.learn(new Headers(), clock.mark());
  expect(clock.offset).toBe(before);
});

test('an answer from a cache teaches nothing', () => {
  const headers = dated(beginning);
  headers.set('age', '0');
  clock.learn(headers, clock.mark());
  expect(clock.offset).toBe(null);
});

test('a date that is years away is believed', () => {
  exchange(-10 * 365 * 86_400_000);
  expect(new Date(clock.now()).getUTCFullYear()).toBe(2016);
});
