import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { IndexedRow } from '../rows.ts';
import { orderEntry, orderPage } from '../store/testing/entries.ts';
import { storeFolder } from '../store/testing/store-folder.ts';
import { IndexedList } from './indexed-list.ts';

const folder = storeFolder();
const list = 'order-history';

test('an index that is dropped while it is loaded, because of a damaged ID, is loaded again with its notes', async () => {
  const { store } = folder.open();
  store.savePage(
    orderPage(
      null,
      Array.from({ length: 5000 }, (_, row) => orderEntry(String(row))),
    ),
  );
  const [first] = store.scan(list, 0, 1) as [IndexedRow];
  store.notes.set([{ kind: 'trade', id: first.id, text: 'a note' }]);
  const scan = vi.spyOn(store, 'scan');
  const rows = new IndexedList(store, list, 1, () => () => {});
  onTestFinished(() => rows.close());

  const loading = rows.index();
  while (scan.mock.calls.length === 0) await nextTurn();
  rows.put({ rows: [{ ...first, id: 'repaired' }], observed: [] });
  expect((await loading).size).toBe(5000);
  const trades = await rows.trades();
  expect(trades.notedOrders(trades.tradeOf(first.number))).toEqual([first.id]);
});
