import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Note } from '../../shared/contract/notes.ts';
import type { NoteKind } from '../../shared/orders/notes.ts';
import { quarantineDatabase } from './database.ts';
import { HistoryStore } from './history-store.ts';
import { journalOf, NoteJournal } from './note-journal.ts';
import { orderEntry, orderPage } from './testing/entries.ts';
import { openedAt, storeFolder } from './testing/store-folder.ts';

const folder = storeFolder();
const archive = () => folder.place.path;
const journal = () => journalOf(archive());
const note = (id: string, text: string, kind: NoteKind = 'order'): Note => ({ kind, id, text });
const count = 2800;
const pageSize = 16_384;
const dayMs = 86_400_000;

function allNotes(store: HistoryStore): Note[] {
  return store.notes.page(null, 2 * count);
}

function filesBeside(): string[] {
  const names = readdirSync(path.dirname(archive()));
  return names.filter((name) => !/\.damaged-[^.]*\.\d*Z(-\d+)?\.sqlite$/.test(name) && !name.endsWith('-wal'));
}

/** Writes the archive and the journal of a program that has kept notes for a while. Some of them have changed, and every tenth was removed. */
function keepNotes(): Note[] {
  const { store } = folder.open();
  store.savePage(orderPage(null, [orderEntry('1'), orderEntry('2')]));
  const places = Array.from({ length: count }, (_, place) => place);
  // In the order in which a trader writes them, which is not that of the table.
  const ids = places.map((place) => `A${100_000 + ((place * 1237) % count)}`);
  store.notes.set(ids.map((id, place) => note(id, `first ${id} `.repeat(9).trim(), place % 2 ? 'order' : 'trade')));
  const edits = places.filter((place) => place % 7 === 0);
  store.notes.set(edits.map((place) => note(ids[place] ?? '', 'edited', place % 2 ? 'order' : 'trade')));
  const removed = places.filter((place) => place % 10 === 0);
  store.notes.set(removed.map((place) => note(ids[place] ?? '', '', place % 2 ? 'order' : 'trade')));
  const kept = allNotes(store);
  store.close();
  return kept;
}

/** Offsets of the pages that hold notes. */
function notePages(): number[] {
  const database = new DatabaseSync(archive());
  const pages = database.prepare(
    "SELECT pgoffset FROM dbstat WHERE name = 'row_notes' AND pagetype = 'leaf' ORDER BY path",
  );
  const offsets = pages.all().map(({ pgoffset }) => Number(pgoffset));
  database.close();
  return offsets;
}

type Damage = (bytes: Buffer, pages: readonly number[]) => Buffer;

const damages: readonly [string, Damage, number][] = [
  ['its last page cut off', (bytes) => bytes.subarray(0, -pageSize), count / 2],
  ['its last page cut off halfway', (bytes) => bytes.subarray(0, -pageSize / 2), count / 2],
  ['half of it cut off', (bytes) => bytes.subarray(0, bytes.length / 2), 50],
  ['its first 100 bytes overwritten', (bytes) => bytes.fill(0, 0, 100), 0.9 * count],
  ['its first 100 bytes cut off', (bytes) => bytes.subarray(100), 0.9 * count],
  ['its first page overwritten', (bytes) => bytes.fill(0xee, 0, pageSize), 0.9 * count],
  ['its first 5,000 bytes cut off', (bytes) => bytes.subarray(5000), 0.9 * count],
  ['first and last page gone', (bytes) => bytes.fill(0, 0, 100).subarray(0, -pageSize), count / 2],
  ['its second half zeroed', (bytes) => bytes.fill(0, bytes.length / 2), 50],
  [
    'three pages of notes zeroed',
    (bytes, pages) => {
      for (const part of [0.3, 0.5, 0.7]) {
        const at = pages[Math.floor(part * pages.length)] ?? 0;
        bytes.fill(0, at, at + pageSize);
      }
      return bytes;
    },
    0.5 * count,
  ],
  [
    'all pages of notes overwritten',
    (bytes, pages) => {
      for (const at of pages) bytes.fill(0xee, at, at + pageSize);
      return bytes;
    },
    0,
  ],
  ['nothing left in it', () => Buffer.alloc(0), 0],
];

/** Damages the archive and renames it, as the check does that finds the damage. Returns its path. */
function damage(change: Damage): string {
  writeFileSync(archive(), change(readFileSync(archive()), notePages()));
  return path.join(path.dirname(archive()), quarantineDatabase(archive(), new Date(0)));
}

describe.each(damages)('after an archive has %s', (_name, change, readable) => {
  test('all notes are there, those of the last change, and none that was removed', () => {
    const kept = keepNotes();
    expect(kept).toHaveLength(count - count / 10);
    damage(change);
    const { store } = folder.open();
    expect(store.count('order-history')).toBe(0);
    expect(allNotes(store)).toEqual(kept);
    store.notes.set([note('later', 'x')]);
    expect(allNotes(folder.reopen())).toHaveLength(kept.length + 1);
    expect(filesBeside()).toEqual(['account.notes', 'account.sqlite']);
  });

  test('and the journal is gone, the notes that can be read are there', () => {
    const kept = new Set(keepNotes().map((each) => JSON.stringify(each)));
    const damaged = damage(change);
    const bytes = readFileSync(damaged);
    rmSync(journal());
    const found = allNotes(folder.open().store);
    expect(found.length).toBeGreaterThanOrEqual(readable);
    expect(found.filter((each) => !kept.has(JSON.stringify(each)))).toEqual([]);
    expect(filesBeside().filter((name) => name !== 'account.notes')).toEqual(['account.sqlite']);
    expect(readFileSync(damaged).equals(bytes)).toBe(true);
  });
});

test('an archive that was deleted, also with its log, leaves all notes', () => {
  const kept = keepNotes();
  for (const suffix of ['', '-wal', '-shm']) rmSync(archive() + suffix, { force: true });
  expect(allNotes(folder.open().store)).toEqual(kept);
});

test('an older archive that was put back gets the later notes, and those that were removed since go', () => {
  const { store } = folder.open();
  store.notes.set([note('1', 'first'), note('2', 'removed later')]);
  store.close();
  const older = readFileSync(archive());
  const { store: again } = folder.open();
  again.notes.set([note('1', 'second'), note('2', ''), note('3', 'new')]);
  again.close();
  writeFileSync(archive(), older);
  expect(allNotes(folder.open().store)).toEqual([note('1', 'second'), note('3', 'new')]);
});

test('a damaged journal is written again from the archive, wherever it was cut off', () => {
  const { store } = folder.open();
  store.notes.set([note('1', 'one'), note('2', 'two')]);
  store.notes.set([note('2', ''), note('3', 'three')]);
  store.close();
  const bytes = readFileSync(journal());
  const expected = [note('1', 'one'), note('3', 'three')];
  for (let length = 0; length <= bytes.length; length += 7) {
    writeFileSync(journal(), bytes.subarray(0, length));
    const { store: opened } = folder.open();
    expect(allNotes(opened)).toEqual(expected);
    opened.close();
    const { notes, isWhole } = new NoteJournal(archive()).content() ?? {};
    expect([isWhole, [...(notes?.values() ?? [])].filter(({ text }) => text !== '')]).toEqual([true, expected]);
  }
});

test('with archive and journal damaged, each gives what it has, and the later text wins', () => {
  const { store } = folder.open();
  store.notes.set([note('1', 'one'), note('2', 'two'), note('4', 'removed')]);
  store.notes.set([note('4', '')]);
  const size = statSync(journal()).size;
  store.notes.set([note('1', 'later'), note('3', 'three')]);
  store.close();
  // The archive has a change that the journal lacks, as after a kill between the two.
  truncateSync(journal(), size);
  quarantineDatabase(archive(), new Date(0));
  expect(allNotes(folder.open().store)).toEqual([note('1', 'later'), note('2', 'two'), note('3', 'three')]);

  const again = folder.reopen();
  again.notes.set([note('5', 'five')]);
  again.close();
  const lines = readFileSync(journal(), 'utf8').split('\n');
  const broken = lines.map((line) => (line.includes('"two"') ? line.replace('two', 'twO') : line));
  writeFileSync(journal(), broken.join('\n'));
  rmSync(archive());
  // From the damaged archive of before.
  const two = note('2', 'two');
  expect(allNotes(folder.open().store)).toEqual([note('1', 'later'), two, note('3', 'three'), note('5', 'five')]);
});

test('an archive in which nothing could be read is tried again on another day, and one that was read is not', () => {
  const { store } = folder.open();
  store.notes.set([note('1', 'kept'), note('2', 'removed later')]);
  store.close();
  rmSync(journal());
  const healthy = readFileSync(archive());
  const backup = path.join(path.dirname(archive()), quarantineDatabase(archive(), new Date(0)));
  writeFileSync(backup, Buffer.alloc(healthy.length));
  const notesAt = (day: number): Note[] => {
    const { store } = folder.open({ now: () => openedAt + day * dayMs });
    const notes = allNotes(store);
    store.close();
    return notes;
  };
  expect(notesAt(0)).toEqual([]);
  // As if a later version of the program could read it.
  writeFileSync(backup, healthy);
  expect(notesAt(0)).toEqual([]);
  expect(notesAt(1)).toHaveLength(2);
  const { store: fresh } = folder.open();
  fresh.notes.set([note('2', '')]);
  fresh.close();
  expect(notesAt(2)).toEqual([note('1', 'kept')]);
});

test('the notes of a damaged archive that cannot be copied now are taken at a later start', () => {
  const { store } = folder.open();
  store.notes.set([note('1', 'kept'), note('2', 'in the journal, too')]);
  store.close();
  const lines = readFileSync(journal(), 'utf8').split('\n');
  writeFileSync(journal(), lines.filter((line) => !line.includes('"kept"')).join('\n'));
  const backup = path.join(path.dirname(archive()), quarantineDatabase(archive(), new Date(0)));
  mkdirSync(`${backup}-wal`);
  for (let start = 0; start < 2; start++) {
    const { store: fresh } = folder.open();
    expect(allNotes(fresh)).toEqual([note('2', 'in the journal, too')]);
    fresh.close();
  }
  rmdirSync(`${backup}-wal`);
  expect(allNotes(folder.open().store)).toHaveLength(2);
});

test('a program that is killed before the new archive has the notes takes them at the next start, once', () => {
  const { store } = folder.open();
  store.notes.set([note('1', 'kept'), note('2', 'removed later'), note('3', 'older')]);
  store.close();
  quarantineDatabase(archive(), new Date(0));
  const { store: fresh, backupName } = folder.open();
  expect(backupName).toBeNull();
  expect(allNotes(fresh).map(({ text }) => text)).toEqual(['kept', 'removed later', 'older']);
  fresh.notes.set([note('2', ''), note('3', 'newer')]);
  fresh.close();
  expect(allNotes(folder.open().store)).toEqual([note('1', 'kept'), note('3', 'newer')]);
});

describe('the journal', () => {
  test('is a text for its owner alone, and does not exist without notes', () => {
    folder.open().store.close();
    expect(existsSync(journal())).toBe(false);
    const { store } = folder.open();
    store.notes.set([note('1', 'late #fomo\n“x”')]);
    expect(statSync(journal()).mode & 0o777).toBe(0o600);
    store.notes.set([note('1', '')]);
    store.close();
    const lines = readFileSync(journal(), 'utf8').split('\n');
    expect(lines.map((line) => line.slice(9))).toEqual([
      '[1,1,"orderglass notes",1,"0000000000101"]',
      '[1,0,"order","1","late #fomo\\n“x”"]',
      '[2,0,"order","1",""]',
      '',
    ]);
    chmodSync(journal(), 0o644);
    folder.open().store.close();
    expect(statSync(journal()).mode & 0o777).toBe(0o600);
  });

  test('of an archive that had notes before it had a journal is written at its first start', () => {
    const kept = keepNotes();
    rmSync(journal());
    const database = new DatabaseSync(archive());
    database.exec("DELETE FROM meta WHERE name = 'notes-number'");
    database.close();
    folder.open().store.close();
    rmSync(archive());
    expect(allNotes(folder.open().store)).toEqual(kept);
  });

  test('stays small, however often a note changes', () => {
    const { store } = folder.open();
    store.notes.set(Array.from({ length: 300 }, (_, place) => note(String(place), 'x'.repeat(100))));
    const first = statSync(journal()).size;
    let last = '';
    let largest = 0;
    for (let change = 0; change < 250; change++) {
      last = `${change} `.padEnd(1900, 'y');
      store.notes.set([note('7', last)]);
      largest = Math.max(largest, statSync(journal()).size);
    }
    expect(largest).toBeGreaterThan(300_000);
    expect(largest).toBeLessThan(2 * first + 300_000);
    store.close();
    rmSync(archive());
    const { store: again } = folder.open();
    expect(again.notes.texts('order', ['7']).get('7')).toBe(last);
    expect(again.notes.count()).toBe(300);
  });

  test('of a later version is left alone', () => {
    const { store } = folder.open();
    store.notes.set([note('1', 'kept')]);
    store.close();
    const head = '[1,0,"orderglass notes",2,"x"]';
    const later = `${crc32(head).toString(16).padStart(8, '0')} ${head}\nsomething else\n`;
    writeFileSync(journal(), later);
    const { store: again } = folder.open();
    again.notes.set([note('2', 'new')]);
    expect(again.notes.count()).toBe(2);
    expect(readFileSync(journal(), 'utf8')).toBe(later);
  });

  test('that another program changes meanwhile is written again', () => {
    const { store } = folder.open();
    store.notes.set([note('1', 'kept')]);
    appendFileSync(journal(), 'text of another program');
    store.notes.set([note('2', 'new')]);
    rmSync(journal());
    store.notes.set([note('3', 'newer')]);
    store.close();
    rmSync(archive());
    expect(folder.open().store.notes.count()).toBe(3);
  });

  test('that cannot be written keeps no note from being saved, and is written once it can be', () => {
    const { store } = folder.open();
    mkdirSync(path.join(journal(), 'inner'), { recursive: true });
    store.notes.set([note('1', 'kept')]);
    expect(filesBeside()).not.toContain('account.notes.new');
    expect(allNotes(folder.reopen())).toEqual([note('1', 'kept')]);
    rmSync(journal(), { recursive: true });
    const again = folder.reopen();
    again.close();
    rmSync(archive());
    expect(allNotes(folder.open().store)).toEqual([note('1', 'kept')]);
  });

  test('is removed where everything begins from scratch', () => {
    const { store } = folder.open();
    store.notes.set([note('1', 'of an earlier demo exchange')]);
    store.close();
    rmSync(archive());
    const { store: fresh } = HistoryStore.open({ path: archive(), now: () => openedAt, startsAnew: true });
    expect([fresh.notes.count(), existsSync(journal())]).toEqual([0, false]);
    fresh.close();
  });
});
