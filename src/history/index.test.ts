import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { OrderglassError } from '../shared/values/errors.ts';
import {
  History,
  type ListStatus,
  noWords,
  type OpenHistoryOptions,
  readRows,
  rowsIn,
  WorkerThreads,
} from './index.ts';
import { orderEntry, orderPage } from './store/testing/entries.ts';

const account = 'one';
const list = 'order-history';
const failingWorker = new URL('./testing/failing-worker.ts', import.meta.url);
const query = { filter: {}, sort: [], zone: 'UTC', now: 0 };

function open(changed: Partial<OpenHistoryOptions> = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'orderglass-door-'));
  const unexpected: unknown[] = [];
  const statuses: ListStatus[] = [];
  let version = 0;
  const history = new History({
    file: path.join(folder, 'history.sqlite'),
    notes: path.join(folder, 'notes.sqlite'),
    discardExisting: false,
    threads: new WorkerThreads(failingWorker),
    newVersion: () => ++version,
    fetchPage: async () => ({ entries: [], fetchedAt: 1 }),
    fetchOpenPlans: async () => ({ plans: [], fetchedAt: 1 }),
    isSaturated: () => false,
    onStatus: (status) => statuses.push(status),
    onSyncFailed: () => {},
    onNotes: () => {},
    onPlans: () => {},
    onUnexpected: (error) => unexpected.push(error),
    ...changed,
  });
  onTestFinished(async () => {
    await history.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { history, unexpected, statuses };
}

const changes = (history: History, key: string) => history.ask('readRowChanges', { account, list, key }, 0);
const page = orderPage(null, [orderEntry('2'), orderEntry('1')]);

test('fetches pages through the caller, and reports the status', async () => {
  const rows = [orderEntry('2'), orderEntry('1')];
  const requests: unknown[] = [];
  const { history, statuses } = open({
    fetchPage: async (ofList, { marginMode, from }, priority) => {
      requests.push([ofList, marginMode, from, priority]);
      const place = rows.findIndex(({ id }) => id === from);
      const hasRows = ofList === list && marginMode === 'isolated';
      return { entries: (hasRows ? rows.slice(place + 1) : []) as never, fetchedAt: 1 };
    },
  });
  await history.ask('syncHistory', { account, list, action: 'refresh' }, 0);
  await expect.poll(() => statuses.at(-1)).toMatchObject({ list, rows: 2, phase: 'idle' });
  expect(statuses.at(-1)?.modes.map(({ complete }) => complete)).toEqual([true, true]);
  expect(requests).toContainEqual([list, 'isolated', null, 'interactive']);
  expect(requests).toContainEqual([list, 'isolated', '1', 'background']);
});

test('asks the worker nothing if the words of the user are the same', async () => {
  let words = noWords;
  const { history } = open({ words: () => ({ ...words }) });
  await history.call('savePage', { page });
  const call = vi.spyOn(history, 'call');
  await history.wordsChanged();
  expect(call).not.toHaveBeenCalled();
  words = { ...noWords, settled: { 'isolated:1': 'other' } };
  await history.wordsChanged();
  await history.wordsChanged();
  expect(call.mock.calls).toEqual([['setWords', words]]);
});

test('a call beside 300 others is answered among the first, and a closed history answers none that wait', async () => {
  const { history } = open();
  await history.call('savePage', { page });
  const answered: string[] = [];
  const window = () =>
    history.ask('readOrderHistory', { account, filter: {}, sort: [], zone: 'UTC', from: 0, count: 2 }, 0);
  const windows = Array.from({ length: 300 }, () => window().then(() => answered.push('window')));
  await changes(history, '1').then(() => answered.push('changes'));
  expect(answered.indexOf('changes')).toBeLessThan(100);
  await Promise.all(windows);
  const waiting = Promise.allSettled(Array.from({ length: 300 }, window));
  await history.close();
  expect((await waiting).at(-1)).toMatchObject({ status: 'rejected', reason: { code: 'canceled' } });
});

test('an error of a fetch crosses the thread with its code and details', async () => {
  const failures: unknown[] = [];
  const { history } = open({
    fetchPage: async () => {
      throw new OrderglassError('keychain-unavailable', 'no access', { keychain: 'locked' });
    },
    onSyncFailed: (ofList, error) => failures.push([ofList, error]),
  });
  await history.ask('syncHistory', { account, list, action: 'refresh' }, 0);
  await expect.poll(() => failures.length).toBeGreaterThan(0);
  expect(failures[0]).toEqual([list, expect.objectContaining({ code: 'keychain-unavailable', keychain: 'locked' })]);
  expect(await history.ask('readHistoryState', { account, list }, 0)).toMatchObject({
    phase: 'failed',
    failure: { keychain: 'locked' },
  });
});

test('an unexpected error is reported to the log only', async () => {
  const { history, unexpected } = open();
  await expect(changes(history, 'defect')).rejects.toMatchObject({
    code: 'internal',
    message: expect.not.stringContaining('CANARY'),
  });
  expect(unexpected).toMatchObject([{ name: 'TypeError' }]);
  expect(await changes(history, 'isolated:1')).toEqual([]);
});

test.each(['exit', 'crash'])(
  'after an %s of the worker its calls fail, and the next call starts it again',
  async (way) => {
    const { history, unexpected } = open({ discardExisting: true });
    await history.call('savePage', { page });
    await expect(changes(history, way)).rejects.toMatchObject({ code: 'storage-failed' });
    // What this session stored is kept, although it began with an empty database.
    const all = { account, filter: {}, sort: [], zone: 'UTC', from: 0, count: 10 };
    expect(await history.ask('readOrderHistory', all, 0)).toMatchObject({ total: 2 });
    expect(unexpected).toMatchObject(way === 'crash' ? [{ name: 'RangeError' }] : []);
  },
);

test('a worker that cannot be started fails each call', async () => {
  const { history, unexpected } = open({
    threads: new WorkerThreads(new URL('./testing/nowhere.ts', import.meta.url)),
  });
  for (const _ of [1, 2]) await expect(changes(history, '')).rejects.toMatchObject({ code: 'storage-failed' });
  expect(unexpected).toHaveLength(2);
});

test('row numbers are transferred, and are refused after a reset', async () => {
  const { history } = open();
  await history.call('savePage', { page });
  const { numbers, generation } = await history.call('select', { list, query });
  expect([...numbers]).toEqual([1, 2]);
  const rows = async () => rowsIn(await readRows(history, { list, numbers: [...numbers], generation }));
  expect((await rows()).map(({ id }) => id)).toEqual(['2', '1']);
  await expect(changes(history, 'damaged')).rejects.toMatchObject({ code: 'storage-failed' });
  await expect(rows()).rejects.toMatchObject({ code: 'storage-failed', message: 'the history was reset meanwhile' });
  expect(await history.ask('readHistoryState', { account, list }, 0)).toMatchObject({
    rows: 0,
    problem: { kind: 'quarantined' },
  });
});

test('closing ends running fetches, and later calls fail', async () => {
  let signal: AbortSignal | undefined;
  const { history } = open({
    fetchPage: (_list, _query, _priority, given) => {
      signal = given;
      return new Promise(() => {});
    },
  });
  await history.ask('syncHistory', { account, list, action: 'refresh' }, 0);
  await expect.poll(() => signal).toBeDefined();
  await expect.poll(() => history.isIdleFor(-1)).toBe(false);
  await history.close();
  expect(signal?.aborted).toBe(true);
  await expect(changes(history, '')).rejects.toMatchObject({ code: 'canceled' });
});

test('archives share a thread: one that is closed leaves the others, and all start again after its crash', async () => {
  const threads = new WorkerThreads(failingWorker, 1);
  const [first, second, third] = [open({ threads }), open({ threads }), open({ threads })];
  const all = { account, filter: {}, sort: [], zone: 'UTC', from: 0, count: 10 };
  const total = async ({ history }: typeof first) => (await history.ask('readOrderHistory', all, 0)).total;
  await first.history.call('savePage', { page });
  await second.history.call('savePage', { page: orderPage(null, [orderEntry('3')]) });
  expect([await total(first), await total(second), await total(third)]).toEqual([2, 1, 0]);
  await first.history.close();
  expect([await total(second), await total(third)]).toEqual([1, 0]);
  const crashes = [second, third].map(({ history }) => changes(history, 'crash'));
  for (const crash of crashes) await expect(crash).rejects.toMatchObject({ code: 'storage-failed' });
  // In threads of their own, each of them would report its crash.
  expect([...second.unexpected, ...third.unexpected]).toHaveLength(1);
  expect([await total(second), await total(third)]).toEqual([1, 0]);
});
