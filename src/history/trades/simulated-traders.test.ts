import { describe, expect, test } from 'vitest';
import { type CostMethod, costMethods } from '../../shared/orders/trades.ts';
import { OrderTable } from '../orders/list-table.ts';
import { putRows } from '../orders/testing/numbered-rows.ts';
import { observedInterval, type SimulatedOrder, simulateTrader } from './testing/simulated-trader.ts';
import { Trades } from './trades.ts';

const account = { symbols: 8, days: 120, pnlPlaces: 4 };
/** `null`: the history was downloaded afterwards. */
const ways = [null, 8, 16, 24] as const;

interface Score {
  /** Percent of the true trades that were found with all their orders and no other one. */
  readonly found: number;
  /** Percent of the trades that are not true and have neither the mark nor a reason, and that have one of them. */
  readonly wrong: number;
  readonly marked: number;
  /** Trades without the mark whose true times are not within their ranges. */
  readonly outOfRange: number;
  readonly method: CostMethod | null;
}

function score(simulated: readonly SimulatedOrder[], hours: number | null): Score {
  const orders = new OrderTable();
  const list = new Trades(orders);
  putRows(
    orders,
    simulated.map(({ order }) => order),
  );
  for (const one of simulated) {
    const { order } = one;
    if (hours === null || order.kind === 'market') continue;
    const slice = { quantity: '1', averagePrice: null, pnl: null };
    list.observe(order.number, [{ ...slice, ...observedInterval(one, hours) }]);
  }
  const truth = Map.groupBy(simulated, ({ order, trade }) => `${order.symbol} ${trade}`);
  let [found, wrong, marked, outOfRange] = [0, 0, 0, 0];
  const numbers = list.select({ filter: {}, sort: [], zone: 'UTC', now: 0 });
  for (const number of numbers) {
    const trade = list.trade(number);
    const own = Array.from(list.ordersOf(number), (row) => simulated[row - 1] as SimulatedOrder);
    const names = new Set(own.map(({ order, trade: name }) => `${order.symbol} ${name}`));
    const isTrue = names.size === 1 && truth.get([...names][0] as string)?.length === own.length;
    const isMarked = trade.executions === 'uncertain' || trade.incomplete.length > 0;
    if (isTrue) found++;
    if (isMarked) marked++;
    if (!isTrue && !isMarked) wrong++;
    if (!isTrue || isMarked) continue;
    const times = own.map(({ executedAt }) => executedAt);
    const [first, last] = [Math.min(...times), Math.max(...times)];
    const isIn = (time: number, from: number, to: number | null) => time >= from && time <= (to ?? time);
    const isClosedIn = trade.closedAt === null || isIn(last, trade.closedAt, trade.closedBy);
    if (!isIn(first, trade.openedAt, trade.openedBy) || !isClosedIn) outOfRange++;
  }
  const percent = (count: number, of: number) => Math.round((10_000 * count) / of) / 100;
  return {
    found: percent(found, truth.size),
    wrong: percent(wrong, numbers.length),
    marked: percent(marked, numbers.length),
    outOfRange,
    method: list.costMethod().method,
  };
}

/** Percent of the trades that must at least be true, and may at most be marked. By FIFO, the PnL tells less. */
const limits = {
  average: (hours: number | null) => (hours === null ? { found: 94, marked: 3 } : { found: 96, marked: 3 }),
  fifo: (hours: number | null) =>
    hours === null ? { found: 93, marked: 55 } : { found: hours < 16 ? 96 : 98, marked: hours < 16 ? 35 : 20 },
} satisfies Record<CostMethod, unknown>;

describe.each(costMethods.flatMap((method) => [1, 2, 3].map((seed) => ({ method, seed }))))(
  'the trades of simulated trader $seed, by $method',
  ({ method, seed }) => {
    const simulated = simulateTrader(seed, { ...account, method });

    test.each(ways)('are found, or marked, with the program on for %s hours a day', (hours) => {
      const result = score(simulated, hours);
      const limit = limits[method](hours);
      expect(result.method).toBe(method);
      expect(result.found).toBeGreaterThanOrEqual(limit.found);
      expect(result.wrong, JSON.stringify(result)).toBeLessThanOrEqual(0.3);
      expect(result.marked).toBeLessThanOrEqual(limit.marked);
      expect(result.outOfRange).toBe(0);
    });

    test('would be wrong by creation', () => {
      const byCreation = simulated.map(({ order, ...others }) => ({ ...others, order: { ...order, kind: 'market' } }));
      expect(score(byCreation, null).found).toBeLessThan(92);
    });
  },
);

test.each([0, 1, 2])(
  'trades are marked where the PnL of a simulated trader has %i places, and tells less',
  (pnlPlaces) => {
    const result = score(simulateTrader(4, { ...account, pnlPlaces }), null);
    expect(result.wrong, JSON.stringify(result)).toBeLessThanOrEqual(0.3);
  },
);

test.each([
  [3, 0.992],
  [8, 0.985],
])('one wrong PnL of each symbol does not change how the orders of simulated trader %i are taken', (seed, factor) => {
  const simulated = simulateTrader(seed, account);
  const odd = [...Map.groupBy(simulated, ({ order }) => order.symbol).values()].map((own) =>
    own.findLast(({ order }) => Math.abs(Number(order.pnl)) > 0.1),
  );
  const changed = simulated.map((one) =>
    odd.includes(one) ? { ...one, order: { ...one.order, pnl: (Number(one.order.pnl) * factor).toFixed(4) } } : one,
  );
  const [right, wrong] = [score(simulated, null), score(changed, null)];
  expect(right.found).toBeGreaterThanOrEqual(99);
  expect(wrong.found).toBe(right.found);
  expect(wrong.marked).toBeLessThanOrEqual(right.marked + 0.5);
});
