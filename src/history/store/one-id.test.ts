import { describe, expect, test } from 'vitest';
import type { Order } from '../../shared/contract/orders.ts';
import type { HistoryStore } from './history-store.ts';
import { firstTime, orderEntry, orderPage, unreadableEntry } from './testing/entries.ts';
import { storeFolder } from './testing/store-folder.ts';

const list = 'order-history';
const folder = storeFolder();
let files = 0;

function entry(id: string, fields: Partial<Order> = {}) {
  const { row } = orderEntry(id);
  const raw = JSON.stringify({ id, ...fields });
  return { id, row: { ...row, raw, ...fields } };
}

const stored = (store: HistoryStore) => store.read(({ lists }) => lists[list].rows.newest(100, 0));

describe('one ID in several states', () => {
  const states: readonly [string, Partial<Order>, Partial<Order>][] = [
    [
      'a final one and one that waits',
      { status: 'canceled', filledQuantity: '4' },
      { status: 'pending', filledQuantity: '0' },
    ],
    [
      'final, with less executed',
      { status: 'filled', filledQuantity: '5' },
      { status: 'partially-filled', filledQuantity: '7' },
    ],
    [
      'two quantities while it waits',
      { status: 'partially-filled', filledQuantity: '10' },
      { status: 'partially-filled', filledQuantity: '9.5' },
    ],
    [
      'two final quantities',
      { status: 'filled', filledQuantity: '10' },
      { status: 'partially-canceled', filledQuantity: '4' },
    ],
    ['a status that is not known', { status: 'canceled' }, { status: 'unknown:9' }],
    ['a quantity that is missing', { filledQuantity: '3' }, { filledQuantity: null }],
  ];

  test.each(states)('%s: the later state counts, whichever came first', (_name, later, earlier) => {
    const [one, other] = [entry('5', later), entry('5', earlier)];
    for (const entries of [
      [one, other],
      [other, one],
    ]) {
      const { store } = folder.open({ path: `${folder.place.path}-${++files}` });
      expect(store.savePage(orderPage(null, [entry('6'), ...entries])).contradictions).toBe(1);
      expect(stored(store).find(({ id }) => id === '5')).toMatchObject(later);
      store.close();
      const { store: pages } = folder.open({ path: `${folder.place.path}-${++files}` });
      const counts = entries.map((each) => pages.savePage(orderPage(null, [each])).contradictions);
      expect(counts).toEqual([0, each(entries, other)]);
      expect(stored(pages)).toMatchObject([later]);
      // Again and again, as by each refresh.
      pages.savePage(orderPage(null, [other]));
      pages.savePage(orderPage(null, [one]));
      pages.savePage(orderPage(null, [other]));
      expect(stored(pages)).toMatchObject([later]);
      expect(pages.changes(list, 'isolated:5').length).toBe(entries[0] === other ? 1 : 0);
      pages.close();
    }
  });

  /** 1 if the earlier state came last, and so was left out. */
  const each = (entries: readonly object[], other: object) => (entries[1] === other ? 1 : 0);

  test('a correction that executes no less is taken over', () => {
    const { store } = folder.open();
    store.savePage(orderPage(null, [entry('5', { pnl: '3', averagePrice: '1' })]));
    expect(store.savePage(orderPage(null, [entry('5', { pnl: '-3', averagePrice: '2' })])).contradictions).toBe(0);
    expect(stored(store)).toMatchObject([{ pnl: '-3', averagePrice: '2' }]);
  });

  test('a row twice on a page, once unreadable: what can be read counts', () => {
    const { store } = folder.open();
    for (const entries of [
      [entry('5'), unreadableEntry('5', '{"order_id":"5"}')],
      [unreadableEntry('6', '{"order_id":"6"}'), entry('6')],
    ]) {
      expect(store.savePage(orderPage(null, entries)).contradictions).toBe(1);
    }
    expect(stored(store)).toHaveLength(2);
    expect(store.read(({ lists }) => lists[list].unreadable.count)).toBe(0);
    expect(store.savePage(orderPage(null, [entry('5'), entry('5')])).contradictions).toBe(0);
  });
});

describe('one ID, two symbols', () => {
  const bitcoin = (id: string, fields: Partial<Order> = {}) =>
    entry(id, { symbol: 'BTC-USDT', createdAt: firstTime + Number(id) * 60_000, pnl: '1', ...fields });
  const ether = (id: string, fields: Partial<Order> = {}) =>
    entry(id, { symbol: 'ETH-USDT', createdAt: firstTime + Number(id) * 60_000 + 1000, pnl: '10', ...fields });
  const sum = (store: HistoryStore) => stored(store).reduce((total, { pnl }) => total + Number(pnl), 0);

  test.each([
    ['on one page', (ids: readonly string[]) => [ids.flatMap((id) => [ether(id), bitcoin(id)])]],
    ['on two pages', (ids: readonly string[]) => [ids.map((id) => ether(id)), ids.map((id) => bitcoin(id))]],
  ])('%s: both orders are kept, with one key each', (_name, pagesOf) => {
    const ids = Array.from({ length: 20 }, (_, index) => String(20 - index));
    const { store } = folder.open();
    for (let reading = 0; reading < 3; reading++) {
      for (const entries of pagesOf(ids)) expect(store.savePage(orderPage(null, entries)).contradictions).toBe(0);
      expect(store.count(list)).toBe(40);
      expect(sum(store)).toBe(220);
      expect(store.sharedIds(list)).toBe(20);
      expect(new Set(stored(store).map(({ key }) => key)).size).toBe(40);
    }
    // The other one first, and alone.
    store.savePage(orderPage(null, [bitcoin('7'), ether('7')]));
    store.savePage(orderPage(null, [bitcoin('8')]));
    store.savePage(orderPage(null, [ether('8')]));
    expect([store.count(list), sum(store), store.sharedIds(list)]).toEqual([40, 220, 20]);
    for (const key of ['isolated:7', 'isolated:7 · BTC-USDT']) expect(store.numberOf(list, key)).not.toBeNull();
    const reopened = folder.reopen();
    expect([reopened.count(list), sum(reopened), reopened.sharedIds(list)]).toEqual([40, 220, 20]);
  });

  test('pages are requested from the ID of the exchange', () => {
    const { store } = folder.open();
    store.savePage(
      orderPage(null, [bitcoin('9'), bitcoin('7', { status: 'pending' }), ether('7', { createdAt: firstTime })]),
    );
    const [span] = store.spans(list, 'isolated');
    expect(span).toMatchObject({ newest: { id: '9' }, oldest: { id: '7' } });
    store.savePage(
      orderPage('7', [
        bitcoin('3', { createdAt: firstTime - 1 }),
        ether('3', { createdAt: firstTime - 2, status: 'pending' }),
      ]),
    );
    expect(store.spans(list, 'isolated')).toHaveLength(1);
    expect(store.unfinished(list, 'isolated', 9).map(({ id }) => id)).toEqual(['7', '3']);
    expect(store.newerRow(list, 'isolated', { id: '3', createdAt: firstTime - 1 }, 1)?.id).toBe('7');
  });

  test('the states of each order are compared with its own', () => {
    const { store } = folder.open();
    store.savePage(orderPage(null, [ether('7'), bitcoin('7', { status: 'pending', filledQuantity: '0' })]));
    store.savePage(orderPage(null, [ether('7', { pnl: '20' }), bitcoin('7', { filledQuantity: '12' })]));
    expect(stored(store)).toMatchObject([{ pnl: '20' }, { status: 'filled', filledQuantity: '12' }]);
    expect(store.changes(list, 'isolated:7')).toHaveLength(1);
    expect(store.changes(list, 'isolated:7 · BTC-USDT')).toHaveLength(1);
  });

  test('a symbol that was renamed makes no other order', () => {
    const { store } = folder.open();
    store.savePage(
      orderPage(
        null,
        ['3', '2', '1'].map((id) => bitcoin(id)),
      ),
    );
    store.savePage(
      orderPage(
        null,
        ['3', '2', '1'].map((id) => bitcoin(id, { symbol: 'XBT-USDT' })),
      ),
    );
    expect(stored(store).map(({ key, symbol }) => [key, symbol])).toEqual(
      ['3', '2', '1'].map((id) => [`isolated:${id}`, 'XBT-USDT']),
    );
    expect(store.sharedIds(list)).toBe(0);
  });
});
