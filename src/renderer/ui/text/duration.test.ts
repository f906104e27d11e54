import { expect, test } from 'vitest';
import { en } from '../../text/en.ts';
import { durationText, fromMinutes, inMinutes } from './duration.ts';

test.each([
  [0, '0 sec'],
  [999, '0 sec'],
  [45_000, '45 sec'],
  [60_000, '1 min'],
  [754_000, '12 min 34 sec'],
  [3 * 3_600_000 + 59_000, '3 hr'],
  [86_399_999, '23 hr 59 min'],
  [28 * 3_600_000, '1 day 4 hr'],
  [400 * 86_400_000, '400 days'],
])('%d ms are %s', (duration, words) => {
  expect(durationText(duration, en)).toBe(words);
});

test('minutes are read with their fraction and shown again, within the limits of a query', () => {
  expect(fromMinutes('1.5')).toBe(90_000);
  expect(inMinutes(90_000)).toBe('1.5');
  expect(fromMinutes('-3')).toBe(0);
  expect(fromMinutes('9'.repeat(40))).toBe(1e15);
});
