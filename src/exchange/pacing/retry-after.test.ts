import { expect, test } from 'vitest';
import { readRetryAfter } from './retry-after.ts';

const now = Date.UTC(2026, 10, 21, 12, 0, 0);

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
])('%j is %j ms', (text, expected) => {
  expect(readRetryAfter(new Headers({ 'retry-after': text }), now)).toBe(expected);
});

test('is mostly missing', () => {
  expect(readRetryAfter(new Headers(), now)).toBe(null);
});
