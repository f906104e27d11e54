import Big from 'big.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Turnover, TurnoverOf } from '../../shared/contract/fees.ts';
import { OrderTable } from '../orders/list-table.ts';
import { type NumberedRow, putRows } from '../orders/testing/numbered-rows.ts';
import type { Interval } from './lane-executions.ts';
import { naiveTrades } from './testing/naive-trades.ts';
import { observedInterval, simulateTrader } from './testing/simulated-trader.ts';
import { Trades } from './trades.ts';
import { turnoverOf } from './turnover.ts';

type OrderRow = NumberedRow<'order-history'>;

const numRuns = Number(process.env.PROPERTY_RUNS ?? 40);
const kinds = ['market', 'limit', 'limit', 'post_only', 'post-only', 'ioc', 'FOK', ''];

/** Turnovers of docs/trades.md 13, written from that page. `partOf`: `null` for an order that is not asked for. */
function naiveTurnovers(
  orders: readonly OrderRow[],
  seen: ReadonlyMap<string, Interval>,
  sizeOf: (symbol: string) => string | null,
  partOf: (order: OrderRow) => Turnover['part'] | null,
): Omit<Turnover, 'quote'>[] {
  const found = new Map<string, Omit<Turnover, 'quote' | 'maker' | 'taker' | 'either'> & Record<string, unknown>>();
  for (const order of orders) {
    const part = partOf(order);
    if (part === null || order.filledQuantity === null || !new Big(order.filledQuantity).gt(0)) continue;
    const { symbol } = order;
    const key = `${part} ${symbol}`;
    const own = found.get(key) ?? { part, symbol, maker: '0', taker: '0', either: '0', unpriced: 0 };
    found.set(key, own);
    const size = sizeOf(symbol);
    if (size === null || order.averagePrice === null || !new Big(order.averagePrice).gt(0)) {
      own.unpriced++;
      continue;
    }
    const word = order.kind.toLowerCase().replace('-', '_');
    const waited = (seen.get(order.key)?.from ?? 0) > order.createdAt;
    const isTaker = ['market', 'ioc', 'fok'].includes(word);
    const rate = isTaker ? 'taker' : word === 'post_only' || waited ? 'maker' : 'either';
    own[rate] = new Big(own[rate] as string).plus(new Big(order.filledQuantity).times(order.averagePrice).times(size));
  }
  return [...found.values()] as unknown as Omit<Turnover, 'quote'>[];
}

test('turnovers of orders, trades, and statements are those of the naive implementation', () => {
  const draft = fc.record({
    seed: fc.nat(),
    days: fc.integer({ min: 2, max: 12 }),
    hours: fc.constantFrom(null, 8, 24),
    kindOf: fc.array(fc.nat(kinds.length - 1), { minLength: 5, maxLength: 5 }),
  });
  fc.assert(
    fc.property(draft, ({ seed, days, hours, kindOf }) => {
      const simulated = simulateTrader(seed, { symbols: 2, days, pnlPlaces: 6, method: 'average' });
      const orders = simulated.map(({ order }, at): OrderRow => {
        const kind = kinds[kindOf[at % kindOf.length] as number] as string;
        return { ...order, number: at + 1, kind };
      });
      const index = new OrderTable();
      const trades = new Trades(index);
      const seen = new Map<string, Interval>();
      simulated.forEach((one, at) => {
        if (hours === null || one.order.filledQuantity === null || !new Big(one.order.filledQuantity).gt(0)) return;
        const interval = observedInterval(one, hours);
        seen.set(one.order.key, interval);
        trades.observe(at + 1, [{ ...interval, quantity: '1', averagePrice: null, pnl: null }]);
      });
      putRows(index, orders);
      const naive = naiveTrades(orders, [], seen);
      const expectNaive = (of: TurnoverOf, partOf: (order: OrderRow) => Turnover['part'] | null) => {
        const found = turnoverOf(trades, of, 'UTC', 0);
        const wanted = naiveTurnovers(orders, seen, (symbol) => trades.contractSize(symbol).size, partOf);
        expect(found.map(({ part, symbol }) => `${part} ${symbol}`).toSorted()).toEqual(
          wanted.map(({ part, symbol }) => `${part} ${symbol}`).toSorted(),
        );
        for (const one of found) {
          const twin = wanted.find(({ part, symbol }) => part === one.part && symbol === one.symbol);
          expect(one.unpriced).toBe(twin?.unpriced);
          for (const rate of ['maker', 'taker', 'either'] as const)
            expect(Number(one[rate])).toBeCloseTo(Number(twin?.[rate]), 4);
        }
      };
      expectNaive({ kind: 'orders', filter: { sides: ['buy'] } }, ({ side }) => (side === 'buy' ? 'all' : null));
      const tradeOf = new Map(
        naive.trades.flatMap((trade) => naive.orders.get(trade.key)?.map((order) => [order.key, trade] as const) ?? []),
      );
      expectNaive({ kind: 'trades', filter: {} }, ({ key }) => {
        const trade = tradeOf.get(key);
        if (trade === undefined) return null;
        return trade.incomplete.length > 0 ? 'incomplete' : trade.closedAt === null ? 'open' : 'closed';
      });
      const day = new Date(orders[0]?.createdAt ?? 0).toISOString().slice(0, 10);
      for (const basis of ['creation', 'execution'] as const) {
        const momentOf = ({ key, createdAt }: OrderRow) =>
          basis === 'creation' ? createdAt : Math.max(createdAt, seen.get(key)?.from ?? 0);
        expectNaive({ kind: 'statement', from: day, to: day, basis }, (order) =>
          new Date(momentOf(order)).toISOString().startsWith(day) ? 'all' : null,
        );
      }
    }),
    { numRuns },
  );
}, 120_000);
