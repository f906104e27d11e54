import { expect, test } from 'vitest';
import type { Turnover } from '../../../../shared/contract/fees.ts';
import { pnlAfter } from '../../../../shared/orders/fees.ts';
import { en } from '../../../text/en.ts';
import { afterTexts, averageAfter, estimateText } from './AfterFees.tsx';
import { feesOfPart } from './fees.ts';

const rates = { maker: '0.02', taker: '0.05' };
const none = { maker: '0', taker: '0', either: '0', unpriced: 0 };
const bitcoin: Turnover = { symbol: 'BTC-USDT', quote: 'USDT', ...none };

test('example 10 of docs/results.md: a range, because a limit order may have paid either rate', () => {
  const fees = feesOfPart([{ ...bitcoin, taker: '50000', either: '51000' }], rates, { quote: 'USDT' });
  expect(fees).toEqual({ lowest: '35.2', highest: '50.5', unpriced: 0 });
  expect(fees && pnlAfter('1000', fees)).toEqual(['949.5', '964.8']);
  expect(fees && afterTexts('1000', fees, en)).toEqual(['after about +949.5 to +964.8']);
});

test('fees are those of the currency and the symbol', () => {
  const turnovers: Turnover[] = [
    { ...bitcoin, maker: '1000' },
    { ...bitcoin, symbol: 'ETH-USDT', taker: '1000', unpriced: 2 },
    { ...bitcoin, symbol: 'ETH-USDC', quote: 'USDC', taker: '7000' },
  ];
  expect(feesOfPart(turnovers, rates, { quote: 'USDT' })).toEqual({ lowest: '0.7', highest: '0.7', unpriced: 2 });
  expect(feesOfPart(turnovers, rates, { quote: 'USDT', symbol: 'BTC-USDT' })?.lowest).toBe('0.2');
  expect(feesOfPart(turnovers, rates, { quote: 'EUR' })).toBeNull();
  expect(
    feesOfPart([{ ...bitcoin, maker: '1000', either: '1000' }], { ...rates, maker: '-0.01' }, { quote: 'USDT' }),
  ).toEqual({ lowest: '-0.2', highest: '0.4', unpriced: 0 });
});

test('the PnL after fees is no surer than the fees, and says how many orders are left out', () => {
  expect(pnlAfter('1234.56789', { lowest: '35.1987', highest: '35.2041', unpriced: 0 })).toEqual(['1199.4']);
  expect(pnlAfter('-2.25', { lowest: '0', highest: '0', unpriced: 3 })).toEqual(['-2.25']);
  const fees = { lowest: '12345.6', highest: '12345.6', unpriced: 1 };
  expect(pnlAfter('20000.25', fees)).toEqual(['7655']);
  expect(afterTexts('20000.25', fees, en)).toEqual(['after about +7,655', 'without the fees of 1 order']);
});

test('the average of trades after fees is that of the sum', () => {
  const pnl = {
    quote: 'USDT',
    sum: '30',
    wins: 2,
    losses: 1,
    zeros: 1,
    winRate: '66.67',
    average: '7.5',
    best: '20',
    worst: '-5',
  };
  expect(averageAfter({ ...pnl, fees: { lowest: '2', highest: '4', unpriced: 0 } }, en)).toBe('after about +6.5 to +7');
  expect(averageAfter(pnl, en)).toBeUndefined();
});

test('an estimate is as short as an exact amount, and has no zeros that are not known', () => {
  expect(['-2.124', '364', '949.5', '0', '1000'].map((amount) => estimateText(amount, en))).toEqual([
    '−2.12',
    '+364',
    '+949.5',
    '0',
    '+1,000',
  ]);
});
