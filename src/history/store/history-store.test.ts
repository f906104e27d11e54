import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { indexedRow } from '../orders/testing/numbered-rows.ts';
import { seenPlan } from '../plans/testing/seen-plan.ts';
import type { FetchedPage } from '../rows.ts';
import { defineChecksums } from './checksums.ts';
import type { HistoryStore } from './history-store.ts';
import { facts } from './meta-table.ts';
import { firstTime, orderEntry, orderPage, planEntry, unreadableEntry } from './testing/entries.ts';
import { storeFolder } from './testing/store-folder.ts';

const folder = storeFolder();
const list = 'order-history';
const minute = 60_000;

/** Orders with numbers as IDs, a minute apart. Higher numbers are newer. */
function orders(...numbers: number[]) {
  return numbers.map((number) => orderEntry(String(number), { createdAt: firstTime + number * minute }));
}

const ids = (store: HistoryStore) => store.read(({ lists }) => lists[list].rows.newest(1000, 0)).map(({ id }) => id);
const spans = (store: HistoryStore) =>
  store.spans(list, 'isolated').map(({ newest, oldest }) => `${newest.id}-${oldest.id}`);

function isolated(store: HistoryStore) {
  const [coverage] = store.coverage(list);
  if (coverage === undefined) throw new Error('no coverage');
  return coverage;
}

/** Saves the end of a list like the sync does. */
function markEnded(store: HistoryStore): void {
  const span = store.spans(list, 'isolated').at(-1);
  if (span !== undefined) store.markEnded(span);
}

describe('rows', () => {
  it('come back unchanged, of both lists, also from the disk', () => {
    const { store } = folder.open();
    const order = orderEntry('A:1', {
      marginMode: 'cross',
      symbol: '币安人生-USDT',
      raw: '{"order_id":"A:1", "x" : "\\u00e4"}',
    });
    const unknown = {
      ...order.row,
      key: 'cross:2',
      id: '2',
      status: 'unknown:7' as const,
      action: 'unknown:x' as const,
      side: null,
    };
    const plan = planEntry('A:1', firstTime, 'pending');
    store.savePage(orderPage(null, [order, { id: '2', row: unknown }], { marginMode: 'cross' }));
    const planPage: FetchedPage<'plan-history'> = {
      ...orderPage(null, []),
      list: 'plan-history',
      marginMode: 'cross',
      entries: [plan],
    };
    expect(store.savePage(planPage)).toMatchObject({ added: 1 });
    for (const open of [() => store, () => folder.reopen()]) {
      const each = open();
      expect(each.read(({ lists }) => lists[list].rows.rows([2, 1]))).toEqual([unknown, order.row]);
      expect(each.read(({ lists }) => lists['plan-history'].rows.rows([1]))).toEqual([plan.row]);
      expect(each.read(({ lists }) => lists['plan-history'].rows.scan(0, 10))).toEqual([
        indexedRow('plan-history', { number: 1, tie: 0, ...plan.row }),
      ]);
      expect(() => each.read(({ lists }) => lists['plan-history'].rows.rows([2]))).toThrow(RangeError);
      expect([each.count(list), each.count('plan-history')]).toEqual([2, 1]);
    }
  });

  it('are listed newest first, isolated before cross margin', () => {
    const { store } = folder.open();
    const at = (id: string, marginMode: 'isolated' | 'cross', second: number) =>
      orderEntry(id, { marginMode, createdAt: firstTime + second * 1000 });
    store.savePage(
      orderPage(null, [at('c', 'cross', 2), at('d', 'cross', 1), at('b', 'cross', 1)], { marginMode: 'cross' }),
    );
    store.savePage(orderPage(null, [at('z', 'isolated', 1), at('a', 'isolated', 1)]));
    expect(ids(store)).toEqual(['c', 'z', 'a', 'd', 'b']);
    expect(store.read(({ lists }) => lists[list].rows.newest(2, 1)).map(({ id }) => id)).toEqual(['z', 'a']);
    expect(store.rankOf(list, 'cross:d')).toBe(3);
    expect(store.rankOf(list, 'cross:x')).toBeNull();
    expect(store.read(({ lists }) => lists[list].rows.scan(3, 1)).map(({ number, id }) => [number, id])).toEqual([
      [4, 'z'],
    ]);
    expect(store.read(({ lists }) => lists[list].rows.scan(5, 10))).toEqual([]);
  });

  it('that repeat in a page are stored once, with the last content', () => {
    const { store } = folder.open();
    const [first, second] = [orderEntry('1', { status: 'pending' }), orderEntry('1', { status: 'canceled' })];
    expect(store.savePage(orderPage(null, [first, orderEntry('0'), second]))).toMatchObject({ added: 2 });
    expect(store.read(({ lists }) => lists[list].rows.rows([1]))).toEqual([second.row]);
    expect(spans(store)).toEqual(['1-0']);
  });

  it('that the service dropped stay in their place', () => {
    const { store } = folder.open();
    store.savePage(orderPage(null, orders(5, 4, 3, 2, 1)));
    expect(store.savePage(orderPage('5', orders(4, 1)))).toMatchObject({ rows: [], added: 0 });
    expect(ids(store)).toEqual(['5', '4', '3', '2', '1']);
    expect(spans(store)).toEqual(['5-1']);
  });

  it('that come late are inserted between others, also many of one second, and are reported', () => {
    const { store } = folder.open();
    const inOneSecond = (...names: string[]) => names.map((name) => orderEntry(name));
    store.savePage(orderPage(null, [...orders(9), ...inOneSecond('e', 'a'), ...orders(-1)]));
    expect(store.savePage(orderPage('9', inOneSecond('e', 'c', 'a'))).late).toMatchObject([{ id: 'c' }]);
    const many = Array.from({ length: 90 }, (_, place) => `m${place}`);
    for (let size = 1; size <= 90; size++) store.savePage(orderPage('e', inOneSecond(...many.slice(0, size), 'c')));
    expect(ids(store)).toEqual(['9', 'e', ...many, 'c', 'a', '-1']);
    expect(spans(store)).toEqual(['9--1']);
  });

  it('whose creation changes move to their new place', () => {
    const { store } = folder.open();
    store.savePage(orderPage(null, orders(3, 2, 1)));
    const moved = orderEntry('3', { createdAt: firstTime });
    expect(store.savePage(orderPage('1', [moved])).rows).toMatchObject([{ number: 1, createdAt: firstTime }]);
    expect(ids(store)).toEqual(['2', '1', '3']);
    expect(isolated(store)).toMatchObject({ newest: firstTime + 2 * minute, oldest: firstTime });
  });

  it('that move to the other margin mode are counted once, and the change is kept', () => {
    const { store } = folder.open();
    store.savePage(orderPage(null, orders(3, 2, 1)));
    const moved = orderEntry('2', { createdAt: firstTime + 2 * minute, marginMode: 'cross' });
    expect(store.savePage(orderPage(null, [moved], { marginMode: 'cross' }))).toMatchObject({ added: 0 });
    expect(store.coverage(list).map(({ rows }) => rows)).toEqual([2, 1]);
    expect(store.read(({ lists }) => lists[list].rows.newest(10, 0)).map(({ key }) => key)).toEqual([
      'isolated:3',
      'cross:2',
      'isolated:1',
    ]);
    expect(store.changes(list, 'cross:2')).toHaveLength(1);
    expect(folder.reopen().count(list)).toBe(3);
  });

  it('that are the only ones of a margin mode and move away keep their span, and others like it become part of it', () => {
    const { store } = folder.open();
    const twin = orderEntry('2', { createdAt: firstTime + 2 * minute, marginMode: 'cross' });
    for (let refreshes = 0; refreshes < 3; refreshes++) {
      store.savePage(orderPage(null, orders(3, 2, 1)));
      store.savePage(orderPage(null, [twin], { marginMode: 'cross' }));
      expect(store.spans(list, 'cross')).toHaveLength(1);
    }
    store.close();
    // As a program wrote it that began a span with each page.
    const database = new DatabaseSync(folder.place.path);
    const columns = [
      'list',
      'margin_mode',
      'newest_id',
      'newest_at',
      'oldest_id',
      'oldest_at',
      'is_ended',
      'read_since',
    ];
    const named = columns.map((name) => `'${name}', ${name}`);
    defineChecksums(database);
    database.exec(`INSERT INTO spans (id, ${columns}, checksum)
      SELECT id + 100, ${columns}, checksum_of('id', id + 100, ${named}) FROM spans
      WHERE margin_mode = 'cross' AND merged_into IS NULL`);
    database.close();
    const again = folder.open().store;
    expect(again.spans(list, 'cross')).toHaveLength(2);
    again.savePage(orderPage(null, [twin], { marginMode: 'cross' }));
    expect(again.spans(list, 'cross')).toHaveLength(1);
  });

  it('of one symbol do not tell which rows are neighbors', () => {
    const { store } = folder.open();
    store.savePage(orderPage(null, orders(5, 1), { symbol: 'BTC-USDT' }));
    expect(isolated(store)).toMatchObject({ rows: 2, complete: false });
    expect(spans(store)).toEqual([]);
    expect(store.isPlaced(list, 'isolated', { id: '5', createdAt: firstTime + 5 * minute })).toBe(false);
    store.savePage(orderPage(null, orders(5, 4)));
    expect(store.isPlaced(list, 'isolated', { id: '5', createdAt: firstTime + 5 * minute })).toBe(true);
    expect(spans(store)).toEqual(['5-4']);
  });

  it('that are not final, or whose status is unknown, are listed newest first', () => {
    const { store } = folder.open();
    const statuses = ['pending', 'filled', 'unknown:9', 'canceling', 'canceled'] as const;
    const rows = statuses.map((status, place) => {
      const { id, row } = orderEntry(String(place), { createdAt: firstTime - place * minute });
      return { id, row: { ...row, status } };
    });
    store.savePage(orderPage(null, rows));
    expect(store.unfinished(list, 'isolated', 10).map(({ id }) => id)).toEqual(['0', '2', '3']);
    expect(store.unfinished(list, 'isolated', 1).map(({ id }) => id)).toEqual(['0']);
  });
});

describe('coverage', () => {
  it('of an empty list is complete once the service has said so', () => {
    const { store } = folder.open();
    expect(isolated(store)).toEqual({
      marginMode: 'isolated',
      rows: 0,
      oldest: null,
      newest: null,
      complete: false,
      verifiedAt: null,
      gaps: [],
    });
    store.savePage(orderPage(null, [], { fetchedAt: 77 }));
    store.savePage(orderPage(null, [], { fetchedAt: 99, marginMode: 'cross' }));
    expect(store.coverage(list).map(({ complete }) => complete)).toEqual([true, true]);
    expect(store.checkedAt(list)).toBe(77);
    expect(store.coverage('plan-history')[0]).toMatchObject({ complete: false });
  });

  it('is complete from the newest page to the end, without gaps', () => {
    const { store } = folder.open();
    store.savePage(orderPage(null, orders(7, 6)));
    markEnded(store);
    expect(isolated(store)).toMatchObject({ complete: true, gaps: [] });
    store.savePage(orderPage(null, orders(20, 19)));
    expect(isolated(store)).toMatchObject({
      complete: false,
      gaps: [{ from: firstTime + 7 * minute, to: firstTime + 19 * minute }],
    });
    expect(spans(store)).toEqual(['20-19', '7-6']);
    store.savePage(orderPage('19', orders(18, 7)));
    expect(isolated(store)).toMatchObject({ complete: true, gaps: [] });
    expect(spans(store)).toEqual(['20-6']);
    expect(folder.reopen().spans(list, 'isolated')).toHaveLength(1);
  });

  it('is incomplete again if rows come behind the end', () => {
    const { store } = folder.open();
    store.savePage(orderPage(null, orders(5, 4)));
    markEnded(store);
    store.savePage(orderPage('4', orders(3)));
    expect(isolated(store).complete).toBe(false);
    expect(spans(store)).toEqual(['5-3']);
  });

  it('joins many spans, and remembers it', () => {
    const { store } = folder.open();
    for (const number of [1, 11, 21, 31]) store.savePage(orderPage(null, orders(number + 1, number)));
    expect(spans(store)).toEqual(['32-31', '22-21', '12-11', '2-1']);
    store.savePage(orderPage('11', orders(10, 2)));
    store.savePage(orderPage('31', orders(30, 22)));
    expect(spans(store)).toEqual(['32-21', '12-1']);
    const again = folder.reopen();
    again.savePage(orderPage('21', orders(20, 12)));
    expect(spans(again)).toEqual(['32-1']);
    expect(spans(folder.reopen())).toEqual(['32-1']);
  });

  it('takes in a span whose rows the service no longer has', () => {
    const { store } = folder.open();
    store.savePage(orderPage(null, orders(12, 11, 10)));
    store.savePage(orderPage(null, orders(30, 29)));
    store.savePage(orderPage('29', orders(2, 1)));
    expect(spans(store)).toEqual(['30-1']);
    markEnded(store);
    expect(isolated(store)).toMatchObject({ complete: true, rows: 7 });
  });

  it('continues at an unreadable row', () => {
    const { store } = folder.open();
    store.savePage(orderPage(null, [...orders(5), unreadableEntry('4', '{"order_id":"4"}')]));
    expect(store.spans(list, 'isolated')[0]?.oldest).toEqual({ id: '4', createdAt: firstTime + 5 * minute });
    store.savePage(orderPage('4', orders(3)));
    expect(spans(folder.reopen())).toEqual(['5-3']);
  });

  it('finds the row before another one in its span, and before a time', () => {
    const { store } = folder.open();
    store.savePage(orderPage(null, orders(3, 2, 1)));
    store.savePage(orderPage(null, orders(20, 19)));
    const cursor = (number: number) => ({ id: String(number), createdAt: firstTime + number * minute });
    expect(store.newerRow(list, 'isolated', cursor(1), 2)).toMatchObject({ id: '3' });
    expect(store.newerRow(list, 'isolated', cursor(1), 3)).toBeNull();
    expect(store.newerRow(list, 'isolated', cursor(20), 1)).toBeNull();
    expect(store.rowBefore(list, 'isolated', firstTime + 2 * minute)).toMatchObject({ id: '3' });
    expect(store.rowBefore(list, 'isolated', firstTime + 20 * minute)).toBeNull();
  });
});

describe('unreadable entries', () => {
  it('tell their symbol and creation, unless these are damaged or contradict each other', () => {
    const { store } = folder.open();
    const entries = [
      '{"ctime":1740787200,"symbol":"A-B","note":"x\ny","price":NaN}',
      '{"ctime":1740787200,"symbol":"A\n-B"}',
      '{"ctime":1740787200,"symbol":"A-B","symbol":"C-D"}',
      '{"ctime":1740787200,"ctime":1740787200,"symbol":"A-B"}',
      '{"ctime":1740787200,"symbol":"A-B","note":"cut',
    ];
    store.savePage(orderPage(null, [orderEntry('1'), ...entries.map((raw) => unreadableEntry(null, raw))]));
    expect(
      store.read(({ lists }) => lists[list].unreadable.orders()).map(({ symbol, createdAt }) => [symbol, createdAt]),
    ).toEqual([
      ['A-B', firstTime],
      [null, firstTime],
      [null, firstTime],
      ['A-B', firstTime],
      [null, null],
    ]);
  });

  it('are kept with their reason, the latest first, and are replaced by the row when it can be read', () => {
    const { store } = folder.open();
    const nameless = unreadableEntry(null, '{"order_id":7}');
    store.savePage(orderPage(null, [unreadableEntry('1', '{"a":1}')], { fetchedAt: 1 }));
    store.savePage(orderPage('1', [nameless, unreadableEntry(null, '{ "order_id" : 7 }')], { fetchedAt: 2 }));
    expect(store.read(({ lists }) => lists[list].unreadable.latest(10)).map(({ raw }) => raw)).toEqual([
      '{"order_id":7}',
      '{"a":1}',
    ]);
    store.savePage(orderPage(null, [orderEntry('1', { raw: '{"b":1}' }), orderEntry('7', { raw: '{"order_id":7}' })]));
    expect(store.read(({ lists }) => lists[list].unreadable.count)).toBe(0);
    expect(store.changes(list, 'isolated:1').map(({ raw }) => raw)).toEqual(['{"a":1}']);
    expect(folder.reopen().read(({ lists }) => lists[list].unreadable.count)).toBe(0);
  });

  it('without an ID are at most 1,000, the latest, however often their texts change', () => {
    const { store } = folder.open();
    store.savePage(orderPage(null, [unreadableEntry('1', '{"a":1}')], { fetchedAt: 1 }));
    for (let answer = 0; answer < 25; answer++) {
      const entries = Array.from({ length: 50 }, (_, place) => unreadableEntry(null, `{"at":${answer},"n":${place}}`));
      store.savePage(
        orderPage('1', entries, { marginMode: answer % 2 === 0 ? 'cross' : 'isolated', fetchedAt: answer }),
      );
    }
    expect(store.read(({ lists }) => lists[list].unreadable.count)).toBe(1001);
    const kept = store.read(({ lists }) => lists[list].unreadable.latest(2000)).map(({ raw }) => raw);
    expect(kept).toHaveLength(1001);
    expect(kept.filter((raw) => raw.includes('"at":24,'))).toHaveLength(50);
    expect(kept.filter((raw) => raw.includes('"at":4,'))).toEqual([]);
    expect(kept).toContain('{"a":1}');
    const again = folder.reopen();
    expect(again.read(({ lists }) => lists[list].unreadable.count)).toBe(1001);
    again.savePage(orderPage('1', [unreadableEntry(null, '{"at":99}')], { fetchedAt: 99 }));
    expect([
      again.read(({ lists }) => lists[list].unreadable.count),
      again.read(({ lists }) => lists[list].unreadable.latest(1))[0]?.raw,
    ]).toEqual([1001, '{"at":99}']);
  });

  it('do not replace a row that was readable before', () => {
    const { store } = folder.open();
    store.savePage(orderPage(null, orders(1)));
    store.savePage(orderPage(null, [unreadableEntry('1', '{"broken":true}')]));
    expect(store.count(list)).toBe(1);
    expect(store.read(({ lists }) => lists[list].unreadable.count)).toBe(1);
    store.savePage(orderPage(null, orders(1)));
    expect(store.read(({ lists }) => lists[list].unreadable.count)).toBe(0);
    expect(store.changes(list, 'isolated:1')).toHaveLength(2);
  });
});

describe('facts', () => {
  it('are kept, and are written only if they change', () => {
    const { store } = folder.open();
    store.remember(facts.fileCheckedAt, 1);
    const log = () => statSync(`${folder.place.path}-wal`).size;
    const size = log();
    store.remember(facts.fileCheckedAt, 1);
    store.remember(facts.isPaused[list], null);
    expect(log()).toBe(size);
    store.remember(facts.isPaused[list], true);
    const again = folder.reopen();
    expect([again.recall(facts.fileCheckedAt), again.recall(facts.isPaused[list])]).toEqual([1, true]);
    again.remember(facts.fileCheckedAt, null);
    expect(again.recall(facts.fileCheckedAt)).toBeNull();
  });
});

describe('closed plans', () => {
  const plan = seenPlan('p');
  const seen = { kind: 'seen', at: 5, after: null, plan, nearest: null } as const;
  const left = { kind: 'left', key: plan.key, lastSeenAt: 8, missedAt: 9 } as const;
  const closed = { id: 'p', createdAt: plan.createdAt, closedAt: 9, misses: 0 };

  it('are those whose lives have ended, until they are forgotten', () => {
    const { store } = folder.open();
    store.savePlanLives({ events: [seen], watch: null });
    expect([
      store.read(({ lives }) => lives.closed('isolated')),
      store.wasOpen('isolated', 'p'),
      store.wasOpen('cross', 'p'),
    ]).toEqual([...[[], true, false]]);
    store.savePlanLives({ events: [left], watch: null });
    expect([
      store.read(({ lives }) => lives.closed('isolated')),
      store.read(({ lives }) => lives.closed('cross')),
    ]).toEqual([[closed], []]);
    store.savePlanLookups('isolated', new Map([['p', 2]]));
    const again = folder.reopen();
    expect(again.read(({ lives }) => lives.closed('isolated'))).toEqual([{ ...closed, misses: 2 }]);
    again.savePlanLookups('isolated', new Map([['p', null]]));
    expect(again.read(({ lives }) => lives.closed('isolated'))).toEqual([]);
    again.savePlanLookups('isolated', new Map([['p', 3]]));
    expect(again.read(({ lives }) => lives.closed('isolated'))).toEqual([]);
  });

  it('are none that are back', () => {
    const { store } = folder.open();
    store.savePlanLives({ events: [seen, left, { ...seen, at: 12 }], watch: null });
    expect(store.read(({ lives }) => lives.closed('isolated'))).toEqual([]);
  });
});

it('saves many pages together, or none of them', () => {
  const { store } = folder.open();
  const pages = [orderPage(null, orders(3, 2)), orderPage('2', orders(1))];
  const broken = { ...orderPage('1', orders(0)), list: 'no such list' as typeof list };
  expect(() => store.savePages([...pages, broken])).toThrow();
  expect(store.count(list)).toBe(0);
  expect(store.savePages(pages).map(({ added }) => added)).toEqual([2, 1]);
});

it('is private to the user, and leaves nothing beside the file when it is closed', () => {
  const { store } = folder.open();
  store.savePage(orderPage(null, orders(1)));
  store.close();
  store.close();
  expect(readdirSync(path.dirname(folder.place.path))).toEqual(['account.sqlite']);
  if (process.platform !== 'win32') expect(statSync(folder.place.path).mode & 0o777).toBe(0o600);
});
