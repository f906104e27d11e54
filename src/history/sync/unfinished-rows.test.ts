import { describe, expect, test } from 'vitest';
import type { PlanOrder } from '../../shared/contract/orders.ts';
import type { MarginMode } from '../../shared/values/domain.ts';
import { OrderglassError } from '../../shared/values/errors.ts';
import { FakeExchange } from '../testing/fake-exchange.ts';
import { type SyncHarness, syncHarnesses } from '../testing/sync-harness.ts';

const start = syncHarnesses();

/** A list that is read, with a pending row at each of some places, counted from the oldest. */
async function harnessOf(rows: Partial<Record<MarginMode, { count: number; pending: readonly number[] }>>) {
  const exchange = new FakeExchange();
  for (const mode of ['cross', 'isolated'] as const) {
    const { count, pending } = rows[mode] ?? { count: 0, pending: [] };
    for (let place = 0; place < count; place++)
      exchange.add(mode, 1000, pending.includes(place) ? 'pending' : 'fully-executed');
  }
  const harness = start(exchange);
  harness.sync.refresh('user');
  await harness.settle();
  return { exchange, harness };
}

const places = (count: number, apart: number) => Array.from({ length: count }, (_, place) => place * apart);

function pendingOf(harness: SyncHarness, marginMode: MarginMode): PlanOrder[] {
  return [...harness.rows().values()].filter((row) => row.marginMode === marginMode && row.status === 'pending');
}

function fillAll(exchange: FakeExchange, marginMode: MarginMode): void {
  for (let place = 0; place < exchange.modes[marginMode].length; place++)
    exchange.change(marginMode, place, 'fully-executed');
}

test('many waiting rows of one margin mode do not delay those of the other', async () => {
  const { exchange, harness } = await harnessOf({
    cross: { count: 50, pending: [10] },
    isolated: { count: 900, pending: places(8, 120) },
  });
  fillAll(exchange, 'cross');
  harness.sync.refresh('program');
  await harness.settle();
  expect(pendingOf(harness, 'cross')).toEqual([]);
});

test('a row is requested from a newer neighbor if the exchange dropped the nearest one', async () => {
  const { exchange, harness } = await harnessOf({ cross: { count: 300, pending: [100] } });
  fillAll(exchange, 'cross');
  exchange.modes.cross.splice(300 - 100 - 5, 4);
  harness.sync.refresh('program');
  await harness.settle(3);
  expect(harness.sync.state).toMatchObject({ phase: 'idle', failure: null });
  expect(pendingOf(harness, 'cross')).toEqual([]);
});

test('dropped rows do not delay newer rows or other rows', async () => {
  const { exchange, harness } = await harnessOf({ cross: { count: 1300, pending: [5, ...places(6, 200).slice(1)] } });
  // The newest four groups are gone for good.
  exchange.modes.cross.splice(250, 800);
  fillAll(exchange, 'cross');
  const { id } = exchange.add('cross');
  for (let time = 0; time < 2; time++) {
    harness.sync.refresh('program');
    await harness.settle(3);
  }
  expect(harness.sync.state).toMatchObject({ phase: 'idle', failure: null });
  expect(harness.spans('cross')[0]?.newest.id).toBe(id);
  expect(pendingOf(harness, 'cross').map((row) => row.id)).toEqual(['c1001', 'c801', 'c601', 'c401']);
});

test('newer rows come before rows that are read again', async () => {
  const { exchange, harness } = await harnessOf({ cross: { count: 8000, pending: places(80, 100) } });
  const before = exchange.requests.length;
  let clickedAt = 0;
  let shownAt = 0;
  let newest = '';
  exchange.onRequest = (count) => {
    if (count !== before + 10) return;
    newest = exchange.add('cross').id;
    harness.sync.refresh('user');
    clickedAt = count;
  };
  harness.onChange = () => {
    const isThere = clickedAt > 0 && harness.spans('cross')[0]?.newest.id === newest;
    if (isThere && shownAt === 0) shownAt = exchange.requests.length;
  };
  fillAll(exchange, 'cross');
  harness.sync.refresh('user');
  await harness.settle();
  expect(shownAt - clickedAt).toBeLessThan(10);
  expect(shownAt).toBeGreaterThan(clickedAt);
  expect(pendingOf(harness, 'cross')).toEqual([]);
});

describe('reading all waiting rows', () => {
  test('is repeated where one response was cut off', async () => {
    const { exchange, harness } = await harnessOf({ cross: { count: 2000, pending: places(19, 100) } });
    let requests = 0;
    exchange.misbehaves = ({ from }) => {
      if (from !== null && ++requests === 3) throw new OrderglassError('bad-answer', 'cut off');
      return null;
    };
    fillAll(exchange, 'cross');
    harness.sync.refresh('user');
    await harness.settle();
    expect(harness.sync.state).toMatchObject({ phase: 'idle', failure: null });
    expect(pendingOf(harness, 'cross')).toEqual([]);
  });

  test('continues with the rest soon while every fourth request fails and no row becomes final', async () => {
    const { exchange, harness } = await harnessOf({ cross: { count: 2000, pending: places(19, 100) } });
    let requests = 0;
    exchange.misbehaves = ({ from }) => {
      if (from !== null && ++requests % 4 === 0) throw new OrderglassError('bad-answer', 'cut off');
      return null;
    };
    exchange.change('cross', 1999, 'fully-executed');
    harness.sync.refresh('user');
    const delays: number[] = [];
    for (let tries = 0; tries < 30; tries++) {
      await harness.idle();
      delays.push(...harness.timers.waiting.values());
      if (!harness.timers.runNext()) break;
    }
    expect(harness.timers.waiting.size).toBe(0);
    expect(pendingOf(harness, 'cross').map(({ id }) => id)).not.toContain('c1');
    expect(Math.max(...delays)).toBeLessThan(10_000);
  });
});
