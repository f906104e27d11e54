import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { NoteFilter } from '../../shared/contract/filters.ts';
import type { HistoryFilter } from '../../shared/contract/history.ts';
import type { TradeFilter } from '../../shared/contract/trades.ts';
import type { NoteKind } from '../../shared/orders/notes.ts';
import { OrderglassError } from '../../shared/values/errors.ts';
import { orderEntry, orderPage, planEntry } from '../store/testing/entries.ts';
import { HistoryEngine } from './engine.ts';

const noAccess = () => Promise.reject(new OrderglassError('keychain-unavailable', 'injected', { keychain: 'locked' }));
const query = { filter: {}, sort: [], zone: 'UTC', now: 0 };
const account = 'one';
const all = { account, filter: {}, sort: [], zone: 'UTC', from: 0, count: 100 };
const start = Date.UTC(2025, 2, 3);

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'orderglass-notes-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function startEngine(folder = newFolder()) {
  const changes: string[] = [];
  const { answers, calls } = new HistoryEngine({
    file: path.join(folder, 'history.sqlite'),
    notes: path.join(folder, 'notes.sqlite'),
    discardExisting: false,
    firstVersion: 1,
    exchange: { fetchPage: noAccess, fetchOpenPlans: noAccess, isSaturated: false },
    onStatus: () => {},
    onSyncFailed: () => {},
    onNotes: () => changes.push('notes'),
    onPlans: () => {},
  });
  onTestFinished(() => void calls.close(null));
  const save = (kind: NoteKind, key: string, text: string, before = '') =>
    answers.saveNote({ account, kind, key, text, before }, 0);
  return { ...answers, ...calls, save, changes };
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
  const early = await engine.readOrderHistory(all, 0);
  expect(early.rows.map(({ id, note }) => [id, note])).toEqual([
    ['2', undefined],
    ['1', 'late #fomo'],
  ]);
  await engine.summarizeHistory({ account, list: 'order-history', filter: {}, zone: 'UTC' }, 0);
  await engine.save('order', 'isolated:2', 'fine');
  const late = await engine.readOrderHistory(all, 0);
  expect(late.rows.map(({ note }) => note)).toEqual(['fine', 'late #fomo']);
  expect(late.version).toBeGreaterThan(early.version);
  const { numbers, generation } = await engine.select({ list: 'order-history', query });
  const exported = await engine.rows({ list: 'order-history', numbers: [...numbers], generation });
  expect(exported.map(({ note }) => note)).toEqual(['fine', 'late #fomo']);
  expect(await engine.readTags({ account }, 0)).toEqual([{ tag: 'fomo', notes: 1 }]);
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
  await engine.summarizeHistory({ account, list: 'plan-history', filter: {}, zone: 'UTC' }, 0);
  await engine.save('plan', 'cross:a:7', 'wait for the retest');
  expect(await engine.readPlanNotes({ account, keys: ['cross:a:7', 'cross:8'] }, 0)).toEqual([
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
  expect((await engine.readPlanHistory(all, 0)).rows.map(({ note }) => note)).toEqual(['wait for the retest']);
});

test('a note on a trade stays with it when older orders come, and is joined with the note of a trade that it merges with', async () => {
  const engine = startEngine();
  const notes = async () => (await engine.readTrades(all, 0)).rows.map(({ key, note }) => [key, note]);
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
  expect((await engine.readOrderHistory(all, 0)).rows.every(({ note }) => note === undefined)).toBe(true);
  // With an older order that was not closed, the position was not flat between the two trades.
  await engine.savePage({ page: orderPage('5', [orderOf(4, 3)]) });
  expect(await notes()).toEqual([['isolated:4', 'first\n\nsecond #late']]);
  expect(await engine.readTradeOrders({ account, key: 'isolated:7', from: 0, count: 1 }, 0)).toMatchObject({
    trade: { note: 'first\n\nsecond #late' },
  });
  expect(await engine.save('trade', 'isolated:5', 'mine', 'first')).toEqual({
    outcome: 'changed',
    text: 'first\n\nsecond #late',
  });
  await engine.save('trade', 'isolated:5', 'one trade', 'first\n\nsecond #late');
  expect(await notes()).toEqual([['isolated:4', 'one trade']]);
  expect(await engine.readTags({ account, kind: 'trade' }, 0)).toEqual([]);
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
    (await engine.readOrderHistory({ ...all, filter }, 0)).rows.map(({ id }) => id);
  const tradeKeys = async (filter: TradeFilter) =>
    (await engine.readTrades({ ...all, filter }, 0)).rows.map(({ key }) => key);
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
  const { rows } = await engine.summarizeHistory(
    { account, list: 'order-history', filter: { tags: ['a'] }, zone: 'UTC' },
    0,
  );
  expect(rows).toBe(1);
});

test('a note cannot be put on a trade that does not exist', async () => {
  const engine = startEngine();
  await expect(engine.save('trade', 'isolated:5', 'lost')).rejects.toMatchObject({ code: 'invalid-input' });
  expect(engine.changes).toEqual([]);
});

test('a change of notes is reported, and only that', async () => {
  const engine = startEngine();
  await engine.save('order', 'isolated:1', 'first');
  expect(engine.changes).toHaveLength(1);
  await engine.save('order', 'isolated:1', 'second', '');
  await engine.importNotes({ account, notes: [{ kind: 'order', id: '1', text: 'third' }] }, 0);
  expect(engine.changes).toHaveLength(1);
  await engine.importNotes({ account, notes: [{ kind: 'order', id: '2', text: 'new' }] }, 0);
  expect(engine.changes).toHaveLength(2);
});
