import Big from 'big.js';
import { describe, expect, test } from 'vitest';
import { blankRow } from '../../shared/testing/blank-row.ts';
import { randomNumbers } from '../../shared/testing/random-numbers.ts';
import type { Side } from '../../shared/values/domain.ts';
import { isTold } from '../../shared/values/told.ts';
import { OrderTable } from '../orders/list-table.ts';
import { type NumberedRow, putRows } from '../orders/testing/numbered-rows.ts';
import type { HistoryBreak } from '../rows.ts';
import { naiveAgreement } from './testing/naive-agreement.ts';
import { simulateTrader } from './testing/simulated-trader.ts';
import { Trades } from './trades.ts';

type Order = NumberedRow<'order-history'>;
/** Minute, what it does, executed quantity, average price, PnL. */
type Line = readonly [number, `${Side} ${'open' | 'close'}`, string, string | null, string | null];

function orderOf([at, does, executed, price, pnl]: Line, place: number): Order {
  const [side, action] = does.split(' ') as [Side, 'open' | 'close'];
  const id = String(place + 1);
  const row = { ...blankRow('order-history'), id, key: `cross:${id}`, number: place + 1, tie: place };
  const sent = { marginMode: 'cross', symbol: 'BTC-USDT', kind: 'market', status: 'filled', side, action } as const;
  return { ...row, ...sent, createdAt: at * 60_000, filledQuantity: executed, averagePrice: price, pnl };
}

function tradesOf(orders: readonly Order[], breaks: readonly HistoryBreak[] = []): Trades {
  const table = new OrderTable();
  putRows(table, orders);
  const trades = new Trades(table);
  trades.setBreaks(breaks);
  return trades;
}

/** A long trade of 100 contracts of 0.01 at a minute, from 100.00 to 110.00 and a PnL of 10.00. */
const plain = (at: number, pnl = '10.00'): Line[] => [
  [at, 'buy open', '100', '100.00', '0.00'],
  [at + 1, 'sell close', '100', '110.00', pnl],
];
const agreementOf = (lines: readonly Line[], breaks?: readonly HistoryBreak[]) =>
  tradesOf(lines.map(orderOf), breaks).contractSize('BTC-USDT').pnl;
const follows = (count: number, lines: Line[] = []): Line[] => [
  ...Array.from({ length: count }, (_, place) => plain(place * 10)).flat(),
  ...lines,
];

describe('a closing', () => {
  // Example 11 of docs/risk.md.
  test.each([
    ['0.11', true],
    ['0.12', false],
    ['-0.11', false],
    ['0.10', false],
  ])('with a reported PnL of %s: %s', (pnl, agrees) => {
    const lines = follows(9, [
      [900, 'buy open', '5', '100.00', '0.00'],
      [901, 'sell close', '5', '102.13', pnl],
    ]);
    expect(agreementOf(lines)).toMatchObject({ compared: 10, agreed: agrees ? 10 : 9 });
  });

  test('is compared with the entry just before it, after partial closings and further openings', () => {
    const lines = follows(9, [
      [900, 'buy open', '100', '100.00', '0.00'],
      [901, 'sell close', '50', '110.00', '5.00'],
      // (50 · 100 + 50 · 120) / 100 = 110
      [902, 'buy open', '50', '120.00', '0.00'],
      [903, 'sell close', '40', '130.00', '8.00'],
      [904, 'sell close', '60', '100.00', '-6.00'],
    ]);
    expect(agreementOf(lines)).toMatchObject({ compared: 12, agreed: 12 });
  });

  test('is compared with the oldest entries, if the PnL of the account is that of FIFO', () => {
    const byFifo = (at: number): Line[] => [
      [at, 'buy open', '50', '100.00', '0.00'],
      [at + 1, 'buy open', '50', '120.00', '0.00'],
      [at + 2, 'sell close', '60', '130.00', '16.00'],
      [at + 3, 'sell close', '40', '130.00', '4.00'],
    ];
    const lines = follows(9, [900, 910, 920, 930].flatMap(byFifo));
    expect(agreementOf(lines)).toMatchObject({ compared: 17, agreed: 17, isUncertain: false });
  });

  test('without a price or a PnL, of an incomplete trade, or without a contract size is not compared', () => {
    const odd: Line[] = [
      [900, 'buy open', '100', null, '0.00'],
      [901, 'sell close', '100', '110.00', '10.00'],
      [902, 'buy open', '100', '100.00', '0.00'],
      [903, 'sell close', '60', '110.00', null],
      [904, 'sell close', '40', null, '4.00'],
      [905, 'buy open', '1', '100.00', '0.00'],
      [906, 'sell close', '2', '110.00', '0.20'],
    ];
    expect(agreementOf(follows(9, odd))).toMatchObject({ compared: 9, agreed: 9 });
    expect(agreementOf(plain(0))).toEqual({
      compared: 0,
      agreed: 0,
      latest: { compared: 0, agreed: 0 },
      isUncertain: null,
    });
    const isMissing = [{ marginMode: 'cross', after: null, before: null }] as const;
    expect(agreementOf(follows(9), isMissing)).toMatchObject({ compared: 8 });
  });
});

describe('the PnL of a symbol', () => {
  const wrong = (at: number) => plain(at, '13.00');
  test('is uncertain if fewer than nine in ten of the latest ten agree', () => {
    expect(agreementOf(follows(30, wrong(900)))).toMatchObject({ latest: { agreed: 9 }, isUncertain: false });
    const two = agreementOf(follows(30, [...wrong(900), ...wrong(910)]));
    expect(two).toEqual({ compared: 32, agreed: 30, latest: { compared: 10, agreed: 8 }, isUncertain: true });
    // Ten later ones that agree end the doubt.
    const later = Array.from({ length: 10 }, (_, place) => plain(1000 + place * 10)).flat();
    expect(agreementOf(follows(30, [...wrong(900), ...wrong(910), ...later])).isUncertain).toBe(false);
  });
});

test('is that of a second implementation, for simulated traders whose PnL is sometimes wrong', () => {
  const compared = { average: 0, fifo: 0 };
  for (let seed = 1; seed <= 8; seed++) {
    const random = randomNumbers(seed);
    const share = [0, 0.02, 0.04][seed % 3] as number;
    const method = seed % 2 === 0 ? 'fifo' : 'average';
    const orders = simulateTrader(seed, { symbols: 3, days: 40, pnlPlaces: 2 + (seed % 3), method }).map(
      ({ order }): Order => {
        const isWrong = order.action === 'close' && random() < share;
        return isWrong ? { ...order, pnl: new Big(order.pnl ?? 0).plus('0.37').toFixed() } : order;
      },
    );
    const list = tradesOf(orders);
    expect(list.costMethod().method ?? 'average').toBe(method);
    const numbers = list.select({ filter: {}, sort: [], zone: 'UTC', now: 0 });
    for (const symbol of ['S0-USDT', 'S1-USDT', 'S2-USDT']) {
      const { size, from, to, pnl } = list.contractSize(symbol);
      const trades = [...numbers].flatMap((number) => {
        const trade = list.trade(number);
        if (trade.symbol !== symbol) return [];
        return { trade, orders: Array.from(list.ordersOf(number), (row) => orders[row - 1] as Order) };
      });
      const naive = naiveAgreement(trades, isTold(size) ? [from ?? size, to ?? size] : null, method);
      expect(pnl, `${seed} ${symbol}`).toEqual(naive);
      compared[method] += pnl.compared;
    }
  }
  expect(Math.min(compared.average, compared.fifo)).toBeGreaterThan(500);
});
