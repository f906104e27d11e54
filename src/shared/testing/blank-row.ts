import type { OrderRows } from '../contract/orders.ts';
import type { Trade } from '../contract/trades.ts';
import { fieldsOf, type OrderListName } from '../orders/order-fields.ts';
import { tradeFields } from '../orders/trades.ts';

const blankRows: Partial<Record<OrderListName, object>> = {};

/** Returns a row whose fields have no value. Spread it into the row of a test, so that a new field does not break the test. */
export function blankRow<List extends OrderListName>(list: List): OrderRows[List] {
  // Tests make a hundred thousand rows.
  blankRows[list] ??= makeBlankRow(list);
  return { ...blankRows[list] } as OrderRows[List];
}

function makeBlankRow(list: OrderListName): object {
  const values = { text: '', time: 0, 'margin-mode': 'isolated', word: 'unknown:' } as Partial<Record<string, unknown>>;
  return Object.fromEntries(fieldsOf(list).map(({ name, kind }) => [name, values[kind] ?? null]));
}

/** The same for a trade. */
export function blankTrade(): Trade {
  const values = Object.fromEntries(tradeFields.map((field) => [field, null]));
  const required = {
    key: '',
    symbol: '',
    marginMode: 'isolated',
    openedAt: 0,
    orders: 1,
    pnl: '0',
    r: null,
    incomplete: [],
  };
  return { ...values, ...required } as unknown as Trade;
}
