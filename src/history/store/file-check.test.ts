import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { FileCheck } from './file-check.ts';
import { HistoryStore } from './history-store.ts';
import { orderEntry, orderPage } from './testing/entries.ts';
import { storeFolder } from './testing/store-folder.ts';

const folder = storeFolder();
const file = () => folder.place.path;

/** Large enough for a thread of its own, by the received texts of its rows. */
beforeEach(() => {
  const raw = 'x'.repeat(60_000);
  folder.open().store.savePage(
    orderPage(
      null,
      Array.from({ length: 300 }, (_, index) => orderEntry(String(index), { raw })),
    ),
  );
});

/** Overwrites a page of the rows. */
function damage(): void {
  const database = new DatabaseSync(file());
  const rows = database.prepare(
    "SELECT pgoffset, pgsize FROM dbstat WHERE name = 'orders' AND pagetype = 'leaf' LIMIT 1 OFFSET 2",
  );
  const { pgoffset, pgsize } = rows.get() ?? {};
  database.close();
  const bytes = readFileSync(file());
  bytes.fill(0x5a, Number(pgoffset), Number(pgoffset) + Number(pgsize));
  writeFileSync(file(), bytes);
}

test('a large file is read in a thread, beside the connection that writes it', async () => {
  const here = vi.spyOn(HistoryStore.prototype, 'checkIntegrity');
  onTestFinished(() => here.mockRestore());
  const store = folder.reopen();
  const checking = store.isIntact();
  store.savePage(orderPage(null, [orderEntry('new')]));
  expect(await checking).toBe(true);
  expect(here).not.toHaveBeenCalled();
  expect(store.count('order-history')).toBe(301);
});

test('damage of a large file is found', async () => {
  folder.reopen().close();
  damage();
  const { store } = folder.open();
  expect(await new FileCheck(file()).isSound).toBe(false);
  expect(await store.isIntact()).toBe(false);
});

test('a file cannot be checked if it is none, or another program keeps it for itself', async () => {
  const viewer = new DatabaseSync(file());
  folder.reopen().close();
  viewer.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  expect(await new FileCheck(file()).isSound).toBe(false);
  viewer.close();
  expect(await new FileCheck(file()).isSound).toBe(true);
  writeFileSync(file(), 'no database');
  expect(await new FileCheck(file()).isSound).toBe(false);
  expect(await new FileCheck(`${file()}.missing`).isSound).toBe(false);
});

test('the file is closed only when the thread has closed it', async () => {
  const waited = vi.spyOn(FileCheck.prototype, 'waitUntilClosed');
  onTestFinished(() => waited.mockRestore());
  const store = folder.reopen();
  const checking = store.isIntact();
  store.close();
  expect(waited).toHaveBeenCalledOnce();
  expect(await checking).toBe(true);
  const check = new FileCheck(file());
  check.waitUntilClosed();
  rmSync(file());
  expect(await check.isSound).toBe(true);
});
