import { expect, test } from 'vitest';
import type { HistoryRow } from '../core/export/fields.ts';
import { rowColumns } from '../core/export/row-texts.ts';
import { exportQuery, order } from '../core/export/testing/sample-rows.ts';
import type { Answer } from '../core/reader/command.ts';
import { printed } from './print.ts';

test('the columns of a table stand below each other, also behind characters of two columns', async () => {
  const form = { ...exportQuery({ columns: null }), list: 'order-history' as const };
  const columns = rowColumns(form).filter(({ name }) => ['symbol', 'side', 'price'].includes(name));
  const rows = [order({ symbol: '币安人生-USDT' }), order({ symbol: 'BTC-USDT', price: '1234567.5' })];
  async function* chunks() {
    yield rows;
  }
  const answer: Answer<HistoryRow> = { columns, rows: { total: 2, chunks: chunks() } };
  const parts: string[] = [];
  for await (const part of printed(answer, 'table', form, async () => ({}))) parts.push(String(part));
  expect(parts.join('')).toBe(
    ['symbol         side      price', '币安人生-USDT  buy     0.00010', 'BTC-USDT       buy   1234567.5', ''].join(
      '\n',
    ),
  );
});
