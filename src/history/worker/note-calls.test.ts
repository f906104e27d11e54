import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { HistoryFilter } from '../../shared/contract/history.ts';
import type { NoteFilter } from '../../shared/contract/notes.ts';
import type { TradeFilter } from '../../shared/contract/trades.ts';
import { OrderglassError } from '../../shared/errors.ts';
import type { NoteKind } from '../../shared/notes.ts';
import { orderEntry, orderPage, planEntry } from '../store/testing/entries.ts';
import { HistoryEngine } from './engine.ts';

const noAccess = () => Promise.reject(new OrderglassError('keychain-unavailable', 'injected', { keychain: 'locked' }));
const query = { filter: {}, sort: [], zone: 'UTC', now: 0 };
const all = { query, from: 0, count: 100, anchor: null };
const orders = { ...all, list: 'order-history' } as const;
const start = Date.UTC(2025, 2, 3);

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'orderglass-notes-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function startEngine(folder = newFolder()) {
  const { handlers } = new HistoryEngine({
    file: path.join(folder, 'history.sqlite'),
    discardExisting: false,
    firstVersion: 1,
    exchange: { fetchPage: noAccess, fetchOpenPlans: noAccess, isSaturated: false },
    onStatus: () => {},
    onSyncFailed: () => {},
  });
  onTestFinished(() => void handlers.close(null));
  const save = (kind: NoteKind, key: string, text: string, before = '') =>
    handlers.saveNote({ kind, key, text, before });
  return { ...handlers, save };
}

/** An order that opens (+) or closes (-) a quantity. */
function orderOf(number: number, quantity: number) {
  const { id, row } = orderEntry(String(number), { createdAt: start + number * 60_000 });
  const isOpening = quantity > 0;
  return {
    id,
    row: {
      ...row,
      side: isOpening ? ('buy' as const) : ('sell' as const),
      action: isOpening ? ('open' as const) : ('close' as const),
      filledQuantity: String(Math.abs(quantity)),
      averagePrice: '100',
    },
  };
}

test('rows have their notes before and after the index is loaded, and the version of the list grows', async () => {
  const engine = startEngine();
  await engine.savePage({ page: orderPage(null, [orderEntry('2'), orderEntry('1')]) });
  expect(await engine.save('order', 'isolated:1', 'late #fomo')).toEqual({ outcome: 'saved', text: 'late #fomo' });
  const early = await engine.window(orders);
  expect(early.rows.map(({ id, note }) => [id, note])).toEqual([
    ['2', undefined],
    ['1', 'late #fomo'],
  ]);
  await engine.summarize({ list: 'order-history', filter: {}, zone: 'UTC', now: 0 });
  await engine.save('order', 'isolated:2', 'fine');
  const late = await engine.window(orders);
  expect(late.rows.map(({ note }) => note)).toEqual(['fine', 'late #fomo']);
  expect(late.version).toBeGreaterThan(early.version);
  const { numbers, generation } = await engine.select({ list: 'order-history', query });
  const exported = await engine.rows({ list: 'order-history', numbers: [...numbers], generation });
  expect(exported.map(({ note }) => note)).toEqual(['fine', 'late #fomo']);
  expect(await engine.tags({ kind: null })).toEqual([{ tag: 'fomo', notes: 1 }]);
});

test('a note that has changed since it was read is not overwritten', async () => {
  const engine = startEngine();
  await engine.save('order', 'isolated:1', 'first');
  expect(await engine.save('order', 'isolated:1', 'second', '')).toEqual({ outcome: 'changed', text: 'first' });
  expect(await engine.save('order', 'isolated:1', 'first', '')).toEqual({ outcome: 'saved', text: 'first' });
  expect(await engine.save('order', 'isolated:1', 'second', 'first')).toEqual({ outcome: 'saved', text: 'second' });
  expect(await engine.save('order', 'isolated:1', '', 'second')).toEqual({ outcome: 'saved', text: '' });
});

test('a note on an open plan order is on its row when the plan order enters the history', async () => {
  const engine = startEngine();
  const plans = { ...all, list: 'plan-history' } as const;
  await engine.summarize({ list: 'plan-history', filter: {}, zone: 'UTC', now: 0 });
  await engine.save('plan', 'cross:a:7', 'wait for the retest');
  expect(await engine.planNotes({ keys: ['cross:a:7', 'cross:8'] })).toEqual([
    { key: 'cross:a:7', text: 'wait for the retest' },
  ]);
  const page = {
    list: 'plan-history' as const,
    marginMode: 'cross' as const,
    from: null,
    symbol: null,
    fetchedAt: start,
  };
  await engine.savePage({ page: { ...page, entries: [planEntry('a:7', start, 'canceled')] } });
  expect((await engine.window(plans)).rows.map(({ note }) => note)).toEqual(['wait for the retest']);
});

test('a note on a trade stays with it when older orders come, and is joined with the note of a trade that it merges with', async () => {
  const engine = startEngine();
  const notes = async () => (await engine.tradeWindow(all)).rows.map(({ key, note }) => [key, note]);
  await engine.savePage({
    page: orderPage(null, [orderOf(8, -1), orderOf(7, 1), orderOf(6, -1), orderOf(5, 1)]),
  });
  await engine.save('trade', 'isolated:5', 'first');
  // Any order of a trade names the trade.
  await engine.save('trade', 'isolated:8', 'second #late');
  expect(await notes()).toEqual([
    ['isolated:7', 'second #late'],
    ['isolated:5', 'first'],
  ]);
  expect((await engine.window(orders)).rows.every(({ note }) => note === undefined)).toBe(true);
  // With an older order that was not closed, the position was not flat between the two trades.
  await engine.savePage({ page: orderPage('5', [orderOf(4, 3)]) });
  expect(await notes()).toEqual([['isolated:4', 'first\n\nsecond #late']]);
  expect(await engine.tradeOrders({ key: 'isolated:7', from: 0, count: 1 })).toMatchObject({
    trade: { note: 'first\n\nsecond #late' },
  });
  expect(await engine.save('trade', 'isolated:5', 'mine', 'first')).toEqual({
    outcome: 'changed',
    text: 'first\n\nsecond #late',
  });
  await engine.save('trade', 'isolated:5', 'one trade', 'first\n\nsecond #late');
  expect(await notes()).toEqual([['isolated:4', 'one trade']]);
  expect(await engine.tags({ kind: 'trade' })).toEqual([]);
  // With an even older order that closes the rest, the trade is two again. The note is with the first order that it had.
  await engine.savePage({ page: orderPage('4', [orderOf(3, -3), orderOf(2, 3)]) });
  const { numbers, generation } = await engine.selectTrades({ query });
  expect((await engine.tradeRows({ numbers: [...numbers], generation })).map(({ note }) => note)).toEqual([
    'one trade',
    undefined,
  ]);
});

test('rows and trades are found by tags and words of their own notes, also after a restart', async () => {
  const folder = newFolder();
  const first = startEngine(folder);
  await first.savePage({
    page: orderPage(null, [orderOf(8, -1), orderOf(7, 1), orderOf(6, -1), orderOf(5, 1)]),
  });
  await first.save('order', 'isolated:6', 'of the order #a');
  await first.save('trade', 'isolated:5', 'of the trade #A #b');
  await first.close(null);
  const engine = startEngine(folder);
  const orderIds = async (filter: HistoryFilter) =>
    (await engine.window({ ...orders, query: { ...query, filter } })).rows.map(({ id }) => id);
  const tradeKeys = async (filter: TradeFilter) =>
    (await engine.tradeWindow({ ...all, query: { ...query, filter } })).rows.map(({ key }) => key);
  const found = { orders: ['6'], trades: ['isolated:5'] };
  const others = { orders: ['8', '7', '5'], trades: ['isolated:7'] };
  const both = async (filter: NoteFilter & { text?: string }) => ({
    orders: await orderIds(filter),
    trades: await tradeKeys(filter),
  });
  expect(await both({ tags: ['a'] })).toEqual(found);
  expect(await both({ text: 'OF THE #a' })).toEqual(found);
  expect(await both({ noted: 'only' })).toEqual(found);
  expect(await both({ noted: 'none' })).toEqual(others);
  expect(await both({ withoutTags: ['a', 'c'] })).toEqual(others);
  expect(await orderIds({ tags: ['b'] })).toEqual([]);
  expect(await tradeKeys({ text: 'trade 6' })).toEqual(['isolated:5']);
  await engine.save('trade', 'isolated:5', '', 'of the trade #A #b');
  await engine.save('trade', 'isolated:7', '#a');
  expect(await tradeKeys({ tags: ['a'] })).toEqual(['isolated:7']);
  const { rows } = await engine.summarize({ list: 'order-history', filter: { tags: ['a'] }, zone: 'UTC', now: 0 });
  expect(rows).toBe(1);
});

test('a note cannot be put on a trade that does not exist', async () => {
  const engine = startEngine();
  await expect(engine.save('trade', 'isolated:5', 'lost')).rejects.toMatchObject({ code: 'invalid-input' });
});
