import { expect, test } from 'vitest';
import type { Order } from '../../../shared/contract/orders.ts';
import { sortFields } from '../../../shared/orders/history.ts';
import { en } from '../../text/en.ts';
import { withEveryField } from './field-columns.ts';

const row = { symbol: 'BTC-USDT', pnl: '-1.5', leverage: '10', status: 'filled', action: null, id: 'A1' } as Order;

test('a field without a column of its own has one in the form of its kind, and a field never has two', () => {
  const columns = withEveryField<Order>('order-history', [], en, () => undefined);
  expect(columns.map(({ id }) => id)).toEqual(sortFields['order-history'].filter((field) => field !== 'kind'));
  expect(withEveryField<Order>('order-history', columns, en, () => undefined)).toEqual(columns);
  const shown = (id: string) => columns.find((column) => column.id === id)?.meta.text(row);
  expect(['pnl', 'leverage', 'status', 'action', 'id'].map(shown)).toEqual(['−1.50', '10×', 'Filled', '–', 'A1']);
});
