import Big from 'big.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Turnover } from '../../shared/contract/fees.ts';
import type { Drawdown, ResultsPart, SampleFigure } from '../../shared/contract/results.ts';
import type { Trade } from '../../shared/contract/trades.ts';
import type { Fees, Rates } from '../../shared/orders/fees.ts';
import { isTold } from '../../shared/values/told.ts';
import { OrderTable } from '../orders/list-table.ts';
import { type NumberedRow, putRows } from '../orders/testing/numbered-rows.ts';
import { resultOf } from '../table/steps.ts';
import type { Interval } from './execution-intervals.ts';
import { naiveTrades } from './testing/naive-trades.ts';
import { observedInterval, simulateTrader } from './testing/simulated-trader.ts';
import { Trades } from './trades.ts';
import { feesOfOrders, feesOfTrades, statementTurnovers } from './turnover.ts';

type OrderRow = NumberedRow<'order-history'>;

const numRuns = Number(process.env.PROPERTY_RUNS ?? 16);
const kinds = ['market', 'limit', 'limit', 'post_only', 'post-only', 'ioc', 'FOK', ''];

/** Returns the contract size of a symbol; `null` if the trades do not show it. */
function sizesOf(trades: Trades): (symbol: string) => string | null {
  return (symbol) => {
    const { size } = trades.contractSize(symbol);
    return isTold(size) ? size : null;
  };
}

/** Turnovers of docs/results.md 2 by symbol, written from that page. */
function naiveTurnovers(
  orders: readonly OrderRow[],
  seen: ReadonlyMap<string, Interval>,
  sizeOf: (symbol: string) => string | null,
): Omit<Turnover, 'quote'>[] {
  const found = new Map<string, { symbol: string; maker: Big; taker: Big; either: Big; unpriced: number }>();
  for (const order of orders) {
    if (order.filledQuantity === null || !new Big(order.filledQuantity).gt(0)) continue;
    const { symbol } = order;
    const zero = new Big(0);
    const own = found.get(symbol) ?? { symbol, maker: zero, taker: zero, either: zero, unpriced: 0 };
    found.set(symbol, own);
    const size = sizeOf(symbol);
    if (size === null || order.averagePrice === null || !new Big(order.averagePrice).gt(0)) {
      own.unpriced++;
      continue;
    }
    const word = order.kind.toLowerCase().replace('-', '_');
    const waited = (seen.get(order.key)?.from ?? 0) > order.createdAt;
    const isTaker = ['market', 'ioc', 'fok'].includes(word);
    const rate = isTaker ? 'taker' : word === 'post_only' || waited ? 'maker' : 'either';
    own[rate] = own[rate].plus(new Big(order.filledQuantity).times(order.averagePrice).times(size));
  }
  return [...found.values()].map(({ maker, taker, either, ...one }) => ({
    ...one,
    maker: maker.toFixed(),
    taker: taker.toFixed(),
    either: either.toFixed(),
  }));
}

const draft = fc.record({
  seed: fc.nat(),
  days: fc.integer({ min: 2, max: 12 }),
  hours: fc.constantFrom(null, 8, 24),
  kindOf: fc.array(fc.nat(kinds.length - 1), { minLength: 5, maxLength: 5 }),
});

/** The orders of a simulated trader, and their trades by the program and by the naive implementation. */
function simulated({ seed, days, hours, kindOf }: typeof draft extends fc.Arbitrary<infer Draft> ? Draft : never) {
  const found = simulateTrader(seed, { symbols: 2, days, pnlPlaces: 6, method: 'average' });
  const orders = found.map(({ order }, at): OrderRow => {
    const kind = kinds[kindOf[at % kindOf.length] as number] as string;
    return { ...order, number: at + 1, kind };
  });
  const index = new OrderTable();
  const trades = new Trades(index);
  const seen = new Map<string, Interval>();
  found.forEach((one, at) => {
    if (hours === null || one.order.filledQuantity === null || !new Big(one.order.filledQuantity).gt(0)) return;
    const interval = observedInterval(one, hours);
    seen.set(one.order.key, interval);
    trades.observe(at + 1, [{ ...interval, quantity: '1', averagePrice: null, pnl: null }]);
  });
  putRows(index, orders);
  return { orders, index, trades, seen, naive: naiveTrades(orders, [], seen) };
}

test('turnovers of statements are those of the naive implementation', () => {
  fc.assert(
    fc.property(draft, (one) => {
      const { orders, trades, seen } = simulated(one);
      const day = new Date(orders[0]?.createdAt ?? 0).toISOString().slice(0, 10);
      for (const basis of ['creation', 'execution'] as const) {
        const momentOf = ({ key, createdAt }: OrderRow) =>
          basis === 'creation' ? createdAt : Math.max(createdAt, seen.get(key)?.from ?? 0);
        const found = resultOf(statementTurnovers(trades, { from: day, to: day, basis }, 'UTC'));
        const own = orders.filter((order) => new Date(momentOf(order)).toISOString().startsWith(day));
        const wanted = naiveTurnovers(own, seen, sizesOf(trades));
        expect(found.map(({ symbol }) => symbol).toSorted()).toEqual(wanted.map(({ symbol }) => symbol).toSorted());
        for (const turnover of found) {
          const twin = wanted.find(({ symbol }) => symbol === turnover.symbol);
          expect(turnover.unpriced).toBe(twin?.unpriced);
          for (const rate of ['maker', 'taker', 'either'] as const)
            expect(Number(turnover[rate])).toBeCloseTo(Number(twin?.[rate]), 4);
        }
      }
    }),
    { numRuns },
  );
});

/** Fees of docs/results.md 2, as floats. */
interface NaiveFees {
  readonly lowest: number;
  readonly highest: number;
  readonly unpriced: number;
}

test('results after fees are those of the naive implementation', () => {
  const rates = fc.constantFrom<Rates>(
    { maker: '0.02', taker: '0.05' },
    { maker: '-0.01', taker: '0.1' },
    { maker: '0.3', taker: '0.1' },
  );
  const closeTo = (found: string | undefined, wanted: number, unit: number) =>
    expect(Math.abs(Number(found) - wanted), `${found} is not ${wanted}`).toBeLessThanOrEqual(unit);
  fc.assert(
    fc.property(draft, rates, (one, given) => {
      const { orders, index, trades, seen, naive } = simulated(one);
      const [maker, taker] = [Number(given.maker) / 100, Number(given.taker) / 100];
      const feesOf = (some: readonly OrderRow[]): NaiveFees => {
        const all = naiveTurnovers(some, seen, sizesOf(trades));
        const sum = (of: (turnover: (typeof all)[number]) => number) =>
          all.reduce((total, each) => total + of(each), 0);
        const end = (either: number) =>
          sum((each) => maker * Number(each.maker) + taker * Number(each.taker) + either * Number(each.either));
        return {
          lowest: end(Math.min(maker, taker)),
          highest: end(Math.max(maker, taker)),
          unpriced: sum(({ unpriced }) => unpriced),
        };
      };
      const expectFees = (found: Fees | undefined, wanted: NaiveFees) => {
        closeTo(found?.lowest, wanted.lowest, 1e-5);
        closeTo(found?.highest, wanted.highest, 1e-5);
        expect(found?.unpriced).toBe(wanted.unpriced);
      };
      const ordersOf = ({ key }: Trade) => (naive.orders.get(key) ?? []) as OrderRow[];
      const closed = naive.trades
        .filter(({ incomplete, closedAt }) => incomplete.length === 0 && closedAt !== null)
        .toSorted((a, b) => (a.closedAt ?? 0) - (b.closedAt ?? 0) || a.openedAt - b.openedAt);
      const found = trades.results({}, 'UTC', 0, 'USDT', resultOf(feesOfTrades(trades, given)));
      expect(found.quote).toBe(closed.length === 0 ? '' : 'USDT');
      const feesOfAll = (some: readonly Trade[]) => feesOf(some.flatMap(ordersOf));
      const isComplete = ({ incomplete }: Trade) => incomplete.length === 0;
      const parts = {
        closed,
        open: naive.trades.filter((trade) => isComplete(trade) && trade.closedAt === null),
        incomplete: naive.trades.filter((trade) => !isComplete(trade)),
      };
      for (const sums of trades.summarize({}, 'UTC', 0, resultOf(feesOfTrades(trades, given))).quotes) {
        for (const part of ['closed', 'open', 'incomplete'] as const)
          expectFees(sums[part].fees, feesOfAll(parts[part]));
      }
      expectFees(index.summarize({}, 'UTC', 0, resultOf(feesOfOrders(trades, given))).pnl[0]?.fees, feesOf(orders));
      const dayOf = (time: number | null) => new Date(time ?? 0).toISOString().slice(0, 10);
      for (const day of found.days) {
        expectFees(day.fees, feesOfAll(closed.filter(({ closedAt }) => dayOf(closedAt) === day.day)));
      }
      for (const group of found.groups.symbol) {
        expectFees(group.fees, feesOfAll(closed.filter(({ symbol }) => symbol === group.name)));
      }
      for (const side of found.groups.side)
        expectFees(side.fees, feesOfAll(closed.filter((trade) => trade.side === side.name)));
      expect(found.groups.side.reduce((sum, { count }) => sum + count, 0)).toBe(closed.length);

      const pnlOf = (trade: Trade) => Number(trade.pnl);
      const after = (end: 'lowest' | 'highest') => closed.map((trade) => pnlOf(trade) - feesOf(ordersOf(trade))[end]);
      const ends = [after('highest'), after('lowest')] as const;
      const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
      const expectEnds = (figure: SampleFigure, of: (values: number[]) => number | null, unit: number) => {
        const wanted = ends.map((values) => of([...values]));
        if (wanted.includes(null)) expect(figure.after).toBeUndefined();
        else {
          closeTo(figure.after?.[0], wanted[0] as number, unit);
          closeTo(figure.after?.at(-1), wanted[1] as number, unit);
        }
      };
      const won = (values: number[]) => values.filter((value) => value > 0);
      const lost = (values: number[]) => values.filter((value) => value < 0);
      expectEnds(
        found.winRate,
        (values) => {
          const decided = won(values).length + lost(values).length;
          return decided === 0 ? null : (100 * won(values).length) / decided;
        },
        0.006,
      );
      expectEnds(
        found.profitFactor,
        (values) => (lost(values).length === 0 ? null : total(won(values)) / -total(lost(values))),
        0.006,
      );
      const expectAverage = ({ after: shown }: SampleFigure, some: readonly Trade[]) => {
        if (some.length === 0) return expect(shown).toBeUndefined();
        const { lowest, highest } = feesOfAll(some);
        const gross = total(some.map(pnlOf));
        // Rounded to 3 digits of the fee of a trade.
        const unit = Math.max(Math.abs(highest / some.length) * 0.0051, 1e-5);
        closeTo(shown?.[0], (gross - highest) / some.length, unit);
        closeTo(shown?.at(-1), (gross - lowest) / some.length, unit);
      };
      expectAverage(found.expectancy, closed);
      expectAverage(
        found.averageWin,
        closed.filter((trade) => pnlOf(trade) > 0),
      );
      expectAverage(
        found.averageLoss,
        closed.filter((trade) => pnlOf(trade) < 0),
      );
      /** The largest fall of the sum of the results after fees, and the fees within it. */
      const fallOf = (pnls: readonly number[], fees: readonly number[]) => {
        const sums = pnls.map((_, end) => total(pnls.slice(0, end + 1)) - total(fees.slice(0, end + 1)));
        const fallTo = (end: number) => Math.max(0, ...sums.slice(0, end)) - (sums[end] ?? 0);
        const to = sums.reduce((largest, _, end) => (fallTo(end) > fallTo(largest) ? end : largest), 0);
        const peak = sums.slice(0, to).findLastIndex((sum, end) => sum === Math.max(0, ...sums.slice(0, end + 1)));
        return { fall: Math.max(0, fallTo(to)), paid: total(fees.slice(peak + 1, to + 1)) };
      };
      const expectFalls = (
        drawdown: Pick<Drawdown, 'after'> | null,
        pnls: readonly number[],
        feesAt: (end: 'lowest' | 'highest') => number[],
      ) => {
        if (drawdown === null) return;
        const [lowest, highest] = [fallOf(pnls, feesAt('lowest')), fallOf(pnls, feesAt('highest'))];
        // Rounded to 3 digits of the fees within the largest fall.
        const unit = Math.max(Math.abs(highest.paid) * 0.0051, 1e-5);
        closeTo(drawdown.after?.[0], lowest.fall, unit);
        closeTo(drawdown.after?.at(-1), highest.fall, unit);
      };
      expectFalls(found.drawdown, closed.map(pnlOf), (end) => closed.map((trade) => feesOf(ordersOf(trade))[end]));

      const ofOrders = index.results({}, 'UTC', 0, 'USDT', resultOf(feesOfOrders(trades, given)));
      const expectParts = (parts: readonly ResultsPart[], partOf: (order: OrderRow) => number) => {
        for (const [at, part] of parts.entries())
          expectFees(part.fees, feesOf(orders.filter((order) => partOf(order) === at)));
      };
      expectParts(ofOrders.days, ({ createdAt }) => ofOrders.days.findIndex(({ day }) => day === dayOf(createdAt)));
      expectParts(ofOrders.symbols, (order) => ofOrders.symbols.findIndex(({ symbol }) => symbol === order.symbol));
      expectParts(ofOrders.weekdays, ({ createdAt }) => (new Date(createdAt).getUTCDay() + 6) % 7);
      expectParts(ofOrders.hours, ({ createdAt }) => new Date(createdAt).getUTCHours());
      const byCreation = orders.toSorted((a, b) => a.createdAt - b.createdAt);
      expectFalls(
        ofOrders.drawdown,
        byCreation.map(({ pnl }) => Number(pnl ?? 0)),
        (end) => byCreation.map((order) => feesOf([order])[end]),
      );
    }),
    { numRuns: Math.ceil(numRuns / 4) },
  );
});
