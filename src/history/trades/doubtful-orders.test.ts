import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Position } from '../../shared/contract/trades.ts';
import type { Settlement } from '../../shared/orders/trades.ts';
import { blankRow } from '../../shared/testing/blank-row.ts';
import type { Side } from '../../shared/values/domain.ts';
import { OrderTable } from '../orders/list-table.ts';
import { type NumberedRow, putRows } from '../orders/testing/numbered-rows.ts';
import { noWords, type UnreadableOrder, type UserWords } from '../rows.ts';
import { statementContent } from '../statement/statement-figures.ts';
import { hashStatement } from '../statement/statement-hash.ts';
import { simulateTrader } from './testing/simulated-trader.ts';
import { Trades } from './trades.ts';

type Order = NumberedRow<'order-history'>;

/** An executed order of BTC-USDT in cross margin, such as "buy open 10", a minute after the one before. */
function orderOf(terms: string, place: number, odd: Partial<Order> = {}): Order {
  const [side, action, filledQuantity = ''] = terms.split(' ') as [Side, 'open' | 'close', string];
  const id = String(place + 1);
  const row = { ...blankRow('order-history'), id, key: `cross:${id}`, number: place + 1, tie: place };
  const sent = { marginMode: 'cross', symbol: 'BTC-USDT', kind: 'market', status: 'filled', side, action } as const;
  return { ...row, ...sent, createdAt: place * 60_000, filledQuantity, averagePrice: '100', pnl: '0', ...odd };
}

function tradesOf(orders: readonly Order[], unreadable: readonly UnreadableOrder[] = []): Trades {
  const table = new OrderTable();
  putRows(table, orders);
  const trades = new Trades(table);
  trades.setUnreadable(unreadable);
  return trades;
}

/** Returns the result of a calculation in steps. */
function finished<Result>(steps: Generator<unknown, Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

const stateOf = (trades: Trades) => ({
  positions: trades.positions().map(({ side, quantity, incomplete }) => `${side} ${quantity} ${incomplete}`.trim()),
  doubts: trades.doubts().map(({ reason, key }) => `${reason} ${key}`),
});
const buy = orderOf('buy open 10', 0);

describe('a position', () => {
  test.each<[string, Partial<Order>, string]>([
    ['a side and an action that are not known', { side: null, action: 'unknown:liq' }, 'unplaced'],
    ['no action', { action: null }, 'unplaced'],
    ['a PnL without an executed quantity', { filledQuantity: '0', pnl: '-3' }, 'not-executed'],
    ['an executed quantity of zero although it is filled', { filledQuantity: '0', averagePrice: null }, 'not-executed'],
    ['no executed quantity', { filledQuantity: null, status: 'canceling' }, 'not-executed'],
    ['a negative executed quantity', { filledQuantity: '-10', status: 'canceled' }, 'not-executed'],
    ['an average price although it executed nothing', { filledQuantity: '0', status: 'canceled' }, 'not-executed'],
  ])('may have been closed by an order with %s', (_, odd, reason) => {
    const trades = tradesOf([buy, orderOf('sell close 10', 1, odd)]);
    expect(stateOf(trades)).toEqual({ positions: ['long 10 doubtful-order'], doubts: [`${reason} cross:2`] });
  });

  test('is certain after orders that say that they executed nothing', () => {
    const idle = { averagePrice: '0', filledQuantity: '0' };
    const orders = [
      buy,
      orderOf('sell close 0', 1, { ...idle, status: 'canceled' }),
      orderOf('sell close 0', 2, { ...idle, status: 'pending', filledQuantity: null }),
      orderOf('sell close 0', 3, { ...idle, status: 'unknown:9' }),
    ];
    expect(stateOf(tradesOf(orders))).toEqual({ positions: ['long 10'], doubts: [] });
  });

  test('is closed by an order of an unknown side if that is the only one held', () => {
    const liquidation = (place: number, quantity: string) => orderOf(`- close ${quantity}`, place, { side: null });
    expect(stateOf(tradesOf([buy, liquidation(1, '4')]))).toEqual({ positions: ['long 6'], doubts: [] });
    expect(stateOf(tradesOf([buy, liquidation(1, '4'), liquidation(2, '6')]))).toEqual({ positions: [], doubts: [] });
    const short = orderOf('sell open 3', 1);
    expect(stateOf(tradesOf([buy, short, liquidation(2, '3')]))).toEqual({
      positions: ['long 10 doubtful-order', 'short 3 doubtful-order'],
      doubts: ['unplaced cross:3'],
    });
    expect(
      stateOf(tradesOf([short, liquidation(2, '3')].map((row, place) => ({ ...row, number: place + 1 })))),
    ).toEqual({
      positions: [],
      doubts: [],
    });
    // An older order that comes later shows that both sides were held.
    const table = new OrderTable();
    const trades = new Trades(table);
    putRows(table, [
      { ...short, number: 1 },
      { ...liquidation(2, '3'), number: 2 },
    ]);
    expect(stateOf(trades).positions).toEqual([]);
    putRows(table, [{ ...buy, number: 3 }]);
    expect(stateOf(trades).positions).toEqual(['long 10 doubtful-order', 'short 3 doubtful-order']);
  });

  test('of another symbol, margin mode or side that the order cannot change is certain', () => {
    const odd = orderOf('sell close 10', 2, { filledQuantity: '0' });
    const other = orderOf('buy open 4', 1, { symbol: 'ETH-USDT' });
    const isolated = orderOf('buy open 5', 3, { marginMode: 'isolated', key: 'isolated:4' });
    const short = orderOf('sell open 3', 4);
    expect(stateOf(tradesOf([buy, other, odd, isolated, short])).positions.toSorted()).toEqual([
      'long 10 doubtful-order',
      'long 4',
      'long 5',
      'short 3',
    ]);
  });

  test('that was opened after the order is not certain, and a trade that was closed before is complete', () => {
    const trades = tradesOf([
      buy,
      orderOf('sell close 10', 1),
      orderOf('buy open 5', 2, { filledQuantity: '0' }),
      orderOf('buy open 3', 3),
    ]);
    expect(stateOf(trades).positions).toEqual(['long 3 doubtful-order']);
    expect(trades.trade(trades.tradeOf(1)).incomplete).toEqual([]);
  });

  test('may have been closed by an order that could not be read, as far as its text tells', () => {
    const [eth, later] = [
      orderOf('buy open 4', 1, { symbol: 'ETH-USDT' }),
      orderOf('buy open 7', 5, { symbol: 'XRP-USDT' }),
    ];
    const stateAfter = (unreadable: Partial<UnreadableOrder>) =>
      stateOf(
        tradesOf(
          [buy, eth, later].map((row, place) => ({ ...row, number: place + 1 })),
          [{ id: 'x', marginMode: 'cross', symbol: null, createdAt: null, seenAt: 0, ...unreadable }],
        ),
      );
    const at = 3 * 60_000;
    expect(stateAfter({ symbol: 'BTC-USDT', createdAt: at })).toEqual({
      positions: ['long 10 doubtful-order', 'long 4', 'long 7'],
      doubts: ['unreadable null'],
    });
    expect(stateAfter({ symbol: 'LTC-USDT', createdAt: at })).toEqual({
      positions: ['long 10', 'long 4', 'long 7'],
      doubts: ['unreadable null'],
    });
    expect(stateAfter({ marginMode: 'isolated' }).positions).toEqual(['long 10', 'long 4', 'long 7']);
    expect(stateAfter({ createdAt: at }).positions).toEqual([
      'long 10 doubtful-order',
      'long 4 doubtful-order',
      'long 7 doubtful-order',
    ]);
  });

  test('that an order closed by more than was held may have become one of the other side', () => {
    const trades = tradesOf([buy, orderOf('sell close 15', 1)]);
    expect(trades.positions()).toEqual([]);
    expect(trades.doubts()).toMatchObject([
      { reason: 'more-closed', key: 'cross:2', excess: { quantity: '5', side: 'short' } },
    ]);
    // A closing from before the history opened nothing, and a new position of the leg is certain.
    expect(tradesOf([orderOf('sell close 15', 0)]).doubts()).toEqual([]);
    expect(stateOf(tradesOf([buy, orderOf('sell close 15', 1), orderOf('buy open 2', 2)])).positions).toEqual([
      'long 2',
    ]);
  });

  test('follows the orders again when the odd one is read as it is', () => {
    const table = new OrderTable();
    const trades = new Trades(table);
    putRows(table, [buy, orderOf('sell close 10', 1, { filledQuantity: '0' })]);
    expect(stateOf(trades)).toEqual({ positions: ['long 10 doubtful-order'], doubts: ['not-executed cross:2'] });
    putRows(table, [orderOf('sell close 4', 1)]);
    expect(stateOf(trades)).toEqual({ positions: ['long 6'], doubts: [] });
    trades.setUnreadable([{ id: 'x', marginMode: 'cross', symbol: 'BTC-USDT', createdAt: 1, seenAt: 1 }]);
    expect(stateOf(trades)).toEqual({ positions: ['long 6 doubtful-order'], doubts: ['unreadable null'] });
    trades.setUnreadable([]);
    expect(stateOf(trades)).toEqual({ positions: ['long 6'], doubts: [] });
  });
});

describe('what the user says of a doubtful order', () => {
  const odd = orderOf('sell close 10', 1, { filledQuantity: '0' });
  const words = (settled: Record<string, Settlement>): UserWords => ({ ...noWords, settled });

  test('that it closed the position ends the trade there, and later orders begin another one', () => {
    const trades = tradesOf([buy, odd, orderOf('buy open 3', 2), orderOf('sell close 1', 3, { pnl: '2' })]);
    expect(stateOf(trades).positions).toEqual(['long 12 doubtful-order']);
    trades.setWords(words({ 'cross:2': 'closed-long' }));
    expect(stateOf(trades).positions).toEqual(['long 2']);
    expect(trades.doubts()).toMatchObject([{ key: 'cross:2', settled: 'closed-long' }]);
    expect(trades.trade(trades.tradeOf(1))).toMatchObject({
      state: 'closed',
      closedAt: 60_000,
      closedBy: 60_000,
      orders: 1,
      incomplete: ['settled'],
    });
    // The orders are those of the exchange: nothing is added up otherwise.
    expect(trades.summarize({}, 'UTC', 0)).toMatchObject({ trades: 2, open: 1, incomplete: 1 });
    trades.setWords(words({}));
    expect(stateOf(trades)).toEqual({ positions: ['long 12 doubtful-order'], doubts: ['not-executed cross:2'] });
  });

  test('that it changed no position leaves the position as it is', () => {
    const trades = tradesOf([buy, odd]);
    trades.setWords(words({ 'cross:2': 'other' }));
    expect(stateOf(trades).positions).toEqual(['long 10']);
    expect(trades.doubts()).toMatchObject([{ key: 'cross:2', settled: 'other' }]);
    const flip = tradesOf([buy, orderOf('sell close 15', 1)]);
    flip.setWords(words({ 'more-closed cross:2': 'other' }));
    expect(flip.doubts()).toMatchObject([{ reason: 'more-closed', settled: 'other' }]);
  });

  test('holds for an order that could not be read, also before the orders are put', () => {
    const table = new OrderTable();
    const trades = new Trades(table);
    trades.setUnreadable([{ id: 'x', marginMode: 'cross', symbol: 'BTC-USDT', createdAt: 30_000, seenAt: 30_000 }]);
    trades.setWords(words({ x: 'closed-long' }));
    putRows(table, [buy, { ...orderOf('buy open 3', 1), number: 2 }]);
    expect(stateOf(trades).positions).toEqual(['long 3']);
    putRows(table, [orderOf('buy open 4', 2)]);
    expect(stateOf(trades).positions).toEqual(['long 7']);
  });

  test('is in no statement and no hash', () => {
    const orders = [buy, odd, orderOf('buy open 3', 2)];
    const span = { from: 0, to: 3_600_000 };
    const statementOf = (trades: Trades) => {
      const content = statementContent(trades, span, 'creation');
      const steps = hashStatement(trades, span, { basis: 'creation', unfinished: content.unfinished });
      return { content, hash: finished(steps) };
    };
    const [plain, settled] = [tradesOf(orders), tradesOf(orders)];
    settled.setWords(words({ 'cross:2': 'closed-long' }));
    expect(settled.positions()).toMatchObject([{ quantity: '3' }]);
    expect(statementOf(settled)).toEqual(statementOf(plain));
    expect(statementOf(settled).content.closing).toMatchObject([{ quantity: '13', incomplete: ['doubtful-order'] }]);
  });
});

describe('a symbol that the user says was renamed', () => {
  const [old, now, other] = ['OLD-USDT', 'NEW-USDT', 'LTC-USDT'];
  const orders = [
    orderOf('buy open 5', 0, { symbol: old }),
    orderOf('sell close 2', 1, { symbol: old, pnl: '0.02' }),
    orderOf('sell close 3', 2, { symbol: now, pnl: '0.06' }),
    orderOf('buy open 1', 3, { symbol: now }),
    orderOf('buy open 4', 4, { symbol: other }),
  ];
  const renamedTrades = (renamed: UserWords['renamed']) => {
    const table = new OrderTable([], renamed);
    putRows(table, orders);
    return new Trades(table);
  };
  const held = (trades: Trades) => trades.positions().map(({ symbol, quantity }) => `${symbol} ${quantity}`);
  const span = { from: 0, to: 3_600_000 };
  const statementOf = (trades: Trades) => {
    const content = statementContent(trades, span, 'creation');
    return [content, finished(hashStatement(trades, span, { basis: 'creation', unfinished: content.unfinished }))];
  };

  test('has one position, and its trades, filters and results are those of the new name', () => {
    expect(held(renamedTrades({}))).toEqual(['LTC-USDT 4', 'NEW-USDT 1', 'OLD-USDT 3']);
    const trades = renamedTrades({ [old]: now });
    expect(held(trades)).toEqual(['LTC-USDT 4', 'NEW-USDT 1']);
    expect(trades.trade(trades.tradeOf(1))).toMatchObject({
      symbol: now,
      state: 'closed',
      pnl: '0.08',
      incomplete: [],
    });
    for (const name of [old, now]) {
      expect(trades.summarize({ symbols: [name] }, 'UTC', 0)).toMatchObject({ trades: 2 });
      expect(trades.orders.summarize({ symbols: [name] }, 'UTC', 0)).toMatchObject({ rows: 4 });
      expect(trades.orders.summarize({ withoutSymbols: [name] }, 'UTC', 0)).toMatchObject({ rows: 1 });
      expect(trades.wasOpen({ symbol: name, marginMode: 'cross', side: 'long', at: 90_000 })).toBe(true);
    }
    expect(trades.orders.results({}, 'UTC', 0).symbols.map(({ symbol, count }) => [symbol, count])).toEqual([
      [now, 4],
      [other, 1],
    ]);
    // The search finds what the rows say.
    expect(trades.orders.summarize({ text: 'OLD' }, 'UTC', 0)).toMatchObject({ rows: 2 });
  });

  test('may have been renamed twice, and a circle of names ends', () => {
    expect(held(renamedTrades({ [old]: 'MID-USDT', 'MID-USDT': now }))).toEqual(['LTC-USDT 4', 'NEW-USDT 1']);
    expect(held(renamedTrades({ [old]: now, [now]: old }))).toHaveLength(3);
  });

  test('has a name by which its plan orders find the positions', () => {
    const names = { [old]: 'MID-USDT', 'MID-USDT': now };
    expect(renamedTrades(names).orders.newNames()).toEqual({ [old]: now, 'MID-USDT': now });
  });

  test('is two symbols in statements and their hashes', () => {
    expect(statementOf(renamedTrades({ [old]: now }))).toEqual(statementOf(renamedTrades({})));
  });
});

/** Zero, nothing and an unknown word in the place of a field. */
const replacements: readonly Partial<Order>[] = [
  { side: null },
  { action: null },
  { action: 'unknown:liquidation' },
  { status: 'unknown:9' },
  { filledQuantity: '0' },
  { filledQuantity: null },
  { averagePrice: '0' },
  { averagePrice: null },
  { pnl: '0' },
  { pnl: null },
  { quantity: '0' },
  { quantity: null },
  { leverage: null },
];

/** The size of a contract with which orders of a symbol are taken. */
const takingSize = (trades: Trades, symbol: string) =>
  trades.derived().legs.find((leg) => trades.orders.columns.symbol.valueOf(leg.symbol) === symbol)?.contract;

test('one odd field of one order never turns a position into another one that is certain', () => {
  const odd = fc.record({
    seed: fc.nat(500),
    place: fc.nat(59),
    odd: fc.oneof(fc.constantFrom(...replacements), fc.constantFrom('unreadable', 'unreadable without a symbol')),
  });
  const subject = ({ symbol, marginMode, side }: Position) => `${symbol} ${marginMode} ${side}`;
  fc.assert(
    fc.property(odd, ({ seed, place, odd: change }) => {
      const simulated = simulateTrader(seed, { symbols: 2, days: 6, pnlPlaces: 4 });
      const orders = simulated.map(({ order }, index) => ({ ...order, number: index + 1 }));
      const row = orders[place % orders.length] as Order;
      const original = tradesOf(orders);
      const known = new Map(original.positions().map((position) => [subject(position), position]));
      const changed =
        typeof change === 'string'
          ? tradesOf(
              orders.filter((order) => order !== row).map((order, index) => ({ ...order, number: index + 1 })),
              [
                {
                  id: 'x',
                  marginMode: row.marginMode,
                  symbol: change === 'unreadable' ? row.symbol : null,
                  createdAt: row.createdAt,
                  seenAt: row.createdAt,
                },
              ],
            )
          : tradesOf(orders.with(place % orders.length, { ...row, ...change }));
      const positions = changed.positions();
      const open = changed.select({ filter: { states: ['open'] }, sort: [], zone: 'UTC', now: 0 });
      const marks = new Map(
        [...open].map((number) => changed.trade(number)).map(({ key, executions }) => [key, executions]),
      );
      const isTakenAlike = ({ symbol }: Position) =>
        [original, changed].every(
          (trades) =>
            trades.costMethod().method === 'average' && takingSize(trades, symbol) === takingSize(original, symbol),
        );
      for (const position of positions) {
        if (position.incomplete.length > 0) continue;
        const { quantity, entryPrice } = known.get(subject(position)) ?? {};
        expect(position.quantity).toBe(quantity);
        // Which entries are closed is told by the size of a contract and the method, which are observed in all orders.
        const isCertain = marks.get(position.trade) === 'certain';
        if (position.entryPrice !== null && isCertain && isTakenAlike(position))
          expect(position.entryPrice).toBe(entryPrice);
      }
      const doubts = changed.doubts();
      for (const [name, { symbol, marginMode }] of known) {
        if (positions.some((position) => subject(position) === name)) continue;
        expect(doubts.some((doubt) => doubt.marginMode === marginMode && (doubt.symbol ?? symbol) === symbol)).toBe(
          true,
        );
      }
    }),
    { numRuns: Number(process.env.PROPERTY_RUNS ?? 60) },
  );
});

test('a closing order without a PnL makes its trade incomplete, in statements too, and not what is held', () => {
  const orders = [buy, orderOf('sell close 4', 1, { pnl: null }), orderOf('sell close 6', 2)];
  const closed = tradesOf(orders);
  expect(closed.trade(closed.tradeOf(1)).incomplete).toEqual(['no-pnl']);
  const { totals } = statementContent(closed, { from: 0, to: 3_600_000 }, 'creation');
  expect(totals).toMatchObject([{ trades: 0, incompleteTrades: 1 }]);
  // While the trade is open, it is no closed one that could be incomplete.
  const ofSpan = (rows: Order[]) => statementContent(tradesOf(rows), { from: 0, to: 3_600_000 }, 'creation').totals;
  expect(ofSpan(orders.slice(0, 2))).toMatchObject([{ net: '0', incompleteTrades: 0, unknownPnl: 1 }]);
  const filled = { status: 'filled', filledQuantity: '0', averagePrice: '0', pnl: '0' } as const;
  expect(ofSpan([orderOf('sell close 4', 0, filled)])).toMatchObject([{ incompleteTrades: 0, unknownPnl: 1 }]);
  const open = tradesOf(orders.slice(0, 2));
  expect(open.trade(open.tradeOf(1)).incomplete).toEqual(['no-pnl']);
  expect(stateOf(open).positions).toEqual(['long 6']);
});

test('what the exchange did not send of a PnL is not zero, in a trade and in the sum of incomplete trades', () => {
  const pnlsOf = (...rows: Order[]) => {
    const trades = tradesOf(rows);
    const { pnl, pnlPerContract } = trades.trade(trades.tradeOf(1));
    return [pnl, pnlPerContract, trades.summarize({}, 'UTC', 0).quotes[0]?.incomplete.sum];
  };
  const close = (place: number, quantity: number, pnl: string | null) =>
    orderOf(`sell close ${quantity}`, place, { pnl });
  expect(pnlsOf(buy, close(1, 10, null))).toEqual([null, null, null]);
  expect(pnlsOf(buy, close(1, 4, '-2.5'), close(2, 6, null))).toEqual(['-2.5', null, '-2.5']);
  expect(pnlsOf({ ...orderOf('- - 10', 0), side: null, action: null, pnl: null })).toEqual([null, null, null]);
  expect(pnlsOf({ ...orderOf('- - 10', 0), side: null, action: null })).toEqual(['0', null, '0']);
});
