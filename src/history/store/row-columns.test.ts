import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OrderTable } from '../orders/list-table.ts';
import { ColumnTexts, WordTexts } from './column-texts.ts';
import type { HistoryStore } from './history-store.ts';
import { orderShape } from './row-shapes.ts';
import { orderEntry, orderPage } from './testing/entries.ts';
import { storeFolder } from './testing/store-folder.ts';

/** Rows that cross the threads by columns are those that are read one by one. */

const folder = storeFolder();
const list = 'order-history';
const hostile = [
  '',
  '\u0000',
  String.fromCharCode(...Array(256).keys()),
  'a",',
  '",null,"\\',
  '"\\\u001f\u2028</x>',
  '\ud800',
  '账',
  '1e400',
  '-0.000000000000000000000000012',
];

function rowsOf(store: HistoryStore, numbers: readonly number[]) {
  const index = new OrderTable();
  const [indexed, bytes] = store.read(
    ({
      lists: {
        [list]: { rows },
      },
    }) => [rows.scan(0, 1e6), rows.columns(numbers)],
  );
  index.put(indexed);
  return orderShape.rowsOf(
    { bytes, shared: index.shared(numbers) },
    numbers.map(() => ({})),
  );
}

/** Returns a store with two rows, of which another program has changed the second one. */
function changedStore(change: string): HistoryStore {
  const { store } = folder.open();
  store.savePages([orderPage(null, [orderEntry('1'), orderEntry('2')])]);
  const { path } = folder.place;
  const database = new DatabaseSync(path);
  database.exec(`UPDATE orders SET ${change} WHERE number = 2`);
  database.close();
  return store;
}

test('any texts are the same by columns', () => {
  const { store } = folder.open();
  const decimal = fc.stringMatching(/^-?\d{0,18}(\.\d{0,9})?$/);
  const text = fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: 'binary' }), decimal);
  const raw = text.map((each) => each.replaceAll('\u0000', '0'));
  const fields = fc.record({ symbol: text, price: fc.option(text), raw, type: text, pnl: fc.option(text) });
  let from: string | null = null;
  let count = 0;
  fc.assert(
    fc.property(fc.array(fields, { minLength: 1, maxLength: 5 }), (rows) => {
      const entries = rows.map((row, place) => {
        const { id, row: order } = orderEntry(`${place}-${count}`, { createdAt: 1e12 - 1000 * (count + place) });
        return { id, row: { ...order, ...row } };
      });
      store.savePages([orderPage(from, entries)]);
      from = entries.at(-1)?.id ?? null;
      const numbers = entries.map((_, place) => count + place + 1).reverse();
      count += entries.length;
      const expected = store.read(({ lists }) => lists[list].rows.rows(numbers));
      const found = rowsOf(store, numbers);
      expect(found?.toRows()).toEqual(expected);
      for (const field of ['key', 'symbol', 'price', 'raw', 'type', 'pnl'] as const) {
        const texts = ColumnTexts.of(expected.map((row) => row[field]));
        const column = found?.texts[field];
        expect(column?.texts()).toEqual(texts.texts());
        expect(column instanceof WordTexts).toBe(field === 'symbol');
        if (column instanceof ColumnTexts && field !== 'raw') expect(column.kinds).toEqual(texts.kinds);
        expect(expected.map((_, place) => texts.text(place))).toEqual(texts.texts());
        expect(expected.map((_, place) => texts.double(place))).toEqual(texts.texts().map(Number));
      }
    }),
  );
});

test.each([
  ['a word of another program', "status = 'done'"],
  ['a side of another program', "side = 'long'"],
])('%s is the same by columns', (_name, change) => {
  const store = changedStore(change);
  expect(rowsOf(store, [2, 1])?.toRows()).toEqual(store.read(({ lists }) => lists[list].rows.rows([2, 1])));
});

test.each([
  ['a raw text with the character 0', 'raw = char(123, 0, 125)'],
  ['a raw text that is none', "raw = CAST(x'7bff7d' AS TEXT)"],
  ['a price that is no text', "price = CAST(x'31ff' AS TEXT)"],
])('%s is left to the rows', (_name, change) => {
  const store = changedStore(change);
  expect(rowsOf(store, [1])).toHaveLength(1);
  expect(rowsOf(store, [1, 2])).toBeNull();
  expect(rowsOf(store, [1, 3])).toBeNull();
});
