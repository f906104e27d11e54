import { afterEach, describe, expect, test } from 'vitest';
import {
  type FaultName,
  type FaultyExchange,
  type FaultyExchangeOptions,
  startFaultyExchange,
} from '../../demo-exchange/faults/index.ts';
import { createExchangeClient, readWholeList } from '../../exchange/index.ts';
import type { OpenPlan } from '../../shared/contract/orders.ts';
import { planRef } from '../../shared/plans/plan-ref.ts';
import { marginModes } from '../../shared/values/domain.ts';
import { type LookupQuery, lookUpPlans } from './plan-lookup.ts';

const closing: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function start(options: FaultyExchangeOptions = {}) {
  const exchange: FaultyExchange = await startFaultyExchange({
    orders: 0,
    plans: 3000,
    openPlans: 0,
    ordersPerMinute: 0,
    timeScale: 0,
    requestsPerWindow: 1_000_000,
    ...options,
  });
  closing.push(exchange.close);
  const { baseUrl, token, secretKey } = exchange;
  const client = createExchangeClient({
    baseUrl,
    credentials: { token, secretKey },
    signingVariant: 'bytewise',
    fetch,
    now: Date.now,
    random: Math.random,
  });
  const queries: LookupQuery[] = [];
  return {
    exchange,
    queries,
    async openPlans(): Promise<OpenPlan[]> {
      const lists = await Promise.all(
        marginModes.map((mode) => readWholeList((query) => client.readOpenPlans(query), mode)),
      );
      return lists.flatMap(({ entries }) => entries.flatMap((entry) => ('row' in entry ? [entry.row] : [])));
    },
    find: (plans: readonly OpenPlan[]) =>
      lookUpPlans(plans.map(planRef), async ({ from, ...query }) => {
        const { entries } = await client.readPlanHistory(from === null ? query : { ...query, from });
        queries.push({ from, ...query });
        return entries;
      }),
    requests: () => exchange.traffic.recent().length,
  };
}

/** Places plans, and lets them trigger. */
async function leave({ exchange, openPlans }: Awaited<ReturnType<typeof start>>): Promise<OpenPlan[]> {
  exchange.setPrice('BTC-USDT', '80000');
  for (const marginMode of [1, 2] as const) exchange.addPlan({ symbol: 'BTC-USDT', marginMode, triggerPrice: '81000' });
  exchange.addPlan({ symbol: 'ETH-USDT', triggerPrice: '1', direction: 'falls-to', outcome: 'failed' });
  const plans = await openPlans();
  exchange.setPrice('BTC-USDT', '81000');
  exchange.setPrice('ETH-USDT', '1');
  exchange.advance(30_000);
  expect(await openPlans()).toEqual([]);
  return plans;
}

test('plans that have just left are found among the newest rows of their symbol and margin mode', async () => {
  const service = await start();
  const plans = await leave(service);
  const before = service.requests();
  const found = await service.find(plans);
  expect(service.requests() - before).toBe(3);
  expect(
    [...found.values()].map(({ id, marginMode, symbol, status }) => [id, marginMode, symbol, status]).sort(),
  ).toEqual(
    plans
      .map(({ id, marginMode, symbol }) => [
        id,
        marginMode,
        symbol,
        symbol === 'ETH-USDT' ? 'failed' : 'fully-executed',
      ])
      .sort(),
  );
  expect(service.queries.map((query) => [query.symbol, query.marginMode, query.direct])).toContainEqual([
    'BTC-USDT',
    'cross',
    'prev',
  ]);
});

test('the oldest plan of a symbol is found behind more than a page of newer ones', async () => {
  const service = await start({ plans: 0 });
  const { exchange, openPlans, find, queries } = service;
  exchange.setPrice('BTC-USDT', '80000');
  const add = (triggerPrice: string) => exchange.addPlan({ symbol: 'BTC-USDT', triggerPrice });
  add('82000');
  exchange.advance(60_000);
  for (let count = 0; count < 120; count++) add('81000');
  const oldest = (await openPlans()).filter(({ triggerPrice }) => Number(triggerPrice) === 82_000);
  exchange.setPrice('BTC-USDT', '82000');
  exchange.advance(30_000);
  expect(await openPlans()).toEqual([]);
  expect([...(await find(oldest)).keys()]).toEqual(oldest.map(({ key }) => key));
  expect(queries.map(({ direct, limit }) => [direct, limit])).toEqual([
    ['prev', 100],
    ['prev', 1],
    ['next', 1],
    ['prev', 20],
  ]);
});

test('an open plan is not found', async () => {
  const { exchange, openPlans, find } = await start();
  exchange.addPlan({ symbol: 'BTC-USDT', triggerPrice: '1', direction: 'falls-to' });
  expect((await find(await openPlans())).size).toBe(0);
});

describe('a plan that was placed long ago', () => {
  async function leaveOld(options: FaultyExchangeOptions = {}) {
    const service = await start({ plans: 20_000, openPlans: 400, ...options });
    const before = await service.openPlans();
    const counts = new Map<string, number>();
    for (const { symbol, marginMode } of before) {
      counts.set(`${symbol} ${marginMode}`, (counts.get(`${symbol} ${marginMode}`) ?? 0) + 1);
    }
    // A plan of a busy symbol, so that many others were placed since.
    const old = before.filter(({ symbol, marginMode }) => (counts.get(`${symbol} ${marginMode}`) ?? 0) > 4).at(-1);
    if (old === undefined) throw new Error('no symbol has that many plans');
    const { symbol, triggerPrice, marginMode } = old;
    const comeToTrigger = () => {
      service.exchange.setPrice(symbol, triggerPrice ?? '');
      service.exchange.advance(30_000);
    };
    comeToTrigger();
    for (let count = 0; count < 150; count++) {
      const mode = marginMode === 'isolated' ? 1 : 2;
      service.exchange.addPlan({ symbol, marginMode: mode, triggerPrice: triggerPrice ?? '' });
    }
    comeToTrigger();
    expect((await service.openPlans()).some(({ key }) => key === old.key)).toBe(false);
    return { ...service, old };
  }

  test('is found at the position of its creation', async () => {
    const { find, old, queries } = await leaveOld();
    const found = await find([old]);
    expect(found.get(old.key)).toMatchObject({ id: old.id, symbol: old.symbol, createdAt: old.createdAt });
    expect(queries.map(({ direct, limit }) => [direct, limit])).toEqual([
      ['prev', 100],
      ['prev', 1],
      ['next', 20],
    ]);
  });

  test.each<FaultName>(['page-inclusive', 'page-too-long', 'page-duplicates'])(
    'is found also with %s',
    async (fault) => {
      const { find, old, exchange } = await leaveOld();
      exchange.faults.set({ rules: [{ fault }] });
      expect((await find([old])).get(old.key)).toMatchObject({ id: old.id });
    },
  );

  test('is not found, and no other plan is, if the service ignores `from`', async () => {
    const { find, old, exchange, queries } = await leaveOld();
    exchange.faults.set({ rules: [{ fault: 'page-repeats' }] });
    expect((await find([old])).size).toBe(0);
    expect(queries).toHaveLength(3);
  });
});

test('rejects with the error of a failed request', async () => {
  const service = await start();
  const plans = await leave(service);
  service.exchange.faults.set({ rules: [{ fault: 'truncated-json' }] });
  await expect(service.find(plans)).rejects.toMatchObject({ code: 'bad-answer' });
});
