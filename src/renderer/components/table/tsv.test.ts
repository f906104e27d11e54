import { expect, test } from 'vitest';
import type { TableColumn } from '../../model/column.ts';
import { toTsv } from './tsv.ts';

interface Sample {
  name: string;
  amount: string;
}

const columns: TableColumn<Sample>[] = [
  { id: 'name', header: 'Name', width: 100, text: (row) => row.name },
  { id: 'amount', header: 'PnL', unit: 'gross', width: 100, text: () => '…', exact: (row) => row.amount },
];

test('headings with their units, then a line a row with the exact figures', () => {
  const rows = [
    { name: 'BTC-USDT', amount: '-0.000000000000000000000000000001' },
    { name: '币安人生-USDT', amount: '12' },
  ];
  expect(toTsv(columns, rows)).toBe(
    'Name\tPnL (gross)\nBTC-USDT\t-0.000000000000000000000000000001\n币安人生-USDT\t12',
  );
});

test('what would break the lines, or run as a formula, does neither', () => {
  expect(toTsv(columns, [{ name: 'a\tb\r\nc', amount: '-5' }])).toBe('Name\tPnL (gross)\na b c\t-5');
  for (const name of ['=1+1', '+cmd', '-cmd', '@sum']) {
    expect(toTsv(columns, [{ name, amount: '1' }])).toBe(`Name\tPnL (gross)\n'${name}\t1`);
  }
});
