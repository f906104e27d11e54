import fc from 'fast-check';
import { expect, test } from 'vitest';
import { prettyJson } from './DetailPanel.tsx';

test('JSON is indented and keeps every digit', () => {
  expect(prettyJson('{"id":12345678901234567890,"price":"1.50","empty":{},"none":[],"list":[1,{"a":0.10}]}')).toBe(
    `{
  "id": 12345678901234567890,
  "price": "1.50",
  "empty": {},
  "none": [],
  "list": [
    1,
    {
      "a": 0.10
    }
  ]
}`,
  );
});

test('indented JSON has the same value', () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      expect(JSON.parse(prettyJson(json))).toEqual(JSON.parse(json));
    }),
  );
});

test('text that is not JSON stays readable', () => expect(prettyJson('<html>')).toBe('<html>'));
