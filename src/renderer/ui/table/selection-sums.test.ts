import { expect, test } from 'vitest';
import { en } from '../../text/en.ts';
import { moneyFigure } from '../text/figures.ts';
import { columnHelper } from './column.ts';
import { decimalColumn } from './decimal-column.ts';
import { sumsOf } from './selection-sums.ts';

interface Row {
  symbol: string;
  pnl: string | null;
}

const quoteOf = ({ symbol }: Row): string => symbol.slice(4);
const columns = [
  columnHelper<Row>().accessor('symbol', { header: 'Symbol', meta: { text: ({ symbol }) => symbol } }),
  decimalColumn<Row>('pnl', {
    header: 'PnL',
    show: (value) => moneyFigure(value, en),
    sumIn: quoteOf,
    isSigned: true,
    text: en,
  }),
];

test('the sums of selected rows are exact, one for each currency', () => {
  const rows = [
    { symbol: 'BTC-USDT', pnl: '0.000000000000000000000000000001' },
    { symbol: 'BTC-USDT', pnl: '123456789012345678901234567890' },
    { symbol: 'BTC-USDT', pnl: null },
    { symbol: 'BTC-USDC', pnl: '-1.25' },
    { symbol: 'ETH-USDC', pnl: '0.25' },
  ];
  expect(sumsOf(columns, rows, en)).toEqual([
    'PnL +123,456,789,012,345,678,901,234,567,890.000000000000000000000000000001 USDT',
    'PnL −1.00 USDC',
  ]);
  expect(sumsOf(columns, [], en)).toEqual([]);
});
