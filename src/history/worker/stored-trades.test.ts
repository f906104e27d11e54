import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Order } from '../../shared/contract/orders.ts';
import type { Trade } from '../../shared/contract/trades.ts';
import { marginModes } from '../../shared/values/domain.ts';
import { OrderTable } from '../orders/list-table.ts';
import { tradeDerivation } from '../rows.ts';
import type { HistoryStore } from '../store/history-store.ts';
import { orderEntry, orderPage } from '../store/testing/entries.ts';
import { storeFolder } from '../store/testing/store-folder.ts';
import { Trades } from '../trades/trades.ts';
import { IndexedList } from './indexed-list.ts';

const folder = storeFolder();
const list = 'order-history';
const start = Date.UTC(2025, 2, 3);
let files = 0;
const all = { filter: {}, sort: [], zone: 'UTC', now: 0 } as const;

type Fields = Partial<Order> & { readonly at?: number };

function entryOf(id: string, { at = 0, ...fields }: Fields) {
  const { row } = orderEntry(id, { createdAt: start + at * 1000 });
  const changed = { ...row, averagePrice: '100', ...fields };
  return { id, row: { ...changed, key: `${changed.marginMode}:${id}`, raw: JSON.stringify(fields) + id } };
}

/** Two closed trades and an open one, and an order without a leg. */
const orders = [
  entryOf('6', { at: 6, side: null, filledQuantity: '1', pnl: '-0.5' }),
  entryOf('5', { at: 5, symbol: 'ETH-USDC', side: 'sell', action: 'open', filledQuantity: '2', pnl: '0' }),
  entryOf('4', { at: 4, side: 'sell', action: 'close', filledQuantity: '3', pnl: '7.25' }),
  entryOf('3', { at: 3, filledQuantity: '3', pnl: '0' }),
  entryOf('2', { at: 2, side: 'sell', action: 'close', filledQuantity: '1', pnl: '0.10', leverage: '20' }),
  entryOf('1', { at: 1, filledQuantity: '1', pnl: '0' }),
];

function openRows(store: HistoryStore): IndexedList<typeof list> {
  return new IndexedList(store, list, 1, () => () => {});
}

const read = (trades: Trades): Trade[] => Array.from(trades.select(all), (number) => trades.trade(number));

async function readStored(store: HistoryStore): Promise<Trade[]> {
  const rows = openRows(store);
  const trades = read(await rows.trades());
  await rows.saved();
  expect(store.trades.reach).toBe(store.count(list));
  rows.close();
  return trades;
}

/** The trades of the stored orders, from scratch. */
function derive(store: HistoryStore): Trade[] {
  const table = new OrderTable();
  table.put(store.read(({ lists }) => lists[list].rows.scan(0, 1000)));
  const trades = new Trades(table);
  for (const [row, slices] of store.read(({ executions }) => executions.scan(0, 1000)).slices)
    trades.observe(row, slices);
  trades.setBreaks(store.breaks(list));
  return read(trades);
}

/** Executes statements as another program would. */
function change(sql: string): void {
  const database = new DatabaseSync(folder.place.path);
  database.exec(sql);
  database.close();
}

function rowsOf(sql: string): Record<string, string | number | null>[] {
  const database = new DatabaseSync(folder.place.path, { readOnly: true });
  const rows = database.prepare(sql).all() as Record<string, string | number | null>[];
  database.close();
  return rows;
}

const tableOf = () => rowsOf('SELECT * FROM trades ORDER BY first_order');

async function fill(): Promise<void> {
  const { store } = folder.open();
  store.savePage(orderPage(null, orders));
  await readStored(store);
  store.close();
}

test('other programs read the trades with exact decimals, and how far they reach', async () => {
  await fill();
  const found = rowsOf(
    `SELECT orders.id, trades.symbol, trades.margin_mode, trades.side, state, opened_at, closed_at, duration, orders, incomplete,
       largest_size, entry_price, exit_price, trades.pnl, pnl_per_contract, trades.leverage
     FROM trades JOIN orders ON number = first_order ORDER BY opened_at`.replace(
      ' orders, incomplete',
      ' trades.orders, incomplete',
    ),
  );
  expect(found).toHaveLength(4);
  expect(found[0]).toEqual({
    id: '1',
    symbol: 'BTC-USDT',
    margin_mode: 'isolated',
    side: 'long',
    state: 'closed',
    opened_at: start + 1000,
    closed_at: start + 2000,
    duration: 1000,
    orders: 2,
    incomplete: 'missing-start',
    largest_size: '1',
    entry_price: '100',
    exit_price: '100',
    pnl: '0.1',
    pnl_per_contract: '0.1',
    leverage: '20',
  });
  expect(found[3]).toMatchObject({ id: '6', side: null, state: null, incomplete: 'unplaced', pnl: '-0.5' });
  const [fact] = rowsOf(
    "SELECT text ->> 'orders' AS reach, (SELECT max(number) FROM orders) AS stored FROM meta WHERE name = 'trades'",
  );
  expect(fact).toEqual({ reach: 6, stored: 6 });
});

test('a start derives no trade that the archive has', async () => {
  await fill();
  const first: Record<string, string | number | null> = tableOf()[0] ?? expect.fail();
  const { checksum, ...columns } = first;
  expect(checksum).toBe(crc32(JSON.stringify(Object.values(columns))));
  const changed = Object.values({ ...columns, pnl: '777' });
  change(`UPDATE trades SET pnl = '777', checksum = ${crc32(JSON.stringify(changed))}
    WHERE first_order = ${first.first_order}`);
  const trades = await readStored(folder.reopen());
  expect(trades.map(({ pnl }) => pnl)).toContain('777');
});

test('a damaged trade is derived again, whichever value is damaged', async () => {
  await fill();
  const whole = tableOf();
  const expected = await readStored(folder.reopen());
  const names = Object.keys(whole[0] ?? {});
  expect(names.length).toBeGreaterThan(18);
  for (const name of names) {
    const damaged =
      name === 'first_order'
        ? 'first_order + 100'
        : `iif(typeof(${name}) = 'text', ${name} || '1', coalesce(${name}, 0) + 1)`;
    folder.reopen().close();
    change(`UPDATE trades SET ${name} = ${damaged}`);
    expect(await readStored(folder.reopen()), name).toEqual(expected);
    folder.reopen().close();
    expect(tableOf(), name).toEqual(whole);
  }
});

test.each([
  ['is missing', 'DROP TABLE trades'],
  ['is empty', 'DELETE FROM trades'],
  ['lacks a trade', 'DELETE FROM trades WHERE first_order = (SELECT max(first_order) FROM trades)'],
  ['has another column', 'ALTER TABLE trades ADD COLUMN mine TEXT'],
  ['lacks an index', 'DROP INDEX trades_by_leg'],
  ['was derived in another way', `UPDATE trades SET derivation = ${tradeDerivation + 1}, checksum = 0`],
])('a table that %s is filled again, and nothing else changes', async (_, sql) => {
  await fill();
  const whole = tableOf();
  const expected = await readStored(folder.reopen());
  folder.reopen().close();
  change(sql);
  const { store, backupName } = folder.open();
  expect([backupName, store.readOnly, store.lost()]).toEqual([null, null, null]);
  expect(await readStored(store)).toEqual(expected);
  store.close();
  expect(tableOf()).toEqual(whole);
});

test('the trades of a changed order are deleted with the change, and reach no order until they are derived again', async () => {
  await fill();
  const { store } = folder.open();
  expect(store.trades.reach).toBe(6);
  store.savePage(
    orderPage(null, [entryOf('4', { at: 4, side: 'sell', action: 'close', filledQuantity: '9', pnl: '5' })]),
  );
  expect(store.trades.reach).toBeNull();
  store.close();
  expect(tableOf().map(({ opened_at }) => opened_at)).not.toContain(start + 3000);
  const next = folder.reopen();
  expect(await readStored(next)).toEqual(derive(next));
});

test('the times at which orders were seen executed are those of the trades, also after a start', async () => {
  const readAt = (seconds: number) => ({
    readAt: { earliest: start + seconds * 1000, latest: start + seconds * 1000 + 500 },
  });
  const pageAt = (seconds: number, entries: ReturnType<typeof entryOf>[]) => orderPage(null, entries, readAt(seconds));
  const entry = entryOf('1', { at: 1, kind: 'market', filledQuantity: '3', pnl: '0' });
  const waiting = entryOf('2', {
    at: 2,
    side: 'sell',
    action: 'close',
    status: 'pending',
    filledQuantity: '0',
    pnl: '0',
  });
  const filled = entryOf('2', { at: 2, side: 'sell', action: 'close', filledQuantity: '3', pnl: '7' });
  const { store } = folder.open();
  const rows = openRows(store);
  rows.put(store.savePage(pageAt(10, [waiting, entry])));
  expect(read(await rows.trades())).toMatchObject([{ state: 'open' }]);
  rows.put(store.savePage(pageAt(70, [waiting, entry])));
  rows.put(store.savePage(pageAt(130, [filled, entry])));
  const closed = { openedAt: start + 1000, closedAt: start + 70_000, closedBy: start + 130_500 };
  expect(read(await rows.trades())).toMatchObject([closed]);
  await rows.saved();
  rows.close();
  store.close();
  const next = folder.reopen();
  expect(await readStored(next)).toMatchObject([closed]);
  expect(await readStored(next)).toEqual(derive(next));
});

test('an order may change while the trades of the archive are read', async () => {
  // More trades than are read at a time.
  const pairs = Array.from({ length: 2100 }, (_, pair) => [
    entryOf(`${pair} closes`, { at: 2 * pair + 1, side: 'sell', action: 'close', filledQuantity: '1', pnl: '0' }),
    entryOf(`${pair} opens`, { at: 2 * pair, filledQuantity: '1', pnl: '0' }),
  ]);
  const newestFirst = pairs.toReversed().flat();
  const { store: first } = folder.open();
  first.savePage(orderPage(null, newestFirst));
  await readStored(first);
  for (let turns = 5; turns < 14; turns++) {
    const store = folder.reopen();
    const rows = openRows(store);
    const reading = rows.trades();
    for (let turn = 0; turn < turns; turn++) await nextTurn();
    const changed = newestFirst.slice(0, 2).map(({ id, row }) => ({ id, row: { ...row, pnl: `${turns}` } }));
    rows.put(store.savePage(orderPage(null, changed)));
    await reading;
    expect(read(await rows.trades())[0]?.pnl).toBe(String(2 * turns));
    await rows.saved();
    rows.close();
  }
});

test('an order may stop counting while trades are derived', async () => {
  for (let turns = 1; turns < 14; turns++) {
    const { store } = folder.open({ path: `${folder.place.path}-${++files}` });
    const rows = openRows(store);
    rows.put(store.savePage(orderPage(null, orders.slice(1))));
    const reading = rows.trades();
    for (let turn = 0; turn < turns; turn++) await nextTurn();
    rows.put(store.savePage(orderPage(null, [entryOf('2', { at: 2, filledQuantity: null, pnl: '0' })])));
    await reading;
    expect(read(await rows.trades())).toEqual(derive(store));
    await rows.saved();
    rows.close();
    store.close();
  }
});

test('trades are as if derived from scratch after any pages, changes, and starts', async () => {
  const content = fc.record({
    at: fc.nat(8),
    symbol: fc.constantFrom('BTC-USDT', 'ETH-USDC'),
    marginMode: fc.constantFrom(...marginModes),
    side: fc.constantFrom('buy', 'sell', 'sell', 'buy', null) as fc.Arbitrary<Order['side']>,
    action: fc.constantFrom('open', 'close') as fc.Arbitrary<Order['action']>,
    filledQuantity: fc.constantFrom('1', '2', '0.5', '0', null),
    pnl: fc.constantFrom('0', '1.25', '-0.1', null),
  });
  const page = fc.array(fc.tuple(fc.nat(25), content), { maxLength: 6 });
  const step = fc.record({
    page,
    /** Arrives after some turns of a read that takes the trades of the archive and derives the others. */
    meanwhile: page,
    turns: fc.nat(10),
    next: fc.constantFrom('nothing', 'read', 'restart', 'save'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      const path = `${folder.place.path}-${++files}`;
      let { store } = folder.open({ path });
      let rows = openRows(store);
      const savePages = (drafts: (typeof steps)[number]['page']) => {
        for (const marginMode of marginModes) {
          const own = drafts.filter(([, fields]) => fields.marginMode === marginMode);
          const entries = new Map(own.map(([id, fields]) => [id, entryOf(String(id), fields)]));
          const newestFirst = [...entries.values()].toSorted((a, b) => b.row.createdAt - a.row.createdAt);
          rows.put(store.savePage({ ...orderPage(null, newestFirst), marginMode }));
        }
      };
      for (const { page: before, meanwhile, turns, next } of steps) {
        savePages(before);
        if (next === 'nothing') continue;
        const reading = rows.trades();
        for (let turn = 0; turn < turns; turn++) await nextTurn();
        savePages(meanwhile);
        if (next === 'restart') {
          rows.close();
          await reading.catch(() => {});
          store.close();
          ({ store } = folder.open({ path }));
          rows = openRows(store);
        } else {
          await reading;
          expect(read(await rows.trades())).toEqual(derive(store));
          if (next === 'save') await rows.saved();
        }
      }
      expect(read(await rows.trades())).toEqual(derive(store));
      await rows.saved();
      rows.close();
      expect(await readStored(store)).toEqual(derive(store));
      store.close();
    }),
    { numRuns: Number(process.env.PROPERTY_RUNS ?? 10) },
  );
});
