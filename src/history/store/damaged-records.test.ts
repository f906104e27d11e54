import { readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, test } from 'vitest';
import type { SeenPlan } from '../../shared/contract/plans.ts';
import { historyLists, lostKinds } from '../../shared/orders/history.ts';
import { blankRow } from '../../shared/testing/blank-row.ts';
import { marginModes } from '../../shared/values/domain.ts';
import type { FetchedPage } from '../rows.ts';
import { defineChecksums } from './checksums.ts';
import type { HistoryStore } from './history-store.ts';
import { type Fact, facts } from './meta-table.ts';
import type { PlanLifeEvent } from './plan-life-table.ts';
import { type RecordTable, recordTables } from './records.ts';
import { firstTime, orderEntry, orderPage, planEntry, unreadableEntry } from './testing/entries.ts';
import { storeFolder } from './testing/store-folder.ts';

const folder = storeFolder();
const [list, otherList] = historyLists;
const keys = ['isolated:0', 'isolated:1'];
const lives = ['isolated:a', 'isolated:b', 'isolated:w'];
let whole: Buffer;

const orders = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, place) =>
    orderEntry(String(from + place), { createdAt: firstTime - (from + place) * 120_000 }),
  );
/** Three spans, of which two become one, with a gap between the others; entries that cannot be read; an earlier version of a row. */
const orderPages = [
  orderPage(null, [...orders(0, 10), unreadableEntry('u1', '{"broken":1}'), unreadableEntry(null, '{"broken":2}')], {
    readAt: { earliest: firstTime + 1000, latest: firstTime + 2000 },
  }),
  orderPage('29', orders(30, 40)),
  orderPage('49', orders(50, 60)),
  orderPage('39', orders(40, 51)),
  orderPage(null, [orderEntry('0', { createdAt: firstTime, status: 'canceled' }), ...orders(1, 10)]),
  orderPage(null, [orderEntry('c', { marginMode: 'cross' })], { marginMode: 'cross' }),
];
const planPage: FetchedPage<'plan-history'> = {
  ...orderPage(null, []),
  list: otherList,
  marginMode: 'cross',
  entries: ['p1', 'p2'].map((id) => planEntry(id, firstTime, 'canceled')),
};

function seen(id: string, at: number): PlanLifeEvent {
  const { raw: _, ...row } = blankRow('open-plans');
  const plan: SeenPlan = { ...row, key: `isolated:${id}`, id, symbol: 'BTC-USDT', quantity: String(at) };
  return { kind: 'seen', at, after: null, plan, nearest: { last: `${at}.5`, at } };
}

/** A file with records in every small table. */
beforeEach(() => {
  const { store } = folder.open();
  store.savePages(orderPages);
  store.savePage(planPage);
  store.recordFound(list, 'isolated', [{ id: '1', createdAt: null }], 5);
  const left = (id: string) => ({ kind: 'left', key: `isolated:${id}`, lastSeenAt: 15, missedAt: 16 }) as const;
  const events = [seen('a', 10), seen('a', 20), seen('b', 10), left('b'), seen('w', 10), left('w')];
  store.savePlanLives({ events, watch: { from: 10, to: 20 } });
  store.savePlanLookups('isolated', new Map([['w', 2]]));
  store.savePlanLives({ events: [], watch: { from: 900_000_000, to: 900_000_100 } });
  const cursor = { id: '5', createdAt: firstTime };
  const found = { rows: 1, oldest: 1, newest: 2, foundAt: 3 };
  for (const each of historyLists) {
    store.remember(facts.isPaused[each], true);
    for (const kind of ['found', 'damaged'] as const) store.remember(facts[kind][each], found);
    for (const mode of marginModes) {
      store.remember(facts.lateDepth[each][mode], 7);
      store.remember(facts.verification[each][mode], { startedAt: 1, cursor, rows: 2 });
      store.remember(facts.plansCheckedTo[mode], cursor);
      store.remember(facts.plansCheck[mode], { newest: cursor, cursor });
    }
  }
  store.remember(facts.fileCheckedAt, 5);
  store.close();
  whole = readFileSync(folder.place.path);
});

/** Everything that is read from the small tables. A damage can leave out members of these. */
function readAll(store: HistoryStore) {
  const states = lives.flatMap((key) => store.planLife(key)?.states ?? []);
  return {
    // Without a record, the times of the others are wider or unknown.
    executed: keys.flatMap((key) => store.executionOf(key).slices).map(({ quantity }) => quantity),
    changes: keys.flatMap((key) => store.changes(list, key)),
    unreadable: store.read(({ lists }) => lists[list].unreadable.latest(100)),
    closed: marginModes.flatMap((mode) => store.read(({ lives }) => lives.closed(mode))),
    ends: lives.flatMap((key) => store.planLife(key)?.end ?? []),
    // An earlier state is the latest one if that was damaged.
    plans: [...states, ...store.read(({ lives }) => lives.open()).lives].map(({ plan }) => plan),
    nearest: [...states, ...store.read(({ lives }) => lives.open()).lives].map(({ nearest }) => nearest),
    watchedUntil: [store.read(({ lives }) => lives.open()).watchedUntil ?? []].flat(),
    spans: marginModes.flatMap((mode) => [...store.spans(list, mode), ...store.spans(otherList, mode)]),
    facts: allFacts(facts).map((fact) => [fact.name, store.recall(fact)]),
  };
}

/** Without the records that were lost. */
function allFacts(part: object): Fact<unknown>[] {
  if ('name' in part) return part === facts.lost ? [] : [part as Fact<unknown>];
  return Object.values(part).flatMap(allFacts);
}

/** Facts about the rows, which no damage changes. */
const rowsOf = (store: HistoryStore) =>
  historyLists.map((each) => [
    store.coverage(each).map(({ rows, oldest, newest }) => [rows, oldest, newest]),
    store.read(({ lists }) => lists[each].rows.newest(100, 0)).map(({ key }) => key),
    store.checkRows(each, 0, 100).damaged,
  ]);

/** A value of the same type, as one changed bit or a wrong page can leave it. */
function otherValue(value: unknown): string | number {
  if (typeof value !== 'string') return Number(value ?? 0) + 1000;
  const at = Math.floor(value.length / 2);
  return `${value.slice(0, at)}${String.fromCharCode(value.charCodeAt(at) ^ 1)}${value.slice(at + 1)}`;
}

/**
 * Changes each cell of a table in a copy of the file, of one record for each form: records with the same empty cells have one form. Calls
 * `check` with the name of the cell.
 */
function damageEachCell(table: RecordTable, check: (cell: string) => void): void {
  const restore = () => writeFileSync(folder.place.path, whole);
  restore();
  const source = new DatabaseSync(folder.place.path);
  const columns = source.prepare(`PRAGMA table_info(${table})`).all();
  const keyed = columns.filter(({ pk }) => pk !== 0).map(({ name }) => String(name));
  const formOf = (record: object) => JSON.stringify(Object.values(record).map((value) => value === null));
  const all = source.prepare(`SELECT * FROM ${table}`).all();
  const records = [...new Map(all.map((record) => [formOf(record), record])).values()];
  source.close();
  expect(records.length).toBeGreaterThan(0);
  for (const record of records) {
    for (const column of columns.map(({ name }) => String(name))) {
      restore();
      const database = new DatabaseSync(folder.place.path);
      const where = keyed.map((name) => `${name} IS ?`).join(' AND ');
      const values = [otherValue(record[column]), ...keyed.map((name) => record[name] ?? null)];
      expect(database.prepare(`UPDATE ${table} SET ${column} = ? WHERE ${where}`).run(...values).changes).toBe(1);
      database.close();
      check(`${table}.${column} of ${keyed.map((name) => record[name])}`);
    }
  }
}

test.each(recordTables)('each changed cell of %s is found and not used, and the rest is as before', (table) => {
  const before = folder.open().store;
  const content = readAll(before);
  const rows = rowsOf(before);
  before.close();
  damageEachCell(table, (cell) => {
    const { store, backupName } = folder.open();
    expect([cell, backupName]).toEqual([cell, null]);
    for (const [name, values] of Object.entries(readAll(store))) {
      const known = content[name as keyof typeof content].map((value) => JSON.stringify(value));
      // Without the last watch, it is the end of the one before.
      if (name === 'watchedUntil') known.push('20');
      if (name === 'facts') known.push(...allFacts(facts).map((fact) => JSON.stringify([fact.name, null])));
      for (const value of values) expect(known, `${name} after ${cell} was damaged`).toContain(JSON.stringify(value));
    }
    expect(rowsOf(store), cell).toEqual(rows);
    for (const each of recordTables) store.checkRecords(each);
    const lost = store.lost();
    expect(
      lostKinds.reduce((sum, kind) => sum + (lost?.[kind] ?? 0), 0),
      cell,
    ).toBe(1);

    // Everything can be written again, and nothing damaged is left.
    store.dismissLost();
    store.savePages(orderPages);
    store.savePage(planPage);
    store.savePlanLookups('isolated', new Map([['w', 3]]));
    store.savePlanLives({ events: [seen('a', 30), seen('b', 30)], watch: { from: 10, to: 30 } });
    for (const each of recordTables) store.checkRecords(each);
    expect(store.lost(), cell).toBeNull();
    expect(rowsOf(store), cell).toEqual(rows);
    expect(store.checkIntegrity(), cell).toBe(true);
    store.close();
  });
});

test.each([
  ["changes SET margin_mode = 'both'", 'number = 1', ['number', 'list', 'id', 'at', 'margin_mode', 'raw']],
  [
    'plan_lives SET missed_at = 1 << 60',
    "key = 'isolated:b'",
    ['number', 'key', 'first_seen_at', 'last_seen_at', 'missed_at', 'dropped', 'created_last', 'lookups'],
  ],
  ["meta SET text = '{'", "name = 'found order-history'", ['name', 'text']],
] as const)(
  'a value that no program of ours writes is not used, whatever its checksum: %s',
  (change, where, columns) => {
    const [table = ''] = change.split(' ');
    const database = new DatabaseSync(folder.place.path);
    defineChecksums(database);
    const { changes } = database.prepare(`UPDATE ${change} WHERE ${where}`).run();
    expect(changes).toBe(1);
    const pairs = columns.map((name) => `'${name}', ${name}`).join(', ');
    database.exec(`UPDATE ${table} SET checksum = checksum_of(${pairs})`);
    database.close();
    const { store } = folder.open();
    readAll(store);
    for (const each of recordTables) store.checkRecords(each);
    expect(lostKinds.reduce((sum, kind) => sum + (store.lost()?.[kind] ?? 0), 0)).toBe(1);
  },
);
