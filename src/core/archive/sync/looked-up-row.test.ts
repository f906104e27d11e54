import { expect, test } from 'vitest';
import { FakeExchange } from '../testing/fake-exchange.ts';
import { syncHarnesses } from '../testing/sync-harness.ts';

const start = syncHarnesses();

test('a row that was only looked up by its pair when it had just come late is asked for again until it is final', async () => {
  const exchange = new FakeExchange();
  for (let row = 0; row < 150; row++) exchange.add('cross');
  exchange.hold('cross');
  const id = exchange.waiting.cross[0]?.id;
  for (let row = 0; row < 150; row++) exchange.add('cross');
  const harness = await start(exchange);
  harness.sync.refresh('user');
  await harness.settle();

  exchange.release('cross', 0);
  const place = exchange.modes.cross.findIndex((entry) => entry.id === id);
  exchange.change('cross', place, 'partially-filled');
  const entries = exchange.modes.cross.slice(place, place + 1);
  const query = { list: 'order-history', marginMode: 'cross', direct: 'prev', from: null, symbol: 'BTC-USDT' } as const;
  await harness.kept.take({ ...query, entries, fetchedAt: harness.now }, false);
  harness.sync.refresh('user');
  await harness.settle();

  exchange.change('cross', place, 'filled');
  harness.now += 700_000;
  harness.sync.refresh('user');
  await harness.settle();
  expect((await harness.rows()).get(`cross:${id}`)).toMatchObject({ status: 'filled' });
  expect(harness.isComplete).toBe(true);
});
