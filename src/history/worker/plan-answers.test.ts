import { expect, test } from 'vitest';
import type { Order, PlanOrder } from '../../shared/contract/orders.ts';
import { seenPlan } from '../plans/testing/seen-plan.ts';
import { orderEntry, orderPage, planEntry } from '../store/testing/entries.ts';
import { startOfflineEngine } from './testing/offline-engine.ts';

const account = 'one';
const start = Date.UTC(2025, 2, 3);
const terms = {
  symbol: 'ETH-USDT',
  marginMode: 'cross',
  side: 'buy',
  kind: 'market',
  quantity: '3',
  price: '0',
} as const;

/** The position of order 1 is opened at the start, and closed a minute later by order 2, which has the terms of plan order 7. */
function orders(more: readonly Partial<Order>[] = []) {
  const entry = (id: string, seconds: number, fields: Partial<Order>) => {
    const { row } = orderEntry(id, { createdAt: start + seconds * 1000, marginMode: 'cross' });
    return { id, row: { ...row, ...terms, filledQuantity: '3', averagePrice: '100', pnl: '0', ...fields } as Order };
  };
  const entries = [
    entry('1', 0, { side: 'sell', action: 'open' }),
    entry('2', 60, { action: 'close', averagePrice: '99', pnl: '3' }),
    ...more.map((fields, place) => entry(`m${place}`, 61 + place, fields)),
  ];
  return orderPage(null, entries.reverse(), { marginMode: 'cross', fetchedAt: start + 100_000 });
}

function planPage(fields: Partial<PlanOrder>) {
  const { id, row } = planEntry('7', start - 60_000, fields.status === 'failed' ? 'failed' : 'fully-executed');
  const entries = [{ id, row: { ...row, ...terms, ...fields } as PlanOrder }];
  return { list: 'plan-history', marginMode: 'cross', from: null, symbol: null, entries, fetchedAt: start } as const;
}

test('an executed plan order leads to its order and trade, and the order leads back', async () => {
  const engine = startOfflineEngine();
  await engine.savePage({ page: orders() });
  await engine.savePage({ page: planPage({}) });
  const chain = await engine.readPlanChain({ account, key: 'cross:7' }, 0);
  expect(chain).toMatchObject({ window: { isSeen: false }, around: null });
  expect(chain?.orders).toMatchObject([{ order: { key: 'cross:2' }, trade: { key: 'cross:1', state: 'closed' } }]);
  const back = await engine.readOrderPlans({ account, keys: ['cross:1', 'cross:2', 'cross:99'] }, 0);
  expect(back).toMatchObject([{ order: 'cross:2', plan: { key: 'cross:7' }, isSeen: false }]);
  expect(await engine.readPlanChain({ account, key: 'cross:99' }, 0)).toBeNull();
});

test('of several orders with its terms none leads back', async () => {
  const engine = startOfflineEngine();
  await engine.savePage({ page: orders([{ action: 'open' }]) });
  await engine.savePage({ page: planPage({}) });
  const chain = await engine.readPlanChain({ account, key: 'cross:7' }, 0);
  expect(chain?.orders.map(({ order }) => order.key)).toEqual(['cross:2', 'cross:m0']);
  expect(await engine.readOrderPlans({ account, keys: ['cross:2', 'cross:m0'] }, 0)).toEqual([]);
});

test('a plan order that has placed nothing has no order', async () => {
  const engine = startOfflineEngine();
  await engine.savePage({ page: orders() });
  await engine.savePage({ page: planPage({ status: 'canceled' }) });
  expect(await engine.readPlanChain({ account, key: 'cross:7' }, 0)).toMatchObject({ orders: [], around: null });
});

/** Lets the engine see the plan order open 30 s after the start, and no longer in a list of another run `seconds` later. */
async function seeEnd(engine: ReturnType<typeof startOfflineEngine>, seconds: number): Promise<void> {
  const plan = { ...seenPlan('7', { ...terms, key: 'cross:7' }), createdAt: start - 60_000 };
  const tracked = { plans: null, closing: [] };
  for (const [run, plans, at] of [
    ['one', [plan], 30],
    ['two', [], 30 + seconds],
  ] as const) {
    const list = { archive: 'a', run, plans, unreadable: [], fetchedAt: start + at * 1000 };
    await engine.followPlans({ kind: 'list', list, tracked, marksOrphans: false });
  }
}

test('the end that was seen tells which order it was', async () => {
  const engine = startOfflineEngine();
  await engine.savePage({ page: orders([{ action: 'open' }, {}, {}]) });
  await engine.savePage({ page: planPage({}) });
  await seeEnd(engine, 28);
  const chain = await engine.readPlanChain({ account, key: 'cross:7' }, 0);
  expect(chain?.window).toEqual({ from: start + 28_000, to: start + 60_000, isSeen: true });
  expect(chain?.orders.map(({ order }) => order.key)).toEqual(['cross:2']);
  expect(await engine.readOrderPlans({ account, keys: ['cross:2', 'cross:m0'] }, 0)).toMatchObject([
    { order: 'cross:2', isSeen: true },
  ]);
});

test.each([
  // The short position of order 1 is open when the plan order, a buy, fails, and then no longer.
  ['a position that it could close', 10, { couldClose: true, couldAdd: false, orders: [] }],
  ['an order that closed it', 32, { couldClose: false, couldAdd: false, orders: [{ key: 'cross:2' }] }],
])('a failed plan order that was seen to end has beside it %s', async (_name, seconds, expected) => {
  const engine = startOfflineEngine();
  await engine.savePage({ page: orders() });
  await engine.savePage({ page: planPage({ status: 'failed' }) });
  await seeEnd(engine, seconds);
  expect(await engine.readPlanChain({ account, key: 'cross:7' }, 0)).toMatchObject({ orders: [], around: expected });
});

test('nothing is said of what surrounded the end of a failed plan order if it was not seen closely', async () => {
  const engine = startOfflineEngine();
  await engine.savePage({ page: orders() });
  await engine.savePage({ page: planPage({ status: 'failed' }) });
  await seeEnd(engine, 600);
  expect(await engine.readPlanChain({ account, key: 'cross:7' }, 0)).toMatchObject({ around: null });
});

test('the plan history sorts by the seen end, those without one last, and by creation among these', async () => {
  const engine = startOfflineEngine();
  const entries = ['9', '8', '7', '6'].map((id, place) => planEntry(id, start - place * 1000, 'fully-executed'));
  await engine.savePage({
    page: { list: 'plan-history', marginMode: 'cross', from: null, symbol: null, entries, fetchedAt: start },
  });
  const sort = [{ field: 'endedAt', direction: 'descending' } as const];
  const query = { account, filter: {}, sort, zone: 'UTC', from: 0, count: 10 };
  const read = async () => (await engine.readPlanHistory(query, 0)).rows.map(({ id, ended }) => [id, ended?.missedAt]);
  expect(await read()).toEqual([
    ['9', undefined],
    ['8', undefined],
    ['7', undefined],
    ['6', undefined],
  ]);
  const before = (await engine.readPlanHistory(query, 0)).version;
  await seeEnd(engine, 28);
  // The lives are saved with the next question about them.
  await engine.readPlanLife({ account, key: 'cross:7' }, 0);
  expect(await read()).toEqual([
    ['7', start + 58_000],
    ['9', undefined],
    ['8', undefined],
    ['6', undefined],
  ]);
  expect((await engine.readPlanHistory(query, 0)).version).toBeGreaterThan(before);
  // It is open again.
  await seeEnd(engine, 28);
  expect((await read())[0]?.[0]).toBe('7');
});

test('outcomes are counted by symbol and order type', async () => {
  const engine = startOfflineEngine();
  const row = (id: string, status: 'failed' | 'fully-executed', fields: Partial<PlanOrder>) => {
    const { row: entry } = planEntry(id, start, status);
    return { id, row: { ...entry, ...terms, ...fields } as PlanOrder };
  };
  const entries = [
    row('1', 'fully-executed', { kind: 'limit' }),
    row('2', 'fully-executed', { status: 'partially-executed' }),
    row('3', 'failed', {}),
    row('4', 'failed', { status: 'canceled', symbol: 'BTC-USDT' }),
    row('5', 'failed', { status: 'pending' }),
  ];
  await engine.savePage({
    page: { list: 'plan-history', marginMode: 'cross', from: null, symbol: null, entries, fetchedAt: start },
  });
  const counts = (plansOf: number, executed: number, partial: number, failed: number, canceled: number) => ({
    ...{ plans: plansOf, executed, partial, failed, canceled },
  });
  const outcomes = await engine.readPlanOutcomes({ account, filter: {}, zone: 'UTC' }, 0);
  expect(outcomes).toEqual({
    version: expect.any(Number),
    all: counts(5, 1, 1, 1, 1),
    symbols: [
      { symbol: 'ETH-USDT', ...counts(4, 1, 1, 1, 0) },
      { symbol: 'BTC-USDT', ...counts(1, 0, 0, 0, 1) },
    ],
    kinds: [
      { kind: 'market', ...counts(4, 0, 1, 1, 1) },
      { kind: 'limit', ...counts(1, 1, 0, 0, 0) },
    ],
  });
  const filtered = await engine.readPlanOutcomes({ account, filter: { symbols: ['BTC-USDT'] }, zone: 'UTC' }, 0);
  expect(filtered).toMatchObject({ all: counts(1, 0, 0, 0, 1) });
});
