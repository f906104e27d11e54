import { expect, test } from 'vitest';
import type { HistoryFilter } from '../../../shared/contract/history.ts';
import type { Order } from '../../../shared/contract/orders.ts';
import type { HistoryField } from '../../../shared/orders/history.ts';
import { en } from '../../text/en.ts';
import { historyCellFilters } from './history-cell-filters.ts';

const order: Order = {
  key: 'a',
  id: 'a',
  symbol: 'BTC-USDT',
  type: 'buy-limit',
  side: 'buy',
  kind: 'limit',
  marginMode: 'isolated',
  price: '1',
  quantity: '1',
  leverage: '20',
  createdAt: Date.UTC(2026, 2, 2, 23),
  raw: '{}',
  action: 'open',
  averagePrice: null,
  filledQuantity: null,
  pnl: '-1.5',
  status: 'filled',
} as Order;

const of = (field: HistoryField, filter: HistoryFilter = {}) =>
  historyCellFilters([field], order, filter, 'UTC', en)[0];

test('a symbol is kept or left out, and the other parts of the filter stay', () => {
  expect(of('symbol', { withoutSymbols: ['BTC-USDT', 'ETH-USDT'], sides: ['buy'] })?.only).toEqual({
    symbols: ['BTC-USDT'],
    sides: ['buy'],
  });
  expect(of('symbol', { sides: ['buy'] })?.without).toEqual({ withoutSymbols: ['BTC-USDT'], sides: ['buy'] });
});

test('a value that is left out is no longer among the kept ones', () => {
  expect(of('status', { statuses: ['filled', 'canceled'] })?.without).toEqual({
    statuses: ['canceled'],
    withoutStatuses: ['filled'],
  });
  expect(of('status', { statuses: ['filled'], withoutStatuses: ['failed'] })?.without).toEqual({
    withoutStatuses: ['failed', 'filled'],
  });
});

test('a value of few is left out by keeping the others that are kept now', () => {
  expect(of('side')?.without).toEqual({ sides: ['sell', 'other'] });
  expect(of('side', { sides: ['buy', 'sell'] })?.without).toEqual({ sides: ['sell'] });
  expect(of('side', { sides: ['buy'] })?.without).toEqual({ sides: ['sell', 'other'] });
  expect(of('marginMode')?.without).toEqual({ marginModes: ['cross'] });
});

test('a profit or loss is filtered by its sign', () => {
  expect(of('pnl')).toMatchObject({ value: 'Loss', only: { pnlSigns: ['loss'] } });
  expect(of('pnl')?.without).toEqual({ pnlSigns: ['profit', 'zero', 'none'] });
});

test('a leverage is kept exactly, and a time by its day in the time zone', () => {
  expect(of('leverage')).toEqual({ value: '20×', only: { leverage: { from: '20', to: '20' } }, without: null });
  expect(historyCellFilters(['createdAt'], order, {}, 'Asia/Shanghai', en)[0]?.only).toEqual({
    created: { from: '2026-03-03', to: '2026-03-03' },
  });
});

test('a price, a quantity and an ID have no filter', () => {
  expect(historyCellFilters(['price', 'quantity', 'id'], order, {}, 'UTC', en)).toEqual([]);
});
