import { afterEach, describe, expect, test } from 'vitest';
import {
  type FaultName,
  type FaultyExchange,
  type FaultyExchangeOptions,
  startFaultyExchange,
} from '../../demo-exchange/faults/index.ts';
import { liveReaders } from './live-readers.ts';
import { accountOf } from './testing/exchange-account.ts';

const { signal } = new AbortController();
const plansPath = '/v1/futures/plan/current';
const closing: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function start(options: FaultyExchangeOptions = {}) {
  const exchange: FaultyExchange = await startFaultyExchange({
    orders: 0,
    plans: 0,
    ordersPerMinute: 0,
    timeScale: 0,
    requestsPerWindow: 1_000_000,
    ...options,
  });
  const account = accountOf(exchange);
  closing.push(exchange.close, account.close);
  return {
    exchange,
    readPlans: () => liveReaders['open-plans'](account, 'interactive', signal),
    readFutures: () => liveReaders['futures-tickers'](account, 'interactive', signal),
    readSpot: () => liveReaders['spot-tickers'](account, 'background', signal),
    fault: (fault: FaultName, every?: number) =>
      exchange.faults.set({
        rules: [{ fault, paths: [plansPath], ...(every === undefined ? {} : { requests: { every } }) }],
      }),
  };
}

describe('open plans', () => {
  test('are read completely: both margin modes, all pages', async () => {
    const { readPlans, exchange } = await start({ openPlans: 730 });
    const { rows, unreadable, requests, fetchedAt } = await readPlans();
    expect(rows).toHaveLength(730);
    expect(new Set(rows.map(({ key }) => key)).size).toBe(730);
    expect(new Set(rows.map(({ marginMode }) => marginMode))).toEqual(new Set(['isolated', 'cross']));
    expect(unreadable).toEqual([]);
    expect(requests).toBe(exchange.traffic.recent().length);
    expect(Date.now() - fetchedAt).toBeLessThan(10_000);
  });

  test('of an account without any are empty', async () => {
    const { readPlans } = await start({ openPlans: 0 });
    expect(await readPlans()).toMatchObject({ rows: [], unreadable: [], requests: 2 });
  });

  test('are rejected as a whole if one page cannot be read', async () => {
    const { readPlans, fault } = await start({ openPlans: 730 });
    fault('result-missing', 5);
    await expect(readPlans()).rejects.toMatchObject({ code: 'bad-answer' });
  });

  test('are rejected if the service keeps repeating pages', async () => {
    const { readPlans, fault } = await start({ openPlans: 300 });
    fault('page-repeats');
    await expect(readPlans()).rejects.toMatchObject({ code: 'bad-answer' });
  });

  test.each<FaultName>(['page-inclusive', 'page-too-long', 'page-duplicates', 'rows-extra-fields'])(
    'are complete and without duplicates with %s',
    async (name) => {
      const { readPlans, fault } = await start({ openPlans: 300 });
      fault(name);
      const { rows } = await readPlans();
      expect(rows).toHaveLength(300);
      expect(new Set(rows.map(({ key }) => key)).size).toBe(300);
    },
  );

  test('are separated from unreadable rows', async () => {
    const { readPlans, fault } = await start({ openPlans: 300 });
    fault('rows-wrong-types');
    const { rows, unreadable } = await readPlans();
    expect(unreadable.length).toBeGreaterThan(0);
    expect(rows.length + unreadable.length).toBe(300);
  });
});

test('the tickers of a market take one request', async () => {
  const { readFutures, readSpot, exchange } = await start();
  expect(await readFutures()).toMatchObject({ requests: 1, unreadable: [] });
  const { rows } = await readSpot();
  expect(rows.length).toBeGreaterThan(400);
  expect(exchange.traffic.recent().length).toBe(2);
});
