import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import type { Note } from '../../shared/contract/notes.ts';
import type { NoteKind } from '../../shared/notes.ts';
import { quarantineDatabase } from './database.ts';
import { orderEntry, orderPage } from './testing/entries.ts';
import { storeFolder } from './testing/store-folder.ts';

const folder = storeFolder();
const note = (id: string, text: string, kind: NoteKind = 'order'): Note => ({ kind, id, text });
/** Milliseconds: processes are started, and the machine may be busy with other tests. */
const timeout = 60_000;

test('notes are kept by kind and ID, also of rows that are not stored, and an empty text removes one', () => {
  const hostile = '\'"; DROP TABLE row_notes; --';
  const { store } = folder.open();
  store.notes.set([note('1', 'late #fomo'), note('1', 'of the plan', 'plan'), note(hostile, hostile), note('2', 'x')]);
  store.notes.set([note('2', ''), note('1', 'later #fomo #top')]);
  store.close();
  const { notes } = folder.open().store;
  expect(notes.texts('order', ['1', '2', hostile, '3'])).toEqual(
    new Map([
      ['1', 'later #fomo #top'],
      [hostile, hostile],
    ]),
  );
  expect(notes.texts('plan', ['1'])).toEqual(new Map([['1', 'of the plan']]));
  expect(notes.texts('trade', ['1'])).toEqual(new Map());
});

test('parts of all notes follow each other without a gap', () => {
  const { notes } = folder.open().store;
  const all = (['order', 'plan', 'trade'] as const).flatMap((kind) =>
    Array.from({ length: 7 }, (_, place) => note(`${place}:id`, `${kind} ${place}`, kind)),
  );
  notes.set(all.toReversed());
  const found: Note[] = [];
  for (let part = notes.page(null, 4); part.length > 0; part = notes.page(found.at(-1) ?? null, 4)) found.push(...part);
  expect(found).toEqual(all);
});

test('tags are counted over the notes of one kind or of all, also after notes have changed', () => {
  const { notes } = folder.open().store;
  notes.set([note('1', '#a #B'), note('2', '#b #b'), note('3', '#a', 'plan')]);
  expect(notes.tags(null)).toEqual([
    { tag: 'a', notes: 2 },
    { tag: 'b', notes: 2 },
  ]);
  notes.set([note('1', '#c'), note('3', '', 'plan')]);
  expect(notes.tags(null)).toEqual([
    { tag: 'b', notes: 1 },
    { tag: 'c', notes: 1 },
  ]);
  expect(notes.tags('plan')).toEqual([]);
  const reopened = folder.open({ path: path.join(folder.place.folder, 'other.sqlite') }).store.notes;
  reopened.set([note('1', '#c')]);
  expect(reopened.tags('order')).toEqual([{ tag: 'c', notes: 1 }]);
});

test('a note stays when its row comes again, changes, moves to the other margin mode, or is damaged', () => {
  const { store } = folder.open();
  store.savePage(orderPage(null, [orderEntry('1')]));
  store.notes.set([note('1', 'kept')]);
  store.savePage(orderPage(null, [orderEntry('1', { status: 'canceled' })]));
  store.savePage(orderPage(null, [orderEntry('1', { marginMode: 'cross' })]));
  expect(store.changes('order-history', 'cross:1').length).toBeGreaterThan(0);
  store.close();
  const database = new DatabaseSync(folder.place.path);
  database.exec("UPDATE orders SET price = '9', checksum = 1");
  database.close();
  const again = folder.open().store;
  expect(again.checkRows('order-history', 0, 10).damaged).toHaveLength(1);
  again.savePage(orderPage(null, [orderEntry('1')]));
  expect(again.notes.texts('order', ['1'])).toEqual(new Map([['1', 'kept']]));
});

test('the notes of a damaged file that can be read are in the new file', () => {
  const { store } = folder.open();
  const count = 3000;
  store.savePage(orderPage(null, [orderEntry('1')]));
  store.notes.set(Array.from({ length: count }, (_, place) => note(`A${10_000 + place}`, `note ${place}`.repeat(9))));
  store.close();
  const database = new DatabaseSync(folder.place.path);
  const pages = database
    .prepare("SELECT pgoffset FROM dbstat WHERE name = 'row_notes' AND pagetype = 'leaf' ORDER BY path")
    .all();
  const rows = database.prepare("SELECT pgoffset FROM dbstat WHERE name = 'margin_modes' AND pagetype = 'leaf'").get();
  database.close();
  const bytes = readFileSync(folder.place.path);
  const damaged = [Number(pages[Math.floor(pages.length / 2)]?.pgoffset), Number(rows?.pgoffset)];
  for (const at of damaged) bytes.fill(0xee, at, at + 16384);
  writeFileSync(folder.place.path, bytes);
  const { store: fresh, backupName } = folder.open();
  const backup = path.join(path.dirname(folder.place.path), String(backupName));
  expect(readFileSync(backup).equals(bytes)).toBe(true);
  expect(readdirSync(path.dirname(folder.place.path)).filter((name) => name.includes('copy'))).toEqual([]);
  expect(fresh.count('order-history')).toBe(0);
  const found = fresh.notes.page(null, count);
  // All but those of one page, which holds about a hundred of them.
  expect(found.length).toBeGreaterThan(count - 250);
  expect(found[0]).toEqual(note('A10000', 'note 0'.repeat(9)));
  expect(found.at(-1)?.id).toBe(`A${10_000 + count - 1}`);
});

test('a program that is killed before the new file has the notes of the damaged one takes them at the next start, once', () => {
  const { store } = folder.open();
  store.notes.set([note('1', 'kept'), note('2', 'removed later'), note('3', 'older')]);
  store.close();
  quarantineDatabase(folder.place.path, new Date(0));
  const { store: fresh, backupName } = folder.open();
  expect(backupName).toBeNull();
  expect(fresh.notes.page(null, 10).map(({ text }) => text)).toEqual(['kept', 'removed later', 'older']);
  fresh.notes.set([note('2', ''), note('3', 'newer')]);
  fresh.close();
  expect(folder.open().store.notes.page(null, 10)).toEqual([note('1', 'kept'), note('3', 'newer')]);
});

test('the notes of a damaged file that cannot be copied now are taken at a later start', () => {
  const { store } = folder.open();
  store.notes.set([note('1', 'kept')]);
  store.close();
  const backup = path.join(path.dirname(folder.place.path), quarantineDatabase(folder.place.path, new Date(0)));
  mkdirSync(`${backup}-wal`);
  const { store: fresh } = folder.open();
  expect(fresh.notes.count()).toBe(0);
  fresh.close();
  rmdirSync(`${backup}-wal`);
  expect(folder.open().store.notes.page(null, 10)).toEqual([note('1', 'kept')]);
});

test('after a kill at any moment every confirmed note is in the file', { timeout }, async () => {
  let confirmed = 0;
  for (let kill = 0; kill < 6; kill++) {
    const child = spawn(process.execPath, [
      path.join(import.meta.dirname, 'testing/save-notes.ts'),
      folder.place.path,
      String(confirmed),
    ]);
    onTestFinished(() => void child.kill('SIGKILL'));
    const stopAt = confirmed + 3 + kill * 5;
    createInterface(child.stdout).on('line', () => {
      if (++confirmed === stopAt) child.kill('SIGKILL');
    });
    await once(child, 'close');
    const { store } = folder.open();
    const ids = Array.from({ length: confirmed }, (_, number) => String(number));
    const texts = store.notes.texts('order', ids);
    expect(ids.filter((id) => texts.get(id) !== `note ${id} #kept`)).toEqual([]);
    store.close();
  }
  expect(confirmed).toBeGreaterThan(50);
});
