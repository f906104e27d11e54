import { afterEach, expect, it } from 'vitest';
import { numberGroupings } from '../../shared/choices.ts';
import { en } from '../text/en.ts';
import { groupNumbers } from '../text/number-groups.ts';
import { decimalText } from './figures.ts';

afterEach(() => groupNumbers('comma'));

it('separates groups of digits as it was chosen, in figures and in sentences', () => {
  const written = numberGroupings.map((grouping) => {
    groupNumbers(grouping);
    return [decimalText('-1234567.1234567'), en.status.rows(1240), en.status.rows(999)];
  });
  expect(written).toEqual([
    ['-1,234,567.1234567', '1,240 rows', '999 rows'],
    ['-1\u202F234\u202F567.1234567', '1\u202F240 rows', '999 rows'],
    ['-1234567.1234567', '1240 rows', '999 rows'],
  ]);
});

it('keeps what else was asked of a figure', () => {
  groupNumbers('none');
  expect(decimalText('1234.5', { minimumPlaces: 2 })).toBe('1234.50');
  expect(decimalText('1234.56789', { maximumPlaces: 2 })).toBe('1234.56…');
});
