import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { brotliDecompressSync, crc32 } from 'node:zlib';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Note } from '../../shared/contract/notes.ts';
import type { NoteKind } from '../../shared/orders/notes.ts';
import { defineChecksums } from './checksums.ts';
import { openDatabase, quarantineDatabase } from './database.ts';
import type { HistoryStore } from './history-store.ts';
import { leaveNotes, NoteTable, notesFormat } from './note-table.ts';
import { archiveFormat, readPragma } from './schema.ts';
import { notesOf } from './testing/notes-of.ts';
import { openedAt, storeFolder } from './testing/store-folder.ts';

const folder = storeFolder();
const archive = () => folder.place.path;
const notesFile = () => notesOf(archive());
const note = (id: string, text: string, kind: NoteKind = 'order'): Note => ({ kind, id, text });
const allNotes = ({ notes }: Pick<HistoryStore, 'notes'>): Note[] => notes.page(null, 100_000);
/** Milliseconds: processes are started, and the machine may be busy with other tests. */
const timeout = 60_000;

/** A data folder that 416aa98d has written. */
const recorded = path.join(import.meta.dirname, '../../core/testing/folders/1');
const { notes: recordedNotes } = JSON.parse(readFileSync(path.join(recorded, 'content.json'), 'utf8')) as {
  notes: Note[];
};
const recordedFile = (ending: string): Buffer => {
  const archives = path.join(recorded, 'data/archives');
  const name = readdirSync(archives).find((each) => each.endsWith(`${ending}.br`)) ?? '';
  return brotliDecompressSync(readFileSync(path.join(archives, name)));
};
const recordedArchive = recordedFile('.sqlite');
const recordedJournal = recordedFile('.notes');
const journal = () => archive().replace('.sqlite', '.notes');

function putRecorded(): void {
  mkdirSync(path.dirname(archive()), { recursive: true });
  writeFileSync(archive(), recordedArchive);
  writeFileSync(journal(), recordedJournal);
}

/** Writes an archive of format 1 with these notes. */
function putArchive(file: string, notes: readonly Note[]): void {
  const format = { ...archiveFormat, steps: archiveFormat.steps.slice(0, 1) };
  const { opened } = openDatabase({ path: file, now: () => openedAt, format }, (database) => database);
  defineChecksums(opened);
  const put = opened.prepare(
    "INSERT INTO row_notes VALUES ($kind, $id, $text, checksum_of('kind', $kind, 'id', $id, 'text', $text))",
  );
  for (const { kind, id, text } of notes) put.run({ kind, id, text });
  opened.close();
}

const versionOf = (file: string): number => {
  const database = new DatabaseSync(file, { readOnly: true });
  const version = readPragma(database, 'user_version');
  database.close();
  return version;
};

describe('an archive of format 1', () => {
  test('gives its notes to the file of the account, and keeps none', () => {
    putRecorded();
    expect(recordedNotes.length).toBeGreaterThan(500);
    for (let opening = 0; opening < 2; opening++) {
      const { store, backupName, notesBackupName } = folder.open();
      expect([backupName, notesBackupName, store.lost()]).toEqual([null, null, null]);
      expect(allNotes(store)).toEqual(recordedNotes);
      store.close();
    }
    expect(existsSync(journal())).toBe(false);
    expect(readFileSync(archive()).includes('late “引号”')).toBe(false);
    expect(statSync(notesFile()).mode & 0o777).toBe(0o600);
  });

  test('is read once: notes that were removed or changed since stay so', () => {
    const earlier = path.join(folder.place.folder, 'archive', 'earlier.sqlite');
    putArchive(earlier, [note('1', 'first'), note('2', 'of the earlier key'), note('2', 'plan', 'plan')]);
    putArchive(archive(), [note('1', 'second'), note('3', 'three')]);
    const bytes = readFileSync(earlier);
    const { store } = folder.open({ earlierArchives: [earlier] });
    expect(allNotes(store).map(({ text }) => text)).toEqual(['second\n\nfirst', 'of the earlier key', 'three', 'plan']);
    store.notes.set([note('1', ''), note('2', 'changed')]);
    store.close();
    const { store: again } = folder.open({ earlierArchives: [earlier] });
    expect(allNotes(again)).toEqual([note('2', 'changed'), note('3', 'three'), note('2', 'plan', 'plan')]);
    expect(readFileSync(earlier).equals(bytes)).toBe(true);
  });

  test('gives its note to a row whose note begins with the same words', () => {
    const earlier = path.join(folder.place.folder, 'archive', 'earlier.sqlite');
    putArchive(earlier, [note('1', '#win'), note('2', 'two'), note('3', 'b')]);
    putArchive(archive(), [note('1', '#winner'), note('2', 'two'), note('3', 'a\n\nb')]);
    const { store } = folder.open({ earlierArchives: [earlier] });
    expect(allNotes(store).map(({ text }) => text)).toEqual(['#winner\n\n#win', 'two', 'a\n\nb']);
    expect(store.notes.tags('order').map(({ tag }) => tag)).toEqual(['win', 'winner']);
  });

  test('loses no note if the program is killed at any moment', { timeout }, async () => {
    const program = path.join(import.meta.dirname, 'testing/open-store.ts');
    const versions: number[] = [];
    // Until it has ended before some of the kills.
    for (let ms = 0; versions.filter((version) => version > archiveFormat.firstVersion).length < 3; ms += 3) {
      rmSync(path.dirname(notesFile()), { recursive: true, force: true });
      rmSync(path.dirname(archive()), { recursive: true, force: true });
      putRecorded();
      const child = spawn(process.execPath, [program, archive(), notesFile()], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      onTestFinished(() => void child.kill('SIGKILL'));
      const closed = once(child, 'close');
      await once(child.stdout, 'data');
      await delay(ms);
      child.kill('SIGKILL');
      await closed;
      const killed = path.join(folder.place.folder, `killed-${ms}.sqlite`);
      cpSync(archive(), killed);
      versions.push(versionOf(killed));
      const { store, backupName, notesBackupName } = folder.open();
      expect([ms, backupName, notesBackupName]).toEqual([ms, null, null]);
      expect(allNotes(store), `killed after ${ms} ms`).toEqual(recordedNotes);
      store.close();
    }
  });

  test('stays as it is if its notes cannot be written', () => {
    putRecorded();
    writeFileSync(path.dirname(notesFile()), 'in the way');
    expect(() => folder.open()).toThrow(expect.objectContaining({ code: 'storage-failed' }));
    expect(readFileSync(archive()).equals(recordedArchive)).toBe(true);
    expect(readFileSync(journal()).equals(recordedJournal)).toBe(true);
    rmSync(path.dirname(notesFile()));
    expect(allNotes(folder.open().store)).toEqual(recordedNotes);
  });

  test('has its notes from its second copy if the table is damaged, or the whole file', () => {
    putRecorded();
    const database = new DatabaseSync(archive());
    const pages = database.prepare("SELECT pgoffset FROM dbstat WHERE name = 'row_notes'").all();
    database.close();
    for (const damage of [
      (bytes: Buffer) => {
        for (const { pgoffset } of pages) bytes.fill(0xee, Number(pgoffset), Number(pgoffset) + 16_384);
      },
      (bytes: Buffer) => bytes.fill(0, 0, 16_384),
    ]) {
      rmSync(path.dirname(notesFile()), { recursive: true, force: true });
      const bytes = Buffer.from(recordedArchive);
      damage(bytes);
      writeFileSync(archive(), bytes);
      writeFileSync(journal(), recordedJournal);
      const { store, backupName } = folder.open();
      expect(backupName).not.toBeNull();
      expect(allNotes(store)).toEqual(recordedNotes);
      store.close();
    }
  });

  test('has a damaged note from its second copy, the others from the table, and none that was removed', () => {
    putArchive(archive(), [note('1', 'one'), note('2', 'two')]);
    const database = new DatabaseSync(archive());
    database.exec("UPDATE row_notes SET text = 'twO' WHERE id = '2'");
    database.close();
    const lines = [
      '11a4b2c3 [3,1,"orderglass notes",1,"0000000000131"]',
      line([3, 0, 'order', '1', 'before']),
      line([3, 0, 'order', '2', 'two']),
      line([4, 0, 'order', '3', 'removed later']),
      line([5, 0, 'order', '3', '']),
      line([6, 0, 'order', '4', 'damaged']).replace('damaged', 'dAmaged'),
    ];
    writeFileSync(journal(), `${lines.join('\n')}\n`);
    expect(allNotes(folder.open().store)).toEqual([note('1', 'one'), note('2', 'two')]);
  });
});

function line(change: readonly unknown[]): string {
  const json = JSON.stringify(change);
  return `${crc32(json).toString(16).padStart(8, '0')} ${json}`;
}

describe('a damaged file with notes', () => {
  const kept = Array.from({ length: 3000 }, (_, number) =>
    note(`A${10_000 + number}`, `note ${number} `.repeat(9).trim()),
  );
  let bytes: Buffer;
  beforeEach(() => {
    const { store } = folder.open();
    store.notes.set(kept);
    store.close();
    bytes = readFileSync(notesFile());
  });

  test('is kept unchanged under another name, and the new one has the notes that can be read', () => {
    bytes.fill(0xee, 6 * 16_384, 7 * 16_384);
    writeFileSync(notesFile(), bytes);
    const { store, backupName, notesBackupName } = folder.open();
    expect([backupName, notesBackupName]).toEqual([null, 'account.damaged-2026-01-02T03-04-05.678Z.sqlite']);
    expect(readFileSync(path.join(path.dirname(notesFile()), notesBackupName ?? '')).equals(bytes)).toBe(true);
    const found = allNotes(store);
    expect(found.length).toBeGreaterThan(2000);
    const texts = new Map(kept.map(({ id, text }) => [id, text]));
    expect(found.filter(({ id, text }) => texts.get(id) !== text)).toEqual([]);
    store.notes.set([note('A10000', '')]);
    store.close();
    const again = folder.open();
    expect(again.notesBackupName).toBeNull();
    expect(allNotes(again.store)).toEqual(found.slice(1));
  });

  test('is read at the next start if the program was killed before', () => {
    quarantineDatabase(notesFile(), new Date(0));
    const { store, notesBackupName } = folder.open();
    expect(notesBackupName).toBe('account.damaged-1970-01-01T00-00-00.000Z.sqlite');
    expect(allNotes(store)).toEqual(kept);
  });

  test('of which nothing can be read is kept, and begins empty', () => {
    writeFileSync(notesFile(), 'no database');
    const { store, notesBackupName } = folder.open();
    expect(readFileSync(path.join(path.dirname(notesFile()), notesBackupName ?? ''), 'utf8')).toBe('no database');
    expect(allNotes(store)).toEqual([]);
  });
});

test('a file of a later version is left as it is, and so is the archive', () => {
  putRecorded();
  const steps = [...notesFormat.steps, 'CREATE TABLE later (a TEXT) STRICT'];
  const options = { path: notesFile(), now: () => openedAt, format: { ...notesFormat, steps } };
  openDatabase(options, (database) => database).opened.close();
  const before = readFileSync(notesFile());
  expect(() => folder.open()).toThrow(expect.objectContaining({ kind: 'newer-version', file: notesFile() }));
  expect(readFileSync(notesFile()).equals(before)).toBe(true);
  expect(readFileSync(archive()).equals(recordedArchive)).toBe(true);
});

test('a change of one of 50,000 notes writes a few pages', () => {
  const { store } = folder.open();
  store.notes.set(Array.from({ length: 50_000 }, (_, number) => note(`A${number}`, `note ${number} #tag`.repeat(5))));
  store.close();
  const { notes } = folder.open().store;
  for (let change = 0; change < 10; change++) notes.set([note(`A${change * 5000}`, `changed ${change}`)]);
  expect(statSync(`${notesFile()}-wal`).size).toBeLessThan(10 * 3 * 16_384);
  expect(notes.count()).toBe(50_000);
});

describe('the notes of a removed account', () => {
  const removed = () => path.join(path.dirname(notesFile()), 'removed.sqlite');
  const leave = (): void => leaveNotes({ path: removed(), archives: [archive()], now: () => openedAt });
  const left = () => notesFile().replace('.sqlite', '.left.sqlite');

  beforeEach(() => {
    const { store } = folder.open({ notes: removed() });
    store.notes.set([note('1', 'one'), note('2', 'two')]);
    store.close();
    leave();
  });

  test('are those of the next account with its archive', () => {
    expect(readdirSync(path.dirname(notesFile()))).toEqual([path.basename(left())]);
    const { store } = folder.open();
    expect(allNotes(store)).toEqual([note('1', 'one'), note('2', 'two')]);
    store.close();
    expect(readdirSync(path.dirname(notesFile()))).toEqual([path.basename(notesFile())]);
  });

  test('go to the account again if it was not removed after all, and with those of another one', () => {
    const { store } = folder.open({ notes: removed() });
    expect(allNotes(store)).toEqual([note('1', 'one'), note('2', 'two')]);
    store.close();
    leave();
    renameSync(left(), `${left()}.copy`);
    const other = folder.open({ notes: removed() }).store;
    other.notes.set([note('2', 'another'), note('3', 'three')]);
    other.close();
    renameSync(`${left()}.copy`, left());
    leave();
    expect(allNotes(folder.open().store).map(({ text }) => text)).toEqual(['one', 'another\n\ntwo', 'three']);
  });

  test('are also those of its earlier archives, if it was removed before its notes were read', () => {
    const earlier = path.join(folder.place.folder, 'archive', 'earlier.sqlite');
    rmSync(left());
    putArchive(earlier, [note('1', 'of the earlier key')]);
    leaveNotes({ path: removed(), archives: [archive(), earlier], now: () => openedAt });
    expect(allNotes(folder.open().store)).toEqual([note('1', 'of the earlier key')]);
  });

  test('of which some cannot be read are kept under another name', () => {
    writeFileSync(left(), readFileSync(left()).fill(0xee, 16_384));
    folder.open().store.close();
    expect(readdirSync(path.dirname(notesFile()))).toEqual([
      'account.left.damaged-2026-01-02T03-04-05.678Z.sqlite',
      'account.sqlite',
    ]);
  });
});

test('the notes of a program are in no other file', () => {
  const { store } = folder.open();
  store.notes.set([note('1', 'only here')]);
  store.close();
  expect(readFileSync(archive()).includes('only here')).toBe(false);
  const { notes } = NoteTable.open({ path: notesFile(), now: () => openedAt, archives: [] });
  expect(notes.count()).toBe(1);
  notes.close();
});
