import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import type { Order } from '../../shared/contract/orders.ts';
import { sortFields } from '../../shared/orders/history.ts';
import { OrderTable } from '../orders/list-table.ts';
import { noWords, type UserWords } from '../rows.ts';
import type { HistoryStore } from '../store/history-store.ts';
import { orderEntry, orderPage } from '../store/testing/entries.ts';
import { storeFolder } from '../store/testing/store-folder.ts';
import { Trades } from '../trades/trades.ts';
import { IndexedList } from './indexed-list.ts';

/** The index of an archive whose columns are in a file, compared with one that reads all rows. */

const folder = storeFolder();
const list = 'order-history';
const count = 20_200;
const perPage = 100;
const start = Date.UTC(2025, 2, 3);
const columnsFile = () => folder.place.path.replace('.sqlite', '.columns');

type Fields = Partial<Omit<Order, 'key' | 'raw'>>;

/** `number`: from 0, the newest order. */
function entryOf(number: number, fields: Fields = {}) {
  const { row } = orderEntry(`${number % 3 === 0 ? 'Ä' : 'bg'}${number}`, { createdAt: start - number * 7000 });
  const usual = {
    symbol: `S${number % 40}-USDT`,
    side: number % 2 !== 0 ? null : number % 4 === 0 ? ('sell' as const) : ('buy' as const),
    action: number % 4 === 0 ? ('close' as const) : ('open' as const),
    averagePrice: '100',
    pnl: number % 11 === 0 ? `${number}.123456789012345678901234` : `${(number % 500) - 250}.25`,
    price: number % 5 === 0 ? null : `${number}.5`,
  };
  const changed = { ...row, ...usual, ...fields };
  return { id: row.id, row: { ...changed, raw: JSON.stringify([number, fields]) } };
}

function fill(store: HistoryStore): void {
  store.savePages(
    Array.from({ length: count / perPage }, (_, page) => {
      const first = page * perPage;
      const entries = Array.from({ length: perPage }, (_, row) => entryOf(first + row));
      return orderPage(page === 0 ? null : entryOf(first - 1).id, entries);
    }),
  );
}

function openRows(store: HistoryStore, words = noWords): IndexedList<typeof list> {
  return new IndexedList(store, list, 1, () => () => {}, words);
}

/** Loads the index and waits for the file of columns. */
async function writeColumns(store: HistoryStore): Promise<void> {
  const rows = openRows(store);
  await rows.index();
  await expect.poll(() => existsSync(columnsFile())).toBe(true);
  rows.close();
}

/** Expects that the index of the archive equals one of its rows. Returns the IDs that were read row by row. */
async function expectEqual(store: HistoryStore, words: UserWords = noWords): Promise<void> {
  const rows = openRows(store, words);
  const index = (await rows.index()) as OrderTable;
  const fresh = new OrderTable([], words.renamed);
  fresh.put(store.read(({ lists }) => lists[list].rows.scan(0, count * 2)));
  for (const note of store.notes.page({ kind: 'order', id: '' }, 100)) {
    for (const row of store.read(({ lists }) => lists[list].rows.numbersOf(note.id))) fresh.setNote(note, row);
  }
  expect(index.size).toBe(fresh.size);
  for (const filter of [{}, { symbols: ['S7-USDT'] }, { text: 'g1' }, { noted: 'only' as const }, { tags: ['late'] }]) {
    for (const field of sortFields[list]) {
      const query = { filter, sort: [{ field, direction: 'ascending' as const }], zone: 'UTC', now: start };
      expect([...index.select(query)]).toEqual([...fresh.select(query)]);
    }
    const { version: _, ...summary } = index.summarize(filter, 'UTC', start);
    expect(summary).toEqual({ ...fresh.summarize(filter, 'UTC', start), version: undefined });
  }
  rows.close();
}

const numbersScanned = (store: HistoryStore) => {
  const table = store.read(({ lists }) => lists[list].rows);
  const { scan } = table;
  let rows = 0;
  table.scan = (...input) => {
    const found = scan.apply(table, input);
    rows += found.length;
    return found;
  };
  return () => rows;
};

test('after a start, the index has the columns of the file, and the orders and notes that came since', async () => {
  let { store } = folder.open();
  fill(store);
  await writeColumns(store);
  store.savePage(orderPage(null, [entryOf(-2), entryOf(-1), entryOf(0, { pnl: '9.75', status: 'canceled' })]));
  store.notes.set([{ kind: 'order', id: entryOf(5).id, text: 'early #late' }]);

  store = folder.reopen();
  const scanned = numbersScanned(store);
  const rows = openRows(store);
  await rows.index();
  expect(scanned()).toBe(3);
  rows.close();
  await expectEqual(store);

  store.savePage(orderPage(null, [entryOf(-2, { symbol: 'S7-USDT' }), entryOf(-1), entryOf(0), entryOf(1)]));
  store = folder.reopen();
  await expectEqual(store);
  await expectEqual(store, { ...noWords, renamed: { 'S1-USDT': 'S7-USDT' } });
});

test('an order that is stored while the columns are read is in the index as it is then', async () => {
  const { store: first } = folder.open();
  fill(first);
  await writeColumns(first);
  const store = folder.reopen();
  const rows = openRows(store);
  const loading = rows.index();
  const saved = store.savePage(orderPage(null, [entryOf(-1), entryOf(0, { pnl: '1.5' })]));
  rows.put(saved);
  const index = (await loading) as OrderTable;
  const [number = 0] = store.read(({ lists }) => lists[list].rows.numbersOf(entryOf(0).id));
  expect(index.columns.pnl.textOf(number)).toBe('1.5');
  expect(index.size).toBe(count + 1);
  rows.close();
});

test('a damaged file of columns is made again from the rows', async () => {
  const { store: first } = folder.open();
  fill(first);
  await writeColumns(first);
  let store = folder.reopen();
  const bytes = readFileSync(columnsFile());
  bytes[1000] = (bytes[1000] as number) ^ 1;
  writeFileSync(columnsFile(), bytes);
  await expectEqual(store);
  const again = openRows(store);
  await again.index();
  await expect.poll(() => readFileSync(columnsFile()).equals(bytes)).toBe(false);
  again.close();
  store = folder.reopen();
  const scanned = numbersScanned(store);
  const rows = openRows(store);
  const { size, timeOrder } = await rows.index();
  expect(scanned()).toBe(0);
  // The file has the order of the rows.
  expect(timeOrder.image().length).toBe(size);
  rows.close();
});

/** Expects that the trades are those of the orders from scratch. Returns how many were read from the archive. */
async function expectTrades(store: HistoryStore): Promise<number> {
  const scan = vi.spyOn(store.trades, 'scan');
  const rows = openRows(store);
  const trades = await rows.trades();
  const table = new OrderTable();
  table.put(store.read(({ lists }) => lists[list].rows.scan(0, count * 2)));
  const fresh = new Trades(table);
  for (const [row, slices] of store.read(({ executions }) => executions.scan(0, count)).slices)
    fresh.observe(row, slices);
  fresh.setBreaks(store.breaks(list));
  const query = { filter: {}, sort: [], zone: 'UTC', now: start };
  const read = (all: Trades) => Array.from(all.select(query), (number) => all.trade(number));
  expect(read(trades)).toEqual(read(fresh));
  await rows.saved();
  expect(store.trades.reach).toBe(store.count(list));
  // The archive has the trades as they are, for other programs.
  let stored = 0;
  for (let after: number | null = 0; after !== null; ) {
    const part = store.trades.scan(after, 5000);
    stored += part.trades.length;
    after = part.next;
  }
  expect(stored).toBe(fresh.select(query).length);
  rows.close();
  return scan.mock.calls.length - Math.ceil((stored + 1) / 5000);
}

test('after a start, the trades are those of their file and of the orders that came since', async () => {
  const tradesFile = folder.place.path.replace('.sqlite', '.trades');
  let { store } = folder.open();
  fill(store);
  await expectTrades(store);
  await expect.poll(() => existsSync(tradesFile)).toBe(true);
  store = folder.reopen();
  expect(await expectTrades(store)).toBe(0);

  store.savePage(orderPage(null, [entryOf(-4), entryOf(-3), entryOf(-2), entryOf(-1), entryOf(0)]));
  store = folder.reopen();
  expect(await expectTrades(store)).toBe(0);

  // The change deletes trades of the archive, which then stores them again.
  store.savePage(orderPage(null, [entryOf(-4), entryOf(-3), entryOf(-2, { filledQuantity: '20' }), entryOf(-1)]));
  store = folder.reopen();
  expect(await expectTrades(store)).toBeGreaterThan(0);
  store = folder.reopen();
  expect(await expectTrades(store)).toBe(0);

  const bytes = readFileSync(tradesFile);
  bytes[5000] = (bytes[5000] as number) ^ 1;
  writeFileSync(tradesFile, bytes);
  store = folder.reopen();
  expect(await expectTrades(store)).toBeGreaterThan(0);
});
