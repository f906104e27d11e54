import { describe, expect, test } from 'vitest';
import { dayNumber } from '../../../../shared/days.ts';
import { dayTicks } from './day-ticks.ts';

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
