import { expect, test } from 'vitest';
import type { OpenPlan } from '../../../../shared/contract/orders.ts';
import type { Position } from '../../../../shared/contract/trades.ts';
import { exactly } from '../../../../shared/risk/estimate.ts';
import { bookOf } from '../../../../shared/testing/positions.ts';
import { openPlan } from '../testing/samples.ts';
import { type AccountState, steppedPrice, sumShift, targetAfter, whatIfPrice, whatIfShift } from './what-if-of.ts';

const position: Position = {
  trade: 't',
  symbol: 'BTC-USDT',
  marginMode: 'isolated',
  side: 'long',
  quantity: '10',
  entryPrice: '100',
  since: 1,
  incomplete: [],
} as unknown as Position;
const stop: OpenPlan = {
  ...openPlan,
  key: 'isolated:8',
  side: 'sell',
  kind: 'market',
  price: '0',
  quantity: '4',
  triggerPrice: '95',
  triggerDirection: 'falls-to',
  takeProfit: '0',
};

function stateOf(rest: Partial<AccountState> & { positions?: readonly Position[] }): AccountState {
  const { positions = [position], ...others } = rest;
  return {
    account: 'a',
    book: bookOf(positions),
    plans: [stop],
    prices: new Map([
      ['BTC-USDT', '110'],
      ['ETH-USDT', '50'],
    ]),
    isLive: true,
    sizeOf: () => exactly('1'),
    placesOf: () => 0,
    ...others,
  };
}

test('a price of one symbol fires its plan orders and changes its position, in the margin mode of both', () => {
  const found = whatIfPrice(stateOf({}), 'BTC-USDT', '90');
  expect(found.map(({ marginMode }) => marginMode)).toEqual(['isolated']);
  const result = found[0]?.result;
  expect(result?.steps.map(({ action, level }) => `${action} ${level}`)).toEqual(['closes 95']);
  expect(result?.long.value).toBe('6');
  expect(result?.realized?.value).toBe('-20');
  expect(result?.total?.value).toBe('-80');
  // The entry is known to half a unit.
  expect([result?.total?.low, result?.total?.high].map(Number)).toEqual([-85, expect.any(Number)]);
  expect(whatIfPrice(stateOf({}), 'ETH-USDT', '40')).toEqual([]);
});

test('a position of unknown figures and a missing price make the result unknown', () => {
  const incomplete = { ...position, incomplete: ['gap'] } as Position;
  expect(whatIfPrice(stateOf({ positions: [incomplete] }), 'BTC-USDT', '90')[0]?.result).toBeNull();
  expect(whatIfPrice(stateOf({ prices: new Map() }), 'BTC-USDT', '90')[0]?.result).toBeNull();
});

test('a shift moves every symbol with positions or orders, and the sum says over how many it is', () => {
  const ether = { ...position, trade: 'e', symbol: 'ETH-USDT', entryPrice: '50', quantity: '2' };
  const unknown = { ...position, trade: 'x', symbol: 'XRP-USDT' };
  const results = whatIfShift(stateOf({ positions: [position, ether, unknown] }), '-20');
  expect(results.map(({ symbol, target }) => [symbol, target && Number(target)])).toEqual([
    ['BTC-USDT', 88],
    ['ETH-USDT', 40],
    ['XRP-USDT', null],
  ]);
  const [sum] = sumShift(results);
  // 4 at 95 and 6 at 88 from 100, and 2 from 50 to 40.
  expect(sum).toMatchObject({ quote: 'USDT', known: 2, all: 3, filled: 1, placed: 0, unclear: 0, hasRange: true });
  expect(Number(sum?.total?.value)).toBe(-112);
});

test('figures that are not live are in no sum', () => {
  const [sum] = sumShift(whatIfShift(stateOf({ isLive: false }), '5'));
  expect(sum).toMatchObject({ total: null, known: 0, all: 1 });
});

test('a target has the precision of its symbol and stays above zero', () => {
  expect(targetAfter('110', '-5', 1)).toBe('104.5');
  expect(targetAfter('0.0002', '-99', 4)).toBe('0.0001');
  expect(steppedPrice('110', -1, 1)).toBe('109.9');
  expect(steppedPrice('2', 1, 0)).toBe('3');
  expect(steppedPrice('1', -1, 0)).toBe('1');
});
