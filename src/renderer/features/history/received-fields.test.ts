import { expect, test } from 'vitest';
import { en } from '../../text/en.ts';
import { changedFields, receivedHeading, receivedValue } from './received-fields.ts';

test('only fields that differ are returned', () => {
  const before = '{"order_id":"7","status":1,"deal_amount":"0","profit":"0"}';
  const after = '{"order_id":"7","status":3,"deal_amount":"12","profit":"-1.50"}';
  expect(changedFields(before, after)).toEqual([
    { name: 'status', before: '1', after: '3' },
    { name: 'deal_amount', before: '0', after: '12' },
    { name: 'profit', before: '0', after: '-1.50' },
  ]);
});

test('added, removed and nested fields are returned', () => {
  expect(changedFields('{"a":1,"b":{"c":1}}', '{"b":{"c":2},"d":null}')).toEqual([
    { name: 'b', before: '{"c":1}', after: '{"c":2}' },
    { name: 'd', before: null, after: 'null' },
    { name: 'a', before: '1', after: null },
  ]);
});

test('digits beyond a floating point number are kept', () => {
  expect(changedFields('{"id":9007199254740993.10}', '{"id":9007199254740993.1}')).toEqual([
    { name: 'id', before: '9007199254740993.10', after: '9007199254740993.1' },
  ]);
});

test('text that is not an object has no fields', () => {
  expect(changedFields('[1]', '{}')).toBeNull();
  expect(changedFields('{}', 'nonsense')).toBeNull();
});

test('a status is put into words, an unknown one stays as received', () => {
  expect(receivedValue('status', '3', en)).toBe('Filled');
  expect(receivedValue('implement_status', '0', en)).toBe('Pending');
  expect(receivedValue('status', '9', en)).toBe('9');
  expect(receivedValue('deal_amount', '3', en)).toBe('3');
  expect(receivedValue('status', null, en)).toBe(en.none);
  expect(receivedHeading('deal_amount', en)).toBe('Filled');
  expect(receivedHeading('constructor', en)).toBe('constructor');
});
