import { expect, test } from 'vitest';
import { blankRow } from '../../shared/testing/blank-row.ts';
import { ListTable } from '../orders/list-table.ts';
import { type NumberedRow, putRows } from '../orders/testing/numbered-rows.ts';
import { CodeColumn } from './code-column.ts';

const sort = [{ field: 'price', direction: 'ascending' }] as const;

function priced(number: number, price: string, tie = 0): NumberedRow<'order-history'> {
  const id = String(number);
  return { ...blankRow('order-history'), number, tie, id, key: `isolated:${id}`, price };
}

function pricesInOrder(table: ListTable): (string | null)[] {
  const numbers = table.select({ filter: {}, sort, zone: 'UTC', now: 0 });
  return Array.from(numbers, (number) => table.columns.price.textOf(number));
}

test('words stay those of their rows when bytes, and then two of them, hold their number no longer', () => {
  const column = new CodeColumn(['first']);
  const rows = 70_000;
  for (let row = 1; row <= rows; row++) column.set(row, `word ${row}`);
  const wrong = Array.from({ length: rows }, (_, at) => at + 1).filter((row) => column.textOf(row) !== `word ${row}`);
  expect(wrong).toEqual([]);
});

test('ranks that are added one by one outgrow a byte, and a rank keeps its value when its row gets another one', () => {
  const table = new ListTable('order-history');
  const prices = Array.from({ length: 240 }, (_, at) => String(2 * at + 1));
  putRows(
    table,
    prices.map((price, at) => priced(at + 1, price)),
  );
  expect(pricesInOrder(table)).toEqual(prices);
  for (let added = 0; added < 40; added++) {
    // A new price between two others, then a row that leaves its own price, and one that takes that price.
    const [left, taker] = [1 + 2 * added, 2 + 2 * added];
    const price = prices[left - 1] as string;
    prices.push(String(4 * added + 2));
    putRows(table, [priced(prices.length, String(4 * added + 2))]);
    pricesInOrder(table);
    prices[left - 1] = '1000.5';
    putRows(table, [priced(left, '1000.5')]);
    pricesInOrder(table);
    prices[taker - 1] = price;
    putRows(table, [priced(taker, price)]);
    expect(pricesInOrder(table)).toEqual(prices.toSorted((a, b) => Number(a) - Number(b)));
  }
});

test('values stay, and are sorted, as those that come outgrow the elements before', () => {
  const table = new ListTable('order-history');
  const prices: (string | null)[] = [];
  const widths = [
    ['125', '-128', '0', '7.0'],
    ['200', '-129'],
    ['40000', '-70000'],
    ['-2147483648.5', null, '0.1'],
  ];
  for (const [step, added] of widths.entries()) {
    for (const price of added) putRows(table, [{ ...priced(prices.push(price), ''), price }]);
    expect(table.columns.price.keys.BYTES_PER_ELEMENT).toBe(2 ** step);
    const expected = prices.filter((price) => price !== null).map(Number);
    expect(pricesInOrder(table).map((price) => (price === null ? null : Number(price)))).toEqual([
      ...expected.sort((a, b) => a - b),
      ...prices.filter((price) => price === null),
    ]);
  }
  const kept = { price: { from: '-129', to: '7' } };
  const numbers = table.select({ filter: kept, sort, zone: 'UTC', now: 0 });
  expect(Array.from(numbers, (number) => table.columns.price.textOf(number))).toEqual(['-129', '-128', '0.1', '7']);
  putRows(table, [priced(1, '-0.5'), { ...priced(2, ''), price: null }]);
  expect([table.columns.price.textOf(1), table.columns.price.textOf(2)]).toEqual(['-0.5', null]);
});

test('short decimals stay when a long one comes, and ties of any size decide', () => {
  const table = new ListTable('order-history');
  putRows(table, [priced(1, '2.25', -3), priced(2, '1.5', 200), priced(3, '0.12345678901234567890123', 2 ** 40)]);
  putRows(table, [priced(4, '7', 2)]);
  expect(pricesInOrder(table)).toEqual(['0.12345678901234567890123', '1.5', '2.25', '7']);
  expect([...table.select({ filter: {}, sort: [], zone: 'UTC', now: 0 })]).toEqual([3, 2, 4, 1]);
});
