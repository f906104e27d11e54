import { expect, test } from 'vitest';
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

test('a text with a line break stays in its line, and a formula becomes a text', () => {
  expect(toTsv(columns, [{ name: 'a\tb\r\nc', amount: '-5' }])).toBe('Name\tPnL (gross)\na b c\t-5');
  for (const name of ['=1+1', '+cmd', '-cmd', '@sum']) {
    expect(toTsv(columns, [{ name, amount: '1' }])).toBe(`Name\tPnL (gross)\n'${name}\t1`);
  }
});
