import { expect, test } from 'vitest';
import { OrderglassError } from '../../shared/values/errors.ts';
import { FakeExchange } from '../testing/fake-exchange.ts';
import { type SyncHarness, syncHarnesses } from '../testing/sync-harness.ts';

const start = syncHarnesses();

/** A list of 600 rows, paused halfway. */
async function pausedHarness() {
  const exchange = new FakeExchange();
  for (let row = 0; row < 600; row++) exchange.add('cross');
  const harness = start(exchange);
  harness.onChange = () => {
    if (harness.store.count('plan-history') >= 300 && !harness.sync.isPaused) harness.sync.pause();
  };
  harness.sync.refresh('user');
  await harness.settle();
  harness.onChange = () => {};
  const oldest = harness.spans('cross')[0]?.oldest.id;
  const place = exchange.modes.cross.findIndex(({ id }) => id === oldest);
  expect(place).toBeGreaterThan(250);
  expect(place).toBeLessThan(500);
  return { exchange, harness, place };
}

async function resume(harness: SyncHarness): Promise<void> {
  harness.sync.resume();
  await harness.settle(3);
  await harness.idle();
}

test.each([1, 5, 90, 250])(
  'the past is read on where the exchange has dropped the last %i rows of it',
  async (count) => {
    const { exchange, harness, place } = await pausedHarness();
    exchange.modes.cross.splice(place - count + 1, count);
    await resume(harness);
    expect(harness.sync.state).toMatchObject({ phase: 'idle', failure: null });
    expect(harness.isComplete).toBe(true);
    expect(harness.rows().size).toBe(600);
  },
);

test.each([1, 5, 90, 250])(
  'where it has dropped also all that is older, after %i rows, that is the end',
  async (count) => {
    const { exchange, harness, place } = await pausedHarness();
    exchange.modes.cross.splice(place - count + 1);
    await resume(harness);
    expect(harness.sync.state).toMatchObject({ phase: 'idle', failure: null });
    expect(harness.isComplete).toBe(true);
    expect(harness.rows().size).toBe(place + 1);
  },
);

test('one response that a row is unknown does not count as the end of the list', async () => {
  const { exchange, harness, place } = await pausedHarness();
  const kept = exchange.modes.cross;
  exchange.modes.cross = kept.slice(0, place);
  let asked = 0;
  // The row is stored again after the first response to a newer cursor.
  exchange.misbehaves = ({ from }, honest) => {
    if (from !== null && ++asked === 1) exchange.modes.cross = kept;
    return from === null ? null : honest;
  };
  await resume(harness);
  expect(harness.isComplete).toBe(true);
  expect(harness.rows().size).toBe(600);
});

test('after the exchange dropped the whole list nothing is called complete, and the status says that no row leads on', async () => {
  const { exchange, harness } = await pausedHarness();
  exchange.modes.cross = [];
  await resume(harness);
  expect(harness.sync.state).toMatchObject({ phase: 'idle', failure: null });
  expect(harness.sync.isBlocked('cross')).toBe(true);
  expect(harness.isComplete).toBe(false);
});

test('older rows are read although the exchange dropped all rows read so far', async () => {
  const { exchange, harness, place } = await pausedHarness();
  exchange.modes.cross.splice(0, place + 1);
  await resume(harness);
  expect(harness.sync.state).toMatchObject({ phase: 'idle', failure: null });
  expect(harness.rows().size).toBe(600);
});

test('newer rows are read although the exchange dropped the rows an earlier session began with', async () => {
  const { exchange, harness } = await pausedHarness();
  harness.sync.resume();
  harness.kill();
  exchange.modes.cross = [];
  for (let row = 0; row < 250; row++) exchange.add('cross');
  harness.start();
  await resume(harness);
  expect(harness.sync.state).toMatchObject({ phase: 'idle', failure: null });
  expect(harness.sync.isBlocked('cross')).toBe(true);
  expect(harness.isComplete).toBe(false);
  const rows = harness.rows();
  expect(exchange.all.every(({ key }) => rows.has(key))).toBe(true);
});

test('the status says if the exchange accepts no row as a cursor', async () => {
  const { exchange, harness } = await pausedHarness();
  exchange.misbehaves = ({ from }) => {
    if (from !== null) throw new OrderglassError('invalid-request', 'as told');
    return null;
  };
  await resume(harness);
  expect(harness.sync.state).toMatchObject({ phase: 'failed', failure: { code: 'invalid-request' } });
  expect(harness.isComplete).toBe(false);
});
