import { expect, test } from 'vitest';
import { blankRow } from '../../shared/testing/blank-row.ts';
import { randomNumbers } from '../../shared/testing/random-numbers.ts';
import { OrderTable } from '../orders/list-table.ts';
import { type NumberedRow, putRows } from '../orders/testing/numbered-rows.ts';
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
  const orders = new OrderTable();
  const list = new Trades(orders);
  const rows = trips.flatMap(({ quantity, entry, exit, pnl }, place) =>
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
  putRows(orders, rows);
  return list;
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
  { size: 0.01, trades: 10, odd: 0.05 },
  { size: 0.01, trades: 100, odd: 0.05 },
  { size: 0.01, trades: 100, odd: 0.1 },
  { size: 0.0125, trades: 30, odd: 0.1 },
])('$trades trades of which a share of $odd is odd show the size $size, or none', ({ size, trades, odd }) => {
  const shown = Array.from({ length: 200 }, (_, seed) =>
    tradesOf(simulate(seed + 1, { trades, odd, size })).contractSize('BTC-USDT'),
  );
  const known = shown.filter((one) => one.size !== null);
  expect(new Set(known.map((one) => one.size))).toEqual(new Set([String(size)]));
  expect(known.filter(({ from, to }) => Number(from) > size || Number(to) < size)).toEqual([]);
  expect(known.length).toBeGreaterThanOrEqual(odd === 0.1 ? 150 : 180);
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
  expect(tradesOf([...coarse, ...precise(4)]).contractSize('BTC-USDT').size).toBeNull();
});
