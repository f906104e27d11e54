import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '../testing/any-character.ts';
import { parseObject, partsOf } from './json-text.ts';

const json = fc.jsonValue({ maxDepth: 5 });
/** JSON text with white space in every allowed position. */
const spaced = fc.tuple(json, fc.constantFrom('', ' ', '\n\t', '  \r\n')).map(([value, space]) => pad(value, space));

function pad(value: unknown, space: string): string {
  if (Array.isArray(value)) {
    return `${space}[${space}${value.map((element) => pad(element, space)).join(',')}]${space}`;
  }
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(
      ([key, member]) => `${space}${JSON.stringify(key)}${space}:${pad(member, space)}`,
    );
    return `${space}{${space}${members.join(',')}}${space}`;
  }
  return `${space}${JSON.stringify(value)}${space}`;
}

function wholeOrSame(value: unknown): unknown {
  return typeof value === 'number' ? Math.trunc(value % 1e15) : value;
}

describe('rows as received', () => {
  test('the text of each element is that of its value', () => {
    fc.assert(
      fc.property(fc.array(spaced, { maxLength: 12 }), spaced, (elements, other) => {
        const text = ` {"before":${other},"result":[${elements.join(',')}],"after":${other}}\n`;
        const parsed = parseObject(text);
        expect(parsed?.result?.parts.map((part) => part.text)).toEqual(elements.map((element) => element.trim()));
        for (const part of parsed?.result?.parts ?? []) {
          expect(part.key).toBeNull();
          expect(part.value).toEqual(parseObject(`{"result":${part.text}}`)?.result?.value);
        }
      }),
    );
  });

  test('values equal those of JSON.parse for whole numbers', () => {
    const value = fc.jsonValue({ maxDepth: 5 }).map((any) => JSON.stringify(any, (_key, part) => wholeOrSame(part)));
    fc.assert(
      fc.property(value, (text) => {
        expect(parseObject(`{"result":${text}}`)?.result?.value).toEqual(JSON.parse(text));
      }),
    );
  });

  test('the text of each member is that of its value', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ unit: anyCharacter, maxLength: 12 }), spaced, { maxKeys: 6 }),
        (members) => {
          const body = Object.entries(members).map(([key, value]) => `${JSON.stringify(key)} : ${value}`);
          const parsed = parseObject(`{"result":{${body.join(',')}}}`);
          const found = new Map(parsed?.result?.parts.map((part) => [part.key, part.text]));
          expect(found).toEqual(new Map(Object.entries(members).map(([key, value]) => [key, value.trim()])));
        },
      ),
    );
  });

  test('quotes, brackets and backslashes in strings are no structure', () => {
    const rows = ['{"a":"]}\\"["}', '"\\\\"', '"\\\\\\"]"', '[[],{"x\\"":[1]}]', 'true', 'null', 'false', '-0'];
    const parsed = parseObject(`{"result":[${rows.join(' , ')}]}`);
    expect(parsed?.result?.parts.map((part) => part.text)).toEqual(rows);
  });

  test('members keep the order of the text, even if their names are numbers', () => {
    const parsed = parseObject('{"result":{"10":{"a":1},"9":{"b":2},"x":{"c":3}}}');
    expect(parsed?.result?.parts).toMatchObject([
      { key: '10', value: { a: 1 }, text: '{"a":1}' },
      { key: '9', value: { b: 2 }, text: '{"b":2}' },
      { key: 'x', value: { c: 3 }, text: '{"c":3}' },
    ]);
  });

  test('of several members with one name the last counts, as in JSON.parse', () => {
    expect(parseObject('{"result":[1],"result":[2,3]}')?.result?.parts.map((part) => part.text)).toEqual(['2', '3']);
    expect(parseObject('{"result":[1],"result":null}')?.result).toMatchObject({ value: null, text: 'null', parts: [] });
    expect(parseObject('{"result":{"a":1,"a":2}}')?.members.result).toEqual({ a: 2 });
  });

  test('of several members of the result with one name each is a part, with all digits', () => {
    expect(parseObject('{"result":{"a":{"b":1.10},"c":0,"a":{"b":2.20}}}')?.result?.parts).toMatchObject([
      { key: 'a', value: { b: '1.10' }, text: '{"b":1.10}' },
      { key: 'c', value: 0, text: '0' },
      { key: 'a', value: { b: '2.20' }, text: '{"b":2.20}' },
    ]);
  });

  test('names may contain escapes', () => {
    expect(parseObject('{"r\\u0065sult":[7]}')?.result?.parts).toMatchObject([{ key: null, value: 7, text: '7' }]);
  });

  test('a part has parts', () => {
    expect(partsOf({ value: ['a', { b: 1 }], text: '[ "a" , {"b":1}]', repaired: null })).toMatchObject([
      { key: null, value: 'a', text: '"a"' },
      { key: null, value: { b: 1 }, text: '{"b":1}' },
    ]);
    expect(partsOf({ value: 'a', text: '"a"', repaired: null })).toEqual([]);
  });
});

describe('numbers', () => {
  test.each([
    ['12345678901234567890', '12345678901234567890'],
    ['9007199254740993', '9007199254740993'],
    ['0.10', '0.10'],
    ['-1.50', '-1.50'],
    ['1e400', '1e400'],
    ['4.9E-6', '4.9E-6'],
    ['0.1234567890123456789012345678901234567890', '0.1234567890123456789012345678901234567890'],
    ['3.0', '3.0'],
    ['0.5', '0.5'],
    ['-1e0', '-1e0'],
    ['9007199254740991', '9007199254740991'],
    ['123456789012345', 123456789012345],
    ['-17', -17],
    ['0', 0],
  ])('%s keeps all digits', (text, expected) => {
    expect(parseObject(`{"result":[{"x":${text}}]}`)?.result?.value).toEqual([{ x: expected }]);
    expect(parseObject(`{"x":${text}}`)?.members).toEqual({ x: expected });
  });

  test('digits in a string are no numbers', () => {
    const text = '{"result":["12345678901234567890, 0.10"]}';
    expect(parseObject(text)?.result?.value).toEqual(['12345678901234567890, 0.10']);
  });
});

describe('invalid JSON', () => {
  test.each(['', ' ', 'null', '[]', '"text"', '17', '{"a":1', '{"a":1}}', '<html>', "{'a':1,}", '{"a":}'])(
    '%j',
    (text) => expect(parseObject(text)).toBeNull(),
  );

  // The scanner takes each of these for a number with many digits, which would be valid in quotes. What a bare word hides is repaired.
  test.each(['{"a":{1.5:2}}', '{1.5:2}', '{"a":1.5"b"}', '{"a":"b"1.5}', '{"a":1.5', '{"a":"1.5'])('%j', (text) =>
    expect(parseObject(text)).toBeNull(),
  );

  test.each(['01.5', '1.5.5', '1.', '1.5e', '-.5', '1e+'])('%s is no number', (text) => {
    const result = parseObject(`{"result":[${text},1.5]}`)?.result;
    expect(result?.parts.map((part) => part.text)).toEqual([text, '1.5']);
    expect(result?.value).toEqual([expect.stringMatching(/^\uFFFD*$/), '1.5']);
  });

  test('a list with too many parts', () => {
    expect(parseObject(`{"result":[${'0,'.repeat(9999)}0]}`)?.result?.parts).toHaveLength(10_000);
    expect(parseObject(`{"result":[${'0,'.repeat(10_000)}0]}`)).toBeNull();
    expect(parseObject(`{${'"a":0,'.repeat(10_000)}"b":0}`)).toBeNull();
    const long = `[${'0,'.repeat(10_000)}0]`;
    expect(partsOf({ value: JSON.parse(long), text: long, repaired: null })).toBeNull();
  });
});

test('deep nesting is no problem', () => {
  const deep = `${'['.repeat(200_000)}0.10${']'.repeat(200_000)}`;
  expect(parseObject(`{"result":[${deep}]}`)?.result?.parts.map((part) => part.text)).toEqual([deep]);
});

test('a member called __proto__ is an ordinary member', () => {
  const text = '{"errno":0,"__proto__":{"polluted":1},"result":[{"__proto__":{"order_id":"1"}},{"x":0.10}]}';
  const parsed = parseObject(text);
  expect(parsed?.result?.parts[0]?.text).toBe('{"__proto__":{"order_id":"1"}}');
  expect(Object.getPrototypeOf(parsed?.result?.parts[0]?.value)).toBe(Object.prototype);
  expect({}).not.toHaveProperty('polluted');
});
