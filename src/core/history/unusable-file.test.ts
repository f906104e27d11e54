import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { demoAccountId } from '../../shared/domain.ts';
import { Accounts } from '../accounts/accounts.ts';
import { FileKeychain } from '../testing/file-keychain.ts';
import { HistoryStore } from '../../history/store/history-store.ts';
import { orderEntry, orderPage } from '../../history/store/testing/entries.ts';
import { HistoryService, type SelectedRows } from './history-service.ts';

const rows = 2500;
const list = 'order-history' as const;
const question = { account: demoAccountId, list, filter: {}, zone: 'UTC', sort: [] };
const closing: (() => Promise<unknown>)[] = [];
let directory: string;
let file: string;

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'orderglass-selected-'));
  file = path.join(directory, 'archives', 'demo.sqlite');
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await rm(directory, { recursive: true, force: true });
});

/** Of the demo account. */
function fillArchive(): void {
  const { store } = HistoryStore.open({ path: file, now: Date.now });
  const entries = Array.from({ length: rows }, (_, place) => orderEntry(String(place), { createdAt: rows - place }));
  store.savePage(orderPage(null, entries));
  store.close();
}

/** Its exchange is not asked. */
async function startHistory(): Promise<HistoryService> {
  const accounts = await Accounts.open({
    directory,
    demoArchive: 'demo',
    startDemoExchange: () => Promise.reject(new Error('the demo exchange is not asked')),
    openKeychain: () => new FileKeychain(path.join(directory, 'keychain.json')),
    fetch,
    now: Date.now,
    random: Math.random,
    log: () => {},
    onSetAside: () => {},
    onAccounts: () => {},
    onConnection: () => {},
  });
  const history = new HistoryService({
    directory,
    worker: new URL('../../history/testing/failing-worker.ts', import.meta.url),
    accounts,
    keepsDemoHistory: true,
    now: Date.now,
    log: () => {},
    onChange: () => {},
    onFailure: () => {},
  });
  closing.push(
    () => accounts.close(),
    () => history.close(),
  );
  return history;
}

async function readAll({ chunks }: SelectedRows): Promise<number> {
  let count = 0;
  for await (const chunk of chunks) count += chunk.length;
  return count;
}

test('rows that were selected are read to the end, and not from a file that begins anew meanwhile', async () => {
  fillArchive();
  const history = await startHistory();
  const { account } = question;
  expect(await readAll(await history.rowsOf(question))).toBe(rows);
  const selected = await history.rowsOf(question);
  // It is found to be damaged, and set aside.
  await expect(history.changes({ account, list, key: 'damaged' })).rejects.toMatchObject({ code: 'storage-failed' });
  await expect(readAll(selected)).rejects.toMatchObject({
    code: 'storage-failed',
    message: expect.stringContaining('reset'),
  });
  expect(await history.rowsOf(question)).toMatchObject({ total: 0 });
});

test('a page that cannot be kept is not said to be kept', async () => {
  await writeFile(path.dirname(file), 'a file in the place of the folder');
  const history = await startHistory();
  const page = orderPage(null, [orderEntry('1')]);
  for (const _ of [1, 2]) {
    await expect(history.savePage(question.account, 'demo', page)).rejects.toMatchObject({ code: 'storage-failed' });
  }
});
