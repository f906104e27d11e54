import { describe, expect, test } from 'vitest';
import { blankRow } from '../../shared/testing/blank-row.ts';
import { randomNumbers } from '../../shared/testing/random-numbers.ts';
import { isTold, untold } from '../../shared/values/told.ts';
import { OrderTable } from '../orders/list-table.ts';
import { type NumberedRow, putRows } from '../orders/testing/numbered-rows.ts';
import { noWords } from '../rows.ts';
import { resultOf } from '../table/steps.ts';
import { Trades } from './trades.ts';

const start = Date.UTC(2025, 0, 6);
const hour = 3_600_000;

interface RoundTrip {
  readonly quantity: number;
  readonly entry: string;
  readonly exit: string;
  readonly pnl: string;
}

/** A history of long trades of BTC-USDT, one an hour. */
function tradesOf(trips: readonly RoundTrip[]): Trades {
  const list = new Trades(new OrderTable());
  putRows(list.orders, rowsOf(trips));
  return list;
}

function rowsOf(trips: readonly RoundTrip[]): NumberedRow<'order-history'>[] {
  return trips.flatMap(({ quantity, entry, exit, pnl }, place) =>
    [entry, exit].map((averagePrice, part): NumberedRow<'order-history'> => {
      const number = 2 * place + part + 1;
      return {
        ...blankRow('order-history'),
        id: `o${number}`,
        key: `cross:o${number}`,
        marginMode: 'cross',
        symbol: 'BTC-USDT',
        side: part === 0 ? 'buy' : 'sell',
        action: part === 0 ? 'open' : 'close',
        kind: 'market',
        status: 'filled',
        filledQuantity: String(quantity),
        averagePrice,
        pnl: part === 0 ? '0' : pnl,
        createdAt: start + place * hour + part * 60_000,
        tie: number,
        number,
      };
    }),
  );
}

/** A trader of contracts of a size: prices of 2 places, a PnL of 4, and some trades whose PnL is off by a factor N(1, 5%). */
function simulate(seed: number, { trades, odd, size }: { trades: number; odd: number; size: number }): RoundTrip[] {
  const random = randomNumbers(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Array.from({ length: trades }, () => {
    const quantity = 1 + Math.floor(random() * 20);
    const entry = (80 + 40 * random()).toFixed(2);
    const exit = (Number(entry) * (1 + 0.02 * normal())).toFixed(2);
    const isOdd = random() < odd;
    const pnl = (Number(exit) - Number(entry)) * quantity * size * (isOdd ? 1 + 0.05 * normal() : 1);
    return { quantity, entry, exit, pnl: pnl.toFixed(4) };
  });
}

test.each([
  { size: 0.01, trades: 10, odd: 0.05, accounts: 100 },
  { size: 0.01, trades: 100, odd: 0.05, accounts: 200 },
  { size: 0.01, trades: 100, odd: 0.1, accounts: 200 },
  { size: 0.0125, trades: 30, odd: 0.1, accounts: 100 },
])('$trades trades of which a share of $odd is odd show the size $size, or none', ({ size, trades, odd, accounts }) => {
  const shown = Array.from({ length: accounts }, (_, seed) =>
    tradesOf(simulate(seed + 1, { trades, odd, size })).contractSize('BTC-USDT'),
  );
  const known = shown.filter((one) => isTold(one.size));
  expect(new Set(known.map((one) => one.size))).toEqual(new Set([String(size)]));
  expect(known.filter(({ from, to }) => Number(from) > size || Number(to) < size)).toEqual([]);
  expect(known.length).toBeGreaterThanOrEqual((odd === 0.1 ? 0.75 : 0.9) * accounts);
});

test('one odd trade of ten does not pull the size off', () => {
  const trips = Array.from({ length: 10 }, (_, place) => ({
    quantity: 10,
    entry: `${100 + place}.00`,
    exit: `${101 + place}.00`,
    pnl: place === 4 ? '0.0985' : '0.1000',
  }));
  const list = tradesOf(trips);
  expect(list.contractSize('BTC-USDT')).toMatchObject({ size: '0.01', agreeing: 9, trades: 10 });
  expect([4, 5].map((place) => list.pnlFits(list.tradeOf(2 * place + 1)))).toEqual([false, true]);
});

test('a power of ten that coarse trades allow is not shown if the others agree on another size', () => {
  const coarse = Array.from({ length: 60 }, () => ({ quantity: 1, entry: '100.0', exit: '104.5', pnl: '0.05' }));
  const precise = (count: number) =>
    Array.from({ length: count }, () => ({ quantity: 20, entry: '100.0', exit: '140.0', pnl: '9.60' }));
  expect(tradesOf(coarse).contractSize('BTC-USDT')).toMatchObject({ size: '0.01', from: '0.0097826', to: '0.0125' });
  expect(tradesOf([...coarse, ...precise(4)]).contractSize('BTC-USDT').size).toEqual(untold('trades-disagree'));
});

describe('a size that changed', () => {
  const trip = (pnl: string): RoundTrip => ({ quantity: 10, entry: '100.00', exit: '101.00', pnl });
  const many = (count: number, pnl: string) => Array.from({ length: count }, () => trip(pnl));

  test('counts from the first of the trades that have it, and those before are judged by the earlier one', () => {
    const list = tradesOf([
      ...many(40, '0.0100'),
      trip('0.5000'),
      ...many(19, '0.1000'),
      trip('0.5000'),
      ...many(10, '0.1000'),
    ]);
    const { size, since, agreeing, trades, pnl } = list.contractSize('BTC-USDT');
    expect({ size, since, agreeing, trades }).toEqual({
      size: '0.01',
      since: start + 41 * hour,
      agreeing: 29,
      trades: 30,
    });
    expect([0, 40, 41, 60, 70].map((place) => list.pnlFits(list.tradeOf(2 * place + 1)))).toEqual([
      ...[true, false, true, false, true],
    ]);
    expect(pnl).toMatchObject({ compared: 71, agreed: 69 });
    expect(list.sizesOver('BTC-USDT')(start)).toBe(0.001);
    expect(list.sizesOver('BTC-USDT')(start + 50 * hour)).toBe(0.01);
  });

  test('is unknown until enough trades agree on it', () => {
    expect(tradesOf([...many(40, '0.0100'), ...many(12, '0.1000')]).contractSize('BTC-USDT')).toMatchObject({
      size: untold('trades-disagree'),
      since: null,
    });
  });

  test('can change again', () => {
    const list = tradesOf([...many(30, '1.0000'), ...many(30, '0.0100'), ...many(30, '0.1000')]);
    expect(list.contractSize('BTC-USDT')).toMatchObject({ size: '0.01', since: start + 60 * hour });
    expect([0, 30, 60].map((place) => list.sizesOver('BTC-USDT')(start + place * hour))).toEqual([0.1, 0.001, 0.01]);
  });
});

test('a size whose trades change while it is read in steps is read again', () => {
  const trips = (pnl: string) =>
    Array.from({ length: 250 }, () => ({ quantity: 10, entry: '100.00', exit: '101.00', pnl }));
  const list = tradesOf(trips('0.1000'));
  const steps = list.readContractSize('BTC-USDT');
  expect(steps.next().done).toBe(false);
  putRows(list.orders, rowsOf(trips('1.0000')));
  // Another question has the trades derived again.
  list.derived();
  resultOf(steps);
  expect(list.contractSize('BTC-USDT')).toEqual(tradesOf(trips('1.0000')).contractSize('BTC-USDT'));
  expect(list.contractSize('BTC-USDT')).not.toEqual(tradesOf(trips('0.1000')).contractSize('BTC-USDT'));
});

describe('a size that the user has typed', () => {
  const trip: RoundTrip = { quantity: 10, entry: '100.00', exit: '101.00', pnl: '0.1000' };
  const sizeOf = (list: Trades, size: string | null) => {
    list.setWords({ ...noWords, contractSizes: size === null ? {} : { 'BTC-USDT': size } });
    return list.contractSize('BTC-USDT');
  };

  test('counts while the trades show none, and can be taken back', () => {
    const list = tradesOf([trip, trip]);
    expect(sizeOf(list, null).size).toEqual(untold('few-trades'));
    expect(sizeOf(list, '0.01')).toMatchObject({
      ...{ size: '0.01', from: '0.01', to: '0.01', typed: { size: '0.01', contradicts: false } },
    });
    expect(list.pnlFits(list.tradeOf(1))).toBe(true);
    expect(sizeOf(list, '0.02').pnl).toMatchObject({ compared: 2, agreed: 0 });
    expect(sizeOf(list, null)).toMatchObject({ size: untold('few-trades'), typed: null });
  });

  test('is exact if the trades allow it, and does not count if they show another one', () => {
    const list = tradesOf([trip, trip, trip]);
    expect(sizeOf(list, null)).toMatchObject({ size: '0.01', from: '0.00989603', to: '0.0101061' });
    expect(sizeOf(list, '0.01001')).toMatchObject({ size: '0.01001', from: '0.01001', to: '0.01001' });
    expect(sizeOf(list, '0.1')).toMatchObject({ size: '0.01', typed: { size: '0.1', contradicts: true } });
  });
});
