import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { quarantineDatabase, removeDatabase } from './database.ts';
import type { HistoryStore } from './history-store.ts';
import { facts } from './meta-table.ts';
import { StorageError } from './storage-error.ts';
import { scriptedPages } from './testing/scripted-pages.ts';
import { openedAt, storeFolder } from './testing/store-folder.ts';

const folder = storeFolder();
const pages = scriptedPages(60);
const aside = 'account.damaged-2026-01-02T03-04-05.678Z';
/** Milliseconds: the machine may be busy with other tests. */
const timeout = 60_000;
const pageSize = 16384;
let whole: Buffer;

const file = () => folder.place.path;
const names = () => readdirSync(path.dirname(file())).sort();
const beside = (name: string) => path.join(path.dirname(file()), name);

beforeEach(() => {
  const { store: archive } = folder.open();
  archive.savePages(pages);
  archive.close();
  whole = readFileSync(file());
});

function expectBegunAnew(name: string): HistoryStore {
  const { store: archive, backupName } = folder.open();
  expect(backupName).toBe(name);
  expect(archive.count('order-history')).toBe(0);
  expect(archive.savePages(pages).reduce((sum, { added }) => sum + added, 0)).toBeGreaterThan(100);
  return archive;
}

describe('an unusable file is moved aside, and a new archive starts', () => {
  const cutTo = (bytes: (size: number) => number) => () => truncateSync(file(), bytes(whole.length));
  const overwritten = (at: number, bytes: Buffer) => () => {
    const content = Buffer.from(whole);
    bytes.copy(content, at);
    writeFileSync(file(), content);
  };

  it.each([
    ['empty', cutTo(() => 0)],
    ['of one byte', cutTo(() => 1)],
    ['cut off in its header', cutTo(() => 60)],
    ['cut off behind its header', cutTo(() => 100)],
    ['cut off in its first page', cutTo(() => 1000)],
    ['cut off behind its first page', cutTo(() => pageSize)],
    ['half', cutTo((size) => size / 2)],
    ['cut off before its last page', cutTo((size) => size - pageSize)],
    ['cut off in its last page', cutTo((size) => size - 1)],
    ['a text', () => writeFileSync(file(), 'symbol,side\nBTC-USDT,buy\n'.repeat(1000))],
    ['zeros', () => writeFileSync(file(), Buffer.alloc(whole.length))],
    ['damaged in its header', overwritten(16, Buffer.alloc(40, 0xa5))],
    ['damaged in its schema format', overwritten(44, Buffer.alloc(4, 0xa5))],
    ['damaged in its list of tables', overwritten(100, Buffer.alloc(pageSize - 196, 0xa5))],
  ])('%s', (_name, damage) => {
    damage();
    const damaged = readFileSync(file());
    expectBegunAnew(`${aside}.sqlite`);
    expect(readFileSync(beside(`${aside}.sqlite`)).equals(damaged)).toBe(true);
    expect(folder.reopen().count('order-history')).toBeGreaterThan(100);
  });

  it('an archive that lacks a row', () => {
    const database = new DatabaseSync(file());
    database.exec('DELETE FROM orders WHERE number = (SELECT max(number) FROM orders)');
    database.close();
    expectBegunAnew(`${aside}.sqlite`);
  });

  it('a folder in its place', () => {
    const { place } = folder;
    place.path = beside('folder.sqlite');
    mkdirSync(path.join(place.path, 'inner'), { recursive: true });
    expectBegunAnew('folder.damaged-2026-01-02T03-04-05.678Z.sqlite');
    expect(existsSync(beside('folder.damaged-2026-01-02T03-04-05.678Z.sqlite/inner'))).toBe(true);
  });

  it('with the files of SQLite beside it, and never over another backup', () => {
    const { store: open } = folder.open();
    open.remember(facts.fileCheckedAt, 5);
    const log = readFileSync(`${file()}-wal`);
    expect(log.length).toBeGreaterThan(1000);
    open.close();
    for (const name of [`${aside}.sqlite`, `${aside}-2.sqlite-wal`]) writeFileSync(beside(name), 'older');
    writeFileSync(`${file()}-wal`, log);
    writeFileSync(file(), 'no database'.repeat(1000));
    expectBegunAnew(`${aside}-3.sqlite`).close();
    expect(readFileSync(beside(`${aside}-3.sqlite-wal`)).equals(log)).toBe(true);
    expect(readFileSync(beside(`${aside}.sqlite`), 'utf8')).toBe('older');
    expect(readFileSync(beside(`${aside}-2.sqlite-wal`), 'utf8')).toBe('older');
    expect(names()).toEqual([
      `${aside}-2.sqlite-wal`,
      `${aside}-3.sqlite`,
      `${aside}-3.sqlite-shm`,
      `${aside}-3.sqlite-wal`,
      `${aside}.sqlite`,
      'account.sqlite',
    ]);
  });

  it('empty, with a log that SQLite would delete', () => {
    const { store: open } = folder.open();
    open.remember(facts.fileCheckedAt, 5);
    const log = readFileSync(`${file()}-wal`);
    open.close();
    truncateSync(file(), 0);
    writeFileSync(`${file()}-wal`, log);
    expectBegunAnew(`${aside}.sqlite`);
    expect(readFileSync(beside(`${aside}.sqlite-wal`)).equals(log)).toBe(true);
  });

  it('a log without its file, which SQLite would apply to the new file', () => {
    const { store: open } = folder.open();
    open.savePages(pages);
    const log = readFileSync(`${file()}-wal`);
    open.close();
    removeDatabase(file());
    expect(names()).toEqual([]);
    writeFileSync(`${file()}-wal`, log);
    expectBegunAnew(`${aside}.sqlite`);
    expect(readFileSync(beside(`${aside}.sqlite-wal`)).equals(log)).toBe(true);
  });
});

describe('damage that shows later', () => {
  test('is found when all rows are read', () => {
    const database = new DatabaseSync(file());
    const ofRows = database.prepare(
      "SELECT pageno FROM dbstat WHERE name = 'orders' AND pagetype = 'leaf' LIMIT 1 OFFSET 2",
    );
    const page = Number(ofRows.get()?.pageno);
    database.close();
    const content = Buffer.from(whole);
    content.fill(0x5a, (page - 1) * pageSize, page * pageSize);
    writeFileSync(file(), content);
    const { store: archive, backupName } = folder.open();
    expect(backupName).toBeNull();
    expect(archive.checkIntegrity()).toBe(false);
    expect(() => archive.read(({ lists }) => lists['order-history'].rows.scan(0, 10_000))).toThrow(
      expect.objectContaining({ kind: 'damaged' }),
    );
    archive.close();
    expect(quarantineDatabase(file(), new Date(openedAt))).toBe(`${aside}.sqlite`);
    expect(readFileSync(beside(`${aside}.sqlite`)).equals(content)).toBe(true);
    expect(folder.open().backupName).toBeNull();
  });

  /** `null` if only the text of a table differs, which SQLite's check does not find. */
  function openUnlessUnknown(place: string) {
    try {
      return folder.open({ path: place });
    } catch (error) {
      expect(error).toMatchObject({ kind: 'unknown-schema' });
      return null;
    }
  }

  test('at any place only leads to the error that the file is damaged', { timeout }, () => {
    let files = 0;
    const damage = fc.record({
      at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      bytes: fc.uint8Array({ minLength: 1, maxLength: 3000 }),
    });
    fc.assert(
      fc.property(damage, ({ at, bytes }) => {
        const place = beside(`${++files}.sqlite`);
        const content = Buffer.from(whole);
        Buffer.from(bytes).copy(content, Math.floor(at * whole.length));
        writeFileSync(place, content);
        const opened = openUnlessUnknown(place);
        if (opened === null) {
          expect(readFileSync(place).equals(content)).toBe(true);
          return;
        }
        const { store: archive, backupName } = opened;
        const kept = backupName === null ? place : beside(backupName);
        expect(statSync(kept).size).toBe(whole.length);
        try {
          archive.read(({ lists }) => lists['order-history'].rows.scan(0, 10_000));
          archive.read(({ lists }) => lists['order-history'].rows.newest(10_000, 0));
          archive.coverage('order-history');
          archive.unfinished('order-history', 'cross', 100);
          archive.savePages(scriptedPages(20));
          archive.checkIntegrity();
        } catch (error) {
          expect(error).toBeInstanceOf(StorageError);
          expect(error).toMatchObject({ kind: 'damaged', code: 'storage-failed' });
        }
        archive.close();
      }),
      { numRuns: Number(process.env.PROPERTY_RUNS ?? 30) },
    );
  });

  test('is not reported for an intact file', () => {
    expect(folder.open().store.checkIntegrity()).toBe(true);
  });
});

test('moving a file aside continues after a kill', () => {
  removeDatabase(file());
  writeFileSync(`${file()}.new`, '');
  folder.open().store.close();
  expect(names()).toEqual(['account.sqlite']);
  removeDatabase(file());
  writeFileSync(`${file()}.new`, 'half a database');
  expect(folder.open().backupName).toBeNull();
  writeFileSync(`${file()}.new`, 'left over');
  expect(folder.reopen().count('order-history')).toBe(0);
  expect(existsSync(`${file()}.new`)).toBe(false);
});
