import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { brotliDecompressSync } from 'node:zlib';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { historyLists } from '../../shared/orders/history.ts';
import { seenPlan } from '../plans/testing/seen-plan.ts';
import { defineChecksums } from './checksums.ts';
import type { HistoryStore } from './history-store.ts';
import { facts } from './meta-table.ts';
import { notesFormat } from './note-table.ts';
import { addColumn, archiveFormat, currentVersion, readPragma } from './schema.ts';
import type { StorageError } from './storage-error.ts';
import { notesOf } from './testing/notes-of.ts';
import { scriptedPages } from './testing/scripted-pages.ts';
import { storeFolder } from './testing/store-folder.ts';

const folder = storeFolder();
const pages = scriptedPages(10);
const { firstVersion, steps } = archiveFormat;
const current = currentVersion(archiveFormat);
const applicationId = 0x4f_47_61_72;
const place = () => folder.place.path;
let rows = 0;

beforeEach(() => {
  const { store } = folder.open();
  store.savePages(pages);
  rows = store.count('order-history');
  store.close();
});

/** Executes statements as another program would. */
function change(sql: string): void {
  const database = new DatabaseSync(place());
  database.exec(sql);
  database.close();
}

function expectWhole(): void {
  const { store, backupName } = folder.open();
  expect([backupName, store.readOnly, store.count('order-history')]).toEqual([null, null, rows]);
  expect(store.checkRows('order-history', 0, 1000).damaged).toEqual([]);
  store.close();
  const database = new DatabaseSync(place(), { readOnly: true });
  expect(readPragma(database, 'user_version')).toBe(current);
  expect(readPragma(database, 'application_id')).toBe(applicationId);
  database.close();
}

/** Expects that no start changes the file, and that nothing is put in its place. */
function expectLeftAlone(kind: StorageError['kind']): void {
  const before = readFileSync(place());
  for (let start = 0; start < 3; start++) {
    expect(() => folder.open()).toThrow(expect.objectContaining({ kind, code: 'storage-failed' }));
  }
  expect(readFileSync(place()).equals(before)).toBe(true);
  expect(readdirSync(path.dirname(place()))).toEqual([path.basename(place())]);
}

/** `npx vitest run src/history/store/schema.test.ts --update` writes the file. */
test('docs/schema.sql has the tables and indexes of a new archive and of new notes', async () => {
  const text = (file: string, head: string): string => {
    const database = new DatabaseSync(file, { readOnly: true });
    const tables = database
      .prepare("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY tbl_name, type = 'index', name")
      .all();
    database.close();
    return [`-- ${head}\n`, ...tables.map(({ sql }) => `${sql};\n`)].join('\n');
  };
  const archive = text(place(), `Generated from src/history/store by its test. An archive, version ${current}:`);
  const notes = text(notesOf(place()), `The notes of an account, version ${currentVersion(notesFormat)}:`);
  await expect(`${archive}\n${notes}`).toMatchFileSnapshot('../../../docs/schema.sql');
});

/** Archives in the data folders that earlier programs have written: scripts/record-data-folder.ts. */
const folders = path.join(import.meta.dirname, '../../core/testing/folders');
const recorded = readdirSync(folders, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /archives.*\.sqlite\.br$/.test(name),
);

test('a file of each earlier version is recorded', () => {
  const versions = recorded.map((name) => {
    writeFileSync(place(), brotliDecompressSync(readFileSync(path.join(folders, name))));
    const database = new DatabaseSync(place(), { readOnly: true });
    const version = readPragma(database, 'user_version');
    database.close();
    return version;
  });
  const earlier = Array.from({ length: current - firstVersion }, (_, index) => firstVersion + index);
  expect(versions).toEqual(expect.arrayContaining(earlier));
});

test.each(recorded)('%s has no damaged row', (name) => {
  writeFileSync(place(), brotliDecompressSync(readFileSync(path.join(folders, name))));
  const { store, backupName } = folder.open();
  expect([backupName, store.readOnly, store.checkIntegrity()]).toEqual([null, null, true]);
  for (const list of historyLists) {
    expect(store.count(list)).toBeGreaterThan(100);
    expect(store.checkRows(list, 0, 10_000).damaged).toEqual([]);
  }
  store.close();
  const database = new DatabaseSync(place());
  const marked =
    'SELECT (SELECT count(*) FROM orders WHERE checksum IS NULL) + (SELECT count(*) FROM plans WHERE checksum IS NULL)';
  expect(Object.values(database.prepare(marked).get() ?? {})).toEqual([0]);
  database.close();
});

test('a file whose header was damaged is read, and its header is set right', () => {
  const flipped = Array.from({ length: 32 }, (_, bit) => current ^ (1 << bit));
  for (const version of [0, 3, -1, ...flipped]) {
    change(`PRAGMA user_version = ${version}`);
    expectWhole();
  }
  for (const id of [0, 1, applicationId ^ 1]) {
    change(`PRAGMA application_id = ${id}`);
    expectWhole();
  }
});

test('another program may add a table and collect statistics', () => {
  change('CREATE TABLE mine (a); ANALYZE');
  expectWhole();
});

describe('a healthy file with other tables is left alone', () => {
  it.each([
    ['lacks a table', 'DROP TABLE changes'],
    ['lacks an index', 'DROP INDEX plans_by_id'],
    ['has another column', 'ALTER TABLE orders ADD COLUMN unknown TEXT'],
    ['lacks all tables of a later version', 'DROP TABLE changes; PRAGMA user_version = 0'],
  ])('an archive that %s', (_name, sql) => {
    change(sql);
    expectLeftAlone('unknown-schema');
  });

  it('a database of another program', () => {
    const other = path.join(folder.place.folder, 'other.sqlite');
    const database = new DatabaseSync(other);
    database.exec('CREATE TABLE orders (id TEXT); INSERT INTO orders VALUES (1)');
    database.close();
    cpSync(other, place());
    expectLeftAlone('unknown-schema');
  });

  it.each(Array.from({ length: firstVersion - 1 }, (_, index) => index + 1))(
    'an archive of a development version: %i',
    (version) => {
      change(`DROP TABLE plan_lives; PRAGMA user_version = ${version}`);
      expectLeftAlone('older-version');
    },
  );

  it('an archive of a later version, which may have other tables only', () => {
    change(`CREATE TABLE later (a); PRAGMA user_version = ${current + 1}`);
    expectLeftAlone('newer-version');
  });
});

test('a damaged file with other tables is quarantined', () => {
  change('DROP TABLE changes');
  const content = readFileSync(place());
  // The last page is one of rows.
  content.fill(0x5a, content.length - 16_384);
  writeFileSync(place(), content);
  const { store, backupName } = folder.open();
  expect([backupName?.startsWith('account.damaged-'), store.count('order-history')]).toEqual([true, 0]);
});

test('a file of an earlier version in which a step fails at a damaged record is quarantined', () => {
  const opened = new DatabaseSync(place(), { defensive: false });
  const [table = ''] = Object.values(
    opened.prepare("SELECT sql FROM sqlite_schema WHERE name = 'changes'").get() ?? {},
  );
  const setTable = (sql: string) => {
    opened.exec('PRAGMA writable_schema = ON');
    opened.prepare("UPDATE sqlite_schema SET sql = ? WHERE name = 'changes'").run(sql);
    opened.exec('PRAGMA writable_schema = RESET');
  };
  // A record that lost its time.
  setTable(String(table).replace('at INTEGER NOT NULL', 'at INTEGER'));
  opened.exec("INSERT INTO changes (list, id, margin_mode) VALUES ('order-history', '1', 'cross')");
  setTable(String(table));
  opened.close();
  const copy = 'CREATE TABLE times (at INTEGER NOT NULL) STRICT; INSERT INTO times SELECT at FROM changes';
  const { store, backupName } = folder.open({ format: { firstVersion, steps: [...steps, copy] } });
  expect([backupName?.startsWith('account.damaged-'), store.count('order-history')]).toEqual([true, 0]);
});

describe('the lookups of plan orders that have ended', () => {
  const checkedTo = { id: '7', createdAt: 5 };

  /** An archive of the version before the lives had them, with a plan order that has been looked up twice. */
  function openEarlier(damage = ''): HistoryStore {
    const { store } = folder.open();
    const plan = seenPlan('p');
    store.savePlanLives({
      events: [
        { kind: 'seen', at: 5, after: null, plan, nearest: null },
        { kind: 'left', key: plan.key, lastSeenAt: 8, missedAt: 9 },
        { kind: 'seen', at: 10, after: null, plan: seenPlan('open'), nearest: null },
      ],
      watch: null,
    });
    store.remember(facts.plansCheckedTo.isolated, checkedTo);
    store.close();
    const before = new DatabaseSync(path.join(folder.place.folder, 'before.sqlite'));
    before.exec(steps[0] ?? '');
    const created = before.prepare("SELECT sql FROM sqlite_schema WHERE name = 'watched_plans'").get();
    before.close();
    const database = new DatabaseSync(place());
    defineChecksums(database);
    const named = (names: readonly string[]) => names.map((name) => `'${name}', ${name}`).join(', ');
    const life = named(['number', 'key', 'first_seen_at', 'last_seen_at', 'missed_at', 'dropped', 'created_last']);
    database.exec(`
      UPDATE plan_lives SET checksum = checksum_of(${life});
      ALTER TABLE plan_lives DROP COLUMN lookups;
      ${created?.sql};
      INSERT INTO watched_plans VALUES ('isolated', 'p', ${plan.createdAt}, 9, 2, NULL);
      UPDATE watched_plans SET checksum = checksum_of(${named(['margin_mode', 'id', 'created_at', 'closed_at', 'misses'])});
      ${damage};
      PRAGMA user_version = 10`);
    database.close();
    const opened = folder.open();
    expect([opened.backupName, opened.store.readOnly, opened.store.checkIntegrity()]).toEqual([null, null, true]);
    return opened.store;
  }

  test('are taken into their lives', () => {
    const store = openEarlier();
    const { createdAt } = seenPlan('p');
    expect(store.read(({ lives }) => lives.closed('isolated'))).toEqual([
      { id: 'p', createdAt, closedAt: 9, misses: 2 },
    ]);
    expect([
      store.planLife('isolated:p')?.end,
      store.read(({ lives }) => lives.open()).lives.length,
      store.lost(),
    ]).toEqual([{ lastSeenAt: 8, missedAt: 9 }, 1, null]);
    expect(store.recall(facts.plansCheckedTo.isolated)).toEqual(checkedTo);
  });

  test.each([
    ['a plan order without a life', 'DELETE FROM plan_states WHERE life = 1; DELETE FROM plan_lives WHERE number = 1'],
    ['a damaged life', 'UPDATE plan_lives SET missed_at = 8 WHERE number = 1'],
    ['a damaged number', 'UPDATE watched_plans SET misses = 3'],
    ['a damaged end', 'UPDATE watched_plans SET closed_at = NULL'],
  ])('that cannot be taken let the whole plan history be read again: %s', (_, damage) => {
    const store = openEarlier(damage);
    expect(store.read(({ lives }) => lives.closed('isolated'))).toEqual([]);
    expect(store.recall(facts.plansCheckedTo.isolated)).toBeNull();
  });
});

describe('a step that adds a column', () => {
  // Changes more pages than the smallest cache holds.
  const fill = "UPDATE orders SET extra = hex(zeroblob(20000)) || checksum_of('id', id)";
  const format = { firstVersion, steps: [...steps, `${addColumn('orders', 'extra')} ${fill}`] };

  test('takes effect in the connections of other programs', () => {
    const schemaVersion = () => {
      const database = new DatabaseSync(place(), { readOnly: true });
      const version = readPragma(database, 'schema_version');
      database.close();
      return version;
    };
    const before = schemaVersion();
    folder.open({ format }).store.close();
    expect(schemaVersion()).toBe(before + 1);
  });

  test('leaves the version before if it fails', () => {
    const failing = [...steps, `${addColumn('orders', 'extra')} UPDATE orders SET id = 'the same'`];
    expect(() => folder.open({ format: { firstVersion, steps: failing } })).toThrow(
      expect.objectContaining({ kind: 'other' }),
    );
    expectWhole();
  });

  test('leaves the version before if the program is killed in it', () => {
    const killed = path.join(folder.place.folder, 'killed');
    let calls = 0;
    const kill = () => {
      if (++calls !== rows) return 0;
      mkdirSync(killed);
      for (const ending of ['', '-wal']) cpSync(place() + ending, path.join(killed, `account.sqlite${ending}`));
      return 0;
    };
    const { store } = folder.open({
      format,
      onConnect: (database) => {
        // Changed pages are written before the end of the transaction.
        database.exec('PRAGMA cache_size = 1');
        database.function('checksum_of', { varargs: true }, kill);
      },
    });
    store.close();
    expect(statSync(path.join(killed, 'account.sqlite-wal')).size).toBeGreaterThan(16_384);
    cpSync(killed, path.dirname(place()), { recursive: true });
    expectWhole();
    const later = folder.open({ format });
    expect([later.backupName, later.store.checkIntegrity(), later.store.count('order-history')]).toEqual([
      null,
      true,
      rows,
    ]);
  });
});
