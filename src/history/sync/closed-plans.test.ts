import { expect, test } from 'vitest';
import type { MarginMode, Timestamp } from '../../shared/values/domain.ts';
import { OrderglassError } from '../../shared/values/errors.ts';
import { FakeExchange, type PlanEntry } from '../testing/fake-exchange.ts';
import { type SyncHarness, syncHarnesses } from '../testing/sync-harness.ts';

const start = syncHarnesses();

const minute = 60_000;
const busy = new OrderglassError('service-busy', 'as told');

const isOfCross = ({ marginMode }: { readonly marginMode: MarginMode }) => marginMode === 'cross';

/** A list that was read, with `older` rows, then an open plan, then `newer` rows. */
async function harnessOf({ older, newer }: { older: number; newer: number }) {
  const exchange = new FakeExchange();
  for (let row = 0; row < older; row++) exchange.add('cross');
  exchange.hold('cross');
  for (let row = 0; row < newer; row++) exchange.add('cross');
  const harness = start(exchange);
  await look(harness);
  return { exchange, harness };
}

async function look(harness: SyncHarness, by: 'user' | 'program' = 'user'): Promise<void> {
  harness.sync.refresh(by);
  await harness.settle(3);
  await harness.idle();
}

/** Closes an open plan, which enters the list with the next response. */
function leave(exchange: FakeExchange): () => void {
  const left: PlanEntry[] = exchange.open.cross.splice(0, 1);
  return () => {
    exchange.open.cross.unshift(...left);
    exchange.release('cross', 0);
  };
}

/** True if the archive has all rows of the exchange. */
async function expectAll({ exchange, harness }: { exchange: FakeExchange; harness: SyncHarness }): Promise<void> {
  const rows = harness.rows();
  expect(exchange.all.filter(({ key }) => !rows.has(key)).map(({ key }) => key)).toEqual([]);
  expect(harness.isComplete).toBe(true);
}

test.each<[string, readonly Timestamp[]]>([
  ['many looks at once', Array.from({ length: 12 }, () => 1000)],
  ['looks over ten minutes', Array.from({ length: 20 }, () => minute / 2)],
  ['looks over a day', Array.from({ length: 24 }, () => 60 * minute)],
])('a row that comes into the list only after %s is found', async (_, pauses) => {
  const { exchange, harness } = await harnessOf({ older: 150, newer: 150 });
  const arrive = leave(exchange);
  for (const pause of pauses) {
    harness.now += pause;
    await look(harness);
  }
  arrive();
  harness.now += 24 * 60 * minute;
  await look(harness, 'program');
  await expectAll({ exchange, harness });
});

test('a row that never comes is requested less and less often, then not again', async () => {
  const { exchange, harness } = await harnessOf({ older: 150, newer: 150 });
  leave(exchange);
  const asked: number[] = [];
  for (let looks = 0; looks < 300; looks++) {
    harness.now += 10 * minute;
    const { length } = exchange.requests;
    await look(harness, 'program');
    // Requests at the row’s place. The only other request behind a known row is the one that confirms the end.
    const behind = exchange.requests.slice(length).filter(({ from }) => from === 'c152');
    if (behind.length > 0) asked.push(looks);
  }
  expect(asked.length).toBeGreaterThan(8);
  expect(asked.length).toBeLessThan(20);
  expect(asked.at(-1)).toBeGreaterThan(150);
});

test('plans that come and go while the waiting plans cannot be read are found afterwards', async () => {
  const { exchange, harness } = await harnessOf({ older: 150, newer: 0 });
  exchange.openFailure = busy;
  exchange.hold('cross');
  for (let row = 0; row < 250; row++) exchange.add('cross');
  await look(harness);
  leave(exchange)();
  for (let row = 0; row < 50; row++) exchange.add('cross');
  await look(harness);
  expect([harness.sync.isUnsure('cross'), harness.sync.isUnsure('isolated')]).toEqual([true, false]);
  exchange.openFailure = null;
  await look(harness);
  await expectAll({ exchange, harness });
  expect(harness.sync.isUnsure('cross')).toBe(false);
});

test('also by another session', async () => {
  const { exchange, harness } = await harnessOf({ older: 150, newer: 0 });
  exchange.openFailure = busy;
  exchange.hold('cross');
  for (let row = 0; row < 250; row++) exchange.add('cross');
  await look(harness);
  leave(exchange)();
  harness.kill();
  exchange.openFailure = null;
  for (let row = 0; row < 150; row++) exchange.add('cross');
  harness.start();
  await look(harness);
  await expectAll({ exchange, harness });
});

/** A list that was read while the open plans could not be. Since then an old plan was closed, and open plans can be read. */
async function untoldHarness(rows: number) {
  const exchange = new FakeExchange();
  for (let row = 0; row < rows; row++) {
    exchange.add('cross');
    if (row === 120) exchange.hold('cross');
  }
  exchange.openFailure = busy;
  const harness = start(exchange);
  await look(harness);
  expect(harness.rows().size).toBe(rows);
  leave(exchange)();
  exchange.openFailure = null;
  return { exchange, harness };
}

test('plans that waited at the first reading, when they could not be read, are found afterwards', async () => {
  const { exchange, harness } = await untoldHarness(350);
  await look(harness);
  await expectAll({ exchange, harness });
});

test('a second reading continues where the first one failed, also if rows have come meanwhile', async () => {
  const { exchange, harness } = await untoldHarness(1950);
  let reread = 0;
  exchange.misbehaves = () => {
    if (++reread % 5 === 0) throw busy;
    return null;
  };
  for (let looks = 0; looks < 12; looks++) {
    exchange.add('cross');
    await look(harness);
  }
  await expectAll({ exchange, harness });
  expect(harness.sync.isUnsure('cross')).toBe(false);
});

test('a failure to read the waiting plans is reported, and delays no part of the list', async () => {
  const { exchange, harness } = await harnessOf({ older: 50, newer: 0 });
  exchange.openFailure = new OrderglassError('bad-answer', 'injected');
  await look(harness, 'program');
  for (let failures = 0; failures < 8; failures++) {
    harness.timers.runNext();
    await harness.idle();
  }
  expect(harness.sync.state).toMatchObject({ phase: 'failed', failure: { code: 'bad-answer' } });
  exchange.add('cross');
  const { length } = exchange.requests;
  harness.sync.refresh('program');
  await harness.idle();
  expect(harness.rows().size).toBe(51);
  const asked = exchange.requests.slice(length).filter(isOfCross);
  expect(asked.map(({ priority }) => priority)).toEqual(['background']);
});

test('known rows are not read again while nothing changes', async () => {
  const { exchange, harness } = await harnessOf({ older: 150, newer: 150 });
  await look(harness, 'program');
  const { length } = exchange.requests;
  await look(harness, 'program');
  const asked = exchange.requests.slice(length).filter(isOfCross);
  expect(asked.map(({ priority, from }) => [priority, from])).toEqual([
    ['background', null],
    ['background', undefined],
  ]);
});
