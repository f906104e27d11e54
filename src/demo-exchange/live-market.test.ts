import { afterEach, expect, test } from 'vitest';
import type { CurrentPlanRow, OrderRow, PastPlanRow } from './account/wire-rows.ts';
import { type DemoExchange, type DemoExchangeOptions, startDemoExchange } from './index.ts';
import { paths, TestClient } from './testing/test-client.ts';

const START = 1_760_000_000_000;
const running: DemoExchange[] = [];
let clock = START;

async function start(options: DemoExchangeOptions = {}): Promise<{ exchange: DemoExchange; client: TestClient }> {
  const exchange = await startDemoExchange({
    orders: 300,
    plans: 200,
    requestsPerWindow: 1_000_000,
    now: () => clock,
    ...options,
  });
  running.push(exchange);
  return { exchange, client: new TestClient(exchange, () => clock) };
}

afterEach(async () => {
  await Promise.all(running.splice(0).map((exchange) => exchange.close()));
  clock = START;
});

const stillMarket = { timeScale: 0, openPlans: 0, ordersPerMinute: 0 };

/** Returns all rows of both modes, newest first within a mode. */
async function allRows<Row extends { readonly order_id: string }>(client: TestClient, path: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (const is_full of [1, 2]) {
    let from: string | undefined;
    for (;;) {
      const page: Row[] = await client.rows<Row>(path, {
        is_full,
        limit: 100,
        ...(from === undefined ? {} : { from }),
      });
      rows.push(...page);
      from = page.at(-1)?.order_id;
      if (from === undefined) break;
    }
  }
  return rows;
}

test('a triggered plan shows that it is triggered, leaves the list, and enters the history with its order', async () => {
  const { exchange, client } = await start(stillMarket);
  exchange.setPrice('BTC-USDT', '80000');
  const id = exchange.addPlan({ symbol: 'BTC-USDT', marginMode: 2, triggerPrice: '81000.5', amount: '25' });
  const query = { is_full: 2, symbol: 'BTC-USDT' };
  const current = async (): Promise<CurrentPlanRow[]> => client.rows<CurrentPlanRow>(paths.currentPlans, query);
  const past = async (): Promise<PastPlanRow | undefined> =>
    (await client.rows<PastPlanRow>(paths.planHistory, query)).find((row) => row.order_id === id);

  expect(await current()).toMatchObject([
    { order_id: id, trigger_status: 0, trigger_sign: '1', trigger_price: '81000.5' },
  ]);
  exchange.setPrice('BTC-USDT', '81000.4');
  exchange.advance(10_000);
  expect(await current()).toMatchObject([{ order_id: id, trigger_status: 0 }]);
  exchange.setPrice('BTC-USDT', '81000.5');
  expect(await current()).toMatchObject([{ order_id: id, trigger_status: 1 }]);
  expect(await past()).toBeUndefined();
  exchange.advance(2000);
  expect(await current()).toEqual([]);
  exchange.advance(10_000);
  expect(await past()).toMatchObject({ implement_status: 3, amount: '25', tactics_deal: '25', ctime: START / 1000 });
  const [order] = await client.rows<OrderRow>(paths.orders, { ...query, limit: 1 });
  expect(order).toMatchObject({ type: 'buy-market', status: 3, deal_amount: '25', ctime: START / 1000 });
});

test.each([
  ['failed', { implement_status: 4, tactics_deal: '0' }],
  ['partly-executed', { implement_status: 2, tactics_deal: '5' }],
] as const)('a triggered plan can end %s', async (outcome, expected) => {
  const { exchange, client } = await start(stillMarket);
  exchange.setPrice('SUI-USDT', '1.5');
  const id = exchange.addPlan({
    symbol: 'SUI-USDT',
    triggerPrice: '1.4',
    amount: '10',
    outcome,
    fields: { trigger_sign: '0' },
  });
  exchange.setPrice('SUI-USDT', '1.3');
  exchange.advance(12_000);
  const rows = await client.rows<PastPlanRow>(paths.planHistory, { symbol: 'SUI-USDT' });
  expect(rows.find((row) => row.order_id === id)).toMatchObject({ ...expected, trigger_sign: '0' });
});

test('a closed plan enters the history at the place of its creation', async () => {
  const { exchange, client } = await start(stillMarket);
  exchange.setPrice('ETH-USDT', '3000');
  const place = (triggerPrice: string): string => exchange.addPlan({ symbol: 'ETH-USDT', triggerPrice });
  const [first, second, third] = [place('3300'), place('3100'), place('3200')];
  for (const price of ['3150', '3250', '3350']) {
    exchange.setPrice('ETH-USDT', price);
    exchange.advance(2000);
  }
  const rows = await client.rows<PastPlanRow>(paths.planHistory, { symbol: 'ETH-USDT', limit: 3 });
  expect(rows.map((row) => row.order_id)).toEqual([third, second, first]);
});

test('a set price shows in both markets within the range, and the market continues from it', async () => {
  const { exchange, client } = await start({ ...stillMarket, timeScale: 1 });
  const spotBefore = Number(
    (await client.publicRows<{ data: { close: string } }>(paths.spotTickers, { symbol: 'BTC-USDT' }))[0]?.data.close,
  );
  const futuresBefore = Number(exchange.priceOf('BTC-USDT'));
  exchange.setPrice('BTC-USDT', '95000.3');
  interface Ticker {
    data: { close: string; high: string; low: string };
  }
  const [future] = await client.publicRows<Ticker>(paths.futuresTickers, { symbol: 'BTC-USDT' });
  const [spot] = await client.publicRows<Ticker>(paths.spotTickers, { symbol: 'BTC-USDT' });
  expect(future?.data.close).toBe('95000.3');
  expect(future?.data.high).toBe('95000.3');
  expect(Number(future?.data.low)).toBeLessThanOrEqual(futuresBefore);
  expect(Number(spot?.data.close) / spotBefore).toBeCloseTo(95000.3 / futuresBefore, 4);
  clock += 600_000;
  const later = Number(exchange.priceOf('BTC-USDT'));
  expect(later).not.toBe(95000.3);
  expect(Math.abs(later / 95000.3 - 1)).toBeLessThan(0.05);
  exchange.setPrice('BTC-USDT', '60000');
  exchange.setPrice('BTC-USDT', '61000');
  const [again] = await client.publicRows<Ticker>(paths.futuresTickers, { symbol: 'BTC-USDT' });
  expect(again?.data).toMatchObject({ close: '61000.0' });
  expect(Number(again?.data.low)).toBe(60000);
});

test('rejects invalid prices and symbols', async () => {
  const { exchange } = await start(stillMarket);
  for (const price of ['80000.55', '0', '-1', 'NaN', '', '1e5']) {
    expect(() => exchange.setPrice('BTC-USDT', price)).toThrow(RangeError);
  }
  expect(() => exchange.setPrice('NOTHING-USDT', '1')).toThrow(RangeError);
  expect(() => exchange.addOrder({ symbol: 'NOTHING-USDT' })).toThrow(RangeError);
  expect(() => exchange.addPlan({ symbol: 'BTC-USDT', triggerPrice: '1', amount: '0' })).toThrow(RangeError);
  expect(() => exchange.advance(-1)).toThrow(RangeError);
});

test('an added order is the newest of its mode and on the next page', async () => {
  const { exchange, client } = await start(stillMarket);
  const [before] = await client.rows<OrderRow>(paths.orders, { is_full: 2, limit: 1 });
  clock += 5000;
  const id = exchange.addOrder({ symbol: '龙虾-USDT', marginMode: 2, fields: { status: 9, profit: '-1.5' } });
  const page = await client.rows<OrderRow>(paths.orders, { is_full: 2, direct: 'next', from: before?.order_id ?? '' });
  expect(page).toMatchObject([{ order_id: id, symbol: '龙虾-USDT', status: 9, profit: '-1.5', ctime: clock / 1000 }]);
});

test('over an hour plans trigger and enter the history, none is lost, orders arrive, and the list keeps its length', async () => {
  const { client } = await start();
  const openBefore = await allRows<CurrentPlanRow>(client, paths.currentPlans);
  const pastBefore = await allRows<PastPlanRow>(client, paths.planHistory);
  const ordersBefore = await allRows<OrderRow>(client, paths.orders);
  clock += 3_600_000;
  const open = new Set((await allRows<CurrentPlanRow>(client, paths.currentPlans)).map((row) => row.order_id));
  const past = new Map((await allRows<PastPlanRow>(client, paths.planHistory)).map((row) => [row.order_id, row]));
  const orders = await allRows<OrderRow>(client, paths.orders);

  const left = openBefore.filter((row) => !open.has(row.order_id));
  expect(left.length).toBeGreaterThan(5);
  for (const plan of left) {
    const { implement_status, tactics_deal, ...terms } = past.get(plan.order_id) ?? expect.fail('a plan was lost');
    const { trigger_status, ...before } = plan;
    expect(terms).toEqual(before);
    expect(trigger_status).toBe(0);
    expect([2, 3, 4, 5]).toContain(implement_status);
    expect(Number(tactics_deal)).toBeLessThanOrEqual(Number(plan.amount));
  }
  for (const row of pastBefore) expect(past.has(row.order_id)).toBe(true);
  for (const id of open) expect(past.has(id)).toBe(false);
  expect(Math.abs(open.size - 64)).toBeLessThanOrEqual(8);
  const arrived = orders.length - ordersBefore.length;
  expect(arrived).toBeGreaterThan(120);
  expect(arrived).toBeLessThan(400);
  const times = orders.map((row) => row.ctime);
  expect(Math.max(...times)).toBeLessThanOrEqual(clock / 1000);
  expect(Math.max(...times)).toBeGreaterThan(clock / 1000 - 600);
});

test('open orders end with time', async () => {
  const { client } = await start({ orders: 4000, ordersPerMinute: 0, openPlans: 0 });
  const resting = (rows: readonly OrderRow[]): OrderRow[] => rows.filter((row) => [1, 2, 4].includes(row.status));
  const before = resting(await allRows<OrderRow>(client, paths.orders));
  expect(before.length).toBeGreaterThanOrEqual(3);
  expect(before.length).toBeLessThan(40);
  clock += 6 * 24 * 3_600_000;
  expect(resting(await allRows<OrderRow>(client, paths.orders))).toEqual([]);
});

test('the same seed and clock give the same world, however often it is read, and another seed gives another world', async () => {
  const options = { seed: 7, orders: 2000 };
  const { client: one } = await start(options);
  const { client: two } = await start(options);
  const { client: three } = await start({ ...options, seed: 8 });
  const look = async (client: TestClient): Promise<string> => {
    const answers = [];
    for (const path of [paths.orders, paths.planHistory, paths.currentPlans]) {
      for (const is_full of [1, 2]) answers.push((await client.signed(path, { is_full, limit: 100 })).text);
    }
    for (const path of [paths.futuresTickers, paths.spotTickers, paths.precision])
      answers.push((await client.request(path)).text);
    return answers.join('\n');
  };
  expect(await look(one)).toBe(await look(two));
  for (let step = 0; step < 12; step++) {
    clock += 304_523;
    await look(one);
  }
  expect(await look(one)).toBe(await look(two));
  expect(await look(one)).not.toBe(await look(three));
});

test('a time scale speeds up the market, and times are those of the clock', async () => {
  const { client } = await start({ timeScale: 60, ordersPerMinute: 6 });
  const before = (await allRows<OrderRow>(client, paths.orders)).length;
  clock += 60_000;
  const rows = await allRows<OrderRow>(client, paths.orders);
  expect(rows.length - before).toBeGreaterThan(200);
  expect(Math.max(...rows.map((row) => row.ctime))).toBeLessThanOrEqual(clock / 1000);
  const perSecond = new Set(rows.filter((row) => row.ctime > START / 1000).map((row) => row.ctime));
  expect(perSecond.size).toBeGreaterThan(45);
});

test('advance moves the market but not the clock', async () => {
  const { exchange, client } = await start();
  const before = exchange.priceOf('BTC-USDT');
  exchange.advance(3_600_000);
  expect(exchange.priceOf('BTC-USDT')).not.toBe(before);
  const answer = await client.signed(paths.orders, { limit: 100 });
  expect(answer.headers.get('date')).toBe(new Date(START).toUTCString());
  const rows = await allRows<OrderRow>(client, paths.orders);
  expect(Math.max(...rows.map((row) => row.ctime))).toBe(START / 1000);
});

test('in the first two minutes the account executes an order in two parts', async () => {
  const { client } = await start({ orders: 12_000, plans: 0, openPlans: 0 });
  /** Executed quantities of each order, in the order in which they were seen. */
  const seen = new Map<string, Set<string>>();
  for (let elapsed = 0; elapsed < 120; elapsed += 5) {
    clock = START + elapsed * 1000;
    for (const is_full of [1, 2]) {
      const rows = await client.rows<OrderRow>(paths.orders, { limit: 20, is_full, direct: 'prev' });
      for (const { order_id, deal_amount } of rows)
        seen.set(order_id, (seen.get(order_id) ?? new Set()).add(deal_amount));
    }
  }
  expect([...seen.values()].some((quantities) => !quantities.has('0') && quantities.size === 2)).toBe(true);
});
