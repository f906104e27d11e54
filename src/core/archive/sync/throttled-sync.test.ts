import { afterEach, expect, test } from 'vitest';
import { startDemoExchange } from '../../../demo-exchange/index.ts';
import { createRateLimitedClient } from '../../../exchange/index.ts';
import { FakeExchange } from '../testing/fake-exchange.ts';
import { everyOrder } from '../testing/program.ts';
import { SyncHarness } from '../testing/sync-harness.ts';

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

/** The pacer's clock runs so many times as fast as this machine's, so that its pauses are over in no time. */
const speed = 500;
const limit = { requests: 20, windowMs: 10_000 };
/** Of so many requests in a row the last ones are refused. */
const storm = { every: 30, refused: 9 };

test('storms of refusals through a whole history: every order, within the limit, nothing twice', async () => {
  const service = await startDemoExchange({ orders: 4000, ordersPerMinute: 0, timeScale: 0, requestsPerWindow: 1e6 });
  endings.push(() => service.close());
  const fastNow = () => performance.now() * speed;
  const starts: number[] = [];
  const client = createRateLimitedClient({
    baseUrl: service.baseUrl,
    signingVariant: 'bytewise',
    credentials: () => ({ token: service.token, secretKey: service.secretKey }),
    requestsPerWindow: limit.requests,
    windowMs: limit.windowMs,
    now: Date.now,
    random: Math.random,
    monotonicNow: fastNow,
    schedule(run, delayMs) {
      const timer = setTimeout(run, Math.ceil(delayMs / speed));
      return () => clearTimeout(timer);
    },
    fetch(input, init) {
      const place = starts.push(fastNow()) % storm.every;
      service.faults.set(place < storm.every - storm.refused ? null : { rules: [{ fault: 'throttled-429' }] });
      return fetch(input, init);
    },
  });
  endings.push(() => client.close());

  const exchange = new FakeExchange();
  exchange.ask = (query, { priority, signal }) => client.client(priority).readOrderHistory(query, { signal });
  exchange.askWaiting = null;
  exchange.isSaturated = () => client.state().queued > 0;
  const harness = new SyncHarness(exchange);
  endings.push(() => harness.remove());
  await harness.start();
  harness.sync.refresh('user');
  expect(await harness.settle()).toBe(true);

  service.faults.set(null);
  expect(harness.isComplete).toBe(true);
  expect(harness.sync.state).toMatchObject({ phase: 'idle', failure: null, fetched: 4000 });
  const [known, all] = [await harness.rows(), await everyOrder(service)];
  expect([...known.keys()].sort()).toEqual([...all.keys()].sort());
  for (const [key, { raw }] of all) expect(known.get(key)?.raw).toBe(raw);

  const asked = starts.length;
  const windows = ((starts.at(-1) ?? 0) - (starts[0] ?? 0)) / limit.windowMs;
  expect(asked).toBeLessThanOrEqual(limit.requests * (windows + 1));
  // Forty pages and what tells the ends of two margin modes; the rest was refused.
  expect(asked * (1 - storm.refused / storm.every)).toBeLessThan(70);
}, 60_000);
