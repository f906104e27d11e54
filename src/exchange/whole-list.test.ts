import { afterEach, describe, expect, test } from 'vitest';
import { type FaultName, type FaultyExchange, startFaultyExchange } from '../demo-exchange/faults/index.ts';
import { marginModes } from '../shared/values/domain.ts';
import type { OrderListQuery } from './client.ts';
import { createExchangeClient } from './client.ts';
import type { OrderList } from './order-rows.ts';
import { readWholeList } from './whole-list.ts';

const closing: FaultyExchange[] = [];

afterEach(async () => {
  for (const exchange of closing.splice(0)) await exchange.close();
});

async function start(openPlans: number) {
  const options = { orders: 0, plans: 0, openPlans, ordersPerMinute: 0, timeScale: 0, requestsPerWindow: 1e6 };
  const exchange = await startFaultyExchange(options);
  closing.push(exchange);
  const { baseUrl, token, secretKey } = exchange;
  const client = createExchangeClient({
    baseUrl,
    credentials: { token, secretKey },
    signingVariant: 'bytewise',
    fetch,
    now: Date.now,
    random: Math.random,
  });
  return {
    exchange,
    fault: (fault: FaultName, every = 1) => exchange.faults.set({ rules: [{ fault, requests: { every } }] }),
    async readBoth() {
      const lists = await Promise.all(
        marginModes.map((mode) => readWholeList((query) => client.readOpenPlans(query), mode)),
      );
      return lists.flatMap(({ entries }) => entries);
    },
    readOne: () => readWholeList((query) => client.readOpenPlans(query), 'isolated'),
  };
}

describe('against the demo exchange', () => {
  test('reads every row of both margin modes once, newest first', async () => {
    const { readBoth, readOne, exchange } = await start(730);
    const entries = await readBoth();
    expect(entries).toHaveLength(730);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(730);
    const before = exchange.traffic.total;
    const { entries: isolated, requests, fetchedAt } = await readOne();
    const times = isolated.flatMap((entry) => ('row' in entry ? [entry.row.createdAt] : []));
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    expect(requests).toBe(exchange.traffic.total - before);
    expect(Date.now() - fetchedAt).toBeLessThan(10_000);
  });

  test('reads an empty list with one request', async () => {
    const { readOne } = await start(0);
    expect(await readOne()).toMatchObject({ entries: [], requests: 1 });
  });

  test.each<FaultName>(['page-inclusive', 'page-too-long', 'page-duplicates', 'rows-wrong-types'])(
    'tolerates %s',
    async (name) => {
      const { readBoth, fault } = await start(300);
      fault(name);
      expect(await readBoth()).toHaveLength(300);
    },
  );

  test('rejects if the service ignores `from`', async () => {
    const { readBoth, fault } = await start(300);
    fault('page-repeats');
    await expect(readBoth()).rejects.toMatchObject({ code: 'bad-answer' });
  });

  test('rejects if one page cannot be read', async () => {
    const { readBoth, fault } = await start(730);
    fault('result-missing', 3);
    await expect(readBoth()).rejects.toMatchObject({ code: 'bad-answer' });
  });

  test('reads a page that was cut in smaller pages', async () => {
    const { readBoth, fault } = await start(730);
    fault('truncated-json', 3);
    expect(await readBoth()).toHaveLength(730);
  });
});

describe('of a service that sends what the demo exchange does not', () => {
  const unreadable = { raw: '{}', reason: 'order_id: missing' };
  const listOf = (ids: readonly (string | null)[]): OrderList<never> => ({
    entries: ids.map((id) => (id === null ? { id, unreadable } : { id, unreadable })),
    fetchedAt: 1000,
  });

  test('rejects a page on which no row has an ID', async () => {
    const reading = readWholeList(async () => listOf([null, null]), 'cross');
    await expect(reading).rejects.toMatchObject({ code: 'bad-answer', message: expect.stringContaining('no row') });
  });

  test('keeps rows without an ID, once each', async () => {
    const pages: Record<string, (string | null)[]> = { '': ['d', null, 'c', null], c: [null, 'b', 'a'] };
    const { entries } = await readWholeList(async ({ from = '' }) => listOf(pages[from] ?? []), 'cross');
    expect(entries.map(({ id }) => id)).toEqual(['d', null, 'c', null, 'b', 'a']);
  });

  test('keeps each of several rows with one ID that are not the same, the first as a row', async () => {
    const entry = (id: string, symbol: string) => ({ id, row: { raw: `{"order_id":"${id}","symbol":"${symbol}"}` } });
    const rows = [entry('b', 'ETH-USDT'), entry('a', 'ETH-USDT'), entry('a', 'ETH-USDT'), entry('a', 'BTC-USDT')];
    const { entries } = await readWholeList(
      async ({ from }) => ({ entries: from === undefined ? rows : rows.slice(3), fetchedAt: 1000 }),
      'cross',
    );
    expect(entries).toEqual([
      rows[0],
      rows[1],
      { id: null, unreadable: { raw: rows[3]?.row.raw, reason: 'order_id: occurs more than once' } },
    ]);
  });

  test('rejects a list that does not end, after 200 pages', async () => {
    const queries: OrderListQuery[] = [];
    const reading = readWholeList(async (query) => {
      queries.push(query);
      return listOf([`${queries.length}`]);
    }, 'cross');
    await expect(reading).rejects.toMatchObject({ code: 'bad-answer', message: expect.stringContaining('200 pages') });
    expect(queries).toHaveLength(200);
  });
});
