import { describe, expect, test } from 'vitest';
import { dayNumber } from '../../../../shared/time/days.ts';
import { dayTicks, labelStep, shortenedName, ticksWithZero } from './axis.ts';

const thinned = (values: number[], max: number): number[] =>
  ticksWithZero(
    values.map((value) => ({ value })),
    max,
  ).map(({ value }) => value);

test('an axis with little room keeps its zero', () => {
  expect(thinned([-100, 0, 100, 200, 300, 400], 3)).toEqual([0, 200, 400]);
  expect(thinned([-300, -200, -100, 0, 100], 2)).toEqual([-300, 0]);
  expect(thinned([0, 500, 1000, 1500], 2)).toEqual([0, 1000]);
});

test('an axis with enough room keeps all ticks', () => {
  expect(thinned([-100, 0, 100], 6)).toEqual([-100, 0, 100]);
  expect(thinned([100, 200], 6)).toEqual([100, 200]);
});

const labels = (from: string, to: string, most: number): string[] =>
  dayTicks(dayNumber(from), dayNumber(to), most).map(({ label }) => label);

describe('the ticks of an axis of days', () => {
  test('are days for a short time', () => {
    expect(labels('2025-02-26', '2025-03-02', 10)).toEqual(['02-26', '02-27', '02-28', '03-01', '03-02']);
    expect(labels('2025-03-01', '2025-03-29', 5)).toEqual(['03-01', '03-08', '03-15', '03-22', '03-29']);
    expect(labels('2025-03-01', '2025-03-01', 5)).toEqual(['03-01']);
  });

  test('are first days of months for a longer time', () => {
    expect(labels('2024-11-20', '2025-02-27', 5)).toEqual(['2024-12', '2025-01', '2025-02']);
    expect(labels('2024-02-02', '2025-03-01', 5)).toEqual(['2024-04', '2024-07', '2024-10', '2025-01']);
  });

  test('are years for a long time', () => {
    expect(labels('2017-06-01', '2025-03-01', 10)).toEqual([
      '2018',
      '2019',
      '2020',
      '2021',
      '2022',
      '2023',
      '2024',
      '2025',
    ]);
  });

  test('are never more than the maximum and lie within the axis', () => {
    for (const days of [0, 1, 5, 30, 61, 200, 365, 900, 4000, 20_000]) {
      for (const most of [2, 4, 9, 14]) {
        const ticks = dayTicks(19_000.4, 19_000.4 + days, most);
        expect(ticks.length).toBeLessThanOrEqual(most);
        for (const { at } of ticks) {
          expect(at).toBeGreaterThanOrEqual(19_000.4);
          expect(at).toBeLessThanOrEqual(19_000.4 + days);
        }
      }
    }
  });
});

test.each([
  [20, 24, 1],
  [21, 24, 2],
  [100, 24, 5],
  [0, 24, 1],
])('labels of %d pixels beside bars of %d pixels stand at every bar number %d', (width, room, expected) => {
  expect(labelStep(width, room)).toBe(expected);
});

const within = (room: number) => (text: string) => Array.from(text).length <= room;

test.each([
  ['BTC-USDT', 8, 'BTC-USDT'],
  ['BTC-USDT', 7, 'BTC-US…'],
  ['BTC-USDT', 2, 'B…'],
  // The first character is always shown.
  ['BTC-USDT', 0, 'B…'],
  // A character beyond the 16-bit range is not split.
  ['𠮷𠮷𠮷-USDT', 3, '𠮷𠮷…'],
  ['币安人生-USDT', 4, '币安人…'],
])('%s in a room of %d', (name, room, expected) => {
  expect(shortenedName(name, within(room))).toBe(expected);
});
