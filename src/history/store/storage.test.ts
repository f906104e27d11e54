import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statfsSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import type { FetchedPage } from '../rows.ts';
import { openDatabase, quarantineDatabase, removeDatabase } from './database.ts';
import { HistoryStore } from './history-store.ts';
import { facts } from './meta-table.ts';
import { archiveFormat, currentVersion, readPragma } from './schema.ts';
import { StorageError } from './storage-error.ts';
import { firstTime, orderEntry, orderPage } from './testing/entries.ts';
import { notesOf } from './testing/notes-of.ts';
import { openedAt, storeFolder } from './testing/store-folder.ts';

const folder = storeFolder();
const isRoot = process.getuid?.() === 0;
/** Milliseconds: another process is started, and the machine may be busy with other tests. */
const timeout = 60_000;

function page(number: number): FetchedPage<'order-history'> {
  const entries = Array.from({ length: 50 }, (_, row) => {
    const place = number * 50 + row;
    return orderEntry(String(place), {
      createdAt: firstTime - place * 1000,
      raw: JSON.stringify({ text: 'x'.repeat(500), place }),
    });
  });
  return orderPage(number === 0 ? null : String(number * 50 - 1), entries);
}

function problemOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    expect(error).toBeInstanceOf(StorageError);
    return error instanceof StorageError ? error.kind : null;
  }
  return null;
}

/** Saves pages until one fails. Returns their number and the error. */
function fill(store: HistoryStore) {
  for (let taken = 0; ; taken++) {
    const problem = problemOf(() => store.savePage(page(taken)));
    if (problem !== null || taken === 1000) return { taken, problem };
  }
}

/** Closes a store and puts its files back as they were before, as if its process had been killed. */
function leaveLog(store: HistoryStore, write: (store: HistoryStore) => void): void {
  write(store);
  const files = [store.path, `${store.path}-wal`].map((file) => ({ file, content: readFileSync(file) }));
  store.close();
  for (const { file, content } of files) writeFileSync(file, content);
}

function expectSaved(store: HistoryStore, pages: number): void {
  expect(store.count('order-history')).toBe(pages * 50);
  expect(store.read(({ lists }) => lists['order-history'].rows.scan(0, 100_000))).toHaveLength(pages * 50);
  expect(store.coverage('order-history')[0]).toMatchObject({ rows: pages * 50, complete: false });
  const ends = store.spans('order-history', 'isolated').map(({ newest, oldest }) => [newest.id, oldest.id]);
  expect(ends).toEqual([['0', String(pages * 50 - 1)]]);
}

describe('two processes', () => {
  it('a viewer that locks the file is an error, and the store opens once the viewer has ended', () => {
    folder.open().store.close();
    const viewer = new DatabaseSync(folder.place.path);
    viewer.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    expect(problemOf(() => folder.open())).toBe('locked');
    viewer.close();
    const { store, backupName } = folder.open();
    expect(backupName).toBeNull();
    store.savePage(page(0));
  });

  it('a reader sees one moment, while the store saves more, and the store opens again meanwhile', () => {
    const { store } = folder.open();
    store.savePage(page(0));
    const { store: reader } = folder.open({ isReader: true });
    store.savePage(page(1));
    expect(reader.count('order-history')).toBe(50);
    expect(() => reader.savePage(page(2))).toThrow('open for reading');
    store.close();
    const { store: again, backupName } = folder.open();
    expect(backupName).toBeNull();
    again.savePage(page(2));
    expect(reader.count('order-history')).toBe(50);
    reader.close();
    again.close();
    expectSaved(folder.reopen(), 3);
  });

  it('without memory that processes share, the store keeps the file to itself, and a killed one loses nothing', () => {
    folder.open().store.close();
    // SQLite does not follow the link, so it cannot open the file of that memory.
    symlinkSync('nowhere/none', `${folder.place.path}-shm`);
    const { store, backupName } = folder.open();
    expect([backupName, store.readOnly]).toEqual([null, null]);
    store.savePage(page(0));
    expect(problemOf(() => folder.open({ isReader: true }))).toBe('locked');
    leaveLog(store, (each) => each.savePage(page(1)));
    expect(statSync(`${folder.place.path}-wal`).size).toBeGreaterThan(0);
    expectSaved(folder.reopen(), 2);
    expect(lstatSync(`${folder.place.path}-shm`).isSymbolicLink()).toBe(true);
  });

  it('a reader that holds a moment for so long that the log becomes too large stops the writes, until it ends', () => {
    const { store } = folder.open({ maxLogBytes: 200_000 });
    store.savePage(page(0));
    const { store: reader } = folder.open({ isReader: true });
    let saved = 1;
    const fill = () => {
      for (; saved < 100; saved++) store.savePage(page(saved));
    };
    expect(problemOf(fill)).toBe('locked');
    expect(saved).toBeGreaterThan(1);
    expect(problemOf(fill)).toBe('locked');
    reader.close();
    store.savePage(page(saved));
    expectSaved(store, saved + 1);
  });
});

describe('a file of a later version', () => {
  it('is refused and not touched', () => {
    folder.open().store.close();
    const { path: place } = folder.place;
    const database = new DatabaseSync(place);
    database.exec(`PRAGMA user_version = ${currentVersion(archiveFormat) + 1}; CREATE TABLE later (a)`);
    database.close();
    const before = readFileSync(place);
    expect(problemOf(() => folder.open())).toBe('newer-version');
    expect(readFileSync(place).equals(before)).toBe(true);
    renameSync(place, `${place}.new`);
    expect(problemOf(() => folder.open())).toBe('newer-version');
    expect(readFileSync(`${place}.new`).equals(before)).toBe(true);
  });

  it('is also refused if this program wrote it first, and a later one has migrated it', () => {
    const { store } = folder.open();
    store.savePage(page(0));
    store.close();
    const { path: place } = folder.place;
    const step = 'CREATE TABLE later (a TEXT) STRICT; ALTER TABLE orders ADD COLUMN later TEXT';
    const format = { ...archiveFormat, steps: [...archiveFormat.steps, step] };
    openDatabase({ path: place, now: () => openedAt, format }, (database) => database).opened.close();
    const before = readFileSync(place);
    expect(problemOf(() => folder.open())).toBe('newer-version');
    expect(readFileSync(place).equals(before)).toBe(true);
  });
});

describe('a file of an earlier version', () => {
  const read = (database: DatabaseSync) => database;
  const steps = [
    'CREATE TABLE first (a TEXT) STRICT; INSERT INTO first VALUES (1)',
    'ALTER TABLE first ADD COLUMN b TEXT; UPDATE first SET b = a',
    'CREATE TABLE second (c TEXT) STRICT; INSERT INTO second SELECT b FROM first',
  ];
  const open = (some: readonly string[]) =>
    openDatabase({ path: folder.place.path, now: () => openedAt, format: { firstVersion: 3, steps: some } }, read);

  it.each([1, 2, 3])('becomes one of the current: %i', (count) => {
    open(steps.slice(0, count)).opened.close();
    const { opened, backupName } = open(steps);
    expect(backupName).toBeNull();
    expect(opened.prepare('SELECT c FROM second').get()).toEqual({ c: '1' });
    expect(readPragma(opened, 'user_version')).toBe(5);
    opened.close();
  });

  it('stays as it is if that fails', () => {
    open(steps.slice(0, 1)).opened.close();
    const before = readFileSync(folder.place.path);
    expect(() => open([...steps.slice(0, 2), 'INSERT INTO nowhere VALUES (1)'])).toThrow(StorageError);
    expect(readFileSync(folder.place.path).equals(before)).toBe(true);
    open(steps).opened.close();
  });
});

describe('a full disk', () => {
  it('loses nothing, and writing continues once there is room', () => {
    const limit = (pages: number) => (database: DatabaseSync) => database.exec(`PRAGMA max_page_count = ${pages}`);
    const { store } = folder.open({ onConnect: limit(200) });
    const { taken, problem } = fill(store);
    expect(problem).toBe('disk-full');
    expect(taken).toBeGreaterThan(5);
    expectSaved(store, taken);
    expect(problemOf(() => store.savePage(page(taken)))).toBe('disk-full');
    expectSaved(store, taken);
    store.close();
    const { store: again } = folder.open({ onConnect: limit(100_000) });
    expectSaved(again, taken);
    again.savePage(page(taken));
    expectSaved(again, taken + 1);
  });

  it.skipIf(!canMount())('of a real file system does neither', { timeout }, () => {
    const mount = path.join(folder.place.folder, 'mount');
    mkdirSync(mount);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', mount]);
    const place = path.join(mount, 'account.sqlite');
    const opened: HistoryStore[] = [];
    const open = () => {
      const { store, backupName } = HistoryStore.open({
        path: place,
        notes: path.join(mount, 'notes.sqlite'),
        now: () => openedAt,
      });
      opened.push(store);
      expect(backupName).toBeNull();
      return store;
    };
    try {
      const store = open();
      const { taken, problem } = fill(store);
      expect(problem).toBe('disk-full');
      expectSaved(store, taken);
      expect(problemOf(() => store.notes.set([{ kind: 'order', id: '1', text: 'x'.repeat(1_000_000) }]))).toBe(
        'disk-full',
      );
      store.close();
      writeFileSync(path.join(mount, 'other'), Buffer.alloc(statfsSync(mount).bavail * statfsSync(mount).bsize));
      const full = open();
      expectSaved(full, taken);
      expect(problemOf(() => full.savePage(page(taken)))).toBe('disk-full');
      execFileSync('mount', ['-o', 'remount,size=20m', mount]);
      full.savePage(page(taken));
      full.close();
      expectSaved(open(), taken + 1);
      for (const each of opened) each.close();

      execFileSync('mount', ['-o', 'remount,ro', mount]);
      const readable = open();
      expectSaved(readable, taken + 1);
      expect(readable.isWorthReopening).toBe(false);
      expect(problemOf(() => readable.savePage(page(taken + 1)))).toBe('read-only');
      execFileSync('mount', ['-o', 'remount,rw', mount]);
      expect(readable.isWorthReopening).toBe(true);
      readable.close();

      // The log of a killed program is read, too.
      leaveLog(open(), (store) => store.savePage(page(taken + 1)));
      execFileSync('mount', ['-o', 'remount,ro', mount]);
      const afterKill = open();
      expectSaved(afterKill, taken + 2);
      expect(problemOf(() => afterKill.savePage(page(taken + 2)))).toBe('read-only');
      execFileSync('mount', ['-o', 'remount,rw', mount]);
      afterKill.close();
      expectSaved(open(), taken + 2);
      for (const each of opened) each.close();
      for (const each of [place, path.join(mount, 'notes.sqlite')]) removeDatabase(each);

      execFileSync('mount', ['-o', 'remount,size=8k', mount]);
      expect(problemOf(open)).toBe('disk-full');
      execFileSync('mount', ['-o', 'remount,size=20m', mount]);
      open().savePage(page(0));
    } finally {
      for (const each of opened) each.close();
      execFileSync('umount', [mount]);
    }
  });
});

describe.skipIf(process.platform === 'win32')('without leave', () => {
  /** Root may write anything. */
  function asOrdinaryUser(work: () => void): void {
    if (!isRoot) {
      work();
      return;
    }
    const [nobody, root] = [65_534, 0];
    chownSync(folder.place.folder, nobody, nobody);
    for (const name of readdirSync(folder.place.folder, { recursive: true, encoding: 'utf8' })) {
      chownSync(path.join(folder.place.folder, name), nobody, nobody);
    }
    process.seteuid?.(nobody);
    try {
      work();
    } finally {
      process.seteuid?.(root);
    }
  }

  it('to write the folder or the store is an error, and both stay as they are', () => {
    const { store: written } = folder.open();
    for (let number = 0; number < 3; number++) written.savePage(page(number));
    written.notes.set([{ kind: 'order', id: '1', text: 'mine' }]);
    written.remember(facts.fileCheckedAt, 5);
    written.close();
    const database = new DatabaseSync(folder.place.path);
    database.exec("UPDATE meta SET text = '6'");
    database.close();
    const notes = notesOf(folder.place.path);
    const before = readFileSync(folder.place.path);
    const inner = path.dirname(folder.place.path);
    asOrdinaryUser(() => {
      const rights = [
        [0o500, 0o600],
        [0o500, 0o400],
        [0o700, 0o400],
      ] as const;
      // `access` checks the rights of the real user.
      for (const [ofFolder, ofFile] of isRoot ? rights.slice(0, 1) : rights) {
        chmodSync(folder.place.path, ofFile);
        chmodSync(notes, ofFile);
        for (const each of [inner, path.dirname(notes)]) chmodSync(each, ofFolder);
        const { store, backupName } = folder.open();
        expect([backupName, store.readOnly?.kind]).toEqual([null, 'read-only']);
        expectSaved(store, 3);
        // A damaged record that cannot be removed is not used either.
        expect(store.notes.page(null, 10)).toEqual([{ kind: 'order', id: '1', text: 'mine' }]);
        expect([store.recall(facts.fileCheckedAt), store.lost()]).toMatchObject([null, { sync: 1 }]);
        expect(problemOf(() => store.savePage(page(3)))).toBe('read-only');
        expect(problemOf(() => store.notes.set([{ kind: 'order', id: '1', text: '' }]))).toBe('read-only');
        expect(problemOf(() => store.remember(facts.fileCheckedAt, 1))).toBe('read-only');
        store.close();
        expect(readdirSync(inner)).toEqual([path.basename(folder.place.path)]);
      }
      chmodSync(inner, 0o500);
      expect(problemOf(() => folder.open({ path: path.join(inner, 'other.sqlite') }))).toBe('read-only');
      expect(problemOf(() => quarantineDatabase(folder.place.path, new Date(openedAt)))).toBe('read-only');
      expect(problemOf(() => folder.open({ path: path.join(inner, 'new folder', 'other.sqlite') }))).toBe('read-only');
      expect(readFileSync(folder.place.path).equals(before)).toBe(true);
      for (const each of [inner, path.dirname(notes)]) chmodSync(each, 0o700);
      for (const each of [folder.place.path, notes]) chmodSync(each, 0o600);
      const { store, backupName } = folder.open();
      expect([backupName, store.readOnly]).toEqual([null, null]);
      store.savePage(page(3));
      store.notes.set([{ kind: 'order', id: '2', text: 'later' }]);
      expect(store.recall(facts.fileCheckedAt)).toBeNull();
      expect(store.lost()).toMatchObject({ sync: 1 });
    });
  });
});

it.skipIf(isRoot || process.platform === 'win32')(
  'without leave to write, the log of a killed program is read, too',
  () => {
    leaveLog(folder.open().store, (store) => store.savePage(page(0)));
    const inner = path.dirname(folder.place.path);
    chmodSync(inner, 0o500);
    const names = readdirSync(inner);
    const { store } = folder.open();
    expect(store.readOnly?.kind).toBe('read-only');
    expectSaved(store, 1);
    store.close();
    expect(readdirSync(inner)).toEqual(names);
    chmodSync(inner, 0o700);
  },
);

it('a file in the place of the folder is an error', () => {
  folder.open().store.close();
  expect(problemOf(() => folder.open({ path: path.join(folder.place.path, 'a.sqlite') }))).toBe('other');
});

it('removing deletes all files of an archive', () => {
  folder.open().store.close();
  removeDatabase(folder.place.path);
  removeDatabase(folder.place.path);
  const { store, backupName } = folder.open();
  expect(backupName).toBeNull();
  expect(store.count('order-history')).toBe(0);
});

function canMount(): boolean {
  if (!isRoot || process.platform !== 'linux') return false;
  try {
    execFileSync('unshare', ['--mount', 'true']);
    return true;
  } catch {
    return false;
  }
}
