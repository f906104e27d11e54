import { expect, test } from 'vitest';
import type { Order, PlanOrder } from '../../shared/contract/orders.ts';
import type { SeenPlan } from '../../shared/contract/plans.ts';
import type { TradeFilter } from '../../shared/contract/trades.ts';
import type { MarginMode } from '../../shared/values/domain.ts';
import { seenPlan } from '../plans/testing/seen-plan.ts';
import { HistoryStore } from '../store/history-store.ts';
import { orderEntry, orderPage, planEntry, unreadableEntry } from '../store/testing/entries.ts';
import { newDatabase, startOfflineEngine } from './testing/offline-engine.ts';

const account = 'one';
const start = Date.UTC(2025, 2, 3);
const at = (minutes: number): number => start + minutes * 60_000;
const terms = { symbol: 'ETH-USDT', marginMode: 'cross', kind: 'market', quantity: '10' } as const;

type Engine = ReturnType<typeof startOfflineEngine>;

/** A long trade of example 11 of docs/trades.md: the entry is 105.5, the exit 123.333333333. */
function openTrade(lines: readonly Partial<Order>[] = [], clockAhead = 0): Engine {
  const entries = [
    { side: 'buy', action: 'open', filledQuantity: '5', averagePrice: '100' },
    { side: 'buy', action: 'open', filledQuantity: '5', averagePrice: '110' },
    { side: 'sell', action: 'close', filledQuantity: '4', averagePrice: '120', pnl: '6' },
    { side: 'buy', action: 'open', filledQuantity: '2', averagePrice: '108' },
    { side: 'sell', action: 'close', filledQuantity: '8', averagePrice: '125', pnl: '16.25' },
  ].map((fields, place) => {
    const { row } = orderEntry(String(place + 1), { createdAt: at(10 * place), marginMode: 'cross' });
    return { id: row.id, row: { ...row, ...terms, pnl: '0', ...fields, ...lines[place] } as Order };
  });
  const file = newDatabase();
  const { store } = HistoryStore.open({ path: file, notes: `${file}.notes`, now: Date.now });
  const readAt = { earliest: at(100) - clockAhead, latest: at(100) - clockAhead };
  const read = { marginMode: 'cross', fetchedAt: at(100), ...(clockAhead !== 0 && { readAt }) } as const;
  const { span } = store.savePage(orderPage(null, entries.reverse(), read));
  // Otherwise earlier orders could be missing, and the trade would be incomplete.
  if (span !== null) store.markEnded(span);
  store.close();
  return startOfflineEngine(file);
}

/** Lets the engine see the open plan orders of each minute. */
async function see(engine: Engine, polls: readonly (readonly [minute: number, plans: readonly SeenPlan[]])[]) {
  for (const [minute, plans] of polls) {
    // The first list of another run ends the plan orders that it lacks.
    const run = plans.length === 0 ? 'two' : 'one';
    const list = { archive: 'a', run, plans, unreadable: [], fetchedAt: at(minute) };
    await engine.followPlans({ kind: 'list', list, tracked: { plans: null, closing: [] }, marksOrphans: false });
  }
}

function plan(id: string, triggerPrice: string, fields: Partial<SeenPlan> = {}): SeenPlan {
  const own = { ...terms, key: `cross:${id}`, side: 'sell', triggerDirection: 'falls-to', triggerPrice } as const;
  return { ...seenPlan(id, own), createdAt: at(-5), ...fields };
}

/** Saves what was seen, as the page's question does. */
const picture = (engine: Engine, key = 'cross:3') => engine.readTradePicture({ account, key }, at(60));

test('has the executions in their sequence, with the held size after each', async () => {
  const engine = openTrade();
  expect(await picture(engine)).toMatchObject({
    executions: [
      { key: 'cross:1', at: at(0), isSeen: true, opens: true, quantity: '5', price: '100', size: '5' },
      { key: 'cross:2', at: at(10), opens: true, size: '10' },
      { key: 'cross:3', at: at(20), opens: false, price: '120', size: '6' },
      { key: 'cross:4', at: at(30), opens: true, size: '8' },
      { key: 'cross:5', at: at(40), opens: false, size: '0' },
    ],
    ...{ levels: [], leftOut: 0, stop: null, r: null },
  });
  expect(await picture(engine, 'cross:99')).toBeNull();
});

test('an order whose execution was not seen is not before the one before it', async () => {
  const engine = openTrade([{}, { kind: 'limit' }]);
  const { executions = [] } = (await picture(engine)) ?? {};
  expect(executions.map(({ isSeen }) => isSeen)).toEqual([true, false, true, true, true]);
});

test('the stop is the nearest that was there at the opening, and a later move does not change R', async () => {
  const engine = openTrade();
  const [far, near, target] = [
    plan('7', '90'),
    plan('8', '100'),
    plan('9', '130', { triggerDirection: 'rises-to' }),
  ] as const;
  const others = [
    plan('a', '99.9', { side: 'buy' }),
    plan('b', '101', { symbol: 'BTC-USDT' }),
    plan('c', '102', { triggerDirection: 'unknown:9' }),
    plan('d', '0'),
  ];
  const moved = { ...near, triggerPrice: '110' };
  await see(engine, [
    [-1, [far, near, target, ...others]],
    [15, [far, near, target, ...others]],
    [25, [far, moved, target]],
    [50, []],
  ]);
  expect(await picture(engine)).toMatchObject({
    levels: [
      { key: 'cross:7', role: 'stop', price: '90', from: at(-1), to: at(25) },
      { key: 'cross:8', role: 'stop', price: '100', from: at(-1), to: at(25) },
      { key: 'cross:9', role: 'target', price: '130', from: at(-1), to: at(25) },
      { key: 'cross:8', role: 'stop', price: '110', from: at(25), to: at(25) },
    ],
    ...{ stop: '100', r: '3.24' },
  });
});

test.each([30, -30])(
  'plan orders were seen by the exchange’s clock, which is %i minutes behind the computer’s',
  async (minutes) => {
    const engine = openTrade([], minutes * 60_000);
    const near = plan('8', '100');
    const polls = [
      [-1, [near]],
      [15, [near]],
      [25, [{ ...near, triggerPrice: '110' }]],
      [50, []],
    ] as const;
    await see(
      engine,
      polls.map(([minute, plans]) => [minute + minutes, plans] as const),
    );
    expect(await picture(engine)).toMatchObject({
      levels: [
        { price: '100', from: at(-1), to: at(25) },
        { price: '110', from: at(25), to: at(25) },
      ],
      ...{ stop: '100', r: '3.24' },
    });
  },
);

test('without a stop at the opening, the first one after that counts', async () => {
  const engine = openTrade();
  await see(engine, [
    [5, []],
    [12, [plan('7', '95'), plan('8', '90')]],
    [14, [plan('7', '95'), plan('8', '90'), plan('9', '104')]],
  ]);
  expect(await picture(engine)).toMatchObject({ stop: '95', r: '1.70' });
});

test('a stop that only the plan history has was there when it was created', async () => {
  const engine = openTrade();
  const entries = [
    ['7', 5],
    ['8', 45],
  ].map(([id, minute]) => {
    const { row } = planEntry(String(id), at(Number(minute)), 'canceled');
    const own = { side: 'sell', triggerDirection: 'falls-to', triggerPrice: '100.5' } as const;
    return { id: String(id), row: { ...row, ...terms, ...own } as PlanOrder };
  });
  const page = { list: 'plan-history', marginMode: 'cross', from: null, symbol: null, fetchedAt: at(50) } as const;
  await engine.savePage({ page: { ...page, entries: entries.reverse() } });
  expect(await picture(engine)).toMatchObject({
    levels: [{ key: 'cross:7', role: 'stop', price: '100.5', from: at(5), to: null }],
    ...{ stop: '100.5', r: '3.57' },
  });
});

test('the list of trades has R, filters, sorts and groups by it; unknown is in no range and no group', async () => {
  const engine = openTrade();
  const all = { account, filter: {}, zone: 'UTC' };
  const listed = async (filter: TradeFilter) => {
    const { rows } = await engine.readTrades({ ...all, filter, sort: [], from: 0, count: 9 }, at(60));
    return rows.map(({ r }) => r);
  };
  const groups = async () => (await engine.readTradeResults(all, at(60))).groups.r;
  expect([await listed({}), await listed({ r: { from: '-9', to: '9' } }), await groups()]).toEqual([[null], [], []]);
  await see(engine, [
    [-1, [plan('7', '100')]],
    [15, [plan('7', '100')]],
    [50, []],
  ]);
  await picture(engine);
  expect([await listed({}), await listed({ r: { from: '3.24' } }), await listed({ r: { from: '3.25' } })]).toEqual([
    ['3.24'],
    ['3.24'],
    [],
  ]);
  expect(await groups()).toMatchObject([
    { bin: { from: '3', to: '5' }, range: { from: '3.24', to: '3.24' }, count: 1 },
  ]);
});

test('a stop in profit is none for R, and an open trade has no R', async () => {
  const engine = openTrade([{}, {}, {}, {}, { filledQuantity: '3', pnl: '5' }]);
  await see(engine, [
    [-1, [plan('7', '106')]],
    [1, [plan('7', '106')]],
  ]);
  expect(await picture(engine)).toMatchObject({ levels: [{ role: 'stop', price: '106' }], stop: null, r: null });
  await see(engine, [[2, [plan('7', '106'), plan('8', '100')]]]);
  expect(await picture(engine)).toMatchObject({ stop: '100', r: null });
});

test('a short trade has its stop above its entry', async () => {
  const engine = openTrade([
    { side: 'sell' },
    { side: 'sell' },
    { side: 'buy', pnl: '-6' },
    { side: 'sell' },
    { side: 'buy', pnl: '-16.25' },
  ]);
  const stop = plan('7', '111', { side: 'buy', triggerDirection: 'rises-to' });
  await see(engine, [
    [-1, [stop]],
    [1, [stop]],
  ]);
  expect(await picture(engine)).toMatchObject({ levels: [{ role: 'stop' }], stop: '111', r: '-3.24' });
  const risk = (minute: number) => engine.readPositionRisk({ account, zone: 'UTC' }, at(minute));
  const exactly = (count: number) => ({ least: count, most: count });
  // A trade of the other margin mode, which was not read, may have ended the losses.
  expect(await risk(60)).toMatchObject({
    trading: { opened: exactly(1), losses: { least: 0, most: 1 } },
    today: null,
  });
  await engine.savePage({
    page: { list: 'order-history', marginMode: 'isolated', from: null, symbol: null, entries: [], fetchedAt: at(100) },
  });
  expect(await risk(60)).toMatchObject({
    trading: { opened: exactly(1), losses: exactly(1) },
    today: [{ quote: 'USDT', sum: '-22.25' }],
  });
  // Nothing was read on the next day.
  expect(await risk(1440)).toMatchObject({ trading: { opened: exactly(0), losses: exactly(1) }, today: null });

  // An order of another symbol that may have closed a trade with a gain at minute 41, and one without a PnL.
  const odd = (fields: Partial<Order>) =>
    engine.savePage({
      page: orderPage(
        null,
        [
          {
            id: '6',
            row: { ...orderEntry('6', { createdAt: at(41), marginMode: 'cross' }).row, symbol: 'BTC-USDT', ...fields },
          },
        ],
        { marginMode: 'cross', fetchedAt: at(101) },
      ),
    });
  await odd({ side: 'sell', action: 'close', status: 'filled', filledQuantity: '0', averagePrice: null, pnl: '0' });
  expect(await risk(60)).toMatchObject({ trading: { losses: { least: 0, most: 1 } }, today: null });
  await odd({ side: 'sell', action: 'close', status: 'filled', filledQuantity: '1', averagePrice: '5', pnl: null });
  expect(await risk(60)).toMatchObject({ trading: { losses: { least: 0, most: 2 } }, today: null });
});

test('an order of an unknown time may be of the day on which it came, and of no later one', async () => {
  const engine = openTrade();
  const today = async (minute: number) => (await engine.readPositionRisk({ account, zone: 'UTC' }, at(minute))).today;
  const read = (marginMode: MarginMode, minute: number, ...entries: Parameters<typeof orderPage>[1]) =>
    engine.savePage({ page: orderPage(null, entries, { marginMode, fetchedAt: at(minute) }) });
  const earlier = orderEntry('0', { createdAt: at(-3000) });
  await read('isolated', 100, earlier);
  await engine.savePage({ page: orderPage('0', [], { fetchedAt: at(100) }) });
  expect(await today(110)).not.toBeNull();
  await read('isolated', 120, unreadableEntry('x', '{}'), earlier);
  expect(await today(130)).toBeNull();
  await read('isolated', 1450, unreadableEntry('x', '{}'), earlier);
  await read('cross', 1450, orderEntry('5', { createdAt: at(40), marginMode: 'cross' }));
  expect(await today(1460)).toEqual([]);
});
