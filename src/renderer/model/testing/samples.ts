import type { OpenPlan } from '../../../shared/domain.ts';
import { blankRow } from '../../../shared/testing/blank-row.ts';
import type { Position } from '../../../shared/trades.ts';

export const longPosition: Position = {
  symbol: 'BTC-USDT',
  marginMode: 'isolated',
  side: 'long',
  quantity: '5',
  entryPrice: '100',
  since: 1000,
  trade: 'isolated 1',
  incomplete: [],
};

export const shortPosition: Position = { ...longPosition, side: 'short', quantity: '2', trade: 'isolated 2' };

/** A plan order that waits for a rise to 105. */
export const openPlan: OpenPlan = {
  ...blankRow('open-plans'),
  key: 'isolated:7',
  id: '7',
  marginMode: 'isolated',
  createdAt: 1,
  symbol: 'BTC-USDT',
  type: 'buy-limit',
  side: 'buy',
  kind: 'limit',
  price: '100',
  leverage: '5',
  quantity: '10',
  raw: '{}',
  triggerDirection: 'rises-to',
  triggerPrice: '105',
  takeProfit: '110',
  stopLoss: '0',
  triggerStatus: 'not-triggered',
};
