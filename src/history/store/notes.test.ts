import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import type { Note } from '../../shared/contract/notes.ts';
import type { NoteKind } from '../../shared/orders/notes.ts';
import { orderEntry, orderPage } from './testing/entries.ts';
import { notesOf } from './testing/notes-of.ts';
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

test('after a kill at any moment every confirmed note is in the file', { timeout }, async () => {
  let confirmed = 0;
  for (let kill = 0; kill < 6; kill++) {
    const child = spawn(process.execPath, [
      path.join(import.meta.dirname, 'testing/save-notes.ts'),
      notesOf(folder.place.path),
      String(confirmed),
    ]);
    onTestFinished(() => void child.kill('SIGKILL'));
    const stopAt = confirmed + 3 + kill * 5;
    createInterface(child.stdout).on('line', () => {
      if (++confirmed === stopAt) child.kill('SIGKILL');
    });
    await once(child, 'close');
    const ids = Array.from({ length: confirmed }, (_, number) => String(number));
    const { store } = folder.open();
    const texts = store.notes.texts('order', ids);
    expect(ids.filter((id) => texts.get(id) !== `note ${id} #kept`)).toEqual([]);
    store.close();
  }
  expect(confirmed).toBeGreaterThan(50);
});
