import { expect, test } from 'vitest';
import type { Order } from '../../shared/contract/orders.ts';
import type { MarginMode } from '../../shared/values/domain.ts';
import { HistoryStore } from '../store/history-store.ts';
import { firstTime, orderEntry, orderPage } from '../store/testing/entries.ts';
import { HistoryEngine } from './engine.ts';
import { newDatabase, startOfflineEngine } from './testing/offline-engine.ts';

const account = '';
const list = 'order-history';
const all = { account, filter: {}, sort: [], zone: 'UTC', from: 0, count: 1000 };
const minute = 60_000;

/** An order of a numbered ID: BTC in isolated margin, and another one, ETH, in cross margin. */
function order(number: number, marginMode: MarginMode, fields: Partial<Order> = {}) {
  const isFirst = marginMode === 'isolated';
  const symbol = isFirst ? 'BTC-USDT' : 'ETH-USDT';
  const createdAt = firstTime + number * minute + (isFirst ? 0 : 1000);
  const { id, row } = orderEntry(String(number), { marginMode, createdAt, symbol });
  return { id, row: { ...row, pnl: isFirst ? '0.5' : '-1', ...fields } };
}

const pageOf = (marginMode: MarginMode, entries: ReturnType<typeof order>[], from: string | null = null) =>
  orderPage(from, entries, { marginMode });
const numbers = (from: number, to: number) => Array.from({ length: from - to }, (_, place) => from - place);

test('orders of both margin modes with the same IDs are all kept, counted and added up', async () => {
  const { savePage, ...engine } = startOfflineEngine();
  for (const marginMode of ['isolated', 'cross'] as const) {
    const entries = numbers(1040, 1000).map((number) => order(number, marginMode));
    await savePage({ page: pageOf(marginMode, entries.slice(0, 30)) });
    await savePage({ page: pageOf(marginMode, entries.slice(30), entries[29]?.id) });
  }
  const state = await engine.readHistoryState({ account, list }, 0);
  expect(state).toMatchObject({ rows: 80, sharedIds: 40, modes: [{ rows: 40 }, { rows: 40 }] });
  const { pnl } = await engine.summarizeHistory({ account, list, filter: {}, zone: 'UTC' }, 0);
  expect(pnl).toMatchObject([{ sum: '-20', wins: 40, losses: 40 }]);
  const { rows } = await engine.readOrderHistory(all, 0);
  expect(new Set(rows.map(({ key }) => key)).size).toBe(80);
  const twins = await engine.readOrderHistory({ ...all, filter: { ids: ['1007'] } }, 0);
  expect(twins.rows.map(({ key, symbol }) => [key, symbol])).toEqual([
    ['cross:1007', 'ETH-USDT'],
    ['isolated:1007', 'BTC-USDT'],
  ]);
  // The same pages again change nothing.
  await savePage({
    page: pageOf(
      'cross',
      numbers(1040, 1010).map((number) => order(number, 'cross')),
    ),
  });
  expect(await engine.readHistoryState({ account, list }, 0)).toMatchObject({ rows: 80, sharedIds: 40 });
});

test('equal orders are one that has moved, also if an earlier page was read without a search for its rows', () => {
  const store = HistoryStore.open({ path: newDatabase(), notes: newDatabase(), now: () => firstTime }).store;
  store.savePage(pageOf('isolated', [order(5, 'isolated')]));
  const moved = order(5, 'isolated', { marginMode: 'cross', key: 'cross:5', quantity: '12.0', status: 'canceled' });
  const { sharedIds, rows } = store.savePage(pageOf('cross', [moved]));
  expect([sharedIds, rows.length, store.count(list), store.sharedIds(list)]).toEqual([[], 1, 1, 0]);
  expect(store.coverage(list).map((mode) => mode.rows)).toEqual([0, 1]);
  store.close();
});

test.each<[string, Partial<Order>]>([
  ['creation', { createdAt: firstTime + 1 }],
  ['symbol', { symbol: 'SOL-USDT' }],
  ['side', { side: 'sell' }],
  ['action', { action: 'close' }],
  ['quantity', { quantity: '13' }],
])('another %s makes another order of the other margin mode', (_name, fields) => {
  const store = HistoryStore.open({ path: newDatabase(), notes: newDatabase(), now: () => firstTime }).store;
  const first = orderEntry('5');
  store.savePage(pageOf('isolated', [first]));
  const other = { ...first.row, marginMode: 'cross', key: 'cross:5', ...fields } as const;
  expect(store.savePage(pageOf('cross', [{ id: '5', row: other }])).sharedIds).toEqual(['5']);
  expect(store.coverage(list).map((mode) => mode.rows)).toEqual([1, 1]);
  const numberOf = (key: string) => store.numberOf(list, key);
  expect([
    numberOf('isolated:5'),
    numberOf('cross:5'),
    store.read(({ lists }) => lists[list].rows.numbersOf('5')),
  ]).toEqual([1, 2, [1, 2]]);
  store.close();
});

test('each order of an ID has its own changes, executions and place; the note of the ID is on both', async () => {
  const { savePage, ...engine } = startOfflineEngine();
  const waiting = { status: 'pending', filledQuantity: '0' } as const;
  const at = (seconds: number) => ({ earliest: firstTime + seconds * 1000, latest: firstTime + seconds * 1000 });
  const save = (marginMode: MarginMode, seconds: number, fields: Partial<Order>) =>
    savePage({
      page: {
        ...pageOf(marginMode, [order(7, marginMode, { raw: `{"at":${seconds}}`, ...fields })]),
        readAt: at(seconds),
      },
    });
  await save('isolated', 500, waiting);
  await engine.saveNote({ account, kind: 'order', key: 'isolated:7', text: 'mine #tag', before: '' }, 0);
  await engine.readOrderHistory({ ...all, filter: { tags: ['tag'] } }, 0);
  await save('cross', 501, waiting);
  await save('cross', 502, { filledQuantity: '12' });
  const changesOf = async (key: string) =>
    (await engine.readRowChanges({ account, list, key }, 0)).map(({ raw }) => raw);
  expect([await changesOf('isolated:7'), await changesOf('cross:7')]).toEqual([[], ['{"at":501}']]);
  const executionOf = (key: string) => engine.readOrderExecution({ account, key }, 0);
  expect(await executionOf('isolated:7')).toMatchObject({ slices: [], waitingAt: firstTime + 500_000 });
  expect(await executionOf('cross:7')).toMatchObject({ slices: [{ quantity: '12' }], waitingAt: null });
  const tagged = await engine.readOrderHistory({ ...all, filter: { tags: ['tag'] }, anchor: 'isolated:7' }, 0);
  expect(tagged).toMatchObject({ total: 2, anchor: 1, rows: [{ note: 'mine #tag' }, { note: 'mine #tag' }] });
});

test('margin modes whose newest pages have the same IDs, but other orders, are both downloaded', async () => {
  const entries = (marginMode: MarginMode) => numbers(1040, 1000).map((number) => order(number, marginMode));
  const engine = new HistoryEngine({
    file: newDatabase(),
    notes: newDatabase(),
    discardExisting: false,
    firstVersion: 1,
    exchange: {
      fetchPage: async (_list, { marginMode, from }) => {
        const rows = entries(marginMode);
        const page = rows.slice(rows.findIndex(({ id }) => id === from) + 1).slice(0, 15);
        return { entries: page as never, fetchedAt: firstTime };
      },
      fetchOpenPlans: async () => ({ plans: [], fetchedAt: firstTime }),
      isSaturated: false,
    },
    now: () => firstTime + 86_400_000,
    onStatus: () => {},
    onSyncFailed: () => {},
    onNotes: () => {},
    onPlans: () => {},
  });
  const { readHistoryState, summarizeHistory } = engine.answers;
  await expect
    .poll(async () => {
      const { phase, modes } = await readHistoryState({ account, list }, 0);
      return phase === 'idle' && modes.map(({ rows, complete }) => [rows, complete]);
    })
    .toEqual([
      [40, true],
      [40, true],
    ]);
  expect(await readHistoryState({ account, list }, 0)).toMatchObject({ hasOneMode: false, sharedIds: 40 });
  const { pnl } = await summarizeHistory({ account, list, filter: {}, zone: 'UTC' }, 0);
  expect(pnl).toMatchObject([{ sum: '-20' }]);
  await engine.calls.close(null);
});
