import { readFileSync, writeFileSync } from 'node:fs';
import { constants, DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import type { Order } from '../../shared/contract/orders.ts';
import { identityOf } from '../rows.ts';
import type { HistoryStore } from './history-store.ts';
import { StorageError } from './storage-error.ts';
import { orderEntry, orderPage } from './testing/entries.ts';
import { storeFolder } from './testing/store-folder.ts';

const folder = storeFolder();
const list = 'order-history';
const rowCount = 300;
const pageSize = 16384;
const entries = Array.from({ length: rowCount }, (_, place) =>
  orderEntry(`A${1000 + place}`, { createdAt: 1_700_000_000_000 - place * 1000 }),
);
const written: readonly Order[] = entries.map(({ row }) => row);
const pages = [orderPage(null, entries.slice(0, 200)), orderPage('A1199', entries.slice(200))];
const numRuns = Number(process.env.PROPERTY_RUNS ?? 25);
const timeout = 60_000 + numRuns * 100;
let whole: Buffer;

const file = () => folder.place.path;

beforeEach(() => {
  const { store } = folder.open();
  store.savePages(pages);
  store.close();
  const database = new DatabaseSync(file());
  // Leaves no old copies of rows in free parts of the file.
  database.exec('VACUUM');
  database.close();
  whole = readFileSync(file());
});

/** First and last byte of each page of the file that holds rows. */
function rowPages(): { start: number; end: number }[] {
  const database = new DatabaseSync(file());
  const found = database
    .prepare("SELECT pgoffset, pgsize FROM dbstat WHERE name = 'orders' AND pagetype = 'leaf'")
    .all();
  database.close();
  return found.map(({ pgoffset, pgsize }) => ({ start: Number(pgoffset), end: Number(pgoffset) + Number(pgsize) }));
}

/** Flips bits of bytes of the file and opens it. `null` if the file is quarantined. */
function openFlipped(flips: readonly { at: number; bits: number }[]): HistoryStore | null {
  const content = Buffer.from(whole);
  for (const { at, bits } of flips) content[at] = (content[at] ?? 0) ^ bits;
  writeFileSync(file(), content);
  const { store, backupName } = folder.open();
  if (backupName === null) return store;
  store.close();
  return null;
}

/** Flips one bit of one byte of each text in a row. Other pages can have old copies of rows. */
function flipTexts(...flips: readonly [text: string, byte: number][]): HistoryStore {
  const pagesOfRows = rowPages();
  const placed = flips.map(([text, byte]) => {
    const [at = 0] = pagesOfRows.flatMap(({ start, end }) => {
      const found = whole.subarray(start, end).indexOf(text);
      return found < 0 ? [] : [start + found];
    });
    expect(at).toBeGreaterThan(0);
    return { at: at + byte, bits: 64 };
  });
  const store = openFlipped(placed);
  if (store === null) throw new Error('the file was quarantined');
  return store;
}

const flipText = (text: string, byte: number) => flipTexts([text, byte]);

function checkAll(store: HistoryStore): number[] {
  expect(store.checkIntegrity()).toBe(true);
  const { damaged } = store.checkRows(list, 0, 1000);
  return damaged.map(({ id }) => written.findIndex((row) => row.id === id));
}

const readAll = (store: HistoryStore): Order[] =>
  store.read(({ lists }) => lists[list].rows.rows(Array.from({ length: rowCount }, (_, i) => i + 1)));

/** True if nothing tells which row it was: its ID, its text and its identity are altered. */
const isUnrecognizable = (row: Order, was: Order | undefined) =>
  row.id !== was?.id && row.raw !== was?.raw && (was === undefined || identityOf(row) !== identityOf(was));

test('wherever bytes are flipped, no altered row goes unnoticed, and its page replaces it', { timeout }, () => {
  const ranges = rowPages();
  let repaired = 0;
  const flip = fc.record({
    page: fc.nat({ max: ranges.length - 1 }),
    // Without the bias to the ends, where the header of a page is.
    byte: fc.noBias(fc.nat({ max: pageSize - 1 })),
    bits: fc.integer({ min: 1, max: 255 }),
  });
  fc.assert(
    fc.property(fc.array(flip, { minLength: 1, maxLength: 3 }), (flips) => {
      const store = openFlipped(flips.map(({ page, byte, bits }) => ({ at: (ranges[page]?.start ?? 0) + byte, bits })));
      if (store === null) return;
      try {
        if (!store.checkIntegrity()) return;
        const { damaged } = store.checkRows(list, 0, 1000);
        const read = readAll(store);
        const altered = read.filter((row, place) => !isDeepStrictEqual(row, written[place]));
        expect(damaged.length).toBeGreaterThanOrEqual(altered.length);
        if (read.some((row, place) => isUnrecognizable(row, written[place]))) return;
        store.savePages(pages);
        expect(readAll(store)).toEqual(written);
        expect(store.checkRows(list, 0, 1000).damaged).toEqual([]);
        repaired += altered.length;
      } catch (error) {
        expect(error).toBeInstanceOf(StorageError);
        expect(error).toMatchObject({ kind: 'damaged' });
      } finally {
        store.close();
      }
    }),
    { numRuns },
  );
  expect(repaired).toBeGreaterThan(10);
});

test('an intact row is not reported, and a damaged one is reported once', () => {
  const { store } = folder.open();
  expect(store.checkRows(list, 0, 1000)).toEqual({ damaged: [], next: rowCount });
  expect(store.checkRows(list, rowCount, 1000)).toEqual({ damaged: [], next: null });
  store.close();
  const damaged = flipText('"order_id":"A1003"', 0);
  expect(checkAll(damaged)).toEqual([3]);
  expect(checkAll(damaged)).toEqual([]);
});

test('a damaged row is requested again before a verification is due', () => {
  const store = flipText('"order_id":"A1003"', 0);
  expect(store.unfinished(list, 'isolated', 10)).toEqual([]);
  checkAll(store);
  expect(store.unfinished(list, 'isolated', 10)).toMatchObject([{ id: 'A1003' }]);
  store.savePages(pages);
  expect(store.unfinished(list, 'isolated', 10)).toEqual([]);
});

test('a page replaces a damaged row, reports it, and keeps no record of its content', () => {
  const store = flipText('"order_id":"A1003"', 2);
  const [saved] = store.savePages(pages);
  expect(saved?.damaged).toEqual([{ id: 'A1003', createdAt: written[3]?.createdAt }]);
  expect(saved?.rows).toMatchObject([{ id: 'A1003', number: 4 }]);
  expect(saved?.late).toEqual([]);
  expect(store.changes(list, 'isolated:A1003')).toEqual([]);
  expect(store.savePages(pages)[0]?.damaged).toEqual([]);
  expect(readAll(store)).toEqual(written);
});

test('a damaged ID is repaired after the check, and no row is added', () => {
  // A row begins with its ID and its margin mode.
  const store = flipText('A1003isolated', 2);
  expect(checkAll(store)).toHaveLength(1);
  store.savePages(pages);
  expect(store.count(list)).toBe(rowCount);
  expect(readAll(store)).toEqual(written);
  expect(store.checkIntegrity()).toBe(true);
});

test.each(['before', 'after'])(
  'a row whose ID and text are damaged is repaired, and no row is added, %s the check',
  (order) => {
    const store = flipTexts(['A1003isolated', 0], ['{"order_id":"A1003"', 0]);
    expect(store.checkIntegrity()).toBe(true);
    if (order === 'after') expect(checkAll(store)).toHaveLength(1);
    const [saved] = store.savePages(pages);
    expect(saved).toMatchObject({ added: 0, late: [] });
    expect(store.count(list)).toBe(rowCount);
    expect(readAll(store)).toEqual(written);
    expect(checkAll(store)).toEqual([]);
  },
);

/** Adds older rows to the file, and damages them. */
function openWithDamaged(stored: typeof entries, damage: string): HistoryStore {
  const { store } = folder.open();
  store.savePage(orderPage('A1299', stored));
  store.close();
  const database = new DatabaseSync(file());
  database.exec(`UPDATE orders SET ${damage} WHERE number > ${rowCount}`);
  database.close();
  return folder.open().store;
}

const createdAt = 1_600_000_000_000;
const twins = ['B1', 'B2'].map((id) => orderEntry(id, { createdAt }));

test.each([
  { title: 'two damaged IDs and texts', stored: twins, damage: "id = '@' || id, raw = '?'" },
  { title: 'a damaged text beside a new row', stored: twins.slice(1), damage: "raw = '?'" },
])('orders of one identity remain apart: $title', ({ stored, damage }) => {
  const store = openWithDamaged(stored, damage);
  store.savePage(orderPage('A1299', twins));
  expect(store.count(list)).toBe(rowCount + 2);
  expect(store.read(({ lists }) => lists[list].rows.newest(2, rowCount))).toEqual(twins.map(({ row }) => row));
  expect(checkAll(store)).toEqual([]);
});

test('a new order does not replace a damaged one of its time', () => {
  const store = openWithDamaged([orderEntry('C1', { createdAt, symbol: 'ETH-USDT' })], "raw = '?'");
  store.savePage(orderPage(null, twins, { symbol: 'BTC-USDT' }));
  expect(store.count(list)).toBe(rowCount + 3);
  expect(store.checkRows(list, 0, 1000).damaged).toMatchObject([{ id: 'C1' }]);
});

test.each(['before', 'after'])(
  'a damaged margin mode is repaired, and the rows of a mode stay counted, %s the check',
  (order) => {
    const store = flipText('A1003isolated', 8);
    if (order === 'after') expect(checkAll(store)).toEqual([3]);
    store.savePages(pages);
    expect(readAll(store)).toEqual(written);
    expect(store.coverage(list).map(({ rows }) => rows)).toEqual([rowCount, 0]);
    expect(folder.reopen().checkIntegrity()).toBe(true);
  },
);

test.each([
  { hasDamagedId: true, times: 1 },
  { hasDamagedId: false, times: 0 },
])('297 damaged rows check the file once, with $times rebuilt indexes (damaged ID: $hasDamagedId)', (damage) => {
  const database = new DatabaseSync(file());
  database.exec("UPDATE orders SET price = '9' WHERE number > 3");
  database.close();
  whole = readFileSync(file());
  let rebuilt = 0;
  let checked = 0;
  const onConnect = (connection: DatabaseSync) =>
    connection.setAuthorizer((action, name) => {
      if (action === constants.SQLITE_REINDEX && name === 'orders_by_id') rebuilt++;
      if (action === constants.SQLITE_PRAGMA && name === 'integrity_check') checked++;
      return constants.SQLITE_OK;
    });
  // A row begins with its ID, which is in an index, and its margin mode.
  if (damage.hasDamagedId) flipText('A1003isolated', 2).close();
  const { store } = folder.open({ onConnect });
  expect(store.checkRows(list, 0, 1000).damaged).toHaveLength(297);
  for (const page of pages) store.savePage(page);
  expect(checked).toBe(1);
  expect(readAll(store)).toEqual(written);
  expect(store.checkIntegrity()).toBe(true);
  expect(rebuilt).toBe(damage.times);
});
