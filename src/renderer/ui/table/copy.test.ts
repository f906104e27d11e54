import { expect, test } from 'vitest';
import { formulaTexts } from '../../../shared/testing/formula-texts.ts';
import { parseCsv } from '../../../shared/testing/parse-csv.ts';
import { isFormula } from '../../../shared/values/formula.ts';
import { columnHelper } from './column.ts';
import { toTsv } from './copy.ts';

interface Sample {
  name: string;
  amount: string;
}

const helper = columnHelper<Sample>();
const columns = [
  helper.accessor('name', { header: 'Name', meta: { text: (row) => row.name } }),
  helper.accessor('amount', { header: 'PnL', meta: { unit: 'gross', text: () => '…', exact: (row) => row.amount } }),
];

test('the headings with their units come first, then one line per row with the exact figures', () => {
  const rows = [
    { name: 'BTC-USDT', amount: '-0.000000000000000000000000000001' },
    { name: '币安人生-USDT', amount: '12' },
  ];
  expect(toTsv(columns, rows)).toBe(
    'Name\tPnL (gross)\nBTC-USDT\t-0.000000000000000000000000000001\n币安人生-USDT\t12',
  );
});

/** Returns the cells below the headings, as a spreadsheet reads them. */
function pastedCells(rows: Sample[]): string[][] {
  return parseCsv(`${toTsv(columns, rows).replaceAll('\n', '\r\n')}\r\n`, 'tab').slice(1);
}

test('a text with a line break stays in its line', () => {
  expect(toTsv(columns, [{ name: 'a\tb\r\nc\u2028d\u0000e', amount: '-5' }])).toBe('Name\tPnL (gross)\na b c d e\t-5');
});

test('a text with quotes stays in its cell, also one whose quote has no end', () => {
  const names = ['"', '"open', 'say "no"', '"quoted"', '""', 'a"\tb', '"a\n"b'];
  expect(pastedCells(names.map((name) => ({ name, amount: '-5' })))).toEqual(
    names.map((name) => [name.replace(/[\t\n]/, ' '), '-5']),
  );
});

test.each(formulaTexts)('%j becomes a text in its cell and leaves its neighbors alone', (name) => {
  const cells = pastedCells([
    { name, amount: '-1.5' },
    { name: 'BTC-USDT', amount: name },
  ]);
  expect(cells).toEqual([
    [expect.any(String), '-1.5'],
    ['BTC-USDT', expect.any(String)],
  ]);
  const line = name.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
  const expected = isFormula(line) ? `'${line}` : line;
  expect([cells[0]?.[0], cells[1]?.[1]]).toEqual([expected, expected]);
});

test('numbers stay numbers', () => {
  const amounts = ['-1.5', '0', '-0.00000490', '12', '5e-7'];
  expect(pastedCells(amounts.map((amount) => ({ name: 'n', amount }))).map(([, amount]) => amount)).toEqual(amounts);
});
