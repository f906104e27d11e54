import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { PartCursor } from '../joint/part.ts';
import { ListTable } from '../orders/list-table.ts';
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

test('a joint archive that has a list reads nothing again until it changes, and the index is dropped', async () => {
  const { store } = folder.open();
  store.savePage(orderPage(null, [orderEntry('2'), orderEntry('1')]));
  const rows = new IndexedList(store, 'order-history', 1, () => () => {});
  let cursor: PartCursor | null = null;
  const scan = vi.spyOn(store, 'scan');
  const readAll = async () => {
    let read: Awaited<ReturnType<typeof rows.readPart>>;
    const parts: (typeof read)['part'][] = [];
    do {
      read = await rows.readPart(cursor, true);
      cursor = read.next;
      parts.push(read.part);
    } while (!read.isLast);
    await rows.saved();
    return parts;
  };
  expect((await readAll()).flatMap(({ part }) => part?.count ?? [])).toEqual([2]);
  await expect.poll(() => scan.mock.calls.length).toBeGreaterThan(0);
  scan.mockClear();
  expect(await readAll()).toEqual([{ part: null, rows: [], notes: [], ends: [], trades: null }]);
  expect(scan).not.toHaveBeenCalled();

  rows.put(store.savePage(orderPage(null, [orderEntry('3'), orderEntry('2')])));
  const changed = await readAll();
  expect(changed.flatMap((part) => part.rows.map(({ id }) => id))).toEqual(['3']);
  // The dropped index was read again for the trades, and is kept from now on.
  expect(scan.mock.calls.some(([, after]) => after === 0)).toBe(true);
  scan.mockClear();
  rows.put(store.savePage(orderPage(null, [orderEntry('4'), orderEntry('3')])));
  await readAll();
  expect(scan.mock.calls.some(([, after]) => after === 0)).toBe(false);
  rows.close();
});

test('rows are ranked by all fields after the trades that a call waits for', async () => {
  const { store } = folder.open();
  store.savePage(orderPage(null, [orderEntry('2'), orderEntry('1')]));
  const rows = new IndexedList(store, list, 1, () => () => {});
  onTestFinished(() => rows.close());
  let isAnswered = false;
  const ranked: boolean[] = [];
  const warm = vi.spyOn(ListTable.prototype, 'warm').mockImplementation(function* () {
    ranked.push(isAnswered);
    yield;
  });
  onTestFinished(() => warm.mockRestore());
  await rows.tradesFor({ sort: [] }).then(() => {
    isAnswered = true;
  });
  await expect.poll(() => ranked).toEqual([true]);
});
