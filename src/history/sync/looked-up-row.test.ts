import { expect, test } from 'vitest';
import { FakeExchange } from '../testing/fake-exchange.ts';
import { syncHarnesses } from '../testing/sync-harness.ts';

const start = syncHarnesses();

test('a plan that was saved alone when it closed is read again until it is final', async () => {
  const exchange = new FakeExchange();
  for (let row = 0; row < 150; row++) exchange.add('cross');
  exchange.hold('cross');
  const id = exchange.open.cross[0]?.id;
  for (let row = 0; row < 150; row++) exchange.add('cross');
  const harness = start(exchange);
  harness.sync.refresh('user');
  await harness.settle();

  exchange.release('cross', 0);
  const index = exchange.modes.cross.findIndex((entry) => entry.id === id);
  exchange.change('cross', index, 'partially-executed');
  const entries = exchange.modes.cross.slice(index, index + 1);
  const query = { list: 'plan-history', marginMode: 'cross', from: null, symbol: 'BTC-USDT' } as const;
  harness.store.savePage({ ...query, entries, fetchedAt: harness.now });
  harness.sync.refresh('user');
  await harness.settle();

  exchange.change('cross', index, 'fully-executed');
  harness.now += 700_000;
  harness.sync.refresh('user');
  await harness.settle();
  expect(harness.rows().get(`cross:${id}`)).toMatchObject({ status: 'fully-executed' });
  expect(harness.isComplete).toBe(true);
});
