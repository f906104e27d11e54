import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readDecimal } from '../shared/values/decimal.ts';
import { FieldReader } from './read-fields.ts';

function reading<Value>(read: (reader: FieldReader) => Value): [Value, string | null] {
  const reader = new FieldReader();
  const value = read(reader);
  return [value, reader.problem];
}
const problemOf = (read: (reader: FieldReader) => unknown) => reading(read)[1];

describe('identifiers', () => {
  test.each([
    ['11535', '11535'],
    ['BG5000181583375122413SZXEIX', 'BG5000181583375122413SZXEIX'],
    [11535, '11535'],
    ['x'.repeat(200), 'x'.repeat(200)],
    ['币安人生-USDT', '币安人生-USDT'],
  ])('%j', (value, expected) => expect(reading((reader) => reader.identifier('id', value))).toEqual([expected, null]));

  test.each([
    [undefined, 'id: missing'],
    [null, 'id: missing'],
    ['', 'id: missing'],
    ['a\u0000b', 'id: contains a control character'],
    ['a\u001b[31m', 'id: contains a control character'],
    ['x'.repeat(201), 'id: longer than 200 characters'],
    ['a\ud800', 'id: not well-formed Unicode'],
    [true, 'id: neither text nor a number'],
    [['1'], 'id: neither text nor a number'],
    [{ toString: 'x' }, 'id: neither text nor a number'],
  ])('%j is invalid', (value, expected) => {
    expect(problemOf((reader) => reader.identifier('id', value))).toBe(expected);
  });
});

describe('times', () => {
  test.each([
    [1_700_000_000, 1_700_000_000_000],
    ['1700000000', 1_700_000_000_000],
    [1_700_000_000.25, 1_700_000_000_250],
    ['1700000000.250', 1_700_000_000_250],
    ['1.7e9', 1_700_000_000_000],
    [1_700_000_000_123, 1_700_000_000_123],
    ['1700000000123', 1_700_000_000_123],
    [1_230_768_000, Date.UTC(2009, 0, 1)],
    [4_133_980_799, Date.UTC(2100, 11, 31, 23, 59, 59)],
  ])('%j', (value, expected) => expect(reading((reader) => reader.time('ctime', value))).toEqual([expected, null]));

  test.each([
    [undefined, 'ctime: missing'],
    [null, 'ctime: missing'],
    ['', 'ctime: missing'],
    ['yesterday', 'ctime: not a time'],
    ['2025-01-01', 'ctime: not a time'],
    ['-1700000000', 'ctime: not a time'],
    [{}, 'ctime: not a time'],
    [Number.NaN, 'ctime: not a plausible time'],
    [0, 'ctime: not a plausible time'],
    [-1_700_000_000, 'ctime: not a plausible time'],
    [1_230_767_999, 'ctime: not a plausible time'],
    [4_133_980_800, 'ctime: not a plausible time'],
    ['99999999999999999999', 'ctime: not a plausible time'],
    [1.7e18, 'ctime: not a plausible time'],
  ])('%j is invalid', (value, expected) => {
    expect(problemOf((reader) => reader.time('ctime', value))).toBe(expected);
  });
});

describe('decimals', () => {
  test.each([
    ['-0.00000490', '-0.00000490'],
    ['1.50', '1.50'],
    ['.5', '0.5'],
    ['4.9e-6', '0.0000049'],
    ['007', '7'],
    [12, '12'],
    [1e-7, '0.0000001'],
    [1e21, '1000000000000000000000'],
    [`0.${'1'.repeat(60)}`, `0.${'1'.repeat(60)}`],
    ['0.00', '0.00'],
    ['', null],
    [null, null],
    [undefined, null],
  ])('%j', (value, expected) => expect(reading((reader) => reader.decimal('price', value))).toEqual([expected, null]));

  test.each([
    'NaN',
    'abc',
    '1,000',
    ' 1',
    '1 ',
    '--1',
    '-',
    '1e400',
    '1'.repeat(401),
    Number.NaN,
    Infinity,
    true,
    {},
    [],
  ])('%j is invalid', (value) =>
    expect(problemOf((reader) => reader.decimal('price', value))).toBe('price: not a decimal number'),
  );

  test('are read as readDecimal reads them', () => {
    const alike = fc.stringMatching(/^[-+]?[0-9]{0,4}[.]?[0-9]{0,4}(e[-+]?[0-9])?$/);
    fc.assert(
      fc.property(fc.oneof(alike, fc.string()), (text) => {
        const [value, problem] = reading((reader) => reader.decimal('price', text));
        const expected = readDecimal(text);
        expect(value).toBe(expected);
        expect(problem === null).toBe(expected !== null || text === '');
      }),
    );
  });
});

describe('words', () => {
  const words = new Map([['1', 'pending' as const]]);

  test.each([
    [1, 'pending'],
    ['1', 'pending'],
    ['1.0', 'pending'],
    [7, 'unknown:7'],
    ['01', 'unknown:01'],
    ['-1', 'unknown:-1'],
    ['FILLED', 'unknown:FILLED'],
    [undefined, 'unknown:'],
    [null, 'unknown:'],
  ])('%j', (value, expected) => {
    expect(reading((reader) => reader.word('status', value, words))).toEqual([expected, null]);
  });

  test('a value that is neither text nor a number is invalid', () => {
    expect(problemOf((reader) => reader.word('status', { value: 1 }, words))).toBe('status: neither text nor a number');
  });
});

describe('numbers of places', () => {
  test.each([
    ['2', 2],
    [2, 2],
    ['0', 0],
    ['8.0', 8],
    ['', null],
    [undefined, null],
  ])('%j', (value, expected) => expect(reading((reader) => reader.places('price', value))).toEqual([expected, null]));

  test.each(['-1', '0.01', 'two', ' ', 101, 1.5, {}, false])('%j is invalid', (value) => {
    expect(problemOf((reader) => reader.places('price', value))).toBe('price: not a number of decimal places');
  });
});

test('the first problem of a row is kept', () => {
  const reader = new FieldReader();
  reader.decimal('price', 'abc');
  reader.decimal('amount', 'abc');
  expect(reader.problem).toBe('price: not a decimal number');
});
