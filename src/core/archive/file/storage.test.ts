import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { FetchedPage } from '../archived-rows.ts';
import { ArchiveError } from './archive-error.ts';
import { ArchiveFile } from './archive-file.ts';
import { openDatabase } from './open-database.ts';
import { migrations, readNumber } from './schema.ts';
import { archiveFolder, openedAt } from './testing/archive-folder.ts';
import { firstTime, orderEntry, orderPage } from './testing/entries.ts';

const folder = archiveFolder();
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
    expect(error).toBeInstanceOf(ArchiveError);
    return error instanceof ArchiveError ? error.kind : null;
  }
  return null;
}

/** Takes pages until that fails. Answers how many were taken, and why no more. */
function fill(file: ArchiveFile) {
  for (let taken = 0; ; taken++) {
    const problem = problemOf(() => file.takePage(page(taken)));
    if (problem !== null || taken === 1000) return { taken, problem };
  }
}

function expectTaken(file: ArchiveFile, pages: number): void {
  expect(file.count('order-history')).toBe(pages * 50);
  expect(file.scan('order-history', 0, 100_000)).toHaveLength(pages * 50);
  expect(file.coverage('order-history')[0]).toMatchObject({
    rows: pages * 50,
    complete: false,
    spans: [{ newestId: '0', oldestId: String(pages * 50 - 1) }],
  });
}

describe('two at once', () => {
  async function hold(): Promise<ChildProcess> {
    const program = path.join(import.meta.dirname, 'testing/hold-archive.ts');
    const child = spawn(process.execPath, [program, folder.place.path], { stdio: ['pipe', 'pipe', 'inherit'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    await once(child.stdout, 'data');
    return child;
  }

  it('the second process is told, and is let in when the first is gone, killed even', { timeout }, async () => {
    const holder = await hold();
    expect(problemOf(() => folder.open())).toBe('locked');
    expect(problemOf(() => folder.open())).toBe('locked');
    holder.kill('SIGKILL');
    await once(holder, 'close');
    const { file, setAside } = folder.open();
    expect(setAside).toBeNull();
    file.takePage(page(0));
  });

  it('in one process it is the same', () => {
    const { file } = folder.open();
    file.takePage(page(0));
    expect(problemOf(() => folder.open())).toBe('locked');
    file.takePage(page(1));
    expectTaken(folder.reopen(), 2);
  });
});

describe('a file of a later version', () => {
  it('is refused and not touched', () => {
    folder.open().file.close();
    const { path: place } = folder.place;
    const database = new DatabaseSync(place);
    database.exec(`PRAGMA user_version = ${migrations.length + 1}; CREATE TABLE later (a)`);
    database.close();
    const before = readFileSync(place);
    expect(problemOf(() => folder.open())).toBe('newer-version');
    expect(readFileSync(place).equals(before)).toBe(true);
    renameSync(place, `${place}.new`);
    expect(problemOf(() => folder.open())).toBe('newer-version');
    expect(readFileSync(`${place}.new`).equals(before)).toBe(true);
  });
});

describe('a file of an earlier version', () => {
  const read = (database: DatabaseSync) => database;
  const steps = [
    'CREATE TABLE first (a TEXT) STRICT; INSERT INTO first VALUES (1)',
    'ALTER TABLE first ADD COLUMN b TEXT; UPDATE first SET b = a',
    'CREATE TABLE second (c TEXT) STRICT; INSERT INTO second SELECT b FROM first',
  ];
  const open = (migrationSteps: readonly string[]) =>
    openDatabase({ path: folder.place.path, now: () => openedAt, migrations: migrationSteps }, read);

  it.each([1, 2, 3])('becomes one of the current: %i', (version) => {
    open(steps.slice(0, version)).opened.close();
    const { opened, setAside } = open(steps);
    expect(setAside).toBeNull();
    expect(opened.prepare('SELECT c FROM second').get()).toEqual({ c: '1' });
    expect(readNumber(opened, 'user_version')).toBe(3);
    opened.close();
  });

  it('stays as it is where that fails', () => {
    open(steps.slice(0, 1)).opened.close();
    const before = readFileSync(folder.place.path);
    expect(() => open([...steps.slice(0, 2), 'INSERT INTO nowhere VALUES (1)'])).toThrow(ArchiveError);
    expect(readFileSync(folder.place.path).equals(before)).toBe(true);
    open(steps).opened.close();
  });
});

describe('a full disk', () => {
  it('loses nothing, and what has room again goes on', () => {
    const limit = (pages: number) => (database: DatabaseSync) => database.exec(`PRAGMA max_page_count = ${pages}`);
    const { file } = folder.open({ onConnect: limit(200) });
    const { taken, problem } = fill(file);
    expect(problem).toBe('disk-full');
    expect(taken).toBeGreaterThan(5);
    expectTaken(file, taken);
    expect(problemOf(() => file.takePage(page(taken)))).toBe('disk-full');
    expectTaken(file, taken);
    file.close();
    const { file: again } = folder.open({ onConnect: limit(100_000) });
    expectTaken(again, taken);
    again.takePage(page(taken));
    expectTaken(again, taken + 1);
  });

  it.skipIf(!canMount())('of a real file system does neither', { timeout }, () => {
    const mount = path.join(folder.place.folder, 'mount');
    mkdirSync(mount);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', mount]);
    const place = path.join(mount, 'account.sqlite');
    const opened: ArchiveFile[] = [];
    const open = () => {
      const { file, setAside } = ArchiveFile.open({ path: place, now: () => openedAt });
      opened.push(file);
      expect(setAside).toBeNull();
      return file;
    };
    try {
      const file = open();
      const { taken, problem } = fill(file);
      expect(problem).toBe('disk-full');
      expectTaken(file, taken);
      expect(problemOf(() => file.remember('a', 'x'.repeat(1_000_000)))).toBe('disk-full');
      file.close();
      writeFileSync(path.join(mount, 'other'), Buffer.alloc(statfsSync(mount).bavail * statfsSync(mount).bsize));
      const full = open();
      expectTaken(full, taken);
      expect(problemOf(() => full.takePage(page(taken)))).toBe('disk-full');
      execFileSync('mount', ['-o', 'remount,size=20m', mount]);
      full.takePage(page(taken));
      full.close();
      expectTaken(open(), taken + 1);
      for (const each of opened) each.close();

      execFileSync('mount', ['-o', 'remount,ro', mount]);
      const readable = open();
      expectTaken(readable, taken + 1);
      expect(readable.isWorthReopening).toBe(false);
      expect(problemOf(() => readable.takePage(page(taken + 1)))).toBe('read-only');
      execFileSync('mount', ['-o', 'remount,rw', mount]);
      expect(readable.isWorthReopening).toBe(true);
      readable.close();

      // What a program that was killed has left in the log is not passed over.
      writeFileSync(`${place}-wal`, 'a log');
      execFileSync('mount', ['-o', 'remount,ro', mount]);
      expect(problemOf(open)).toBe('read-only');
      execFileSync('mount', ['-o', 'remount,rw', mount]);
      expectTaken(open(), taken + 1);
      for (const each of opened) each.close();
      ArchiveFile.remove(place);

      execFileSync('mount', ['-o', 'remount,size=8k', mount]);
      expect(problemOf(open)).toBe('disk-full');
      execFileSync('mount', ['-o', 'remount,size=20m', mount]);
      open().takePage(page(0));
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
    const inner = path.dirname(folder.place.path);
    chownSync(inner, nobody, nobody);
    chownSync(folder.place.path, nobody, nobody);
    process.seteuid?.(nobody);
    try {
      work();
    } finally {
      process.seteuid?.(root);
    }
  }

  it('to write the folder or the file, it says so and leaves both', () => {
    const { file: written } = folder.open();
    for (let number = 0; number < 3; number++) written.takePage(page(number));
    written.close();
    const before = readFileSync(folder.place.path);
    const inner = path.dirname(folder.place.path);
    asOrdinaryUser(() => {
      const rights = [
        [0o500, 0o600],
        [0o500, 0o400],
        [0o700, 0o400],
      ] as const;
      // The system asks for the real user where it tells whether a file may be written.
      for (const [ofFolder, ofFile] of isRoot ? rights.slice(0, 1) : rights) {
        chmodSync(folder.place.path, ofFile);
        chmodSync(inner, ofFolder);
        const { file, setAside } = folder.open();
        expect([setAside, file.readOnly?.kind]).toEqual([null, 'read-only']);
        expectTaken(file, 3);
        expect(problemOf(() => file.takePage(page(3)))).toBe('read-only');
        expect(problemOf(() => file.remember('a', 'b'))).toBe('read-only');
        file.close();
        expect(readdirSync(inner)).toEqual([path.basename(folder.place.path)]);
      }
      chmodSync(inner, 0o500);
      expect(problemOf(() => folder.open({ path: path.join(inner, 'other.sqlite') }))).toBe('read-only');
      expect(problemOf(() => ArchiveFile.setAside(folder.place.path, openedAt))).toBe('read-only');
      expect(problemOf(() => folder.open({ path: path.join(inner, 'new folder', 'other.sqlite') }))).toBe('read-only');
      expect(readFileSync(folder.place.path).equals(before)).toBe(true);
      chmodSync(inner, 0o700);
      chmodSync(folder.place.path, 0o600);
      const { file, setAside } = folder.open();
      expect([setAside, file.readOnly]).toEqual([null, null]);
      file.takePage(page(3));
    });
  });
});

it('says of a folder that is a file that it cannot be used', () => {
  folder.open().file.close();
  expect(problemOf(() => folder.open({ path: path.join(folder.place.path, 'a.sqlite') }))).toBe('other');
});

it('removes an archive, all of it', () => {
  folder.open().file.close();
  ArchiveFile.remove(folder.place.path);
  ArchiveFile.remove(folder.place.path);
  const { file, setAside } = folder.open();
  expect(setAside).toBeNull();
  expect(file.count('order-history')).toBe(0);
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
