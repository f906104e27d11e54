import { expect, test } from 'vitest';
import { readTimeOfDay } from './TimeOfDayField.tsx';

test.each([
  ['22:00', '22:00'],
  [' 7:05 ', '07:05'],
  ['22', '22:00'],
  ['2230', '22:30'],
  ['0', '00:00'],
  ['22：15', '22:15'],
  ['24:00', null],
  ['12:60', null],
  ['10 pm', null],
  ['', null],
])('reads "%s" as %s', (typed, time) => expect(readTimeOfDay(typed)).toBe(time));
