import { expect, test } from 'vitest';
import { ProgressCheck } from './progress-check.ts';

test('a list whose pages bring something is never stuck, whatever its cursors', () => {
  const progress = new ProgressCheck();
  for (let page = 0; page < 200; page++) expect(progress.isStuck(true, 'a', 'a')).toBe(false);
});

test('a cursor that was asked for since something came is stuck when it is given again', () => {
  const progress = new ProgressCheck();
  expect(progress.isStuck(false, null, 'a')).toBe(false);
  expect(progress.isStuck(false, 'a', 'b')).toBe(false);
  expect(progress.isStuck(true, 'b', 'c')).toBe(false);
  expect(progress.isStuck(false, 'c', 'a')).toBe(false);
  expect(progress.isStuck(false, 'a', 'c')).toBe(true);
});

test('the fiftieth page in a row that brings nothing is one too many', () => {
  const progress = new ProgressCheck();
  for (let page = 1; page < 50; page++) expect(progress.isStuck(false, `a${page}`, `a${page + 1}`)).toBe(false);
  expect(progress.isStuck(true, 'b0', 'b1')).toBe(false);
  for (let page = 1; page < 50; page++) expect(progress.isStuck(false, `b${page}`, `b${page + 1}`)).toBe(false);
  expect(progress.isStuck(false, 'b50', 'b51')).toBe(true);
});
