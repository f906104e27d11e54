import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Order } from '../../shared/contract/orders.ts';
import type { Statement } from '../../shared/contract/statement.ts';
import type { Position, Trade, TradeSort } from '../../shared/contract/trades.ts';
import { type StatementBasis, statementBases } from '../../shared/orders/history.ts';
import { costMethods, tradeFields } from '../../shared/orders/trades.ts';
import { blankRow } from '../../shared/testing/blank-row.ts';
import type { TimeRange } from '../../shared/time/days.ts';
import { marginModes, type Side } from '../../shared/values/domain.ts';
import { isTold } from '../../shared/values/told.ts';
import { OrderTable } from '../orders/list-table.ts';
import { type NumberedRow, putRows } from '../orders/testing/numbered-rows.ts';
import type { HistoryBreak } from '../rows.ts';
import { statementContent } from '../statement/statement-figures.ts';
import { hashStatement } from '../statement/statement-hash.ts';
import { naiveHash } from '../statement/testing/naive-hash.ts';
import { resultOf } from '../table/steps.ts';
import type { TableImage } from '../table/table-image.ts';
import type { Interval } from './execution-intervals.ts';
import { naiveContractSizes } from './testing/naive-contract-size.ts';
import { naiveResults } from './testing/naive-results.ts';
import { isDoubtful, naiveTrades } from './testing/naive-trades.ts';
import { observedInterval, simulateTrader } from './testing/simulated-trader.ts';
import { Trades } from './trades.ts';

type OrderRow = NumberedRow<'order-history'>;

const numRuns = Number(process.env.PROPERTY_RUNS ?? 30);
const start = 1_700_000_000_000;
const everything = { from: 0, to: Number.POSITIVE_INFINITY };
const byOpening = { filter: {}, sort: [], zone: 'UTC', now: 0 } as const;

/** Few different quantities, so that positions often become flat; and some that floats do not hold. */
const quantity = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('1', '2', '3', '0.5', '2.50', '0.1', '0.2', '0.3') },
  { weight: 1, arbitrary: fc.constantFrom('0', null, '-1', '0.0') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '9007199254740993',
      '0.1234567890123456789',
      '1000000000000000000000',
      '0.100000000000000000',
      '0.0000000000000000005',
      '999999999999999',
    ),
  },
);
const price = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('100', '101.25', '99.999', '0.00000490', '65000.1') },
  { weight: 1, arbitrary: fc.constantFrom(null, '0', '0.000000000000000000123', '12345678901234567890.5') },
);
const pnl = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -99999, max: 99999 }).map((cents) => new Big(cents).div(1000).toFixed()) },
  { weight: 2, arbitrary: fc.constantFrom('0', '-0.00', null) },
  { weight: 1, arbitrary: fc.constantFrom('0.1234567890123456789', '-9007199254740993.1', '123456789012345678901') },
);
const fields = fc.record({
  symbol: fc.constantFrom('BTC-USDT', 'BTC-USDT', 'ETH-USDC'),
  marginMode: fc.constantFrom(...marginModes),
  side: fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom<Side[]>('buy', 'sell') },
    { weight: 1, arbitrary: fc.constant(null) },
  ),
  action: fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom('open', 'close') },
    { weight: 1, arbitrary: fc.constantFrom(null, 'unknown:7') },
  ) as fc.Arbitrary<Order['action']>,
  status: fc.constantFrom('filled', 'partially-canceled', 'pending'),
  kind: fc.constantFrom('market', 'limit', 'market', ''),
  price,
  averagePrice: price,
  quantity: fc.constant('1'),
  filledQuantity: quantity,
  pnl,
  leverage: fc.constantFrom('10', '5', '10.0', '125', null),
});

const history: fc.Arbitrary<OrderRow[]> = fc.array(fc.tuple(fields, fc.nat(2)), { maxLength: 40 }).map((drafts) => {
  let [time, tie] = [start, 0];
  return drafts.map(([content, after], place) => {
    // Ties order the orders of one creation time alone.
    tie = after === 0 ? tie + 1 : 0;
    time += after * 1000;
    const { marginMode } = content;
    return {
      ...blankRow('order-history'),
      ...content,
      id: `o${place}`,
      key: `${marginMode}:o${place}`,
      type: '',
      createdAt: time,
      tie,
      number: 0,
    };
  });
});

/** Numbers by arrival, and batches in which the orders arrive. */
function numbered(orders: readonly OrderRow[]): OrderRow[] {
  return orders.map((order, place) => ({ ...order, number: place + 1 }));
}

function tradesOf(rows: readonly OrderRow[]): Trades {
  const orders = new OrderTable();
  putRows(orders, rows);
  return new Trades(orders);
}

function readAll(list: Trades): { trades: Trade[]; positions: Position[] } {
  const trades = [...list.select(byOpening)].map((number) => list.trade(number));
  return { trades, positions: list.positions() };
}

function takeImage(list: Trades, image: TableImage): boolean {
  return list.takeImage(image, resultOf(list.readImage(image)));
}

function expectNaive(
  list: Trades,
  orders: readonly OrderRow[],
  breaks: readonly HistoryBreak[] = [],
  intervals?: ReadonlyMap<string, Interval>,
): void {
  const { trades, positions } = readAll(list);
  const naive = naiveTrades(orders, breaks, intervals);
  expect(trades).toEqual(naive.trades);
  expect(list.derived().method()).toBe(naive.method);
  const byTrade = (all: readonly Position[]) => new Map(all.map((position) => [position.trade, position]));
  expect(byTrade(positions)).toEqual(byTrade(naive.positions));
}

function contractSizes(list: Trades) {
  return ['BTC-USDT', 'ETH-USDC'].map((symbol) => list.contractSize(symbol));
}

/** Tags of notes on trades, by an order of each. */
const notes = fc.array(
  fc.record({ place: fc.nat(40), tags: fc.uniqueArray(fc.constantFrom('a', 'b', '突破'), { maxLength: 2 }) }),
  { maxLength: 12 },
);

const anySort: fc.Arbitrary<TradeSort> = fc.record({
  field: fc.constantFrom(...tradeFields),
  direction: fc.constantFrom('ascending', 'descending'),
});

const keysBy = (list: Trades, sort: TradeSort): string[] =>
  Array.from(list.select({ ...byOpening, sort: [sort] }), (number) => list.trade(number).key);

const breaks: fc.Arbitrary<HistoryBreak[]> = fc.array(
  fc
    .record({
      marginMode: fc.constantFrom(...marginModes),
      gap: fc.option(fc.record({ before: fc.nat(60), length: fc.nat(20) })),
    })
    .map(({ marginMode, gap }) => ({
      marginMode,
      after: gap && start + (gap.before - gap.length) * 1000,
      before: gap && start + gap.before * 1000,
    })),
  { maxLength: 3 },
);

/** When the orders of a statement by execution were executed; none: it is by creation. */
type Seen = ReadonlyMap<string, Interval>;
const basisOf = (seen: Seen) => (seen.size === 0 ? 'creation' : 'execution');

/** The order that counts at its moment (docs/statement.md 1). */
const atMoment = (order: OrderRow, seen: Seen): OrderRow => ({
  ...order,
  createdAt: Math.max(order.createdAt, seen.get(order.key)?.from ?? 0),
});
const crosses = (order: OrderRow, seen: Seen, time: number): boolean =>
  atMoment(order, seen).createdAt < time && (seen.get(order.key)?.to ?? Number.NEGATIVE_INFINITY) >= time;

/**
 * Orders of a span, and earlier ones that cross its start, and of trades that are open then, cross it, or have an order in the span. `orders`:
 * numbered.
 */
function neededFor(list: Trades, orders: readonly OrderRow[], span: TimeRange, seen: Seen = new Map()): OrderRow[] {
  const momentOf = (order: OrderRow) => atMoment(order, seen).createdAt;
  const isInSpan = (order: OrderRow) => momentOf(order) >= span.from && momentOf(order) < span.to;
  const open = statementContent(list, span, basisOf(seen)).opening.map(({ trade }) => trade);
  const legs = [...list.ofStatements(basisOf(seen)).legs];
  const all = legs.flatMap((leg) => Array.from({ length: leg.count }, (_, trade) => [...leg.ordersOf(trade)]));
  return orders.filter((order) => {
    if (momentOf(order) >= span.from) return isInSpan(order);
    // Not hashed, but they say which trades and positions are incomplete.
    if (isDoubtful(order)) return true;
    const own = all.find((rows) => rows.includes(order.number))?.map((row) => orders[row - 1] as OrderRow) ?? [order];
    return own.some((other) => isInSpan(other) || crosses(other, seen, span.from)) || open.includes(own[0]?.key ?? '');
  });
}

const known = (orders: readonly OrderRow[], end: number): OrderRow[] =>
  orders.filter(({ createdAt }) => createdAt < end);

function naiveUnfinished(orders: readonly OrderRow[]) {
  const unfinished = orders.filter(({ status }) => status === 'pending');
  return [...new Set(unfinished.map(({ symbol }) => symbol))].toSorted().map((symbol) => {
    const own = unfinished.filter((order) => order.symbol === symbol);
    const isOdd = ({ quantity: ordered, filledQuantity }: OrderRow) =>
      ordered === null || new Big(filledQuantity ?? 0).lt(0) || new Big(filledQuantity ?? 0).gt(ordered);
    const fitting = own.filter((order) => !isOdd(order));
    const rest = new Big(sum(fitting.map(({ quantity: ordered }) => ordered))).minus(
      sum(fitting.map((one) => one.filledQuantity)),
    );
    const odd = own.length - fitting.length;
    return { symbol, orders: own.length, quantity: rest.toFixed(), ...(odd > 0 && { odd }) };
  });
}

/** The statuses and the symbols of orders for which the text of a hash has rules of its own. */
const hashedFields = fc.record({
  symbol: fc.constantFrom(
    'BTC-USDT',
    'btc-usdt',
    'EOS-USDT',
    'ＢTC-USDT',
    '币安-USDT',
    '\u{10000}-USDT',
    '\uffee-USDT',
  ),
  status: fc.constantFrom('filled', 'canceled', 'pending', 'canceling', 'partially-filled', 'unknown:9'),
  quantity: fc.constantFrom('5', '2.50', '1', null),
});

function hashOf(
  list: Trades,
  span: TimeRange,
  basis: StatementBasis = 'creation',
  unfinished: Statement['unfinished'] = [],
) {
  const steps = hashStatement(list, span, { basis, unfinished });
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

const sum = (values: readonly (string | null)[]): string =>
  values.reduce((total, value) => total.plus(value ?? 0), new Big(0)).toFixed();

describe('trades of any orders', () => {
  test('positions at a moment are those of the orders before it, whenever they were seen executed', () => {
    fc.assert(
      fc.property(history, breaks, fc.nat(60), fc.array(fc.nat(9)), (orders, places, seconds, delays) => {
        const moment = start + seconds * 1000;
        const list = tradesOf(numbered(orders));
        for (const [place, delay] of delays.slice(0, orders.length).entries()) {
          const seenAt = (orders[place]?.createdAt ?? 0) + delay * 1000;
          list.observe(place + 1, [{ from: seenAt, to: seenAt, quantity: '1', averagePrice: null, pnl: null }]);
        }
        list.setBreaks(places);
        const { opening, closing } = statementContent(list, { from: moment, to: Number.POSITIVE_INFINITY }, 'creation');
        const earlier = orders.filter(({ createdAt }) => createdAt < moment);
        const earlierBreaks = places.filter(({ after }) => after === null || after < moment);
        const byTrade = (all: readonly Position[]) => new Map(all.map((position) => [position.trade, position]));
        expect(byTrade(opening)).toEqual(byTrade(naiveTrades(earlier, earlierBreaks, null).positions));
        expect(byTrade(closing)).toEqual(byTrade(naiveTrades(orders, places, null).positions));
      }),
      { numRuns },
    );
  });

  test('a statement counts the trades that its last moment knows, and its hash covers the orders that it needs', () => {
    fc.assert(
      fc.property(history, fc.nat(60), fc.nat(60), (orders, seconds, length) => {
        const span = { from: start + seconds * 1000, to: start + (seconds + length) * 1000 };
        const all = numbered(orders);
        const list = tradesOf(all);
        const { symbols, unfinished, ...content } = statementContent(list, span, 'creation');
        expect(unfinished).toEqual(naiveUnfinished(known(orders, span.to)));
        const earlier = known(orders, span.to);
        const ended = naiveTrades(earlier, [], null).trades.filter(
          ({ closedAt }) => closedAt !== null && closedAt >= span.from && closedAt < span.to,
        );
        for (const { symbol, trades, incompleteTrades } of symbols) {
          const own = ended.filter((trade) => trade.symbol === symbol);
          expect({ trades, incompleteTrades }).toEqual({
            trades: own.filter(({ incomplete }) => incomplete.length === 0).length,
            incompleteTrades: own.filter(({ incomplete }) => incomplete.length > 0).length,
          });
        }
        expect(sum(symbols.map(({ orders }) => String(orders)))).toBe(
          String(earlier.filter(({ createdAt }) => createdAt >= span.from).length),
        );

        const fewer = tradesOf(numbered(neededFor(list, all, span)));
        expect({ ...statementContent(fewer, span, 'creation'), unfinished }).toEqual({
          symbols,
          unfinished,
          ...content,
        });
        expect(hashOf(fewer, span)).toEqual(hashOf(list, span));
      }),
      { numRuns },
    );
  });

  test('the hash of a statement is the one that the document describes', () => {
    const draft = fc.record({
      orders: history,
      fields: fc.array(hashedFields, { minLength: 40, maxLength: 40 }),
      observed: fc.array(fc.tuple(fc.nat(39), fc.nat(15), fc.nat(15)), { maxLength: 10 }),
      seconds: fc.nat(60),
      length: fc.nat(60),
    });
    fc.assert(
      fc.property(draft, ({ orders: drafted, fields: changes, observed, seconds, length }) => {
        const orders = numbered(drafted.map((order, place) => ({ ...order, ...changes[place] }) as OrderRow));
        const list = tradesOf(orders);
        const seen = new Map<string, Interval>();
        for (const [place, after, long] of observed) {
          const order = orders[place];
          if (order === undefined || !new Big(order.filledQuantity ?? 0).gt(0)) continue;
          const interval = { from: order.createdAt + after * 1000, to: order.createdAt + (after + long) * 1000 };
          seen.set(order.key, interval);
          list.observe(order.number, [{ ...interval, quantity: '1', averagePrice: null, pnl: null }]);
        }
        const span = { from: start + seconds * 1000, to: start + (seconds + length) * 1000 };
        for (const basis of statementBases) {
          const { unfinished } = statementContent(list, span, basis);
          expect(hashOf(list, span, basis, unfinished).hash).toBe(naiveHash(orders, span, basis, seen));
        }
      }),
      { numRuns },
    );
  });

  test('a statement by execution is the one by creation of orders that were created at their moments', () => {
    const draft = fc.record({
      orders: history,
      places: breaks,
      seconds: fc.nat(60),
      lengths: fc.tuple(fc.nat(30), fc.nat(30)),
      observed: fc.array(fc.tuple(fc.nat(39), fc.integer({ min: -3, max: 20 }), fc.nat(15)), {
        minLength: 1,
        maxLength: 20,
      }),
    });
    fc.assert(
      fc.property(draft, ({ orders: drafted, places, seconds, lengths, observed }) => {
        const orders = numbered(drafted);
        const seen = new Map<string, Interval>();
        for (const [place, after, length] of observed) {
          const order = orders[place];
          if (order === undefined || !new Big(order.filledQuantity ?? 0).gt(0)) continue;
          const from = order.createdAt + after * 1000;
          seen.set(order.key, { from, to: from + length * 1000 });
        }
        fc.pre(seen.size > 0);
        const listOf = (rows: readonly OrderRow[]): Trades => {
          const list = tradesOf(rows);
          for (const { number, key } of rows) {
            const interval = seen.get(key);
            if (interval) list.observe(number, [{ ...interval, quantity: '1', averagePrice: null, pnl: null }]);
          }
          list.setBreaks(places);
          return list;
        };
        const list = listOf(orders);
        const moved = tradesOf(
          orders
            .map((order) => atMoment(order, seen))
            .toSorted((a, b) => a.createdAt - b.createdAt)
            .map((order, tie) => ({ ...order, tie, number: tie + 1 })),
        );
        moved.setBreaks(places);
        const [first, border, last] = [0, lengths[0], lengths[0] + lengths[1]].map(
          (after) => start + (seconds + after) * 1000,
        ) as [number, number, number];
        const spans = [
          { from: first, to: border },
          { from: border, to: last },
        ];
        const contentOf = (span: TimeRange) => statementContent(list, span, 'execution');
        for (const span of spans) {
          const { symbols, totals, opening, closing, between, unseen } = contentOf(span);
          const plain = statementContent(moved, span, 'creation');
          const isMoved = (symbol: string) => plain.symbols.some((one) => one.symbol === symbol);
          expect(symbols.filter(({ symbol }) => isMoved(symbol))).toMatchObject(
            plain.symbols.map(({ lowest: _, highest: __, ...figures }) => figures),
          );
          expect({ opening, closing }).toEqual({ opening: plain.opening, closing: plain.closing });
          const isOf = (order: OrderRow) => {
            const { createdAt } = atMoment(order, seen);
            return createdAt >= span.from && createdAt < span.to;
          };
          const isExecuted = ({ filledQuantity }: OrderRow) => new Big(filledQuantity ?? 0).gt(0);
          expect(unseen).toBe(
            orders.filter((one) => isOf(one) && isExecuted(one) && one.kind !== 'market' && !seen.has(one.key)).length,
          );
          const before = orders.filter((one) => crosses(one, seen, span.from));
          const after = orders.filter((one) => crosses(one, seen, span.to));
          for (const [edge, rows] of [['start', before] as const, ['end', after] as const]) {
            const own = between.filter((one) => one.edge === edge);
            expect(own.map(({ symbol }) => symbol)).toEqual([...new Set(rows.map(({ symbol }) => symbol))].toSorted());
            expect(sum(own.map(({ quantity: executed }) => executed))).toBe(sum(rows.map((one) => one.filledQuantity)));
          }
          const naive = naiveTrades(
            orders.map((order) => atMoment(order, seen)),
            places,
            null,
          );
          const crossing = (edge: number, isClosed: (at: number) => boolean, quote: string) =>
            naive.trades.filter(
              ({ key, closedAt, incomplete, symbol }) =>
                symbol.endsWith(quote) &&
                incomplete.length === 0 &&
                closedAt !== null &&
                isClosed(closedAt) &&
                naive.orders.get(key)?.some((one) => crosses(orders[one.number - 1] as OrderRow, seen, edge)),
            ).length;
          for (const { quote, net, gains, trades, orders: count, lowest, highest } of totals) {
            const isQuote = ({ symbol }: OrderRow) => symbol.endsWith(quote);
            const earlier = before.filter(isQuote);
            const later = after.filter((one) => isQuote(one) && isOf(one));
            expect(lowest === null).toBe(earlier.length + later.length === 0);
            if (lowest === null || highest === null) continue;
            const part = (rows: readonly OrderRow[], sign: 1 | -1) =>
              sum(rows.map(({ pnl: result }) => (new Big(result ?? 0).times(sign).gt(0) ? result : '0')));
            const plus = (a: string, b: string) => new Big(a).plus(b).toFixed();
            const minus = (a: string, b: string) => new Big(a).minus(b).toFixed();
            expect(lowest).toMatchObject({
              gains: minus(gains, part(later, 1)),
              net: plus(minus(net, part(later, 1)), part(earlier, -1)),
              orders: count - later.length,
              trades: trades - crossing(span.to, (at) => at >= span.from && at < span.to, quote),
            });
            expect(highest).toMatchObject({
              gains: plus(gains, part(earlier, 1)),
              net: plus(minus(net, part(later, -1)), part(earlier, 1)),
              orders: count + earlier.length,
              trades: trades + crossing(span.from, (at) => at < span.from, quote),
            });
          }
        }

        const parts = spans.map(contentOf);
        const { totals } = contentOf({ from: first, to: last });
        const sumOf = (quote: string, name: 'gains' | 'losses' | 'net' | 'trades' | 'orders') =>
          sum(
            parts.flatMap((part) => part.totals.filter((one) => one.quote === quote).map((one) => String(one[name]))),
          );
        for (const total of totals)
          for (const name of ['gains', 'losses', 'net', 'trades', 'orders'] as const)
            expect(new Big(sumOf(total.quote, name)).eq(total[name])).toBe(true);

        const [span] = spans as [TimeRange];
        const needed = listOf(numbered(neededFor(list, orders, span, seen)));
        const whole = listOf(orders);
        for (const one of [needed, whole]) one.setBreaks([]);
        const { unfinished: _, ...content } = statementContent(whole, span, 'execution');
        expect(statementContent(needed, span, 'execution')).toMatchObject(content);
        expect(hashOf(needed, span, 'execution')).toEqual(hashOf(whole, span, 'execution'));
      }),
      { numRuns },
    );
  });

  test('equal those of the naive implementation', () => {
    fc.assert(
      fc.property(history, breaks, (orders, places) => {
        const list = tradesOf(numbered(orders));
        list.setBreaks(places);
        expectNaive(list, orders, places);
      }),
      { numRuns },
    );
  });

  test('of simulated traders equal those of the naive implementation, in whichever parts they come', () => {
    const draft = fc.record({
      seed: fc.nat(),
      days: fc.integer({ min: 1, max: 6 }),
      pnlPlaces: fc.constantFrom(0, 1, 2, 4, 6),
      method: fc.constantFrom(...costMethods),
      hours: fc.constantFrom(null, 4, 8, 16, 24),
      /** Places of orders that are missing, whose PnL is wrong, that lack a figure, and that come in a second part. */
      missing: fc.array(fc.nat(80), { maxLength: 3 }),
      wrong: fc.array(fc.nat(80), { maxLength: 4 }),
      without: fc.array(fc.tuple(fc.nat(80), fc.constantFrom('averagePrice', 'pnl')), { maxLength: 6 }),
      late: fc.array(fc.nat(80), { maxLength: 6 }),
    });
    fc.assert(
      fc.property(draft, ({ seed, days, pnlPlaces, method, hours, missing, wrong, without, late }) => {
        const simulated = simulateTrader(seed, { symbols: 2, days, pnlPlaces, method }).filter(
          (_, at) => !missing.includes(at),
        );
        const inParts = [
          ...simulated.filter((_, at) => !late.includes(at)),
          ...simulated.filter((_, at) => late.includes(at)),
        ];
        const orders = inParts.map(({ order }, at) => ({
          ...order,
          number: at + 1,
          ...(wrong.includes(order.tie) && { pnl: '3.21' }),
          ...Object.fromEntries(without.flatMap(([tie, figure]) => (tie === order.tie ? [[figure, null]] : []))),
        }));
        const index = new OrderTable();
        const list = new Trades(index);
        const intervals = new Map<string, Interval>();
        inParts.forEach((one, at) => {
          if (hours === null || one.order.kind === 'market') return;
          const interval = observedInterval(one, hours);
          intervals.set(one.order.key, interval);
          list.observe(at + 1, [{ ...interval, quantity: '1', averagePrice: null, pnl: null }]);
        });
        const inTime = orders.length - late.filter((at) => at < simulated.length).length;
        putRows(index, orders.slice(0, Math.max(0, inTime)));
        readAll(list);
        putRows(index, orders.slice(Math.max(0, inTime)));
        expectNaive(list, orders, [], intervals);
      }),
      {
        numRuns,
        // The late order loses the one that a later trade had taken, which begins the first trade after the restart.
        examples: [
          [
            {
              seed: 1409792182,
              days: 4,
              pnlPlaces: 4,
              method: 'fifo',
              hours: null,
              missing: [18, 0],
              wrong: [],
              without: [],
              late: [25],
            },
          ],
          // The order waits, and tells nothing.
          [
            {
              seed: 0,
              days: 3,
              pnlPlaces: 4,
              method: 'average',
              hours: null,
              missing: [],
              wrong: [],
              without: [[29, 'averagePrice']],
              late: [],
            },
          ],
        ],
      },
    );
  }, 600_000);

  test('of simulated traders are those of a fresh derivation after each part, if orders come when they were executed', () => {
    const draft = fc.record({
      seed: fc.nat(),
      pnlPlaces: fc.constantFrom(0, 2, 4),
      method: fc.constantFrom(...costMethods),
      hours: fc.constantFrom(null, 8, 24),
      parts: fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 4, maxLength: 12 }),
      wrong: fc.array(fc.nat(120), { maxLength: 10 }),
    });
    fc.assert(
      fc.property(draft, ({ seed, pnlPlaces, method, hours, parts, wrong }) => {
        const simulated = simulateTrader(seed, { symbols: 2, days: 15, pnlPlaces, method })
          .toSorted((a, b) => a.executedAt - b.executedAt)
          .map((one, at) => {
            const { tie, pnl: result } = one.order;
            const order = { ...one.order, number: at + 1, pnl: wrong.includes(tie % 121) ? '3.21' : result };
            return { ...one, order };
          });
        const putOn = (list: Trades, some: typeof simulated) => {
          for (const one of some) {
            if (hours === null || one.order.kind === 'market') continue;
            list.observe(one.order.number, [
              { ...observedInterval(one, hours), quantity: '1', averagePrice: null, pnl: null },
            ]);
          }
          putRows(
            list.orders,
            some.map(({ order }) => order),
          );
        };
        const list = new Trades(new OrderTable());
        let known = Math.max(0, simulated.length - 60);
        putOn(list, simulated.slice(0, known));
        for (const part of parts) {
          readAll(list);
          putOn(list, simulated.slice(known, known + part));
          known = Math.min(simulated.length, known + part);
          const fresh = new Trades(new OrderTable());
          putOn(fresh, simulated.slice(0, known));
          expect(readAll(list)).toEqual(readAll(fresh));
          expect(list.costMethod()).toEqual(fresh.costMethod());
          for (const basis of statementBases)
            expect(statementContent(list, everything, basis)).toEqual(statementContent(fresh, everything, basis));
        }
      }),
      { numRuns: Math.ceil(numRuns / 5) },
    );
  }, 600_000);

  test('show the contract size of the naive implementation', () => {
    const trip = fc.record({
      entry: fc.integer({ min: 900, max: 1100 }),
      exit: fc.integer({ min: 900, max: 1100 }),
      quantity: fc.integer({ min: 1, max: 9 }),
      isShort: fc.boolean(),
      isWrong: fc.integer({ min: 0, max: 12 }).map((draw) => draw === 0),
    });
    const sizes = fc.constantFrom('1', '0.01', '0.0125', '0.015', '100', '250');
    const changes = fc.array(fc.record({ size: sizes, trips: fc.array(trip, { maxLength: 35 }) }), { maxLength: 4 });
    fc.assert(
      fc.property(changes, fc.nat(5), (parts, pnlPlaces) => {
        const trips = parts.flatMap((part) => part.trips.map((one) => ({ ...one, size: part.size })));
        const orders = trips.flatMap(
          ({ entry, exit, quantity: executed, isShort, isWrong, size }, place): OrderRow[] => {
            const move = new Big(isShort ? entry - exit : exit - entry).div(10).times(executed);
            const result = move.times(size).times(isWrong ? -3 : 1);
            const orderOf = (part: 0 | 1): OrderRow => ({
              ...blankRow('order-history'),
              id: `o${2 * place + part}`,
              key: `cross:o${2 * place + part}`,
              marginMode: 'cross',
              symbol: 'BTC-USDT',
              side: isShort === (part === 0) ? 'sell' : 'buy',
              action: part === 0 ? 'open' : 'close',
              status: 'filled',
              filledQuantity: String(executed),
              averagePrice: new Big(part === 0 ? entry : exit).div(10).toFixed(1),
              pnl: part === 0 ? '0' : result.toFixed(pnlPlaces),
              createdAt: start + (2 * place + part) * 1000,
              tie: 2 * place + part,
              number: 2 * place + part + 1,
            });
            return [orderOf(0), orderOf(1)];
          },
        );
        const naive = naiveTrades(orders, []);
        const { from, to, typed: _, pnl: __, ...observed } = tradesOf(orders).contractSize('BTC-USDT');
        const [latest] = naiveContractSizes(naive.trades, ({ key }) => naive.orders.get(key) ?? []);
        expect(observed).toEqual(latest);
        expect(from === null || to === null).toBe(!isTold(observed.size));
        if (!isTold(observed.size) || from === null || to === null) return;
        expect(new Big(from).lte(observed.size) && new Big(to).gte(observed.size)).toBe(true);
      }),
      { numRuns },
    );
  });

  test('conserve quantities, hold each order that counts once, and sum up to the PnL of the orders', () => {
    fc.assert(
      fc.property(history, (orders) => {
        const rows = numbered(orders);
        const list = tradesOf(rows);
        const { positions } = readAll(list);
        const numbers = [...list.select(byOpening)];
        const held = numbers.flatMap((number) => [...list.ordersOf(number)]);
        expect(new Set(held).size).toBe(held.length);
        const counted = rows.filter(
          ({ filledQuantity, pnl: result }) => new Big(filledQuantity ?? 0).gt(0) || !new Big(result ?? 0).eq(0),
        );
        expect(held.toSorted((a, b) => a - b)).toEqual(counted.map(({ number }) => number));
        for (const number of numbers) for (const row of list.ordersOf(number)) expect(list.tradeOf(row)).toBe(number);
        for (const trade of numbers.map((number) => list.trade(number))) {
          if (trade.side === null) continue;
          const rest = new Big(trade.openedQuantity ?? 0).minus(trade.closedQuantity ?? 0);
          const position = positions.find((one) => one.trade === trade.key);
          expect(position?.quantity ?? null).toBe(trade.state === 'open' ? rest.toFixed() : null);
          expect(rest.lt(0)).toBe(trade.incomplete.includes('more-closed'));
        }
        const { quotes } = list.summarize({}, 'UTC', 0);
        for (const { quote, closed, open, incomplete } of quotes) {
          const own = orders.filter(({ symbol }) => symbol.endsWith(quote)).map((order) => order.pnl);
          expect(new Big(sum([closed.sum, open.sum, incomplete.sum])).eq(sum(own))).toBe(true);
        }
        expect(
          new Big(sum(quotes.flatMap((one) => [one.closed.sum, one.open.sum, one.incomplete.sum]))).eq(
            sum(orders.map((order) => order.pnl)),
          ),
        ).toBe(true);
      }),
      { numRuns },
    );
  });

  test('have the results of the naive implementation, and every closed and complete trade is in them', () => {
    fc.assert(
      fc.property(history, breaks, fc.constantFrom('UTC', 'Asia/Kathmandu'), notes, (orders, places, zone, noted) => {
        const index = new OrderTable();
        putRows(index, numbered(orders));
        const list = new Trades(index);
        list.setBreaks(places);
        const { trades } = readAll(list);
        const tagsOfRow = new Map<number, string[]>();
        for (const { place, tags } of orders.length === 0 ? [] : noted) {
          const row = (place % orders.length) + 1;
          tagsOfRow.set(row, tags);
          index.setNote({ kind: 'trade', id: '', text: tags.map((tag) => `#${tag}`).join(' ') }, row);
        }
        const tagsOfTrade = new Map(
          Array.from(list.select(byOpening), (number) => [
            list.trade(number).key,
            [...new Set(Array.from(list.ordersOf(number)).flatMap((row) => tagsOfRow.get(row) ?? []))],
          ]),
        );
        const tagsOf = ({ key }: Trade) => tagsOfTrade.get(key) ?? [];
        const { quotes } = list.results({}, zone, 0);
        const marked = trades.filter(({ executions }) => executions === 'uncertain');
        expect(list.summarize({}, zone, 0).uncertain).toBe(marked.length);
        expect(quotes).toEqual(list.summarize({}, zone, 0).quotes.map(({ quote }) => quote));
        for (const quote of quotes) {
          const results = list.results({}, zone, 0, quote);
          expect(results).toEqual({ quotes, ...naiveResults(trades, quote, zone, tagsOf) });
          const { result, duration, leverage, r, tag: _tag, account, ...others } = results.groups;
          expect([account, r]).toEqual([[], []]);
          const closed = results.expectancy.sample;
          const counts = [result, duration, ...Object.values(others)].map((groups) =>
            groups.reduce((total, { count }) => total + count, 0),
          );
          expect(counts).toEqual(counts.map(() => closed));
          for (const { range, count } of [...result, ...duration, ...leverage])
            expect(range === null).toBe(count === 0);
        }
      }),
      { numRuns },
    );
  });

  test('are the same if orders come later, in any order and in parts, and if orders change', () => {
    const arrival = fc.record({
      orders: history,
      keys: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 40, maxLength: 40 }),
      batch: fc.integer({ min: 1, max: 15 }),
      changes: fc.array(fc.tuple(fc.nat(39), fields), { maxLength: 12 }),
      steps: fc.nat(3),
      sorts: fc.array(anySort, { maxLength: 3 }),
    });
    fc.assert(
      fc.property(arrival, breaks, ({ orders, keys, batch, changes, steps, sorts }, places) => {
        const keyOf = ({ id }: OrderRow) => keys[Number(id.slice(1))] ?? 0;
        const arrived = numbered(orders.toSorted((a, b) => keyOf(a) - keyOf(b)));
        const index = new OrderTable();
        const list = new Trades(index);
        list.setBreaks(places);
        const latest = new Map<number, OrderRow>();
        const waiting = changes.slice();
        for (let from = 0; from < arrived.length; from += batch) {
          const rows = arrived.slice(from, from + batch);
          const known = [...latest.keys()];
          const change = waiting.shift();
          const target =
            change === undefined ? undefined : latest.get(known[change[0] % Math.max(1, known.length)] ?? 0);
          if (change !== undefined && target !== undefined) {
            const { marginMode } = change[1];
            rows.push({ ...target, ...change[1], key: `${marginMode}:${target.id}` });
          }
          // Rows can be put while trades are being derived.
          const preparing = list.prepare();
          for (let step = 0; step < steps; step++) preparing.next();
          putRows(index, rows);
          for (const row of rows) latest.set(row.number, row);
          if (from % 2 === 0) expectNaive(list, [...latest.values()], places);
          contractSizes(list);
          // Ranks that exist are updated, not made again.
          for (const sort of sorts) keysBy(list, sort);
        }
        expectNaive(list, [...latest.values()], places);
        const all = [...latest.values()].toSorted((a, b) => a.number - b.number);
        const fresh = tradesOf(all);
        fresh.setBreaks(places);
        expect(readAll(list)).toEqual(readAll(fresh));
        expect(contractSizes(list)).toEqual(contractSizes(fresh));
        for (const sort of sorts) expect(keysBy(list, sort)).toEqual(keysBy(fresh, sort));
        expect(list.summarize({}, 'UTC', 0)).toEqual(fresh.summarize({}, 'UTC', 0));
      }),
      { numRuns },
    );
  });

  test('are the same after a start with their image, from which orders have come and changed', () => {
    const arrival = fc.record({
      orders: history,
      before: fc.nat(40),
      changes: fc.array(fc.tuple(fc.nat(39), fields), { maxLength: 5 }),
      later: fc.array(fc.tuple(fc.nat(39), fields), { maxLength: 5 }),
      sort: anySort,
    });
    fc.assert(
      fc.property(arrival, breaks, breaks, ({ orders, before, changes, later, sort }, places, placesThen) => {
        const all = numbered(orders);
        const latest = new Map(all.map((row) => [row.number, row]));
        const first = tradesOf(all.slice(0, before));
        first.setBreaks(places);
        readAll(first);
        const image = resultOf(first.image());
        expect(image?.size).toBe(Math.min(before, all.length));
        const change = ([place, content]: (typeof changes)[number]): OrderRow[] => {
          const row = latest.get((place % Math.max(1, all.length)) + 1);
          if (row === undefined) return [];
          const changed = { ...row, ...content, key: `${content.marginMode}:${row.id}` };
          latest.set(row.number, changed);
          return [changed];
        };
        const changed = changes.flatMap(change);
        // The symbols may come in another order than before.
        const index = new OrderTable();
        putRows(index, [...latest.values()]);
        const list = new Trades(index);
        const isTaken = takeImage(list, structuredClone(image as TableImage));
        // A leg's symbol may not be there any longer.
        if (changed.length === 0) expect(isTaken).toBe(true);
        list.markChanged(changed.map(({ number }) => number));
        list.setBreaks(placesThen);
        expectNaive(list, [...latest.values()], placesThen);
        putRows(index, later.flatMap(change));
        const fresh = tradesOf([...latest.values()]);
        fresh.setBreaks(placesThen);
        expect(readAll(list)).toEqual(readAll(fresh));
        expect(contractSizes(list)).toEqual(contractSizes(fresh));
        const doubtsOf = (trades: Trades) => new Map(trades.doubts().map((doubt) => [doubt.id, doubt]));
        expect(doubtsOf(list)).toEqual(doubtsOf(fresh));
        expect(keysBy(list, sort)).toEqual(keysBy(fresh, sort));
      }),
      { numRuns: numRuns * 2 },
    );
  });

  test('of simulated traders are the same after a start with their image', () => {
    const draft = fc.record({
      seed: fc.nat(),
      method: fc.constantFrom(...costMethods),
      hours: fc.constantFrom(null, 8, 24),
      last: fc.integer({ min: 1, max: 40 }),
    });
    fc.assert(
      fc.property(draft, ({ seed, method, hours, last }) => {
        const simulated = simulateTrader(seed, { symbols: 2, days: 15, pnlPlaces: 2, method })
          .toSorted((a, b) => a.executedAt - b.executedAt)
          .map((one, at) => ({ ...one, order: { ...one.order, number: at + 1 } }));
        const observeAll = (list: Trades, some: typeof simulated, isKnown = false) => {
          for (const one of some) {
            if (hours === null || one.order.kind === 'market') continue;
            const slice = { ...observedInterval(one, hours), quantity: '1', averagePrice: null, pnl: null };
            list.observe(one.order.number, [slice], isKnown);
          }
        };
        const rowsOf = (some: typeof simulated) => some.map(({ order }) => order);
        const [early, late] = [simulated.slice(0, -last), simulated.slice(-last)];
        const first = new Trades(new OrderTable());
        observeAll(first, early);
        putRows(first.orders, rowsOf(early));
        readAll(first);
        const image = resultOf(first.image());
        const list = new Trades(new OrderTable());
        putRows(list.orders, rowsOf(early));
        if (early.length > 0) expect(takeImage(list, structuredClone(image as TableImage))).toBe(true);
        observeAll(list, early, true);
        observeAll(list, late);
        putRows(list.orders, rowsOf(late));
        const fresh = new Trades(new OrderTable());
        observeAll(fresh, simulated);
        putRows(fresh.orders, rowsOf(simulated));
        expect(readAll(list)).toEqual(readAll(fresh));
        expect(list.costMethod()).toEqual(fresh.costMethod());
        for (const basis of statementBases)
          expect(statementContent(list, everything, basis)).toEqual(statementContent(fresh, everything, basis));
      }),
      { numRuns: Math.ceil(numRuns / 4) },
    );
  }, 600_000);

  test('have no image while the user has settled an order or renamed a symbol', () => {
    const rows = simulateTrader(1, { symbols: 2, days: 3, pnlPlaces: 2 }).map(({ order }, at) => ({
      ...order,
      number: at + 1,
    }));
    const list = tradesOf(rows);
    list.setWords({ settled: { 'isolated:x': 'other' }, contractSizes: {}, renamed: {} });
    readAll(list);
    expect(resultOf(list.image())).toBeNull();
    list.setWords({ settled: {}, contractSizes: {}, renamed: {} });
    readAll(list);
    const image = resultOf(list.image()) as TableImage;
    const renamed = new OrderTable([], { [rows[0]?.symbol ?? '']: 'NEW-USDT' });
    putRows(renamed, rows);
    expect(takeImage(new Trades(renamed), image)).toBe(false);
    const other = new OrderTable();
    putRows(
      other,
      rows.map((row) => ({ ...row, symbol: 'OTHER-USDT' })),
    );
    expect(takeImage(new Trades(other), image)).toBe(false);
  });
});
