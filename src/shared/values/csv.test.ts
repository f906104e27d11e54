import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvSeparators } from '../orders/history.ts';
import { parseCsv } from '../testing/parse-csv.ts';
import { csvRecord } from './csv.ts';
import { escapeFormula } from './formula.ts';

describe('a record', () => {
  it.each<[string, (string | null)[], string]>([
    ['ends with CRLF', ['a', 'b'], 'a,b\r\n'],
    ['leaves a missing value empty', ['a', null, ''], 'a,,\r\n'],
    ['of one empty field is not an empty line', [null], '""\r\n'],
    ['keeps numbers unchanged', ['-1.50', '0.00000490', '1e5'], '-1.50,0.00000490,1e5\r\n'],
    ['quotes fields with the separator', ['a,b', 'c'], '"a,b",c\r\n'],
    ['quotes fields with another separator', ['a;b', 'c\td'], '"a;b","c\td"\r\n'],
    ['doubles quotes', ['say "no"'], '"say ""no"""\r\n'],
    ['quotes line ends of every kind', ['a\nb', 'c\rd', 'e\r\nf'], '"a\nb","c\rd","e\r\nf"\r\n'],
    ['quotes white space at an end', [' a', 'b ', 'c d'], '" a","b ",c d\r\n'],
    ['does not start like another format', ['ID', 'Id', 'BID'], '"ID",Id,BID\r\n'],
    ['escapes formulas', ['=1+1', '@a,b', '-1'], '\'=1+1,"\'@a,b",-1\r\n'],
  ])('%s', (_name, fields, expected) => {
    expect(csvRecord(fields, 'comma')).toBe(expected);
  });

  it('writes a figure with a decimal comma, which is no formula', () => {
    expect(csvRecord([{ figure: '-1,5' }, '-1,5'], 'semicolon')).toBe(`"-1,5";"'-1,5"\r\n`);
  });

  it('uses the chosen separator', () => {
    expect(csvRecord(['a', '1.5', 'x,y'], 'semicolon')).toBe('a;1.5;"x,y"\r\n');
    expect(csvRecord(['a', '1.5', 'x,y'], 'tab')).toBe('a\t1.5\t"x,y"\r\n');
  });
});

const field = fc.option(
  fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: fc.constantFrom(...'",;\t\r\n \'=+-@0a'), maxLength: 10 }),
    fc.constantFrom('-1.5', '', 'BTC-USDT'),
  ),
);

it.each(csvSeparators)('a strict reader reads any records back: %s', (separator) => {
  const records = fc
    .integer({ min: 1, max: 6 })
    .chain((length) => fc.array(fc.array(field, { minLength: length, maxLength: length }), { maxLength: 6 }));
  fc.assert(
    fc.property(records, (given) => {
      const text = given.map((record) => csvRecord(record, separator)).join('');
      expect(parseCsv(text, separator)).toEqual(
        given.map((record) => record.map((value) => (value === null ? '' : escapeFormula(value)))),
      );
    }),
    { numRuns: 1000 },
  );
});

it('the reader of these tests rejects what RFC 4180 does not allow', () => {
  for (const text of ['a,b', 'a\n', 'a,"b\r\n', 'a,b"c\r\n', '"a"b\r\n', 'a\r\nb,c\r\n', 'a\rb\r\n']) {
    expect(() => parseCsv(text), text).toThrow();
  }
});
