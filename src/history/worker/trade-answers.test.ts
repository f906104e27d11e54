import { expect, test } from 'vitest';
import type { ListEntry } from '../../exchange/index.ts';
import type { Order } from '../../shared/contract/orders.ts';
import { orderEntry, orderPage } from '../store/testing/entries.ts';
import { newDatabase, startOfflineEngine } from './testing/offline-engine.ts';

const account = 'one';
const all = { account, filter: {}, sort: [], zone: 'UTC', from: 0, count: 100 };
const start = Date.UTC(2025, 2, 3);

/** A trade every ten minutes: an order opens 2, and the next one closes them. */
function entryOf(number: number): ListEntry<Order> & { row: Order } {
  const { id, row } = orderEntry(String(number), { createdAt: start + number * 300_000 });
  const isOpening = number % 2 === 0;
  return {
    id,
    row: {
      ...row,
      side: isOpening ? 'buy' : 'sell',
      action: isOpening ? 'open' : 'close',
      filledQuantity: '2',
      averagePrice: '100',
      pnl: isOpening ? '0' : '1',
    },
  };
}

/** The orders from `newest` down to `oldest`. */
const pageOf = (newest: number, oldest: number, from: number | null) =>
  orderPage(
    from === null ? null : String(from),
    Array.from({ length: newest - oldest + 1 }, (_, index) => entryOf(newest - index)),
  );

test('trades, their orders and positions follow the pages, and the ends of the history are marked', async () => {
  const engine = startOfflineEngine();
  await engine.savePage({ page: pageOf(10, 7, null) });
  const first = await engine.readTrades(all, 0);
  expect(first.rows).toMatchObject([
    { key: 'isolated:10', state: 'open', incomplete: [] },
    { key: 'isolated:8', state: 'closed', incomplete: [] },
    { key: 'isolated:7', incomplete: ['more-closed', 'missing-start'] },
  ]);
  await engine.savePage({ page: pageOf(6, 3, 7) });
  const second = await engine.readTrades({ ...all, anchor: 'isolated:7' }, 0);
  expect(second.rows.map(({ key }) => key)).toEqual([10, 8, 6, 4, 3].map((number) => `isolated:${number}`));
  expect(second).toMatchObject({ total: 5, anchor: 2 });
  expect(second.version).toBeGreaterThan(first.version);
  expect(await engine.readTradeOrders({ account, key: 'isolated:7', from: 0, count: 10 }, 0)).toMatchObject({
    version: second.version,
    trade: { key: 'isolated:6', orders: 2 },
    orders: [
      { order: { id: '6' }, size: '2' },
      { order: { id: '7' }, size: '0' },
    ],
  });
  expect(await engine.readTradeOrders({ account, key: 'isolated:99', from: 0, count: 10 }, 0)).toMatchObject({
    trade: null,
    orders: [],
  });
  const created = [[0], [6.5], [6.5, 'sell'], [6.5, 'buy'], [7.5], [11]] as const;
  const plans = created.map(([number, side = null], place) => ({
    key: String(place),
    symbol: 'BTC-USDT',
    marginMode: 'isolated' as const,
    side,
    quantity: null,
    createdAt: start + number * 300_000,
  }));
  const risk = await engine.readPositionRisk({ account, plans }, 0);
  const orphan = { cannotBeTold: 'unknown-positions' };
  expect(risk.plans).toEqual(
    [false, true, true, false, false, true].map((wasOpen, place) => ({ key: String(place), wasOpen, orphan })),
  );
  expect(risk).toMatchObject({
    version: second.version,
    positions: [
      {
        symbol: 'BTC-USDT',
        marginMode: 'isolated',
        side: 'long',
        quantity: '2',
        entryPrice: '100',
        since: start + 3_000_000,
        trade: 'isolated:10',
        incomplete: [],
      },
    ],
    doubts: [],
    renamed: {},
    wholeModes: [],
    orders: [],
    contracts: [{ symbol: 'BTC-USDT', size: { cannotBeTold: 'few-trades' } }],
    today: null,
  });
});

test('a gap marks the trade that may lack orders until it is closed, with another version', async () => {
  const engine = startOfflineEngine();
  await engine.savePage({ page: pageOf(4, 0, null) });
  await engine.savePage({ page: pageOf(14, 11, null) });
  const marked = async () =>
    (await engine.readTrades(all, 0)).rows.filter(({ incomplete }) => incomplete.includes('gap'));
  expect(await marked()).toMatchObject([{ key: 'isolated:4', orders: 2 }]);
  const { version } = await engine.readHistoryState({ account, list: 'order-history' }, 0);
  await engine.savePage({ page: pageOf(10, 4, 11) });
  expect(await marked()).toEqual([]);
  expect((await engine.readHistoryState({ account, list: 'order-history' }, 0)).version).toBeGreaterThan(version);
  expect(await engine.summarizeTrades({ account, filter: { incomplete: 'none' }, zone: 'UTC' }, 0)).toMatchObject({
    trades: 7,
    closed: 6,
    open: 1,
    quotes: [{ quote: 'USDT', closed: { sum: '6', wins: 6 }, open: { trades: 1, sum: '0' } }],
  });
});

test('what the user says of an order changes positions and the version, and holds for a worker that starts with it', async () => {
  const file = newDatabase();
  const engine = startOfflineEngine(file);
  await engine.savePage({ page: pageOf(10, 0, null) });
  const odd = { id: '11', row: { ...entryOf(11).row, filledQuantity: '0', pnl: '0' } };
  await engine.savePage({ page: orderPage(null, [odd, ...pageOf(10, 0, null).entries]) });
  const { positions, doubts, version } = await engine.readPositionRisk({ account }, 0);
  expect(positions).toMatchObject([{ quantity: '2', incomplete: ['doubtful-order'] }]);
  expect(doubts).toMatchObject([{ id: 'isolated:11', reason: 'not-executed' }]);
  const words = { contractSizes: {}, renamed: {}, settled: { 'isolated:11': 'closed-long' } } as const;
  engine.setWords(words);
  const settled = await engine.readPositionRisk({ account }, 0);
  expect(settled).toMatchObject({ positions: [], doubts: [{ settled: 'closed-long' }] });
  expect(settled.version).toBeGreaterThan(version);
  engine.setWords({ contractSizes: {}, settled: {}, renamed: { 'BTC-USDT': 'XBT-USDT' } });
  const renamed = await engine.readPositionRisk({ account }, 0);
  expect(renamed).toMatchObject({ positions: [{ symbol: 'XBT-USDT', incomplete: ['doubtful-order'] }] });
  expect(renamed.version).toBeGreaterThan(settled.version);
  const { rows } = await engine.readTrades({ ...all, filter: { symbols: ['BTC-USDT'] } }, 0);
  expect(rows[0]).toMatchObject({ symbol: 'XBT-USDT' });
  engine.setWords(words);
  expect(await engine.readPositionRisk({ account }, 0)).toMatchObject({ positions: [] });
  await engine.close(null);
  expect(await startOfflineEngine(file, words).readPositionRisk({ account }, 0)).toMatchObject({ positions: [] });
});
