import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import type { MarginMode } from '../../../shared/domain.ts';
import type { FetchedPage } from '../archived-rows.ts';
import type { ArchiveFile } from './archive-file.ts';
import { archiveFolder } from './testing/archive-folder.ts';
import { firstTime, orderEntry, orderPage, planEntry, unreadableEntry } from './testing/entries.ts';

const folder = archiveFolder();
const minute = 60_000;

/** Orders whose ids are numbers, the higher the newer, a minute apart. */
function orders(...numbers: number[]) {
  return numbers.map((number) => orderEntry(String(number), { createdAt: firstTime + number * minute }));
}

function ids(file: ArchiveFile) {
  return file.newest('order-history', 1000, 0).map(({ id }) => id);
}

function isolated(file: ArchiveFile) {
  const [coverage] = file.coverage('order-history');
  if (coverage === undefined) throw new Error('no coverage');
  return coverage;
}

function spans(file: ArchiveFile) {
  return isolated(file).spans.map(({ newestId, oldestId }) => `${newestId}-${oldestId}`);
}

describe('rows', () => {
  it('come back as they were, of both lists, also from the disk', () => {
    const { file } = folder.open();
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
    file.takePage(orderPage(null, [order, { id: '2', row: unknown }], { marginMode: 'cross' }));
    const planPage: FetchedPage<'plan-history'> = {
      ...orderPage(null, []),
      list: 'plan-history',
      marginMode: 'cross',
      entries: [plan],
    };
    expect(file.takePage(planPage)).toMatchObject({ added: 1 });
    for (const open of [() => file, () => folder.reopen()]) {
      const each = open();
      expect(each.read('order-history', [2, 1])).toEqual([unknown, order.row]);
      expect(each.read('plan-history', [1])).toEqual([plan.row]);
      const { raw: _raw, ...withoutRaw } = plan.row;
      expect(each.scan('plan-history', 0, 10)).toEqual([{ number: 1, tie: 0, ...withoutRaw }]);
      expect(() => each.read('plan-history', [2])).toThrow(RangeError);
      expect([each.count('order-history'), each.count('plan-history')]).toEqual([2, 1]);
    }
  });

  it('are listed with the newest first, isolated margin before cross margin, in parts', () => {
    const { file } = folder.open();
    const at = (id: string, marginMode: 'isolated' | 'cross', second: number) =>
      orderEntry(id, { marginMode, createdAt: firstTime + second * 1000 });
    file.takePage(
      orderPage(null, [at('c', 'cross', 2), at('d', 'cross', 1), at('b', 'cross', 1)], { marginMode: 'cross' }),
    );
    file.takePage(orderPage(null, [at('z', 'isolated', 1), at('a', 'isolated', 1)]));
    expect(ids(file)).toEqual(['c', 'z', 'a', 'd', 'b']);
    expect(file.newest('order-history', 2, 1).map(({ id }) => id)).toEqual(['z', 'a']);
    expect(file.scan('order-history', 3, 1).map(({ number, id }) => ({ number, id }))).toEqual([
      { number: 4, id: 'z' },
    ]);
    expect(file.scan('order-history', 5, 10)).toEqual([]);
  });

  it('that repeat in a page are one, as it was last', () => {
    const { file } = folder.open();
    const [first, second] = [orderEntry('1', { status: 'pending' }), orderEntry('1', { status: 'canceled' })];
    expect(file.takePage(orderPage(null, [first, orderEntry('0'), second]))).toMatchObject({
      added: 2,
    });
    expect(ids(file)).toEqual(['1', '0']);
    expect(file.read('order-history', [1])).toEqual([second.row]);
    expect(spans(file)).toEqual(['1-0']);
  });

  it('that the service no longer has stay, in their place', () => {
    const { file } = folder.open();
    file.takePage(orderPage(null, orders(5, 4, 3, 2, 1)));
    expect(file.takePage(orderPage('5', orders(4, 1)))).toEqual({ put: [], added: 0 });
    file.takePage(orderPage(null, orders(4, 3)));
    expect(ids(file)).toEqual(['5', '4', '3', '2', '1']);
    expect(spans(file)).toEqual(['5-1']);
  });

  it('that turn up late between others are put between them, also many of one second', () => {
    const { file } = folder.open();
    const inOneSecond = (...names: string[]) => names.map((name) => orderEntry(name));
    file.takePage(orderPage(null, inOneSecond('e', 'a')));
    const names = ['e', 'd', 'c', 'b', 'a'];
    expect(
      file
        .takePage(orderPage('e', inOneSecond('c', 'a')))
        .put.map(({ id }) => id)
        .sort(),
    ).toEqual(['c', 'e']);
    file.takePage(orderPage(null, inOneSecond(...names)));
    expect(ids(file)).toEqual(names);
    const many = Array.from({ length: 90 }, (_, place) => `m${place}`);
    for (let size = 1; size <= 90; size++) file.takePage(orderPage('d', inOneSecond(...many.slice(0, size), 'c')));
    expect(ids(file)).toEqual(['e', 'd', ...many, 'c', 'b', 'a']);
    expect(spans(file)).toEqual(['e-a']);
  });

  it('whose time of creation changes move to where it puts them', () => {
    const { file } = folder.open();
    file.takePage(orderPage(null, orders(3, 2, 1)));
    const moved = orderEntry('3', { createdAt: firstTime });
    const { put } = file.takePage(orderPage(null, [moved]));
    expect(put).toMatchObject([{ number: 1, createdAt: firstTime }]);
    expect(ids(file)).toEqual(['2', '1', '3']);
    expect(isolated(file)).toMatchObject({ newest: firstTime + 2 * minute, oldest: firstTime });
  });

  it.each([null, 'BTC-USDT'])(
    'whose time of creation changes come to be in their place among those of that time, in a page of %s',
    (symbol) => {
      const { file } = folder.open();
      const [early, late] = [{ createdAt: firstTime }, { createdAt: firstTime + minute }];
      file.takePage(orderPage(null, [orderEntry('c', late), orderEntry('b', late), orderEntry('a', early)]));
      file.takePage(orderPage('c', [orderEntry('b', early)], { symbol }));
      expect(ids(file)).toEqual(['c', 'b', 'a']);
      file.takePage(orderPage('c', [orderEntry('b', late)], { symbol }));
      expect(ids(file)).toEqual(['c', 'b', 'a']);
    },
  );

  it('of one pair alone are in the order of their pages, and tell nothing of what else there is', () => {
    const { file } = folder.open();
    const at = (id: string, symbol: string) => orderEntry(id, { symbol });
    const [btc, eth] = [{ symbol: 'BTC-USDT' }, { symbol: 'ETH-USDT' }];
    file.takePage(orderPage(null, [at('5', 'BTC-USDT'), at('1', 'BTC-USDT')], btc));
    file.takePage(orderPage(null, [at('4', 'ETH-USDT'), at('2', 'ETH-USDT')], eth));
    file.takePage(orderPage(null, [at('5', 'BTC-USDT'), at('3', 'BTC-USDT'), at('1', 'BTC-USDT')], btc));
    const shown = ids(file);
    expect(shown.filter((id) => '531'.includes(id))).toEqual(['5', '3', '1']);
    expect(shown.filter((id) => '42'.includes(id))).toEqual(['4', '2']);
    expect(isolated(file)).toMatchObject({ rows: 5, complete: false, spans: [], checkedAt: null });
    file.takePage(
      orderPage(
        null,
        shown
          .toSorted()
          .reverse()
          .map((id) => at(id, '24'.includes(id) ? 'ETH-USDT' : 'BTC-USDT')),
      ),
    );
    expect(ids(file)).toEqual(['5', '4', '3', '2', '1']);
  });
});

describe('coverage', () => {
  it('of nothing is nothing, and complete once the service has said that there is nothing', () => {
    const { file } = folder.open();
    expect(isolated(file)).toEqual({
      marginMode: 'isolated',
      rows: 0,
      oldest: null,
      newest: null,
      complete: false,
      gaps: [],
      spans: [],
      checkedAt: null,
    });
    file.takePage(orderPage(null, [], { fetchedAt: 77 }));
    expect(isolated(file)).toMatchObject({ complete: true, checkedAt: 77 });
    expect(file.coverage('order-history')[1]).toMatchObject({ marginMode: 'cross', complete: false });
    expect(file.coverage('plan-history')[0]).toMatchObject({ complete: false });
    file.takePage(orderPage(null, orders(1), { symbol: 'BTC-USDT' }));
    expect(isolated(file)).toMatchObject({ complete: false });
  });

  it('is complete only from the newest to an empty page', () => {
    const { file } = folder.open();
    file.takePage(orderPage('9', orders(5, 4)));
    file.takePage(orderPage('4', []));
    expect(isolated(file)).toMatchObject({ complete: false, spans: [{ oldEndReached: true, newestCheckedAt: null }] });
    file.takePage(orderPage('5', [], { direct: 'next', fetchedAt: 9 }));
    expect(isolated(file)).toMatchObject({ complete: true, checkedAt: 9, spans: [{ newestCheckedAt: 9 }] });
    file.takePage(orderPage('5', orders(6, 7), { direct: 'next', fetchedAt: 10 }));
    expect(isolated(file)).toMatchObject({
      complete: true,
      checkedAt: 9,
      spans: [{ newestId: '7', newestCheckedAt: 9 }],
    });
    file.takePage(orderPage(null, orders(20, 19), { fetchedAt: 11 }));
    expect(isolated(file)).toMatchObject({
      complete: false,
      gaps: [{ from: firstTime + 7 * minute, to: firstTime + 19 * minute }],
      spans: [
        { newestId: '20', oldestId: '19', newestCheckedAt: 11, oldEndReached: false },
        { newestId: '7', oldestId: '4', oldEndReached: true },
      ],
    });
    file.takePage(orderPage('19', orders(18, 7)));
    expect(isolated(file)).toMatchObject({
      complete: true,
      gaps: [],
      spans: [{ newestId: '20', oldestId: '4', newestCheckedAt: 11 }],
    });
  });

  it('stays complete where it is joined by newer rows that had come apart from it', () => {
    const { file } = folder.open();
    file.takePage(orderPage(null, orders(1), { fetchedAt: 9 }));
    file.takePage(orderPage('1', []));
    file.takePage(orderPage('2', orders(3), { direct: 'next' }));
    expect(isolated(file)).toMatchObject({
      complete: false,
      spans: [{ newestCheckedAt: null }, { newestCheckedAt: 9 }],
    });
    file.takePage(orderPage('1', orders(2, 3), { direct: 'next' }));
    expect(isolated(file)).toMatchObject({
      complete: true,
      spans: [{ newestId: '3', oldestId: '1', newestCheckedAt: 9 }],
    });
  });

  it('is not spoilt by an empty page where rows are known, and withdrawn where there was more behind an end', () => {
    const { file } = folder.open();
    file.takePage(orderPage(null, orders(5, 4, 3), { fetchedAt: 1 }));
    file.takePage(orderPage('4', []));
    file.takePage(orderPage('4', [], { direct: 'next', fetchedAt: 2 }));
    file.takePage(orderPage('unheard of', []));
    expect(isolated(file)).toMatchObject({
      complete: false,
      checkedAt: 1,
      spans: [{ oldEndReached: false, newestCheckedAt: 1 }],
    });
    file.takePage(orderPage('3', []));
    expect(isolated(file).complete).toBe(true);
    file.takePage(orderPage('3', orders(2)));
    expect(isolated(file)).toMatchObject({ complete: false, spans: [{ oldestId: '2', oldEndReached: false }] });
  });

  it('does not go on from a row when the service answers the newest rows instead', () => {
    const { file } = folder.open();
    file.takePage(orderPage(null, orders(50, 49)));
    file.takePage(orderPage('20', orders(19, 18)));
    // Known rows of the same run.
    file.takePage(orderPage('49', orders(50, 49)));
    expect(spans(file)).toEqual(['50-49', '19-18']);
    // Rows that are known, in another run.
    file.takePage(orderPage('18', orders(50, 49)));
    expect(spans(file)).toEqual(['50-49', '19-18']);
    // Rows that have come since.
    file.takePage(orderPage('18', orders(61, 60)));
    expect(spans(file)).toEqual(['61-60', '50-49', '19-18']);
    file.takePage(orderPage('50', orders(16, 17), { direct: 'next' }));
    expect(spans(file)).toEqual(['61-60', '50-49', '19-18', '17-16']);
  });

  it('does not go on from a row when the service answers rows of almost the same time instead', () => {
    const { file } = folder.open();
    const at = (id: string, second: number) => orderEntry(id, { createdAt: firstTime + second * 1000 });
    file.takePage(orderPage(null, [at('c', 0), at('b', 0), at('a', 0)]));
    // New ones first, then known ones of the same second.
    file.takePage(orderPage('a', [at('d', 5), at('c', 0), at('b', 0)]));
    expect(spans(file)).toEqual(['d-a']);
    expect(ids(file)).toEqual(['d', 'c', 'b', 'a']);
    // The row itself among them.
    file.takePage(orderPage('d', [at('f', 20), at('e', 15), at('d', 5), at('c', 0)]));
    expect(ids(file)).toEqual(['f', 'e', 'd', 'c', 'b', 'a']);
    expect(spans(file)).toEqual(['f-a']);
    // Another run.
    file.takePage(orderPage(null, [at('z', 40), at('y', 35)]));
    file.takePage(orderPage('a', [at('z', 40), at('y', 35)]));
    expect(spans(file)).toEqual(['z-y', 'f-a']);
    // The row itself is all that is known of them.
    file.takePage(orderPage('q', [at('n', -50)]));
    file.takePage(orderPage('n', [at('o', -45), at('n', -50), at('m', -55)]));
    expect(spans(file)).toEqual(['z-y', 'f-a', 'o-m']);
    expect(ids(file)).toEqual(['z', 'y', 'f', 'e', 'd', 'c', 'b', 'a', 'o', 'n', 'm']);
  });

  it('goes on where the service answers the row itself, too, and where its clock is a little behind', () => {
    const { file } = folder.open();
    file.takePage(orderPage(null, orders(9, 8)));
    file.takePage(orderPage('8', orders(8, 7)));
    expect(spans(file)).toEqual(['9-7']);
    file.takePage(orderPage('9', [...orders(10), ...orders(9)].reverse(), { direct: 'next' }));
    expect(spans(file)).toEqual(['10-7']);
    file.takePage(orderPage('7', [orderEntry('6', { createdAt: firstTime + 7 * minute + 5000 })]));
    expect(spans(file)).toEqual(['10-6']);
    file.takePage(orderPage('6', [orderEntry('5', { createdAt: firstTime + 9 * minute })]));
    expect(spans(file)).toEqual(['10-6', '5-5']);
  });

  it('tells the gaps to rows that were only fetched among those of their pair', () => {
    const { file } = folder.open();
    file.takePage(orderPage(null, orders(5, 4)));
    file.takePage(orderPage('4', []));
    expect(isolated(file).complete).toBe(true);
    const at = (number: number) => firstTime + number * minute;
    file.takePage(orderPage(null, orders(8), { symbol: 'BTC-USDT' }));
    expect(isolated(file)).toMatchObject({ complete: false, gaps: [{ from: at(5), to: at(8) }] });
    file.takePage(orderPage(null, orders(8, 2), { symbol: 'BTC-USDT' }));
    expect(isolated(file).gaps).toEqual([
      { from: at(5), to: at(8) },
      { from: at(2), to: at(4) },
    ]);
    file.takePage(orderPage(null, orders(8, 5)));
    expect(isolated(file).gaps).toEqual([{ from: at(2), to: at(4) }]);
  });

  it('takes what was seen to be the newest for it where times do not tell', () => {
    const { file } = folder.open();
    file.takePage(orderPage(null, [orderEntry('b')]));
    file.takePage(orderPage('elsewhere', [orderEntry('a')]));
    expect(spans(file)).toEqual(['b-b', 'a-a']);
    file.takePage(orderPage(null, [unreadableEntry('c', '{}')], { fetchedAt: firstTime + 1 }));
    expect(spans(file)).toEqual(['c-c', 'b-b', 'a-a']);
    expect(isolated(file).gaps).toEqual([{ from: firstTime, to: firstTime }]);
  });

  it('joins runs through a page that touches several', () => {
    const { file } = folder.open();
    for (const numbers of [
      [20, 19],
      [12, 11],
      [16, 15],
    ])
      file.takePage(orderPage(null, orders(...numbers)));
    file.takePage(orderPage('19', orders(18, 17, 16, 15, 14, 13, 12)));
    expect(spans(file)).toEqual(['20-11']);
    file.takePage(orderPage('11', orders(10)));
    file.takePage(orderPage(null, orders(30, 29), { fetchedAt: firstTime + 5 }));
    file.takePage(orderPage('29', orders(28, 20)));
    expect(isolated(file).spans).toMatchObject([
      { newestId: '30', oldestId: '10', newest: firstTime + 30 * minute, newestCheckedAt: firstTime + 5 },
    ]);
    const again = folder.reopen();
    expect(spans(again)).toEqual(['30-10']);
    expect(ids(again)).toEqual(['30', '29', '28', '20', '19', '18', '17', '16', '15', '14', '13', '12', '11', '10']);
    again.takePage(orderPage('19', orders(18)));
    again.takePage(orderPage('5', orders(4)));
    expect(spans(again)).toEqual(['30-10', '4-4']);
    expect(spans(folder.reopen())).toEqual(['30-10', '4-4']);
  });
});

describe('entries that cannot be read', () => {
  it('are kept once each and count as neighbours where they have an id', () => {
    const { file } = folder.open();
    const nameless = unreadableEntry(null, '{"a":1,"b":2}');
    file.takePage(
      orderPage(null, [...orders(5), nameless, unreadableEntry('4', '{"order_id":"4"}')], { fetchedAt: 1 }),
    );
    expect(spans(file)).toEqual(['5-4']);
    file.takePage(
      orderPage('4', [...orders(3), unreadableEntry(null, '{"b" : 2, "a" : 1}'), unreadableEntry(null, '7')], {
        fetchedAt: 2,
      }),
    );
    expect(spans(file)).toEqual(['5-3']);
    expect(file.unreadable('order-history', 2)).toEqual([
      { raw: '7', reason: 'ctime: missing' },
      { raw: '{"order_id":"4"}', reason: 'ctime: missing' },
    ]);
    expect(file.countUnreadable('order-history')).toBe(3);
    expect(file.countUnreadable('plan-history')).toBe(0);
    expect(file.takePage(orderPage('5', [nameless]))).toEqual({ put: [], added: 0 });
  });

  it('become rows in their place once they can be read', () => {
    const { file } = folder.open();
    const raw = '{"order_id":"4","ctime":0}';
    file.takePage(
      orderPage(null, [...orders(5), unreadableEntry('4', raw), unreadableEntry(null, '{"x":1}'), ...orders(3)]),
    );
    const readable = orderEntry('4', { createdAt: firstTime + 4 * minute, raw });
    expect(file.takePage(orderPage('5', [readable]))).toMatchObject({
      added: 1,
      put: [{ number: 3, id: '4' }],
    });
    expect(file.changes('order-history', 'isolated:4')).toEqual([]);
    expect(ids(file)).toEqual(['5', '4', '3']);
    expect(spans(file)).toEqual(['5-3']);
    file.takePage(orderPage('4', [orderEntry('x', { createdAt: firstTime + 4 * minute, raw: '{ "x": 1 }' })]));
    expect(file.countUnreadable('order-history')).toBe(0);
  });

  it.each([null, 'BTC-USDT'])(
    'become rows in their place also among those of one second, in a page of %s',
    (symbol) => {
      const { file } = folder.open();
      file.takePage(orderPage(null, [orderEntry('c'), unreadableEntry('b', '{}'), orderEntry('a')]));
      expect(file.takePage(orderPage('c', [orderEntry('b')], { symbol })).put.map(({ id }) => id)).toContain('b');
      expect(ids(file)).toEqual(['c', 'b', 'a']);
    },
  );

  it('do not replace a row that could be read before', () => {
    const { file } = folder.open();
    const [first = orderEntry('1')] = orders(1);
    file.takePage(orderPage(null, [first]));
    file.takePage(orderPage(null, [unreadableEntry('1', '{}')], { fetchedAt: 2 }));
    expect(file.read('order-history', [1])).toEqual([first.row]);
    expect(file.countUnreadable('order-history')).toBe(1);
    expect(file.takePage(orderPage(null, [first], { fetchedAt: 3 }))).toEqual({
      put: [],
      added: 0,
    });
    expect(file.countUnreadable('order-history')).toBe(0);
    expect(file.changes('order-history', 'isolated:1')).toEqual([
      { at: 3, raw: '{}' },
      { at: 2, raw: first.row.raw },
    ]);
  });
});

describe('changes', () => {
  it('are kept, the latest first, unless they are of nothing that is said', () => {
    const { file } = folder.open();
    const state = (raw: string, status: 'pending' | 'filled') => orderEntry('1', { raw, status });
    file.takePage(orderPage(null, [state('{"id":1,"status":1}', 'pending')], { fetchedAt: 1 }));
    const same = file.takePage(orderPage(null, [state('{ "status":1, "id":1 }', 'pending')], { fetchedAt: 2 }));
    expect(same).toEqual({ put: [], added: 0 });
    expect(file.takePage(orderPage(null, [state('{"id":1,"status":3}', 'filled')], { fetchedAt: 3 }))).toMatchObject({
      put: [{ number: 1, status: 'filled' }],
      added: 0,
    });
    file.takePage(orderPage(null, [state('{"id":1,"status":3,"x":12345678901234567890}', 'filled')], { fetchedAt: 4 }));
    file.takePage(orderPage(null, [state('{"id":1,"status":3,"x":12345678901234567891}', 'filled')], { fetchedAt: 5 }));
    expect(file.changes('order-history', 'isolated:1')).toEqual([
      { at: 5, raw: '{"id":1,"status":3,"x":12345678901234567890}' },
      { at: 4, raw: '{"id":1,"status":3}' },
      { at: 3, raw: '{"id":1,"status":1}' },
    ]);
    expect(file.changes('order-history', 'cross:1')).toEqual([]);
    expect(file.changes('plan-history', 'isolated:1')).toEqual([]);
  });

  it('of how a text is read are no changes of the text', () => {
    const { file } = folder.open();
    const before = orderEntry('1', { raw: '{"status":9}' });
    file.takePage(orderPage(null, [{ ...before, row: { ...before.row, status: 'unknown:9' } }]));
    expect(file.takePage(orderPage(null, [before]))).toMatchObject({ added: 0, put: [{ status: 'filled' }] });
    expect(file.changes('order-history', 'isolated:1')).toEqual([]);
  });
});

describe('rows that are not final', () => {
  const open = (number: number) =>
    orderEntry(String(number), { status: 'pending', createdAt: firstTime + number * minute });

  it('are asked for again from the neighbour above, many at once', () => {
    const { file } = folder.open();
    file.takePage(orderPage(null, [open(9), ...orders(8), open(7), ...orders(6, 5), open(4)]));
    file.takePage(orderPage('4', orders(...Array.from({ length: 98 }, (_, place) => 3 - place))));
    file.takePage(orderPage('-94', [open(-95), ...orders(-96)]));
    const [nine, seven, four, last] = [1, 3, 6, 105].map((number) => ({ number }));
    expect(file.unfinished('order-history', 'isolated', 5)).toMatchObject([
      { direct: 'prev', from: null, rows: [nine, seven, four] },
      { direct: 'prev', from: '-94', rows: [last] },
    ]);
    expect(file.unfinished('order-history', 'isolated', 1)).toHaveLength(1);
    expect(file.unfinished('order-history', 'cross', 5)).toEqual([]);
    expect(file.unfinished('plan-history', 'isolated', 5)).toEqual([]);
  });

  it('are asked for from what was fetched after them, too', () => {
    const { file } = folder.open();
    file.takePage(orderPage(null, [open(9)]));
    file.takePage(orderPage('9', [open(10), ...orders(11)], { direct: 'next' }));
    for (const each of [() => file, () => folder.reopen()]) {
      expect(each().unfinished('order-history', 'isolated', 9)).toMatchObject([
        { direct: 'prev', from: '11', rows: [{ id: '10' }, { id: '9' }] },
      ]);
    }
  });

  it('are asked for at most a page at once', () => {
    const { file } = folder.open();
    file.takePage(
      orderPage(
        null,
        Array.from({ length: 101 }, (_, place) => open(500 - place)),
      ),
    );
    const groups = file.unfinished('order-history', 'isolated', 9);
    expect(groups.map(({ from, rows }) => ({ from, rows: rows.length }))).toEqual([
      { from: null, rows: 100 },
      { from: '401', rows: 1 },
    ]);
  });

  it('at the newer end of an older run are asked for from below', () => {
    const { file } = folder.open();
    file.takePage(orderPage(null, orders(20)));
    file.takePage(orderPage('12', [open(11), open(10)]));
    file.takePage(orderPage('6', [open(5)]));
    expect(file.unfinished('order-history', 'isolated', 9)).toEqual([
      { direct: 'next', from: '10', rows: [{ number: 2, id: '11' }] },
      { direct: 'prev', from: '11', rows: [{ number: 3, id: '10' }] },
    ]);
  });

  it('are those of the statuses that the service may change', () => {
    const { file } = folder.open();
    const statuses = [
      'pending',
      'placing-order',
      'partially-executed',
      'fully-executed',
      'failed',
      'canceled',
    ] as const;
    const entries = statuses.map((status, place) => planEntry(status, firstTime - place, status));
    const page: FetchedPage<'plan-history'> = {
      ...orderPage(null, []),
      list: 'plan-history',
      marginMode: 'cross',
      entries,
    };
    file.takePage(page);
    const orderStatuses = [
      'partially-filled',
      'filled',
      'canceling',
      'partially-canceled',
      'canceled',
      'pending',
    ] as const;
    file.takePage(
      orderPage(
        null,
        orderStatuses.map((status) => orderEntry(status, { status })),
      ),
    );
    const named = (list: 'plan-history' | 'order-history', marginMode: MarginMode) =>
      file.unfinished(list, marginMode, 9).flatMap(({ rows }) => rows.map(({ id }) => id));
    expect(named('plan-history', 'cross')).toEqual(statuses.slice(0, 3));
    expect(named('order-history', 'isolated')).toEqual(['partially-filled', 'canceling', 'pending']);
  });
});

describe('the file', () => {
  it('is its owner’s alone, and nothing stays beside it when it is closed', () => {
    const { file } = folder.open();
    file.takePage(orderPage(null, orders(1)));
    if (process.platform !== 'win32') {
      expect(statSync(path.dirname(folder.place.path)).mode & 0o777).toBe(0o700);
      for (const name of readdirSync(path.dirname(folder.place.path))) {
        expect(statSync(path.join(path.dirname(folder.place.path), name)).mode & 0o777).toBe(0o600);
      }
    }
    file.close();
    expect(readdirSync(path.dirname(folder.place.path))).toEqual(['account.sqlite']);
    file.close();
  });

  it('takes many pages at once, or none of them', () => {
    const { file } = folder.open();
    const taken = file.takePages([orderPage(null, orders(9, 8)), orderPage('8', orders(7))]);
    expect(taken.map(({ added }) => added)).toEqual([2, 1]);
    const broken = orderEntry('5');
    const pages = [orderPage('7', orders(6)), orderPage('6', [{ ...broken, row: { ...broken.row, createdAt: 1.5 } }])];
    expect(() => file.takePages(pages)).toThrow();
    expect(ids(file)).toEqual(['9', '8', '7']);
    expect(spans(file)).toEqual(['9-7']);
    expect(file.takePage(orderPage('7', orders(6)))).toMatchObject({ added: 1, put: [{ number: 4 }] });
  });

  it('remembers texts by name', () => {
    const { file } = folder.open();
    expect(file.recall('sync')).toBeNull();
    file.remember('sync', 'paused');
    file.remember('sync', '{"paused":true}');
    file.remember('', '');
    expect(folder.reopen().recall('sync')).toBe('{"paused":true}');
    expect(folder.reopen().recall('')).toBe('');
  });

  it('is plain SQL for somebody with a shell', () => {
    const { file } = folder.open();
    file.takePage(orderPage(null, orders(1)));
    file.close();
    const database = new DatabaseSync(folder.place.path, { readOnly: true });
    const row = database.prepare('SELECT symbol, side, kind, price, status, created_at, pnl FROM orders').get();
    database.close();
    expect({ ...row }).toEqual({
      symbol: 'BTC-USDT',
      side: 'buy',
      kind: 'limit',
      price: '0.00000490',
      status: 'filled',
      created_at: firstTime + minute,
      pnl: '-0.10',
    });
  });
});
