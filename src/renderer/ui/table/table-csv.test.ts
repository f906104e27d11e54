import { expect, it } from 'vitest';
import { parseCsv } from '../../../shared/testing/parse-csv.ts';
import { columnHelper } from './column.ts';
import { tableCsv } from './table-csv.ts';

interface Row {
  symbol: string;
  price: string | null;
}

const helper = columnHelper<Row>();
const columns = [
  helper.accessor('symbol', { header: 'Symbol', meta: { sort: 'text', text: ({ symbol }) => symbol } }),
  helper.accessor((row) => row.price, {
    id: 'joint',
    header: 'Joint',
    meta: { text: () => 'both', isJoint: true },
  }),
  helper.accessor('price', {
    header: 'Price',
    meta: {
      unit: 'quote',
      sort: 'decimal',
      text: () => '1.2',
      exact: ({ price }) => price ?? '–',
      isHiddenAtFirst: true,
    },
  }),
];
const rows: Row[] = [
  { symbol: 'BTC', price: '1.23456789' },
  { symbol: '=ETH', price: null },
  { symbol: 'SOL', price: '9' },
];

it('has every field with all digits in the order of the table, and empty fields for missing values', () => {
  const csv = tableCsv(columns, rows, [{ id: 'price', desc: true }], { none: '–' });
  expect(parseCsv(csv)).toEqual([
    ['Symbol', 'Price (quote)'],
    ['SOL', '9'],
    ['BTC', '1.23456789'],
    ["'=ETH", ''],
  ]);
});
