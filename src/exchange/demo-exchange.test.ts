import { afterEach, describe, expect, test } from 'vitest';
import { type DemoExchange, type DemoExchangeOptions, startDemoExchange } from '../demo-exchange/index.ts';
import { signingVariants } from '../shared/values/domain.ts';
import { createBoundedFetch } from './bounded-fetch.ts';
import { createExchangeClient, type ExchangeClient } from './client.ts';
import type { ExchangeClientOptions } from './send-once.ts';

const fetch = createBoundedFetch();

const closing: DemoExchange[] = [];

afterEach(async () => {
  for (const demo of closing.splice(0)) await demo.close();
});

async function start(options: DemoExchangeOptions = {}): Promise<DemoExchange> {
  const demo = await startDemoExchange({ orders: 300, plans: 100, ordersPerMinute: 0, ...options });
  closing.push(demo);
  return demo;
}

function clientOf(demo: DemoExchange, options: Partial<ExchangeClientOptions> = {}): ExchangeClient {
  return createExchangeClient({
    baseUrl: demo.baseUrl,
    credentials: { token: demo.token, secretKey: demo.secretKey },
    signingVariant: 'bytewise',
    fetch,
    now: Date.now,
    random: Math.random,
    ...options,
  });
}

describe('signatures, checked by the demo exchange', () => {
  test.each(signingVariants)('sorted %s', async (signingVariant) => {
    const demo = await start({ signingVariant });
    const client = clientOf(demo, { signingVariant });
    const chinese =
      (await client.readFuturesTickers()).rows.find(({ symbol }) => /\p{Script=Han}/u.test(symbol))?.symbol ?? '';
    expect(chinese).not.toBe('');
    const from = demo.addOrder({ symbol: chinese });
    const next = demo.addOrder({ symbol: chinese });
    const { entries } = await client.readOrderHistory({
      symbol: chinese,
      from,
      direct: 'next',
      limit: 5,
      marginMode: 'isolated',
    });
    expect(entries.map((entry) => entry.id)).toEqual([next]);
    for (const marginMode of ['isolated', 'cross'] as const) {
      expect((await client.readPlanHistory({ marginMode, limit: 100 })).entries.length).toBeGreaterThan(0);
      expect((await client.readOpenPlans({ marginMode })).entries.length).toBeGreaterThan(0);
    }
  });

  test('of the other variant are rejected', async () => {
    const demo = await start({ signingVariant: 'case-insensitive' });
    const reading = clientOf(demo).readOrderHistory({ symbol: 'BTC-USDT', marginMode: 'isolated', limit: 5 });
    await expect(reading).rejects.toMatchObject({ code: 'rejected-signature', service: { errno: 20506 } });
  });

  test('with a used or an old nonce are rejected as such', async () => {
    const demo = await start();
    const repeating = clientOf(demo, { random: () => 0.5, now: () => 1_800_000_000_000 });
    const late = repeating.readOrderHistory({ marginMode: 'cross' });
    await expect(late).rejects.toMatchObject({ code: 'clock-skew', service: { errno: 20520 } });

    const now = Date.now();
    const stuck = clientOf(demo, { random: () => 0.5, now: () => now });
    await stuck.readOrderHistory({ marginMode: 'cross' });
    const again = stuck.readOrderHistory({ marginMode: 'cross' });
    await expect(again).rejects.toMatchObject({ code: 'nonce-used', service: { errno: 20519 } });
  });
});

test('too many requests are throttled', async () => {
  const demo = await start({ requestsPerWindow: 3 });
  const client = clientOf(demo);
  for (let i = 0; i < 3; i++) await client.readOpenPlans({ marginMode: 'cross' });
  await expect(client.readOpenPlans({ marginMode: 'cross' })).rejects.toMatchObject({
    code: 'throttled',
    service: { httpStatus: 429 },
  });
});

test('an unknown pair is an invalid-request', async () => {
  const demo = await start();
  const asking = clientOf(demo).readOrderHistory({ symbol: 'NO-SUCH', marginMode: 'cross' });
  await expect(asking).rejects.toMatchObject({ code: 'invalid-request' });
});

test('every row of every list is readable', async () => {
  const demo = await start();
  const client = clientOf(demo);
  for (const marginMode of ['isolated', 'cross'] as const) {
    const query = { marginMode, limit: 100 };
    for (const read of [client.readOrderHistory, client.readPlanHistory, client.readOpenPlans]) {
      const { entries } = await read(query);
      expect(entries.length).toBeGreaterThan(0);
      expect(entries.filter((entry) => 'unreadable' in entry)).toEqual([]);
    }
  }
  for (const read of [client.readSpotTickers, client.readFuturesTickers, client.readSymbolRules]) {
    const { rows, unreadable } = await read();
    expect(rows.length).toBeGreaterThan(200);
    expect(unreadable).toEqual([]);
  }
});
