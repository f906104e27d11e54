import { expect, test } from 'vitest';
import type { OrderCommon } from '../../../shared/contract/orders.ts';
import { blankRow } from '../../../shared/testing/blank-row.ts';
import { en } from '../../text/en.ts';
import { zh } from '../../text/zh.ts';
import { kindWord, sideAndKind, statusWord, triggerWord } from './words.ts';

const order: OrderCommon = {
  ...blankRow('open-plans'),
  key: 'isolated:1',
  id: '1',
  marginMode: 'isolated',
  createdAt: 0,
  symbol: 'BTC-USDT',
  type: 'buy-limit',
  side: 'buy',
  kind: 'limit',
  price: '1',
  leverage: '10',
  quantity: '1',
  raw: '{}',
};

test('before a trigger price of an unknown direction stands no direction', () => {
  const words = (['rises-to', 'unknown:0', 'unknown:7'] as const).map((triggerDirection) =>
    triggerWord({ triggerDirection }, en),
  );
  expect(words).toEqual(['Rises to', 'Trigger price', 'Unknown (7)']);
  expect(triggerWord({ triggerDirection: 'unknown:0' }, zh)).toBe('触发价');
});

test('a word that the exchange did not send is unknown, without empty brackets', () => {
  expect([en, zh].map((text) => statusWord('unknown:', text))).toEqual(['Unknown', '未知']);
  expect(sideAndKind({ ...order, side: null, type: '' }, en)).toBe('Unknown');
});

test('a side with a position action says what the order does to the position', () => {
  const shown = (['open', 'close'] as const).flatMap((action) =>
    (['buy', 'sell'] as const).map((side) => sideAndKind({ ...order, side, action }, en)),
  );
  expect(shown).toEqual([
    'Buy, open long · Limit',
    'Sell, open short · Limit',
    'Buy, close short · Limit',
    'Sell, close long · Limit',
  ]);
  expect(sideAndKind({ ...order, action: 'close' }, zh)).toBe('买入平空 · 限价');
});

test('a side without a known action stays a side', () => {
  expect(sideAndKind(order, en)).toBe('Buy · Limit');
  expect(sideAndKind({ ...order, action: null }, en)).toBe('Buy · Limit');
  expect(sideAndKind({ ...order, action: 'unknown:3' }, en)).toBe('Buy · Limit');
  expect(sideAndKind({ ...order, side: null, type: 'liquidation' }, en)).toBe('liquidation');
});

test('kinds have one style, known or not', () => {
  const kinds = ['stop-limit', 'stop_limit', 'TWAP', 'twap', 'trailing-stop', 'constructor'];
  expect(kinds.map((kind) => kindWord(kind, en))).toEqual([
    'Stop limit',
    'Stop limit',
    'TWAP',
    'TWAP',
    'Trailing stop',
    'Constructor',
  ]);
});
