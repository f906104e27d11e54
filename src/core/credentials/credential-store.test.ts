import { expect, it } from 'vitest';
import { visibleEnding } from './credential-store.ts';

it.each([
  ['', ''],
  ['1234567', ''],
  ['12345678', '78'],
  ['12345678901', '01'],
  ['123456789012', '9012'],
  ['abcdefghijklmno😀', 'mno😀'],
])('the visible ending of %j is %j', (token, ending) => {
  expect(visibleEnding(token)).toBe(ending);
});
