import type { Position } from '../contract/trades.ts';

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
