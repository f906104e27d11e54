import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createCore } from '../src/core/index.ts';
import { startDemoExchange } from '../src/demo-exchange/index.ts';
import type { HostEvent } from '../src/shared/contract/index.ts';
import type { Measurement } from './lib/measure.ts';

const orders = 100_000;
const requestsPerWindow = 100;
const windowMs = 10_000;
const list = 'order-history';

/**
 * Measures the time from an empty database to a complete history over HTTP, once, because the rate limit makes it
 * almost two minutes. The bound is the time of as many requests at the limit.
 */
export async function measureFullHistory(): Promise<Measurement> {
  const dataDirectory = await mkdtemp(path.join(tmpdir(), 'orderglass-bench-'));
  const exchange = await startDemoExchange({
    orders,
    plans: 0,
    openPlans: 0,
    ordersPerMinute: 0,
    requestsPerWindow,
    windowMs,
  });
  const core = await createCore({
    dataDirectory,
    about: { version: '0.0.0', host: 'browser', platform: process.platform },
    startDemoExchange: async () => exchange,
  });
  try {
    const isComplete = Promise.withResolvers<void>();
    core.subscribe((event: HostEvent) => {
      if (event.name !== 'historyChanged' || event.data.list !== list || event.data.phase !== 'idle') return;
      if (event.data.modes.every(({ complete }) => complete)) isComplete.resolve();
    });
    const start = performance.now();
    await core.call('syncHistory', { account: 'demo', list, action: 'refresh' });
    await isComplete.promise;
    const took = performance.now() - start;
    return {
      what: `full history of ${orders.toLocaleString('en')} orders at ${requestsPerWindow} requests / ${windowMs / 1000} s (once)`,
      against: `the bound: ${exchange.traffic.total} requests at that rate`,
      ours: [took],
      theirs: [(exchange.traffic.total / requestsPerWindow) * windowMs],
      reach: 1.03,
    };
  } finally {
    await core.close();
    await exchange.close();
    await rm(dataDirectory, { recursive: true, force: true });
  }
}
