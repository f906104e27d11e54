import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Order } from '../../shared/contract/orders.ts';
import { JointList } from '../joint/joint-list.ts';
import { type PartCursor, receivedPart, sentBytes } from '../joint/part.ts';
import { ListTable } from '../orders/list-table.ts';
import { type IndexedRow, noWords } from '../rows.ts';
import { RowTable } from '../store/row-table.ts';
import { orderEntry, orderPage, planEntry } from '../store/testing/entries.ts';
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
  const [first] = store.read(({ lists }) => lists[list].rows.scan(0, 1)) as [IndexedRow];
  store.notes.set([{ kind: 'trade', id: first.id, text: 'a note' }]);
  const scan = vi.spyOn(RowTable.prototype, 'scan');
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
  const scan = vi.spyOn(RowTable.prototype, 'scan');
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
  expect(scan.mock.calls.some(([after]) => after === 0)).toBe(true);
  scan.mockClear();
  rows.put(store.savePage(orderPage(null, [orderEntry('4'), orderEntry('3')])));
  await readAll();
  expect(scan.mock.calls.some(([after]) => after === 0)).toBe(false);
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
  await rows.measuredTrades({ sort: [] }).then(() => {
    isAnswered = true;
  });
  await expect.poll(() => ranked).toEqual([true]);
});

test('a joint archive has the R multiples of an account, and those that later plan orders and orders change', async () => {
  const { store } = folder.open();
  const times = [1, 2].map((hour) => hour * 3_600_000);
  const [opening, closing] = times.map((createdAt, place) => {
    const { id, row } = orderEntry(String(place + 1), { createdAt, marginMode: 'cross', symbol: 'ETH-USDT' });
    const own = { kind: 'market', filledQuantity: '1', pnl: String(place * 20) } as const;
    const terms = place === 0 ? { side: 'buy', action: 'open' } : { side: 'sell', action: 'close' };
    return { id, row: { ...row, ...own, ...terms, averagePrice: place === 0 ? '100' : '120' } as Order };
  }) as [{ id: string; row: Order }, { id: string; row: Order }];
  const { span } = store.savePage(orderPage(null, [closing, opening], { marginMode: 'cross', fetchedAt: 9_000_000 }));
  if (span !== null) store.markEnded(span);
  const plans = new IndexedList(store, 'plan-history', 1, () => () => {});
  const rows = new IndexedList(store, list, 1, () => () => {}, noWords, plans);
  onTestFinished(() => {
    rows.close();
    plans.close();
  });
  const joint = new JointList(list, ['one']);
  let cursor: PartCursor | null = null;
  const multiples = async () => {
    for (let isLast = false; !isLast; ) {
      const read: Awaited<ReturnType<typeof rows.readPart>> = await rows.readPart(cursor, true);
      joint.take(0, receivedPart(sentBytes(read.part)));
      ({ isLast, next: cursor } = read);
    }
    const table = joint.trades?.current().table;
    const all = table?.select({ filter: {}, sort: [{ field: 'r', direction: 'ascending' }], zone: 'UTC', now: 0 });
    return Array.from(all ?? [], (number) => table?.trade(number).r);
  };
  const stopAt = (id: string, triggerPrice: string) => {
    const { row } = planEntry(id, times[0] as number, 'canceled');
    const terms = { side: 'sell', triggerDirection: 'falls-to', triggerPrice } as const;
    const page = { list: 'plan-history', marginMode: 'cross', from: null, symbol: null, fetchedAt: 9_000_000 } as const;
    plans.put(store.savePage({ ...page, entries: [{ id, row: { ...row, ...terms } }] }));
  };
  stopAt('7', '95');
  expect(await multiples()).toEqual(['4']);
  stopAt('8', '96');
  expect(await multiples()).toEqual(['5']);
  const corrected = { id: closing.id, row: { ...closing.row, averagePrice: '130' } };
  rows.put(store.savePage(orderPage(null, [corrected, opening], { marginMode: 'cross', fetchedAt: 9_500_000 })));
  expect(await multiples()).toEqual(['7.5']);
});
