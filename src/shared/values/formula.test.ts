import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formulaTexts } from '../testing/formula-texts.ts';
import { escapeFormula, escapeHarmfulFormulas, isFormula } from './formula.ts';

describe('is a formula', () => {
  it.each(formulaTexts)('%j', (text) => {
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

describe('a text that is copied alone', () => {
  it.each([
    '-1.5',
    '+5',
    '-1e5',
    '\u22125',
    '+0.0000099 (+0.08%)',
    'BG6000181585712857',
    '-Zk3/x+9_a:1=',
    '=a',
    '- waited for the retest, took 50%\n+ size',
    '@desk',
    '{"profit":"-1.5","note":"=1+1"}',
    '[\n  "-1.5",\n  "+1"\n]',
    'a\tb\r\nc',
  ])('stays exact: %j', (text) => {
    expect(escapeHarmfulFormulas(text)).toBe(text);
  });

  it.each([
    ['=HYPERLINK("https://evil.example")', '\'=HYPERLINK("https://evil.example")'],
    ['＝ＨＹＰＥＲＬＩＮＫ（"x"）', '\'＝ＨＹＰＥＲＬＩＮＫ（"x"）'],
    ["+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"],
    ["='file:///etc/passwd'#$A.A1", "'='file:///etc/passwd'#$A.A1"],
    ['"=HYPERLINK(""https://evil.example"")"', '\'"=HYPERLINK(""https://evil.example"")"'],
    ['\uFEFF\u200B@SUM(A1)', "'\uFEFF\u200B@SUM(A1)"],
    ['BTC\t=SUM(A1)\n-SUM(A1)\r\n+1', "BTC\t'=SUM(A1)\n'-SUM(A1)\r\n+1"],
    ['BTC\u0000=SUM(A1)\u2028=SUM(A1)', "BTC\u0000'=SUM(A1)\u2028'=SUM(A1)"],
  ])('gets an apostrophe before each formula that could do harm: %j', (text, escaped) => {
    expect(escapeHarmfulFormulas(text)).toBe(escaped);
  });

  it('has an apostrophe before any formula that calls a function or names a file or a program', () => {
    const calls = ['SUM(1)', "cmd|'/C calc'!A0", "'file:///x'#A1", 'ＳＵＭ（1）'];
    const cellsOf = (text: string): string[] => text.split(/[\p{Cc}\p{Zl}\p{Zp}]/u);
    fc.assert(
      fc.property(hostileText, fc.constantFrom(...calls), (before, call) => {
        const text = `${before}=${call}`;
        const escaped = cellsOf(escapeHarmfulFormulas(text));
        expect(escaped.at(-1)).toBe(escapeFormula(cellsOf(text).at(-1) ?? ''));
      }),
      { numRuns: 2000 },
    );
  });
});
