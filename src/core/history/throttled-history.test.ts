import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { startFaultyExchange } from '../../demo-exchange/faults/index.ts';
import { createRateLimitedClient } from '../../exchange/index.ts';
import { History, historyWorkerSource, type ListStatus, WorkerThreads } from '../../history/index.ts';
import { everyOrder } from './testing/program.ts';

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

/** The client's clock runs 500 times as fast as this machine's, so that its pauses are short. */
const speed = 500;
const limit = { requests: 20, windowMs: 10_000 };
/** Of every 30 requests, the last 9 are refused. */
const storm = { every: 30, refused: 9 };
const list = 'order-history';

test('a history is complete, within the limit and without repetitions, although the service often refuses requests', async () => {
  const service = await startFaultyExchange({ orders: 4000, ordersPerMinute: 0, timeScale: 0, requestsPerWindow: 1e6 });
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

  const folder = mkdtempSync(path.join(tmpdir(), 'orderglass-throttled-'));
  endings.push(() => rmSync(folder, { recursive: true, force: true }));
  const statuses: ListStatus[] = [];
  const history = new History({
    file: path.join(folder, 'history.sqlite'),
    notes: path.join(folder, 'notes.sqlite'),
    discardExisting: false,
    threads: new WorkerThreads(historyWorkerSource),
    newVersion: () => 1,
    fetchPage: async (_list, { marginMode, from }, priority, signal) => {
      const query = { marginMode, direct: 'prev', limit: 100, ...(from === null ? {} : { from }) } as const;
      // Only the order list is synced.
      return (await client.client(priority).readOrderHistory(query, { signal })) as never;
    },
    fetchOpenPlans: () => Promise.reject(new Error('the open plans are not requested')),
    isSaturated: () => client.status.queued > 0,
    onStatus: (status) => statuses.push(status),
    onSyncFailed: () => {},
    onNotes: () => {},
    onPlans: () => {},
    onUnexpected: (error) => {
      throw error;
    },
  });
  endings.push(() => history.close());
  await history.ask('syncHistory', { account: 'one', list, action: 'refresh' }, 0);
  const isComplete = () =>
    statuses.at(-1)?.phase === 'idle' && statuses.at(-1)?.modes.every(({ complete }) => complete);
  await expect.poll(isComplete, { timeout: 50_000 }).toBe(true);

  service.faults.set(null);
  expect(statuses.at(-1)).toMatchObject({ failure: null, rows: 4000, fetched: 4000 });
  const query = { account: 'one', filter: {}, sort: [], zone: 'UTC', from: 0, count: 10_000 };
  const { rows } = await history.ask('readOrderHistory', query, 0);
  const all = await everyOrder(service);
  expect(new Map(rows.map((row) => [row.key, row.raw]))).toEqual(new Map([...all].map(([key, { raw }]) => [key, raw])));

  const windows = ((starts.at(-1) ?? 0) - (starts[0] ?? 0)) / limit.windowMs;
  expect(starts.length).toBeLessThanOrEqual(limit.requests * (windows + 1));
  // 40 pages and the ends of two margin modes; the rest was refused.
  expect(starts.length * (1 - storm.refused / storm.every)).toBeLessThan(70);
});
