import fc from 'fast-check';
import { expect, it } from 'vitest';
import { contentHash, sameContent } from './row-content.ts';

it.each([
  ['{"a":1,"b":[1,2]}', ' {"b" : [1, 2],\n"a":1}', true],
  ['{"a":1}', '{"a":1.0}', false],
  ['{"a":12345678901234567890}', '{"a":12345678901234567891}', false],
  ['{"a":"1"}', '{"a":1}', false],
  ['{"a":"\\u00e4"}', '{"a":"ä"}', true],
  ['{"a":null}', '{}', false],
  ['[1,2]', '[2,1]', false],
  ['["a,b"]', '["a","b"]', false],
  ['{"a":[]}', '{"a":{}}', false],
  ['{"__proto__":1}', '{}', false],
  ['{"a":1,"a":2}', '{"a":2}', true],
  ['not JSON', 'not JSON', true],
  ['not JSON', 'not  JSON', false],
])('%s and %s say the same: %s', (one, other, expected) => {
  expect(sameContent(one, other)).toBe(expected);
  expect(contentHash(one) === contentHash(other)).toBe(expected);
});

it('any nesting is compared without an overflow', () => {
  const deep = '['.repeat(200_000) + ']'.repeat(200_000);
  expect(sameContent(deep, deep)).toBe(true);
  expect(sameContent(deep, `${deep} `)).toBe(false);
});

it('two texts are equal exactly if they parse to equal values', () => {
  const json = fc.jsonValue().map((value) => JSON.stringify(value));
  fc.assert(
    fc.property(json, json, (one, other) => {
      expect(sameContent(one, JSON.stringify(JSON.parse(one), null, 2))).toBe(true);
      if (!sameContent(one, other)) return;
      expect(JSON.parse(one)).toEqual(JSON.parse(other));
    }),
  );
});
