import { describe, expect, test } from 'vitest';
import type { Order } from '../../shared/contract/orders.ts';
import type { Trade, TradeFilter, TradeSort } from '../../shared/contract/trades.ts';
import { blankRow } from '../../shared/testing/blank-row.ts';
import type { Side } from '../../shared/values/domain.ts';
import { untold } from '../../shared/values/told.ts';
import { OrderTable } from '../orders/list-table.ts';
import { type NumberedRow, putRows } from '../orders/testing/numbered-rows.ts';
import { type HistoryBreak, noWords } from '../rows.ts';
import { Trades } from './trades.ts';

const ten = Date.UTC(2025, 2, 3, 10);

interface Line {
  /** Minutes after ten o'clock. */
  at: number;
  does: `${Side} ${'open' | 'close'}`;
  executed: string;
  price?: string;
  pnl?: string | null;
  symbol?: string;
  leverage?: string;
  marginMode?: Order['marginMode'];
  kind?: 'market' | 'limit';
}

function orderOf(line: Line, place: number): NumberedRow<'order-history'> {
  const {
    at,
    does,
    executed,
    price = '100',
    pnl = '0',
    symbol = 'BTC-USDT',
    leverage = '10',
    marginMode = 'cross',
    kind = 'market',
  } = line;
  const [side, action] = does.split(' ') as [Side, 'open' | 'close'];
  return {
    ...blankRow('order-history'),
    number: place + 1,
    tie: place,
    key: `${marginMode}:${place + 1}`,
    id: String(place + 1),
    marginMode,
    createdAt: ten + at * 60_000,
    symbol,
    type: `${side}-${kind}`,
    side,
    kind,
    price,
    leverage,
    quantity: executed,
    status: 'filled',
    action,
    filledQuantity: executed,
    averagePrice: price,
    pnl,
  };
}

function tradesOf(lines: readonly Line[], breaks: readonly HistoryBreak[] = []): Trades {
  const orders = new OrderTable();
  putRows(orders, lines.map(orderOf));
  const trades = new Trades(orders);
  trades.setBreaks(breaks);
  return trades;
}

/** A gap of a minute, or the past before the oldest order. */
function gapBefore(before: number | null): HistoryBreak {
  return { marginMode: 'cross', after: before && before - 60_000, before };
}

function select(list: Trades, filter: TradeFilter = {}, sort: readonly TradeSort[] = []): Trade[] {
  return [...list.select({ filter, sort, zone: 'UTC', now: ten })].map((number) => list.trade(number));
}

const scaling: Line[] = [
  { at: 0, does: 'buy open', executed: '5', price: '100' },
  { at: 10, does: 'buy open', executed: '5', price: '110', leverage: '20' },
  { at: 20, does: 'sell close', executed: '4', price: '120', pnl: '6' },
  { at: 30, does: 'buy open', executed: '2', price: '108' },
  { at: 60, does: 'sell close', executed: '8', price: '125', pnl: '16.25' },
  { at: 65, does: 'buy open', executed: '1', price: '124' },
];

describe('the worked examples of docs/trades.md', () => {
  test('1: scaling in and out is one trade, and the next order begins another one', () => {
    const [open, trade, ...others] = select(tradesOf(scaling));
    expect(others).toEqual([]);
    expect(trade).toMatchObject({
      key: 'cross:1',
      symbol: 'BTC-USDT',
      marginMode: 'cross',
      side: 'long',
      state: 'closed',
      openedAt: ten,
      closedAt: ten + 3_600_000,
      duration: 3_600_000,
      orders: 5,
      largestSize: '10',
      openedQuantity: '12',
      closedQuantity: '12',
      entryPrice: '105.5',
      exitPrice: '123.333333333',
      pnl: '22.25',
      pnlPerContract: '1.85416666667',
      leverage: '20',
      incomplete: [],
    });
    expect(open).toMatchObject({ state: 'open', closedAt: null, duration: null, orders: 1, pnlPerContract: null });
  });

  test('2: a history that begins within a position has incomplete trades, and invents nothing', () => {
    const trades = select(
      tradesOf([
        { at: 0, does: 'sell close', executed: '3' },
        { at: 1, does: 'sell close', executed: '2' },
        { at: 2, does: 'buy open', executed: '4' },
        { at: 3, does: 'sell close', executed: '10' },
        { at: 4, does: 'sell close', executed: '1' },
        { at: 5, does: 'buy open', executed: '2' },
      ]),
    );
    expect(trades).toMatchObject([
      { state: 'open', orders: 1, openedQuantity: '2', incomplete: [] },
      { state: 'closed', orders: 3, openedQuantity: '4', closedQuantity: '11', incomplete: ['more-closed'] },
      {
        state: 'closed',
        orders: 2,
        duration: null,
        largestSize: null,
        openedQuantity: '0',
        closedQuantity: '5',
        entryPrice: null,
        incomplete: ['more-closed'],
      },
    ]);
  });

  test('3: a long and a short position of one symbol are two trades', () => {
    const list = tradesOf([
      { at: 0, does: 'buy open', executed: '2' },
      { at: 1, does: 'sell open', executed: '3' },
      { at: 2, does: 'buy close', executed: '3' },
      { at: 3, does: 'sell close', executed: '2' },
    ]);
    expect(select(list)).toMatchObject([
      { side: 'short', state: 'closed', orders: 2 },
      { side: 'long', state: 'closed', orders: 2 },
    ]);
    expect([...list.ordersOf(list.tradeOf(4))]).toEqual([1, 4]);
  });

  test('6: the entry of a position is that of what is still held', () => {
    const entries = [2, 3, 4].map((orders) => tradesOf(scaling.slice(0, orders)).positions());
    expect(entries).toMatchObject([
      [{ quantity: '10', entryPrice: '105' }],
      [{ quantity: '6', entryPrice: '105' }],
      [{ quantity: '8', entryPrice: '105.75', since: ten, trade: 'cross:1', side: 'long', incomplete: [] }],
    ]);
    expect(tradesOf(scaling.slice(0, 5)).positions()).toEqual([]);
  });
});

describe('the order of executions in the examples of docs/trades.md', () => {
  const day = 24 * 60;
  /** Trades of another month that show that a contract is 0.01, and the method. `pnls`: of the two orders that close. */
  const knownBy = (...pnls: readonly string[]) =>
    [1, 2, 3].flatMap((place): Line[] => [
      { at: (place - 60) * day, does: 'buy open', executed: '10', price: '100.0' },
      { at: (place - 60) * day + 1, does: 'buy open', executed: '10', price: '110' },
      ...pnls.map(
        (pnl, at): Line => ({
          at: (place - 60) * day + 5 + at,
          does: 'sell close',
          executed: '10',
          price: '110.5',
          pnl,
        }),
      ),
    ]);
  const known = knownBy('0.5500', '0.5500');
  const knownByFifo = knownBy('1.0500', '0.0500');
  const times = (trades: readonly Trade[]) =>
    trades.map(({ openedAt, openedBy, closedAt, closedBy, orders, executions }) => [
      orders,
      ...[openedAt, openedBy, closedAt, closedBy].map((time) => time && (time - ten) / 60_000),
      executions,
    ]);

  test('6: a take profit that was filled after nine days belongs to the trade that it closed', () => {
    const list = tradesOf([
      ...known,
      { at: 0, does: 'buy open', executed: '10', price: '100' },
      { at: 0, does: 'sell close', executed: '10', price: '110', pnl: '1.05', kind: 'limit' },
      { at: 5 * day, does: 'buy open', executed: '10', price: '99' },
      { at: 9 * day, does: 'sell close', executed: '10', price: '101', pnl: '0.15' },
    ]);
    expect(times(select(list).slice(0, 1))).toEqual([[4, 0, 0, 9 * day, 9 * day, 'certain']]);
    expect([...list.ordersOf(list.tradeOf(14))]).toEqual([13, 15, 14, 16]);
  });

  test('an order that closes, waits and tells nothing is taken where it comes, and the others as they tell', () => {
    const list = tradesOf([
      ...known,
      { at: 0, does: 'buy open', executed: '14', price: '100' },
      { at: 0, does: 'sell close', executed: '4', price: '104', pnl: null, kind: 'limit' },
      { at: 0, does: 'sell close', executed: '10', price: '110', pnl: '1.05', kind: 'limit' },
      { at: 5 * day, does: 'buy open', executed: '10', price: '99' },
      { at: 9 * day, does: 'sell close', executed: '10', price: '101', pnl: '0.15' },
    ]);
    expect([...list.ordersOf(list.tradeOf(14))]).toEqual([13, 14, 16, 15, 17]);
  });

  test('7: a scale-in that waited after the position was closed begins the next trade', () => {
    const list = tradesOf([
      ...known,
      { at: 0, does: 'buy open', executed: '10', price: '100' },
      { at: 5, does: 'buy open', executed: '5', price: '97', kind: 'limit' },
      { at: 30, does: 'sell close', executed: '10', price: '103', pnl: '0.3' },
      { at: 480, does: 'sell close', executed: '5', price: '98', pnl: '0.05' },
    ]);
    expect(times(select(list).slice(0, 2))).toEqual([
      [2, 30, 480, 480, 480, 'certain'],
      [2, 0, 0, 30, 30, 'certain'],
    ]);
  });

  test('8: what was executed in a night without the program has a range', () => {
    const orders = new OrderTable();
    const list = new Trades(orders);
    const [evening, morning] = [ten + 180 * 60_000, ten + 660 * 60_000];
    const lines: Line[] = [
      { at: 0, does: 'buy open', executed: '4', kind: 'limit' },
      { at: 690, does: 'sell close', executed: '4', price: '101', pnl: '0.04' },
    ];
    putRows(orders, lines.map(orderOf));
    list.observe(1, [{ from: evening, to: morning, quantity: '4', averagePrice: '100', pnl: '0' }]);
    expect(times(select(list))).toEqual([[2, 180, 660, 690, 690, 'certain']]);
    list.observe(1, []);
    expect(times(select(list))).toEqual([[2, 0, 690, 690, 690, 'certain']]);
  });

  test('9: by FIFO, an order that closes all but the entry that waited ends a trade, which is marked', () => {
    const entries: Line[] = [
      { at: 0, does: 'buy open', executed: '10', price: '100' },
      { at: 5, does: 'buy open', executed: '5', price: '97', kind: 'limit' },
    ];
    const list = tradesOf([
      ...knownByFifo,
      ...entries,
      { at: 30, does: 'sell close', executed: '10', price: '103', pnl: '0.3' },
      { at: 480, does: 'sell close', executed: '5', price: '98', pnl: '0.05' },
    ]);
    expect(list.costMethod()).toEqual({ method: 'fifo', average: 0, fifo: 8 });
    expect(times(select(list).slice(0, 2))).toEqual([
      [2, 30, 480, 480, 480, 'uncertain'],
      [2, 0, 0, 30, 30, 'uncertain'],
    ]);
    const whole = tradesOf([
      ...knownByFifo,
      ...entries,
      { at: 30, does: 'sell close', executed: '8', price: '103', pnl: '0.24' },
      { at: 480, does: 'sell close', executed: '7', price: '98', pnl: '0.01' },
    ]);
    expect(times(select(whole).slice(0, 1))).toEqual([[4, 0, 0, 480, 480, 'certain']]);
  });

  test('the entry of a position by FIFO is that of the entries that are left', () => {
    const lines = scaling.slice(0, 4).map((line) => ({ ...line, symbol: 'ETH-USDT' }));
    const position = (known: readonly Line[]) => tradesOf([...known, ...lines]).positions();
    expect(position(knownByFifo)).toMatchObject([{ quantity: '8', entryPrice: '108.25' }]);
    expect(position(known)).toMatchObject([{ quantity: '8', entryPrice: '105.75' }]);
  });

  test('the method is not known as long as the orders do not tell, and trades that rest on the average cost are marked', () => {
    const doubtful = tradesOf([
      ...[7, 8, 9].flatMap((hour): Line[] => [
        { at: -hour * 60, does: 'buy open', executed: '10', price: '100.0' },
        { at: -hour * 60 + 1, does: 'sell close', executed: '10', price: '110.5', pnl: '1.0500' },
      ]),
      { at: 0, does: 'buy open', executed: '10', price: '100' },
      { at: 0, does: 'sell close', executed: '10', price: '110', pnl: '1.05', kind: 'limit' },
      { at: 5 * day, does: 'buy open', executed: '10', price: '99' },
      { at: 9 * day, does: 'sell close', executed: '10', price: '101', pnl: '0.15' },
    ]);
    expect(doubtful.costMethod().method).toBeNull();
    expect(select(doubtful)[0]?.executions).toBe('uncertain');
  });

  test('a take profit that agrees with two trades marks both', () => {
    const list = tradesOf([
      ...known,
      { at: 0, does: 'buy open', executed: '10', price: '100' },
      { at: 0, does: 'sell close', executed: '10', price: '110', pnl: '1', kind: 'limit' },
      { at: 60, does: 'buy open', executed: '10', price: '100' },
      { at: 90, does: 'sell close', executed: '10', price: '101', pnl: '0.1' },
    ]);
    expect(select(list, { executions: ['uncertain'] }).map(({ orders }) => orders)).toEqual([2, 2]);
    expect(select(list, { executions: ['certain'] })).toHaveLength(3);
  });

  test('orders without a PnL that implies an entry come by start, and are marked where another sequence gives other trades', () => {
    const list = tradesOf([
      { at: 0, does: 'buy open', executed: '10' },
      { at: 0, does: 'sell close', executed: '10', kind: 'limit' },
      { at: 60, does: 'buy open', executed: '10' },
      { at: 90, does: 'sell close', executed: '10' },
      { at: 100, does: 'buy open', executed: '10' },
      { at: 190, does: 'sell close', executed: '10' },
    ]);
    expect(times(select(list))).toEqual([
      [2, 100, 100, 190, 190, 'certain'],
      [2, 60, 60, 90, 90, 'uncertain'],
      [2, 0, 0, 0, 60, 'uncertain'],
    ]);
  });
});

test('of trades that were opened at one time, the one whose first order was created later comes first, whatever the ties', () => {
  const ofOne = (at: number, does: Line['does'], executed: string, price: string, pnl = '0'): Line => ({
    at,
    does,
    executed,
    price,
    pnl,
    kind: at % 100 === 5 ? 'limit' : 'market',
  });
  // The limit order was executed after the order that closed at 30, and begins a trade of its own then.
  const twice = [0, 100, 200, 300].flatMap((at) => [
    ofOne(at, 'buy open', '10', '100.00'),
    ofOne(at + 5, 'buy open', '5', '97.00'),
    ofOne(at + 30, 'sell close', '10', '103.00', '0.3000'),
    { ...ofOne(at + 30, 'buy open', '1', '50'), symbol: 'ETH-USDT' },
    ofOne(at + 60, 'sell close', '5', '98.00', '0.0500'),
    { ...ofOne(at + 60, 'sell close', '1', '49', '-0.01'), symbol: 'ETH-USDT' },
  ]);
  for (const tieOf of [(place: number) => place, (place: number) => -place, () => 0]) {
    const orders = new OrderTable();
    const tied = (place: number) => (twice[place]?.at === twice[place - 1]?.at ? 1 : 0);
    putRows(
      orders,
      twice.map((line, place) => ({ ...orderOf(line, place), tie: tied(place) + 2 * tieOf(Math.floor(line.at / 10)) })),
    );
    expect(select(new Trades(orders)).map(({ symbol, openedAt }) => `${symbol} ${(openedAt - ten) / 60_000}`)).toEqual(
      [300, 200, 100, 0].flatMap((at) => [`ETH-USDT ${at + 30}`, `BTC-USDT ${at + 30}`, `BTC-USDT ${at}`]),
    );
  }
});

test('a typed size of a contract tells the entries while the trades show none', () => {
  // Example 6.
  const list = tradesOf([
    { at: 0, does: 'buy open', executed: '10', price: '100.00' },
    { at: 0, does: 'sell close', executed: '10', price: '110.00', pnl: '1.0500', kind: 'limit' },
    { at: 100, does: 'buy open', executed: '10', price: '99.00' },
    { at: 200, does: 'sell close', executed: '10', price: '101.00', pnl: '0.1500' },
  ]);
  const counts = () => select(list).map(({ orders }) => orders);
  expect(counts()).toEqual([2, 2]);
  list.setWords({ ...noWords, contractSizes: { 'BTC-USDT': '0.01' } });
  expect(counts()).toEqual([4]);
  list.setWords(noWords);
  expect(counts()).toEqual([2, 2]);
});

describe('the size of a contract', () => {
  /** A long trade at a time with an entry, an exit, and a PnL. */
  const roundTrip = (place: number, entry: string, exit: string, pnl: string): Line[] => [
    { at: place * 10, does: 'buy open', executed: '5', price: entry },
    { at: place * 10 + 5, does: 'sell close', executed: '5', price: exit, pnl },
  ];
  const agreeing = [
    roundTrip(0, '100.5', '102.1', '0.08'),
    roundTrip(1, '100.5', '90.5', '-0.500'),
    roundTrip(2, '1', '4.13', '0.1565'),
  ];

  test('is observed if the trades agree', () => {
    const list = tradesOf(agreeing.flat());
    expect(list.contractSize('BTC-USDT')).toMatchObject({
      size: '0.01',
      from: '0.00996496',
      to: '0.0100353',
      agreeing: 3,
      trades: 3,
    });
    expect([1, 3, 5].map((row) => list.pnlFits(list.tradeOf(row)))).toEqual([true, true, true]);
    expect(list.contractSize('ETH-USDT')).toMatchObject({
      size: untold('few-trades'),
      from: null,
      to: null,
      agreeing: 0,
      trades: 0,
    });
  });

  test('is observed for short trades, too, and open and incomplete trades have no say', () => {
    const short = [0, 10, 20].flatMap((at): Line[] => [
      { at, does: 'sell open', executed: '2', price: '50.0' },
      { at: at + 1, does: 'buy close', executed: '2', price: '40.0', pnl: '2000' },
    ]);
    const others: Line[] = [
      { at: 50, does: 'sell close', executed: '1', pnl: '7' },
      { at: 51, does: 'buy open', executed: '1' },
    ];
    const list = tradesOf([...short, ...others]);
    expect(list.contractSize('BTC-USDT')).toMatchObject({ size: '100', agreeing: 3, trades: 3 });
    expect([7, 8].map((row) => list.pnlFits(list.tradeOf(row)))).toEqual([null, null]);
  });

  test('is unknown while it could be another, except a power of ten', () => {
    const coarse = (pnl: string) => [0, 10, 20].flatMap((at) => roundTrip(at, '100.5', '102.1', pnl));
    expect(tradesOf(coarse('0.08')).contractSize('BTC-USDT').size).toBe('0.01');
    expect(tradesOf(coarse('0.10')).contractSize('BTC-USDT')).toMatchObject({
      size: untold('coarse-figures'),
      agreeing: 3,
    });
    const exact = (places: number) =>
      [0, 10, 20].flatMap((at) => roundTrip(at, '100.5000', `102.1${'0'.repeat(places)}`, '0.1000'));
    expect(tradesOf(exact(3)).contractSize('BTC-USDT')).toMatchObject({ size: '0.0125', agreeing: 3 });
  });

  test('a PnL that does not fit is marked, and with too many of them no size is shown', () => {
    const more = Array.from({ length: 7 }, (_, place) => roundTrip(3 + place, '100.5', '102.1', '0.08')).flat();
    const wrong = roundTrip(10, '100.5', '102.1', '-0.08');
    const list = tradesOf([...agreeing.flat(), ...more, ...wrong]);
    expect(list.contractSize('BTC-USDT')).toMatchObject({ size: '0.01', agreeing: 10, trades: 11 });
    expect(list.pnlFits(list.tradeOf(21))).toBe(false);
    const few = tradesOf([...agreeing.flat(), ...wrong]);
    expect(few.contractSize('BTC-USDT')).toMatchObject({
      size: untold('trades-disagree'),
      from: null,
      to: null,
      agreeing: 3,
      trades: 4,
    });
    expect(few.pnlFits(few.tradeOf(1))).toBeNull();
  });
});

describe('the decimal places of long numbers', () => {
  test('are not rounded up: a PnL that was rounded at its 18th place fits', () => {
    const list = tradesOf([
      ...[0, 10, 20].flatMap((at): Line[] => [
        { at, does: 'buy open', executed: '210', price: '0.00002641' },
        { at: at + 1, does: 'sell close', executed: '210', price: '0.00002610', pnl: '-0.0000651' },
      ]),
      { at: 30, does: 'buy open', executed: '210', price: '0.00002641475266268704182075' },
      { at: 31, does: 'sell close', executed: '210', price: '0.00002610', pnl: '-0.000066098059164279' },
    ]);
    expect(list.contractSize('BTC-USDT').size).toBe('1');
    expect(list.pnlFits(list.tradeOf(7))).toBe(true);
  });

  test.each([16, 18, 24])('do not hide the size: prices of %i places', (places) => {
    const price = (digit: string): string => `0.${digit.repeat(places)}`;
    const list = tradesOf(
      [0, 10, 20].flatMap((at): Line[] => [
        { at, does: 'buy open', executed: '3', price: price('1') },
        // The PnL is 30 × 0.111…, whose last digit the exchange has rounded.
        { at: at + 1, does: 'sell close', executed: '3', price: price('2'), pnl: `3.${'3'.repeat(places - 1)}4` },
      ]),
    );
    expect(list.contractSize('BTC-USDT')).toMatchObject({ size: '10', agreeing: 3 });
    expect(list.pnlFits(list.tradeOf(1))).toBe(true);
  });
});

describe('where orders may be missing', () => {
  const twice: Line[] = [0, 20].flatMap((at): Line[] => [
    { at, does: 'buy open', executed: '1' },
    { at: at + 10, does: 'sell close', executed: '1' },
  ]);
  const reasonsAt = (before: number | null, lines = twice) =>
    select(tradesOf(lines, [gapBefore(before === null ? null : ten + before * 60_000)])).map(({ incomplete }) =>
      incomplete.join(),
    );

  test('the first trade of a leg has a reason if the history does not reach back', () => {
    expect(reasonsAt(null)).toEqual(['', 'missing-start']);
  });

  test.each([
    [5, ['', 'gap']],
    [15, ['gap', '']],
    [25, ['gap', '']],
    [35, ['', '']],
  ])('a gap before minute %i marks the trade that was open, or else the next one', (before, reasons) => {
    expect(reasonsAt(before)).toEqual(reasons);
  });

  test('an open trade has a gap that came after its last order', () => {
    expect(reasonsAt(35, twice.slice(0, 3))).toEqual(['gap', '']);
  });

  test('a gap that is closed leaves no mark', () => {
    const list = tradesOf(twice, [gapBefore(ten)]);
    expect(select(list, { incomplete: 'only' })).toHaveLength(1);
    list.setBreaks([]);
    expect(select(list, { incomplete: 'only' })).toEqual([]);
  });
});

describe('queries', () => {
  const list = tradesOf([
    ...scaling,
    {
      at: 70,
      does: 'sell open',
      executed: '30',
      price: '2000',
      symbol: 'ETH-USDC',
      leverage: '5',
      marginMode: 'isolated',
    },
    {
      at: 24 * 60,
      does: 'buy close',
      executed: '30',
      price: '2100',
      symbol: 'ETH-USDC',
      pnl: '-3000',
      marginMode: 'isolated',
    },
    { at: 80, does: 'buy close', executed: '1', symbol: 'ETH-USDC', pnl: '7' },
  ]);
  const keys = (filter: TradeFilter, sort: readonly TradeSort[] = []) =>
    select(list, filter, sort).map(({ key }) => key);

  test.each<[TradeFilter, string[]]>([
    [{}, ['cross:9', 'isolated:7', 'cross:6', 'cross:1']],
    [{ symbols: ['ETH-USDC'] }, ['cross:9', 'isolated:7']],
    [{ sides: ['short'] }, ['cross:9', 'isolated:7']],
    [{ states: ['open'] }, ['cross:6']],
    [{ marginModes: ['isolated'] }, ['isolated:7']],
    [{ pnlSigns: ['loss', 'zero'] }, ['isolated:7', 'cross:6']],
    [{ pnl: { from: '7', to: '22.25' } }, ['cross:9', 'cross:1']],
    [{ leverage: { to: '10' } }, ['cross:9', 'isolated:7', 'cross:6']],
    [{ largestSize: { from: '10' } }, ['isolated:7', 'cross:1']],
    [{ price: { from: '105.5', to: '105.5' } }, ['cross:1']],
    [{ price: { from: '123', to: '124' } }, ['cross:6', 'cross:1']],
    [{ duration: { from: 1, to: 3_600_000 } }, ['cross:1']],
    [{ opened: { from: '2025-03-04' } }, []],
    [{ closed: { from: '2025-03-04' } }, ['isolated:7']],
    [{ closed: { preset: 'today' } }, ['cross:9', 'cross:1']],
    [{ weekdays: [1], hours: [11] }, ['cross:9', 'isolated:7', 'cross:6']],
    [{ incomplete: 'only' }, ['cross:9']],
    [{ incomplete: 'none' }, ['isolated:7', 'cross:6', 'cross:1']],
    [{ text: 'eth usdc' }, ['cross:9', 'isolated:7']],
    [{ text: '8' }, ['isolated:7']],
  ])('filter %j', (filter, expected) => {
    expect(keys(filter)).toEqual(expected);
  });

  test.each<[TradeSort[], string[]]>([
    [[{ field: 'pnl', direction: 'ascending' }], ['isolated:7', 'cross:6', 'cross:9', 'cross:1']],
    [[{ field: 'duration', direction: 'descending' }], ['isolated:7', 'cross:1', 'cross:9', 'cross:6']],
    [
      [
        { field: 'symbol', direction: 'descending' },
        { field: 'openedAt', direction: 'ascending' },
      ],
      ['isolated:7', 'cross:9', 'cross:1', 'cross:6'],
    ],
  ])('sort %j', (sort, expected) => {
    expect(keys({}, sort)).toEqual(expected);
  });

  test('sums keep closed, open and incomplete trades apart', () => {
    expect(list.summarize({}, 'UTC', ten)).toMatchObject({
      trades: 4,
      closed: 2,
      open: 1,
      incomplete: 1,
      quotes: [
        { quote: 'USDC', closed: { sum: '-3000', wins: 0, losses: 1 }, incomplete: { trades: 1, sum: '7' } },
        { quote: 'USDT', closed: { sum: '22.25', winRate: '100' }, open: { trades: 1, sum: '0' } },
      ],
    });
  });
});

describe('results', () => {
  const minutes = (at: number): number => ten + at * 60_000;
  const pnls = ['12', '-3', '4.5', '0', '-7.25', '30', '1', '2'];
  const eight = pnls.flatMap((pnl, place): Line[] => [
    { at: 10 * place, does: 'buy open', executed: '1' },
    { at: 10 * place + 5, does: 'sell close', executed: '1', marginMode: place < 16_400 ? 'cross' : 'isolated', pnl },
  ]);

  test('are those of example 5', () => {
    const results = tradesOf(eight).results({}, 'UTC', ten);
    expect(results).toMatchObject({
      winRate: { value: '71.43', sample: 7 },
      averageWin: { value: '9.9', sample: 5 },
      averageLoss: { value: '-5.125', sample: 2 },
      profitFactor: { value: '4.8293', sample: 7 },
      expectancy: { value: '4.90625', sample: 8, interval: { from: '-1.59', to: '12.9' } },
      longestWins: { trades: 3, from: minutes(55), to: minutes(75) },
      longestLosses: { trades: 1, from: minutes(15), to: minutes(15) },
      drawdown: { amount: '7.25', from: minutes(35), to: minutes(45), recoveredAt: minutes(55) },
    });
    expect(tradesOf(eight).summarize({}, 'UTC', ten).quotes[0]?.closed.average).toBe(results.expectancy.value);
    const bins = results.groups.result.map(({ bin, count, range }) => [bin?.from, bin?.to, count, range]);
    expect(bins).toEqual([
      ['-10', '-5', 1, { from: '-7.25', to: '-7.25' }],
      ['-5', '0', 1, { from: '-3', to: '-3' }],
      ['0', '0', 1, { from: '0', to: '0' }],
      ['0', '5', 3, { from: '1', to: '4.5' }],
      ['5', '10', 0, null],
      ['10', '15', 1, { from: '12', to: '12' }],
      ['15', '20', 0, null],
      ['20', '25', 0, null],
      ['25', '30', 1, { from: '30', to: '30' }],
    ]);
  });

  test('keep open and incomplete trades apart, and are of one quote currency', () => {
    const list = tradesOf([
      ...eight,
      { at: 100, does: 'sell close', executed: '1', pnl: '50' },
      { at: 110, does: 'buy open', executed: '2' },
      { at: 120, does: 'sell close', executed: '1', pnl: '0.5' },
      { at: 0, does: 'sell open', executed: '1', symbol: 'ETH-USDC' },
      { at: 9, does: 'buy close', executed: '1', symbol: 'ETH-USDC', pnl: '7' },
    ]);
    const results = list.results({}, 'UTC', ten);
    expect(results.quotes).toEqual(['USDT', 'USDC']);
    expect(results).toMatchObject({
      quote: 'USDT',
      open: { trades: 1, sum: '0.5' },
      incomplete: { trades: 1, sum: '50' },
    });
    expect(results.expectancy).toEqual(tradesOf(eight).results({}, 'UTC', ten).expectancy);
    const other = list.results({}, 'UTC', ten, 'USDC');
    expect(other.days).toEqual([{ day: '2025-03-03', pnl: '7', count: 1, wins: 1, losses: 0, total: '7' }]);
    // One trade has no interval, and without a loss there is neither a profit factor nor a drawdown.
    expect(other).toMatchObject({
      expectancy: { value: '7', sample: 1, interval: null },
      profitFactor: { value: null },
      drawdown: null,
      longestLosses: null,
    });
    expect(list.results({}, 'UTC', ten, 'EUR').quote).toBe('USDT');
    expect(select(list, { quotes: ['USDC'] }).map(({ symbol }) => symbol)).toEqual(['ETH-USDC']);
  });

  test.each([
    ['above', `1${'0'.repeat(350)}`],
    ['below', `0.${'0'.repeat(350)}1`],
  ])('are exact %s the range of floats', (_, size) => {
    const results = tradesOf([
      { at: 0, does: 'buy open', executed: '1' },
      { at: 1, does: 'sell close', executed: '1', pnl: size },
      { at: 2, does: 'buy open', executed: '1' },
      { at: 3, does: 'sell close', executed: '1', pnl: `-${size}` },
    ]).results({}, 'UTC', ten);
    expect(results).toMatchObject({
      winRate: { value: '50' },
      profitFactor: { value: '1' },
      expectancy: { value: '0' },
      drawdown: { amount: size },
    });
    expect(results.groups.result.filter(({ count }) => count > 0).map(({ pnl, range }) => [pnl, range])).toEqual([
      [`-${size}`, { from: `-${size}`, to: `-${size}` }],
      [size, { from: size, to: size }],
    ]);
  });

  test('of no trades have no figures', () => {
    const results = tradesOf([]).results({}, 'UTC', ten);
    expect(results).toMatchObject({ quotes: [], quote: '', days: [], expectancy: { value: null, sample: 0 } });
    expect(results.groups.result).toEqual([]);
    expect(results.groups.weekday).toHaveLength(7);
  });

  test('of many symbols are calculated in more steps than those of few', () => {
    const stepsOf = (symbols: number) => {
      const lines = Array.from({ length: symbols }, (_, place): Line[] => [
        { at: 2 * place, does: 'buy open', executed: '1', symbol: `S${place}-USDT` },
        { at: 2 * place + 1, does: 'sell close', executed: '1', pnl: '1', symbol: `S${place}-USDT` },
      ]);
      return [...tradesOf(lines.flat()).resultSteps({}, 'UTC', ten)].length;
    };
    expect(stepsOf(200)).toBeGreaterThanOrEqual(stepsOf(2) + 20);
  });
});

describe('orders of one symbol that are too many for one step', () => {
  const rows = Array.from({ length: 16_800 }, (_, place) => {
    const does = place % 80 < 40 ? 'buy open' : 'sell close';
    const pnl = does === 'buy open' ? '0' : '0.01';
    return orderOf({ at: place, does, executed: '1', marginMode: place < 16_400 ? 'cross' : 'isolated', pnl }, place);
  });
  const changed = [
    { ...(rows[16_500] as (typeof rows)[number]), filledQuantity: null, averagePrice: null, pnl: null },
    { ...(rows[8021] as (typeof rows)[number]), symbol: 'ETH-USDT' },
  ];
  const listOf = (orders: typeof rows) => {
    const index = new OrderTable();
    putRows(index, orders);
    return new Trades(index);
  };
  const read = (list: Trades) =>
    JSON.stringify([select(list), list.contractSize('BTC-USDT'), list.contractSize('ETH-USDT')]);

  test('change between any two steps', () => {
    const expected = read(listOf(rows.map((row) => changed.find(({ number }) => number === row.number) ?? row)));
    const steps = [...listOf(rows).prepare()].length;
    expect(steps).toBeGreaterThan(4);
    for (let done = 0; done <= steps; done++) {
      const list = listOf(rows);
      const preparing = list.prepare();
      for (let step = 0; step < done; step++) preparing.next();
      for (const order of changed) {
        putRows(list.orders, [order]);
        preparing.next();
      }
      expect(read(list) === expected, `after ${done} of ${steps} steps`).toBe(true);
    }
  });
});
